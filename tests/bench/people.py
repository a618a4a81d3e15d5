"""People for the chaos run: they play, press twice, press what is old or forged, leave, come back, block, delete."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections import Counter
from typing import Any

from bot.sandbox import people
from bot.sandbox.errors import Refusal
from bot.sandbox.switchboard import Query, Switchboard
from bot.sandbox.world import BOT_ID, Chat, Kind, Message
from bot.screens import alerts
from bot.tables.presses import Lay
from bot.tables.refusals import Stale
from bot.telegram.callback import UnknownPress, decode
from bot.texts import words

_STALE = {alerts.refused(Stale(), None, words(language)) for language in ("ru", "en")}
_PATIENCE = 4.0  # seconds that somebody waits for an answer before they press something else
_DEEDS = {  # what somebody does when they look at their phone, and how often of a hundred times
    "play": 78,
    "twice": 6,
    "stale": 4,
    "forged": 4,
    "leave": 0.4,
    "return": 3,
    "command": 2,
    "delete": 1,
    "block": 0.6,
    "kick": 0.2,
    "restrict": 0.2,
    "migrate": 0.6,
}
_COMMANDS = ("/table", "/hand", "/score", "/kozel", "/rules", "/help")
_WAYS_BACK = ("back:", "sit:", "again:", "deal:", "add:", "mine:")


class Crowd:
    """Everybody in ``board``'s world. ``accepted`` are the plays that the bot has confirmed to who pressed.

    ``deleted`` are the messages, by chat, that somebody deleted: the bot is not told, and sees it at the next change.
    """

    def __init__(self, board: Switchboard, dice: random.Random) -> None:
        self.board, self.dice = board, dice
        self.groups = [chat for chat in board.world.chats.values() if not chat.private]
        self.accepted: list[tuple[int, Lay]] = []
        self.deleted: set[tuple[int, int]] = set()
        self.did: Counter[str] = Counter()
        self.waits: list[float] = []
        self.quiet = False
        """Only plays and ways back from now on."""
        self._pressed: list[tuple[int, int, int, str]] = []
        self._looking: set[asyncio.Task[None]] = set()

    async def live(self, groups: list[int], until: float) -> None:
        """Those of these groups (by number) look at their phones in turn, until then (time.monotonic)."""
        while time.monotonic() < until:
            acted = False
            for number in groups:
                for person in list(self.groups[number].people()):
                    if time.monotonic() >= until:
                        return
                    acted |= await self._look(number, person)
            await asyncio.sleep(0 if acted else 0.05)

    async def _look(self, number: int, person: int) -> bool:
        deed = self.dice.choices(list(_DEEDS), list(_DEEDS.values()))[0]
        try:
            if self.quiet:  # whoever cannot play looks whether they can come back
                return await self._do("play", number, person) or await self._do("return", number, person)
            return await self._do(deed, number, person)
        except Refusal:  # blocked, not there any more: a phone would not offer it
            return False

    async def _do(self, deed: str, number: int, person: int) -> bool:
        group, private = self.groups[number], self.board.world.chats[person]
        match deed:
            case "play" | "twice":
                return await self._play(private, person, twice=deed == "twice")
            case "stale" if self._pressed:
                who, chat, message, data = self.dice.choice(self._pressed[-400:])
                await self._press(who, chat, message, data, deed)
            case "forged":
                await self._press(person, person, private.last_id, self._forged(), deed)
            case "return":
                return await self._return(group, private, person)
            case "leave" | "command":
                self.did[deed] += 1
                where = group if deed == "leave" or self.dice.random() < 0.5 else private
                people.say(self.board, person, where.id, "/leave" if deed == "leave" else self.dice.choice(_COMMANDS))
            case "delete":
                self._delete(private if self.dice.random() < 0.7 else group)
            case "block":
                self._soon(deed, lambda: people.block(self.board, person, blocked=True), lambda: self.unblock(person))
            case "kick" | "restrict":
                back = {"kick": "add", "restrict": "unrestrict"}[deed]
                self._soon(deed, lambda: self._bot(number, deed), lambda: self._bot(number, back))
            case "migrate" if group.kind is Kind.GROUP:
                self.did[deed] += 1
                self.groups[number] = people.migrate(self.board, group.id)
            case _:
                return False
        return True

    async def _play(self, private: Chat, person: int, *, twice: bool) -> bool:
        for message in reversed(private.newest(6)):
            data = self._offered(message)
            if data is not None:
                pressing = [self._press(person, private.id, message.id, data, "twice" if twice else "play")]
                if twice:
                    pressing.append(self._press(person, private.id, message.id, data, "twice"))
                await asyncio.gather(*pressing)
                return True
        return False

    def _offered(self, message: Message) -> str | None:
        """A button to play with: mostly one that lays cards on turn, now and then any."""
        data = _data(message.markup)
        lays = [each for each in data if each.startswith("lay:") and (":i" not in each or self.dice.random() < 0.1)]
        picks = [each for each in data if each.startswith("pick:")]
        return self.dice.choice(lays or picks) if lays or picks else None

    async def _return(self, group: Chat, private: Chat, person: int) -> bool:
        for chat in (private, group):
            for message in reversed(chat.newest(6)):
                ways = [data for data in _data(message.markup) if data.startswith(_WAYS_BACK)]
                if ways:
                    await self._press(person, chat.id, message.id, self.dice.choice(ways), "return")
                    return True
        return False

    async def _press(self, person: int, chat: int, message: int, data: str, deed: str) -> None:
        query = people.press(self.board, person, chat, message, data)
        self.did[deed] += 1
        self._pressed.append((person, chat, message, data))
        del self._pressed[:-2000]
        asked = time.monotonic()
        try:
            await asyncio.wait_for(query.answered.wait(), _PATIENCE)
        except TimeoutError:
            self.did["not answered in time"] += 1
            watching = asyncio.create_task(self._answered_late(query))
            self._looking.add(watching)
            watching.add_done_callback(self._looking.discard)
            return
        self.waits.append(time.monotonic() - asked)
        self._note(query)

    async def _answered_late(self, query: Query) -> None:
        """The answer may come when the bot is there again; it counts as any other."""
        try:
            await asyncio.wait_for(query.answered.wait(), 20)
        except TimeoutError:
            self.did["never answered"] += 1
        else:
            self._note(query)

    def _note(self, query: Query) -> None:
        answer = query.answer
        if answer is None or answer.alert or not answer.text or answer.text in _STALE:
            return
        try:
            press = decode(query.data)
        except UnknownPress:
            return
        if isinstance(press, Lay):
            self.accepted.append((query.person, press))

    def _forged(self) -> str:
        """Another's button, or one that nobody has ever had."""
        if self._pressed and self.dice.random() < 0.5:
            return self.dice.choice(self._pressed)[3]
        table, round_, moment = (self.dice.randrange(1, limit) for limit in (300, 20, 40))
        return self.dice.choice(
            (
                f"lay:{table}:{round_}:{moment}:l{self.dice.getrandbits(36):x}",
                f"stop:{table}",
                f"sit:{table}:7",
                "lay:::",
            )
        )

    def _delete(self, chat: Chat) -> None:
        bots = [message.id for message in chat.newest(8) if message.sender == BOT_ID]
        if bots:
            self.did["delete"] += 1
            self.deleted.add((chat.id, message := self.dice.choice(bots)))
            self.board.remove(chat, [message])

    def unblock(self, person: int) -> None:
        """Somebody who has blocked the bot starts it again."""
        people.start(self.board, person)

    def _bot(self, number: int, action: str) -> None:
        people.set_bot(self.board, self.groups[number].id, action)  # type: ignore[arg-type]  # one of its words

    def _soon(self, deed: str, now: Any, later: Any) -> None:
        """Do this, and in a few seconds take it back."""
        now()
        self.did[deed] += 1

        async def take_back() -> None:
            await asyncio.sleep(self.dice.uniform(0.5, 4))
            with contextlib.suppress(Refusal):  # somebody else was quicker
                later()

        task = asyncio.create_task(take_back())
        self._looking.add(task)
        task.add_done_callback(self._looking.discard)

    async def calm(self) -> None:
        """Wait until what was begun is taken back, and all late answers have come."""
        self.quiet = True
        while self._looking:
            await asyncio.wait(set(self._looking))


def _data(markup: dict[str, Any] | None) -> list[str]:
    rows = (markup or {}).get("inline_keyboard", [])
    return [str(button["callback_data"]) for row in rows for button in row if "callback_data" in button]
