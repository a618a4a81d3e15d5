"""What is kept of people, and how they are forgotten: by commands and buttons, down to the bytes of the file."""

from __future__ import annotations

import random
from pathlib import Path

from bot.sandbox.client import labels
from tests.e2e.conftest import Yard
from tests.e2e.seats import Person, gather, offered, play_on
from tests.e2e.watching import answered_once, quiet

NAME = "Аполлинария"


def raw(database: Path) -> bytes:
    """Everything that the bot has on the disk."""
    return b"".join(file.read_bytes() for file in database.parent.glob(f"{database.name}*"))


async def test_who_asks_to_be_forgotten_is_gone_from_the_file(yard: Yard) -> None:
    client = yard.client
    them = Person(client, await client.add_person(NAME), NAME)
    chat = await client.add_chat("Двор", [them.id])
    async with yard.bot():
        await gather(chat, [them])
        await play_on([them], chat, random.Random(2))
        await them.say(them.id, "/forget")
        question = await them.sees(them.id, "Забыть тебя?")
        assert labels(question) == ["Не надо", "Забудь меня"]
        await them.tap(them.id, data="remember")
        await them.sees(them.id, "всё остаётся")
        assert NAME.encode() in raw(yard.database)
        await them.say(them.id, "/forget")
        await offered(them, them.id, "forget")
        await them.tap(them.id, data="forget")
        await them.sees(them.id, "больше не знаю")
        await quiet(client)
        assert NAME.encode() not in raw(yard.database)
        await them.tap(chat, data="record:")
        await quiet(client)
    assert NAME.encode() in raw(yard.database), "who presses again is known again, by name"


async def test_who_sits_is_told_to_leave_first(yard: Yard) -> None:
    boris, client = yard.people[1], yard.client
    async with yard.bot():
        await boris.say(boris.id, "/forget")
        question, data = await offered(boris, boris.id, "forget")
        await boris.say(yard.chat, "/kozel")
        await boris.sit(yard.chat, 0)
        press = await client.press(boris.id, boris.id, question["message_id"], data)
        assert "/leave" in await answered_once(client, press)
        await boris.say(boris.id, "/forget")
        await boris.sees(boris.id, "сначала /leave")
        assert boris.name.encode() in raw(yard.database)


async def test_in_a_group_one_is_asked_in_private_and_nobody_else_can_press(yard: Yard) -> None:
    anya, boris, client = yard.people[0], yard.people[1], yard.client
    async with yard.bot():
        await anya.say(yard.chat, "/forget")
        await anya.sees(yard.chat, "мне в личку")
        await anya.say(yard.chat, "/privacy")
        shown = await anya.sees(yard.chat, "Что я храню")
        await boris.say(yard.chat, "/privacy")
        press = await client.press(boris.id, yard.chat, shown["message_id"], "forget")
        await answered_once(client, press)
        await quiet(client)
        assert boris.name.encode() in raw(yard.database)
