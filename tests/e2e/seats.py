"""People who play: they look at their chats and press what is offered there, nothing else."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from typing import Any

from bot.sandbox.client import Press, SandboxClient, buttons, labels
from kozel import FOUR, VARIANTS, Rules

Json = dict[str, Any]

PATIENCE = 20.0
"""Seconds that one waits for the bot: it answers in a few hundredths, but the machine may be busy with other things."""


class Person:
    """Somebody in the sandbox; their private chat with the bot has their own id."""

    def __init__(self, client: SandboxClient, person: int, name: str) -> None:
        self.client, self.id, self.name = client, person, name

    async def say(self, chat: int, text: str, thread: int | None = None) -> None:
        """Write into a chat."""
        await self.client.say(self.id, chat, text, thread=thread)

    async def tap(
        self, chat: int, *, label: str | None = None, data: str | None = None, wait: float | None = None
    ) -> Press:
        """Press the newest button with that label, or whose data begins so."""
        return await self.client.press_button(self.id, chat, label, data=data, wait=wait)

    async def sees(self, chat: int, text: str | None = None, *, button: str | None = None, after: int = 0) -> Json:
        """Wait for a message with that text and that button; a message sent before ``after`` does not count."""
        return await self.client.wait_for(self.id, chat, text=text, button=button, after=after)

    async def hand(self) -> Json | None:
        """The newest message in private that has a button to play with."""
        for message in reversed(await self.client.messages(self.id, self.id, limit=12)):
            if plays(message):
                return message
        return None

    async def sit(self, chat: int, side: int) -> None:
        """Sit down, and open the private chat where the answer leads."""
        answer = await self.tap(chat, data=f"sit:{await table_in(self, chat)}:{side}")
        if answer.url:
            await self.client.open(self.id, answer.url)


def plays(message: Json) -> list[Json]:
    """The buttons of a message that lay cards; where none does yet, those that tick cards to lay them."""
    by_kind = {
        kind: [button for button in buttons(message) if button.get("callback_data", "").startswith(kind)]
        for kind in ("lay:", "pick:")
    }
    return by_kind["lay:"] or by_kind["pick:"]


async def table_in(person: Person, chat: int) -> int:
    """The id of the table that the newest lobby in this chat is of."""
    _, data = await offered(person, chat, "sit:")
    return int(data.split(":")[1])


async def offered(person: Person, chat: int, data: str) -> tuple[Json, str]:
    """Wait for a button whose data begins so: the newest message that has one, and its data in full."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for message in reversed(await person.client.messages(person.id, chat)):
            for button in buttons(message):
                if button.get("callback_data", "").startswith(data):
                    return message, str(button["callback_data"])
        await asyncio.sleep(0.02)
    raise AssertionError(f"{person.name} sees no button {data!r}, but {await _seen(person, chat)}")


async def gather(chat: int, people: Sequence[Person], thread: int | None = None, rules: Rules = FOUR) -> None:
    """Open a table of this game, seat these people – the sides in turn, computers for those who lack – and deal."""
    await seat(chat, people, thread, rules)
    await people[0].tap(chat, data="deal:")


async def seat(chat: int, people: Sequence[Person], thread: int | None = None, rules: Rules = FOUR) -> None:
    """Open a table of this game, and seat these people and computers; the deal is one press away then."""
    opener = people[0]
    await opener.say(chat, "/kozel", thread)
    await choose(opener, chat, rules)
    for number, person in enumerate(people):
        await person.sit(chat, number % 2)
    for _ in range(rules.seats - len(people)):
        await opener.tap(chat, data="add:")
    await offered(opener, chat, "deal:")


async def choose(opener: Person, chat: int, rules: Rules) -> None:
    """Have the newest lobby be of this game."""
    _, other = await offered(opener, chat, "game:")
    if other.endswith(f":{rules.variant}"):
        await opener.tap(chat, data=other)
        (left,) = [name for name in VARIANTS if name != rules.variant]
        await offered(opener, chat, other.replace(f":{rules.variant}", f":{left}"))


async def play_on(people: Sequence[Person], chat: int, dice: random.Random, *, seconds: float = 120) -> int:
    """Everybody presses what their hand offers until the end of the series is in the chat; how many presses counted."""
    deadline = time.monotonic() + seconds
    pressed = 0
    while time.monotonic() < deadline:
        if await ended(people[0], chat):
            return pressed
        counts = await asyncio.gather(*(_one_press(person, dice) for person in people))
        pressed += sum(counts)
        if not any(counts):
            await asyncio.sleep(0.02)
    raise AssertionError(f"no end after {pressed} presses; {people[0].name} sees {await _seen(people[0], chat)}")


async def ended(person: Person, chat: int) -> bool:
    """Whether the newest message of the chat is the end of a series."""
    last = await person.client.last(person.id, chat)
    return last is not None and any("again:" in str(button.get("callback_data")) for button in buttons(last))


async def _one_press(person: Person, dice: random.Random) -> int:
    message = await person.hand()
    if message is None:
        return 0
    button = dice.choice(plays(message))
    answer = await person.client.press(person.id, person.id, message["message_id"], button["callback_data"])
    counts = answer.answered and not answer.show_alert
    return int(counts and (bool(answer.text) or button["callback_data"].startswith("pick:")))


async def _seen(person: Person, chat: int) -> str:
    shown = [
        f"{message.get('text')}\n{labels(message)}"
        for where in (chat, person.id)
        for message in await person.client.messages(person.id, where, limit=3)
    ]
    return "\n---\n".join(shown)
