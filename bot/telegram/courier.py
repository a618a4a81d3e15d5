"""Brings every chat to what the stored state says should stand there.

Nothing is queued but the names of messages that may differ: when a message's turn comes, it is drawn from the newest
state, compared with what stands, and edited or sent if it differs. So a newer state overtakes an older one by itself, a
failed call is simply tried again, and after a crash looking at every live table mends all.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from telegram.error import RetryAfter, TelegramError

from bot.screens.screen import Screen
from bot.tables.house import House
from bot.tables.model import ChatId, PersonId, Place, Table, TableId
from bot.tables.refusals import NoSuchTable
from bot.tables.slots import SlotKey, What
from bot.telegram.answers import Answer, meaning
from bot.telegram.delivery import Delivery, age
from bot.telegram.pace import Pace
from bot.telegram.plan import Urgency, due
from bot.telegram.voice import Voice

log = logging.getLogger(__name__)

_PATIENCE = (1.0, 2.0, 5.0, 10.0, 30.0)  # seconds before the next try, while Telegram or the network fails
_SHUT_OUT = 60.0  # seconds before a chat that does not let us write is tried again
_LAST_CALLS = 5.0  # seconds that calls under way have to end, at a stop


@dataclass(frozen=True, eq=False, slots=True)
class Saying:
    """An answer to somebody's command: said once, in ``place``; ``edit`` is the message that it replaces there."""

    place: Place
    screen: Screen
    reply_to: int | None = None
    edit: int | None = None
    table: TableId | None = None


Errand = SlotKey | Saying


class Courier:
    """One round a chat, at that chat's pace; a chat that has to wait holds up no other.

    :meth:`told` is a House listener; everything else is for handlers.
    """

    def __init__(self, voice: Voice, house: House, delivery: Delivery, pace: Pace) -> None:
        self._voice, self._house, self._delivery, self._pace = voice, house, delivery, pace
        self._rounds: dict[ChatId, _Round] = {}
        self._looking: dict[TableId, asyncio.Task[None]] = {}
        self._unreachable: Callable[[PersonId], Awaitable[None]] | None = None
        self._stopped = False

    def on_unreachable(self, listener: Callable[[PersonId], Awaitable[None]]) -> None:
        """Have ``listener`` told of a person to whom the bot cannot write."""
        self._unreachable = listener

    def told(self, table: Table) -> None:
        """Look, soon, at every message of this table."""
        self._look_soon(table.id)

    def _look_soon(self, table: TableId) -> None:
        if table not in self._looking and not self._stopped:
            self._looking[table] = asyncio.get_running_loop().create_task(self._look(table))

    def say(self, saying: Saying) -> None:
        """Have this said soon, before what waits for its turn in the same chat."""
        self._post(saying.place.chat, saying, Urgency.NOW)

    async def bring(self, table: TableId, person: PersonId | None = None) -> None:
        """Send the table's newest message anew, at the bottom of its chat; or, for ``person``, their hand.

        Raises:
            NoSuchTable: there is none.
        """
        now = await self._house.see(table)
        keys = [key for key in due(now, await self._delivery.slots(table)) if key.person == person]
        if keys:
            newest = max(keys, key=age)
            self._delivery.send_anew(newest)
            self._post(_chat_of(now, newest), newest, Urgency.NOW)

    def admitted(self, chat: ChatId) -> None:
        """This chat lets the bot write again: what waits there for that waits no more."""
        if (round_ := self._rounds.get(chat)) is not None:
            round_.barred = 0.0
            round_.woken.set()

    async def anchor(self, table: TableId) -> int | None:
        """The message in the table's chat that shows it now; None where none stands."""
        return await self._delivery.anchor(table)

    async def is_known(self, table: TableId, chat: int, message: int) -> bool:
        """Whether this message shows the table; one that does not was left over by a crash or a failed deletion."""
        slots = await self._delivery.slots(table)
        return any(slot.message == message and slot.chat == chat for slot in slots.values())

    async def sweep(self, chat: int, message: int) -> None:
        """Delete a message that shows no table any more."""
        await self._voice.delete(chat, message)

    async def stop(self) -> None:
        """Be silent from now on, and store what stands."""
        self._stopped = True
        tasks = [*self._looking.values(), *(r.task for r in self._rounds.values() if r.task)]
        for round_ in self._rounds.values():
            round_.woken.set()
        if tasks:  # a message cut off while it is sent would stand, and not be known
            _, late = await asyncio.wait(tasks, timeout=_LAST_CALLS)
            for task in late:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        await self._delivery.save()

    async def _look(self, table: TableId) -> None:
        try:
            slots = await self._delivery.slots(table)
            now = await self._house.see(table)  # last, since who tells of a change meanwhile is not listened to
        except NoSuchTable:
            return
        except Exception:
            log.exception("table %s: could not be looked at; trying again in %.0f s", table, _PATIENCE[0])
            asyncio.get_running_loop().call_later(_PATIENCE[0], self._look_soon, table)
            return
        finally:
            self._looking.pop(table, None)
        for key, urgency in due(now, slots).items():  # nothing waits here: what is told meanwhile is looked at anew
            self._post(_chat_of(now, key), key, urgency)

    def _post(self, chat: ChatId, errand: Errand, urgency: Urgency) -> None:
        loop = asyncio.get_running_loop()
        round_ = self._rounds.setdefault(chat, _Round())
        at = loop.time() + (self._pace.quiet if urgency is Urgency.SOON else 0)
        round_.pending[errand] = min(at, round_.pending.get(errand, at))
        round_.woken.set()
        if round_.task is None and not self._stopped:
            round_.task = loop.create_task(self._go(chat, round_))

    async def _go(self, chat: ChatId, round_: _Round) -> None:
        """Do what is due in this chat, at its pace, until nothing is left."""
        loop = asyncio.get_running_loop()
        while round_.pending and not self._stopped:
            errand = min(round_.pending, key=round_.when)
            wait = round_.when(errand)[0] - loop.time()
            if wait > 0:
                round_.woken.clear()
                await _either(round_.woken, wait)
                continue
            del round_.pending[errand]
            if await self._done(chat, round_, errand):
                round_.paced = loop.time() + self._pace.gap(chat)
        round_.task = None
        until = max(round_.paced, round_.barred)
        loop.call_at(until, self._forget, chat, until)

    def _forget(self, chat: ChatId, until: float) -> None:
        """Forget a chat that is idle, unless it was busy again since: its pace still counts then."""
        round_ = self._rounds.get(chat)
        if round_ is not None and round_.task is None and max(round_.paced, round_.barred) <= until:
            del self._rounds[chat]

    async def _done(self, chat: ChatId, round_: _Round, errand: Errand) -> bool:
        """Do one errand; whether that took a call. One that failed for now is pending again."""
        try:
            called = await (self._said(errand) if isinstance(errand, Saying) else self._delivery.deliver(errand))
        except TelegramError as error:
            pause = await self._failed(chat, round_, errand, error)
            if pause is not None:
                round_.barred = asyncio.get_running_loop().time() + pause
                round_.pending.setdefault(errand, 0.0)
            return True
        except NoSuchTable:
            return False
        except Exception:
            pause = self._patience(round_)
            log.exception("chat %s: %s; trying again in %.0f s", chat, _named(errand), pause)
            round_.pending.setdefault(errand, asyncio.get_running_loop().time() + pause)
            return False
        round_.failed = 0
        return called

    async def _said(self, saying: Saying) -> bool:
        anchor = await self.anchor(saying.table) if saying.table is not None else None
        if saying.edit is not None:
            await self._voice.edit(saying.place.chat, saying.edit, saying.screen, anchor=anchor)
            return True
        reply_to = saying.reply_to
        await self._voice.send(*saying.place, saying.screen, anchor=anchor, reply_to=reply_to)
        return True

    async def _failed(self, chat: ChatId, round_: _Round, errand: Errand, error: TelegramError) -> float | None:
        """After how many seconds to try again; None for never."""
        match meaning(error):
            case Answer.WAIT if isinstance(error, RetryAfter):
                given = error.retry_after
                pause = float(given) if isinstance(given, (int, float)) else given.total_seconds()
                log.warning("chat %s has to wait %.0f s, says Telegram", chat, pause)
                return pause
            case Answer.AGAIN:
                pause = self._patience(round_)
                log.warning("chat %s: %s; trying again in %.0f s", chat, error.message, pause)
                return pause
            case Answer.UNREACHABLE if chat > 0:
                await self._tell_unreachable(PersonId(int(chat)))
                return None
            case Answer.SHUT_OUT | Answer.UNREACHABLE if not isinstance(errand, Saying):
                log.warning("chat %s does not let the bot write: %s", chat, error.message)
                return _SHUT_OUT
            case Answer.STANDS:
                return None
            case _:
                log.error("Telegram refuses %s in chat %s: %s", _named(errand), chat, error.message)
                return None

    @staticmethod
    def _patience(round_: _Round) -> float:
        """Seconds until the next try: longer each time, up to a limit."""
        round_.failed += 1
        return _PATIENCE[min(round_.failed, len(_PATIENCE)) - 1]

    async def _tell_unreachable(self, person: PersonId) -> None:
        try:
            if self._unreachable is not None:
                await self._unreachable(person)
        except Exception:  # the chat's round goes on, whatever comes of it
            log.exception("could not note that %s cannot be reached", person)


class _Round:
    """What is to be done in one chat, each errand with the time from which it is due.

    ``paced``: when the next edit of a table may go; ``barred``: when anything may, after
    Telegram or the network failed.
    """

    def __init__(self) -> None:
        self.pending: dict[Errand, float] = {}
        self.paced = 0.0
        self.barred = 0.0
        self.failed = 0
        self.woken = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    def when(self, errand: Errand) -> tuple[float, tuple[int, int]]:
        """When an errand may be done, and its place among those of the same time. What is said waits for no pace."""
        if isinstance(errand, Saying):
            return max(self.pending[errand], self.barred), (-1, 0)
        return max(self.pending[errand], self.barred, self.paced), age(errand)


def _chat_of(table: Table, key: SlotKey) -> ChatId:
    return table.place.chat if key.person is None else ChatId(int(key.person))


def _named(errand: Errand) -> str:
    if isinstance(errand, Saying):
        return "an answer"
    return f"{errand.what if errand.what is not What.HAND else 'a hand'} of table {errand.table}"


async def _either(event: asyncio.Event, seconds: float) -> None:
    """Wait for the event, or for so many seconds."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        pass
