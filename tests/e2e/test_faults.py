"""Telegram and people at their worst: the chats come right by themselves, no play is lost or done twice."""

from __future__ import annotations

import asyncio
import random
import time

import pytest

from bot.sandbox.client import buttons
from bot.sandbox.markup import parse_html
from bot.storage.store import SqlStore, open_store
from bot.tables.model import TableId
from bot.tables.slots import What
from bot.telegram.plan import want
from kozel import check
from tests.e2e.conftest import Yard
from tests.e2e.ledger import record_of
from tests.e2e.seats import Person, gather, offered, play_on, seat
from tests.e2e.test_bad_presses import lay_of
from tests.e2e.watching import answered_once, deals_in, quiet, stored, to_chat, until


async def chats_are_right(yard: Yard, *, twice: bool = False) -> None:
    """Soon every message that shows a table of this chat shows it as it is stored.

    The deal stands there once; ``twice``: more often where the bot could not know that it had been delivered.
    """
    store = open_store(f"sqlite+aiosqlite:///{yard.database}")
    try:
        wrong: list[str] = ["nothing was looked at"]
        deadline = time.monotonic() + 30
        while wrong and time.monotonic() < deadline:
            wrong = []
            for number, *_ in stored(yard.database, yard.chat)["tables"]:
                wrong += await _wrong(yard, store, number, twice=twice)
            await asyncio.sleep(0.05 if wrong else 0)
        assert not wrong, "\n".join(wrong)
    finally:
        await store.close()


async def _wrong(yard: Yard, store: SqlStore, number: int, *, twice: bool) -> list[str]:
    table = await store.load(TableId(number))
    assert table is not None
    slots = await store.slots(table.id)
    wrong = []
    for key, slot in slots.items():
        person = await store.person(key.person) if key.person else None
        if slot.settled or (key.what is not What.HAND and key.round not in (0, table.round)):
            continue
        wanted = want(table, key, person.language if person else None)
        if wanted is None or (person is not None and not person.reachable):
            continue
        reader = int(key.person or yard.people[0].id)
        shown = {m["message_id"]: m.get("text") for m in await yard.client.messages(reader, slot.chat)}
        if shown.get(slot.message or 0) != parse_html(wanted.screen.text)[0]:
            wrong.append(f"{key} shows {shown.get(slot.message or 0)!r}, not {wanted.screen.text!r}")
    deals = [m for m in await yard.client.messages(yard.people[0].id, yard.chat) if _mine(m)]
    if len(deals) > 1 and not twice:
        wrong.append(f"{len(deals)} messages show a deal under way")
    return wrong


def _mine(message: dict[str, object]) -> bool:
    return any(str(button.get("callback_data")).startswith("mine:") for button in buttons(message))


def series_is_clean(yard: Yard) -> None:
    """The stored series could be played so: nothing is missing in it, nothing is there twice."""
    deals = deals_in(yard.database, yard.chat)
    assert deals
    assert check(record_of(deals, ["1", "2", "3", "4"])) is None


async def play(yard: Yard, people: list[Person], presses: int, *, came_twice: bool = False) -> None:
    """So many presses that lay cards, each answered."""
    for _ in range(presses):
        person, hand, data = await lay_of(yard, people)
        before = len(stored(yard.database, yard.chat)["actions"])
        answer = await yard.client.press(person.id, person.id, hand["message_id"], data)
        assert await answered_once(yard.client, answer, came_twice=came_twice)
        assert len(stored(yard.database, yard.chat)["actions"]) >= before
        if await person.hand() == hand:  # until the courier has been there
            await asyncio.sleep(0.02)


async def test_a_flooded_group_holds_up_neither_hands_nor_answers_nor_other_tables(square: Yard) -> None:
    four, client, here = square.people[:4], square.client, square.chat
    other = await client.add_chat("Беседка", [square.people[4].id])
    await gather(here, four)
    await lay_of(square, four)
    await quiet(client)
    before = await client.health()
    await client.fault("429", "editMessageText", chat_id=here, retry_after=2, times=1)
    began = time.monotonic()
    await play(square, four, 4)
    await gather(other, square.people[4:5])
    await square.people[4].sees(other, "Сдача 1")
    calls = await client.calls(before["last_call"])
    flooded = next(call for call in to_chat(calls, here) if call["code"] == 429)
    meanwhile = [call for call in to_chat(calls, here) if 0 < call["time"] - flooded["time"] < 1.9]
    assert not meanwhile, "the chat waits as long as Telegram said"
    others = [call for call in calls if flooded["time"] < call["time"] < flooded["time"] + 1.9]
    assert others, "and the others do not"
    assert time.monotonic() - began > 0
    await chats_are_right(square)


@pytest.mark.parametrize("kind", ["5xx", "cut", "cut_after", "delay"])
async def test_what_fails_between_bot_and_telegram_is_tried_again(square: Yard, kind: str) -> None:
    four, client, here = square.people[:4], square.client, square.chat
    await gather(here, four)
    await lay_of(square, four)
    for chat in (here, *(person.id for person in four)):
        await client.fault(kind, "sendMessage|editMessageText|deleteMessage", chat_id=chat, seconds=0.3, times=1)
    await play(square, four, 8)
    for fault in await client.faults():
        await client.clear_faults(fault["id"])
    await chats_are_right(square, twice=kind == "cut_after")
    series_is_clean(square)


async def test_a_message_delivered_twice_goes_when_somebody_presses_its_buttons(square: Yard) -> None:
    anya, client, here = square.people[0], square.client, square.chat
    await seat(here, [anya])
    await client.fault("cut_after", "sendMessage", chat_id=here)
    await anya.tap(here, data="deal:")
    await until(lambda: _deals(anya, here, 2))
    await quiet(client)
    left_over = next(m for m in await client.messages(anya.id, here) if _mine(m))
    mine = next(b["callback_data"] for b in buttons(left_over) if b.get("callback_data", "").startswith("mine:"))
    await answered_once(client, await client.press(anya.id, here, left_over["message_id"], mine))
    await until(lambda: _deals(anya, here, 1))
    await chats_are_right(square)


async def _deals(person: Person, chat: int, number: int) -> bool:
    """So many messages show a deal under way."""
    return sum(map(_mine, await person.client.messages(person.id, chat))) == number


async def test_in_bad_weather_every_play_is_stored_once(square: Yard) -> None:
    four, client, here = square.people[:4], square.client, square.chat
    await gather(here, four)
    for kind in ("5xx", "cut", "cut_after"):
        for chat in (here, *(person.id for person in four)):
            await client.fault(kind, "sendMessage|editMessageText", chat_id=chat, times=0, probability=0.03)
    await client.fault("repeat", "getUpdates", times=0, probability=0.3)
    try:
        await play(square, four, 24, came_twice=True)
    finally:
        await client.clear_faults()
    await chats_are_right(square, twice=True)
    series_is_clean(square)


async def test_updates_that_come_twice_are_done_once(square: Yard) -> None:
    four, client, here = square.people[:4], square.client, square.chat
    await client.fault("repeat", "getUpdates", times=0, probability=0.5)
    try:
        await gather(here, four)
        tables = stored(square.database, here)["tables"]
        assert len(tables) == 1
        await play(square, four, 6, came_twice=True)
    finally:
        await client.clear_faults()
    await chats_are_right(square)
    series_is_clean(square)


async def test_a_table_that_somebody_deleted_comes_again(square: Yard) -> None:
    four, client, here = square.people[:4], square.client, square.chat
    await gather(here, four)
    deal, _ = await offered(four[0], here, "mine:")
    person, hand, _ = await lay_of(square, four)
    await client.delete(four[0].id, here, deal["message_id"])  # the group's owner
    await play(square, [person], 1)
    again, _ = await offered(four[1], here, "mine:")
    assert again["message_id"] > deal["message_id"]
    await chats_are_right(square)
    second, hand, data = await lay_of(square, four)
    await client.delete(second.id, second.id, hand["message_id"])
    await answered_once(client, await client.press(second.id, second.id, hand["message_id"], data))
    await chats_are_right(square)


async def test_who_blocks_the_bot_is_shown_and_waited_for_and_comes_back_where_they_were(square: Yard) -> None:
    four, client, here = square.people[:4], square.client, square.chat
    await gather(here, four)
    person, hand, data = await lay_of(square, four)
    await client.block(person.id)
    anybody = next(one for one in four if one is not person)
    await anybody.sees(here, f"⚪ {person.name}", button=f"{person.name}, открой карты")
    await client.unblock(person.id)
    await until(lambda: _no_white(anybody, here))
    await client.press(person.id, person.id, hand["message_id"], data)
    await chats_are_right(square)
    await client.block(person.id)
    await anybody.sees(here, f"⚪ {person.name}")
    await client.open_button(person.id, here, f"{person.name}, открой карты")  # the link unblocks, too
    await until(lambda: _no_white(anybody, here))
    await person.sees(person.id, "🃏")
    await chats_are_right(square)


async def _no_white(person: Person, chat: int) -> bool:
    """Nobody is out of reach."""
    deal, _ = await offered(person, chat, "mine:")
    return "⚪" not in deal["text"]


async def test_a_block_that_the_bot_was_not_told_of_is_found_when_it_writes(square: Yard) -> None:
    four, client, here = square.people[:4], square.client, square.chat
    await gather(here, four)
    person, _, _ = await lay_of(square, four)
    nexts = [one for one in four if one is not person]
    for other in nexts:
        await client.fault("403", "sendMessage|editMessageText", chat_id=other.id, times=0)
    await play(square, [person], 1)
    await four[0].sees(here, "⚪")
    await client.clear_faults()
    for other in nexts:
        await other.say(other.id, "/hand")
    await until(lambda: _no_white(person, here))
    await chats_are_right(square)


async def test_a_group_that_puts_the_bot_out_gets_its_table_when_it_lets_it_in_again(square: Yard) -> None:
    four, client, here = square.people[:4], square.client, square.chat
    await gather(here, four)
    await lay_of(square, four)
    await client.set_bot(here, "kick")
    await play(square, four, 3)
    await client.set_bot(here, "add")
    await chats_are_right(square)
    await client.set_bot(here, "restrict")
    await play(square, four, 3)
    await client.set_bot(here, "unrestrict")
    await chats_are_right(square)
    await play(square, four, 2)
    await chats_are_right(square)
    series_is_clean(square)


async def test_a_topic_that_is_no_more_leaves_the_table_to_the_forum(square: Yard) -> None:
    anya, client = square.people[0], square.client
    forum = await client.add_chat("Клуб", [anya.id], forum=True)
    topic = await client.add_topic(forum, anya.id, "Козёл")
    await gather(forum, [anya], topic)
    await lay_of(square, [anya])
    await client.topic(forum, anya.id, topic, "delete")
    await play_on([anya], forum, random.Random(9))
    series_is_clean(Yard(client, forum, square.people, square.database, square.api))


async def test_the_bot_lives_through_a_telegram_that_is_away(square: Yard) -> None:
    anya, client, here = square.people[0], square.client, square.chat
    await gather(here, [anya])
    _, hand, data = await lay_of(square, [anya])
    await client.fault("5xx", "getUpdates", times=2)
    await client.fault("cut", "getUpdates", times=1)
    answer = await client.press(anya.id, anya.id, hand["message_id"], data, wait=14)
    assert answer.answered
    await chats_are_right(square)
