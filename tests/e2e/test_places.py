"""Chats that change under a table: another id, no right to write, topics that go, people who hide or stay away."""

from __future__ import annotations

import asyncio
import random
import sqlite3

from bot.sandbox.client import buttons
from tests.e2e.conftest import Yard
from tests.e2e.seats import Person, gather, offered, play_on, seat
from tests.e2e.test_bad_presses import lay_of
from tests.e2e.test_faults import chats_are_right, play, series_is_clean
from tests.e2e.watching import answered_once, quiet, stored, to_chat, until


def at(yard: Yard, chat: int) -> Yard:
    """The same people and bot, in another chat."""
    return Yard(yard.client, chat, yard.people, yard.database, yard.api)


async def group_of(yard: Yard, people: list[Person], kind: str = "group") -> Yard:
    """A new group of these people."""
    chat = await yard.client.add_chat("Веранда", [person.id for person in people], type=kind)
    await yard.client.wait_for(people[0].id, chat, text="/kozel")
    return at(yard, chat)


async def test_a_group_that_becomes_a_supergroup_in_mid_trick_goes_on_there(square: Yard) -> None:
    four, client = square.people[:4], square.client
    old = await group_of(square, four)
    await gather(old.chat, four)
    await play(old, four, 2)
    before = stored(old.database, old.chat)["actions"]
    _, mine = await offered(four[0], old.chat, "mine:")
    standing = await client.last(four[0].id, old.chat)
    new = at(square, await client.migrate(old.chat))
    deal, _ = await offered(four[1], new.chat, "mine:")
    assert stored(new.database, new.chat)["actions"] == before
    assert not stored(new.database, old.chat)["tables"]
    assert standing is not None
    late = await client.press(four[0].id, old.chat, standing["message_id"], mine)
    assert "от прошлого хода" in await answered_once(client, late)
    await chats_are_right(new)
    await play(new, four, 6)
    await chats_are_right(new)
    hand = await client.last(four[0].id, four[0].id)
    assert hand is not None
    assert any(f"/c/{-new.chat - 10**12}/" in button.get("url", "") for button in buttons(hand)), "the way back is new"
    await four[0].say(new.chat, "/table")
    again = await four[0].sees(new.chat, "Сдача", button="Мои карты", after=deal["message_id"])
    assert again
    series_is_clean(new)


async def test_a_move_that_the_bot_was_not_told_of_is_found_when_it_writes(yard: Yard) -> None:
    four, client = yard.people[:4], yard.client
    bot = yard.bot()
    await bot.start()
    old = await group_of(yard, four)
    await gather(old.chat, four)
    await play(old, four, 1)
    await quiet(client)
    await bot.stop()
    new = at(yard, await client.migrate(old.chat))
    async with bot:
        # Telegram's own two messages about it are in the queue, and a play goes before them.
        person, hand, data = await lay_of(old, four)
        await client.press(person.id, person.id, hand["message_id"], data)
        await chats_are_right(new)
        await play(new, four, 3)
        await chats_are_right(new)
        assert not stored(new.database, old.chat)["tables"]
        series_is_clean(new)


async def test_a_chat_that_forbids_writing_is_told_of_in_private_once_and_comes_right_when_it_allows(
    square: Yard,
) -> None:
    four, client, here = square.people[:4], square.client, square.chat
    await gather(here, four)
    await lay_of(square, four)
    await quiet(client)
    await client.set_bot(here, "restrict")
    before = (await client.health())["last_call"]
    deal, _ = await offered(four[0], here, "mine:")
    await client.delete(four[0].id, here, deal["message_id"])  # what stands may still be edited
    await play(square, four, 5)
    told = [
        call
        for person in four
        for call in to_chat(await client.calls(before), person.id, "sendMessage")
        if "нельзя писать" in call["params"]["text"]
    ]
    assert len(told) == 1, "one of them, once"
    assert "Площадь" in told[0]["params"]["text"]
    refused = [call for call in to_chat(await client.calls(before), here) if call["code"] == 400]
    assert len(refused) <= 2, "and the chat is left in peace meanwhile"
    await client.set_bot(here, "unrestrict")
    await chats_are_right(square)
    await play(square, four, 2)
    await chats_are_right(square)
    series_is_clean(square)


async def test_who_asks_where_the_bot_may_not_write_is_answered_in_private(square: Yard) -> None:
    anya, client, here = square.people[0], square.client, square.chat
    await client.start(anya.id)
    await anya.sees(anya.id, "Привет")  # else the bot may not know yet that it can write to her
    await client.set_bot(here, "restrict")
    await anya.say(here, "/rules")
    await anya.sees(anya.id, "нельзя писать")


async def test_rights_that_come_back_unseen_are_used_when_somebody_asks_for_the_table(square: Yard) -> None:
    four, client, here = square.people[:4], square.client, square.chat
    await gather(here, four)
    await lay_of(square, four)
    await quiet(client)
    await client.fault("400", "sendMessage|editMessageText", chat_id=here, times=0, description="CHAT_WRITE_FORBIDDEN")
    await play(square, four, 3)
    for fault in await client.faults():
        await client.clear_faults(fault["id"])
    await four[0].say(here, "/table")
    await chats_are_right(square)


async def test_a_bot_made_admin_says_nothing_of_it_and_nothing_to_what_is_not_for_it(square: Yard) -> None:
    four, client, here = square.people[:4], square.client, square.chat
    await gather(here, four)
    await lay_of(square, four)
    await quiet(client)
    before = (await client.health())["last_call"]
    await client.set_bot(here, "promote")
    await four[0].say(here, "как дела?")
    await client.set_bot(here, "demote")
    await quiet(client)
    assert not to_chat(await client.calls(before), here)
    await play(square, four, 2)
    await chats_are_right(square)


async def test_a_table_of_a_deleted_topic_is_found_outside_topics(square: Yard) -> None:
    anya, client = square.people[0], square.client
    forum = at(square, await client.add_chat("Клуб", [anya.id], forum=True))
    topic = await client.add_topic(forum.chat, anya.id, "Козёл")
    await gather(forum.chat, [anya], topic)
    await lay_of(forum, [anya])
    await client.topic(forum.chat, anya.id, topic, "delete")
    await play(forum, [anya], 1)
    deal, _ = await offered(anya, forum.chat, "mine:")
    await until(lambda: _topics(forum, [0]))
    await anya.say(forum.chat, "/table")
    again = await anya.sees(forum.chat, "Сдача", button="Мои карты", after=deal["message_id"])
    await anya.say(forum.chat, "/kozel")
    await anya.sees(forum.chat, "Стол здесь уже есть", after=again["message_id"])
    await chats_are_right(forum)
    series_is_clean(forum)


async def _topics(yard: Yard, topics: list[int]) -> bool:
    """The tables stand in these topics."""
    return [topic for _, topic, *_ in stored(yard.database, yard.chat)["tables"]] == topics


async def test_a_closed_topic_holds_up_no_other_and_is_written_in_when_it_opens(square: Yard) -> None:
    anya, boris, client = square.people[0], square.people[1], square.client
    forum = await client.add_chat("Клуб", [anya.id, boris.id], forum=True)
    one = await client.add_topic(forum, anya.id, "Первый")
    two = await client.add_topic(forum, anya.id, "Второй")
    await gather(forum, [anya], one)
    await lay_of(at(square, forum), [anya])
    await quiet(client)
    await client.topic(forum, anya.id, one, "close")
    deal = await client.wait_for(anya.id, forum, button="Мои карты")
    await client.delete(anya.id, forum, deal["message_id"])
    await play(at(square, forum), [anya], 1)
    await anya.sees(anya.id, "нельзя писать")
    await seat(forum, [boris], two)  # the other topic's table comes at once
    await client.topic(forum, anya.id, one, "reopen")
    await chats_are_right(at(square, forum))


async def test_where_topics_are_switched_off_the_table_is_found_in_the_chat(square: Yard) -> None:
    anya, client = square.people[0], square.client
    forum = at(square, await client.add_chat("Клуб", [anya.id], forum=True))
    topic = await client.add_topic(forum.chat, anya.id, "Козёл")
    await gather(forum.chat, [anya], topic)
    await lay_of(forum, [anya])
    await client.set_forum(forum.chat, anya.id, False)
    await anya.say(forum.chat, "/kozel")
    await anya.sees(forum.chat, "Стол здесь уже есть")
    await play(forum, [anya], 2)
    await chats_are_right(forum)
    await play_on([anya], forum.chat, random.Random(4))
    series_is_clean(forum)


async def test_an_anonymous_admin_opens_and_stops_a_table_and_is_nobody_at_it(square: Yard) -> None:
    anya, client, here = square.people[0], square.client, square.chat
    await client.say(anya.id, here, "/kozel", hidden=True)
    await offered(anya, here, "sit:")
    for command in ("/hand", "/leave"):
        before = (await client.last(anya.id, here) or {})["message_id"]
        await client.say(anya.id, here, command, hidden=True)
        await anya.sees(here, "не вижу", after=before)
    await anya.sit(here, 0)  # a press comes from themselves
    seats = stored(square.database, here)["seats"]
    assert [person for *_, person, _, _ in seats if person] == [anya.id]
    await client.say(anya.id, here, "/stop", hidden=True)
    await answered_once(client, await anya.tap(here, data="stop:"))
    await until(lambda: _phase(square, "closed"))


async def _phase(yard: Yard, phase: str) -> bool:
    """The only table of the chat is so far."""
    return [now for _, _, now, *_ in stored(yard.database, yard.chat)["tables"]] == [phase]


async def test_who_blocks_the_bot_in_a_series_is_called_in_the_group_once(square: Yard) -> None:
    four, client, here = square.people[:4], square.client, square.chat
    await gather(here, four)
    person, hand, data = await lay_of(square, four)
    before = (await client.health())["last_call"]
    await client.block(person.id)
    anybody = next(one for one in four if one is not person)
    called = await anybody.sees(here, "не могу тебе написать", button=f"{person.name}, открой карты")
    assert person.name in called["text"]
    for other in four:
        if other is not person:
            await other.say(here, "/table")
    await quiet(client)
    calls = to_chat(await client.calls(before), here, "sendMessage")
    assert sum(call["params"]["text"].startswith("⚪") for call in calls) == 1
    await client.open_button(person.id, here, f"{person.name}, открой карты")
    await answered_once(client, await client.press(person.id, person.id, hand["message_id"], data))
    await chats_are_right(square)


async def test_names_of_all_kinds_and_the_same_name_twice_play_together(square: Yard) -> None:
    client = square.client
    names = ("<b>&amp;\u202eЖ", "Ж" * 64, "עידו & <i>", "Ж" * 64)
    people = [Person(client, await client.add_person(name), name) for name in names]
    chat = (await group_of(square, people, "supergroup")).chat
    yard = Yard(client, chat, people, square.database, square.api)
    before = (await client.health())["last_call"]
    await gather(yard.chat, people)
    await play(yard, people, 8)
    await chats_are_right(yard)
    wrong = [call for call in await client.calls(before) if call["code"] != 200 and "parse" in call["error"]]
    assert not wrong
    series_is_clean(yard)


async def test_a_bot_added_by_its_link_says_hello_once(square: Yard) -> None:
    anya, client = square.people[0], square.client
    chat = await client.add_chat("Терраса", [anya.id], bot=False)
    await client.open(anya.id, "https://t.me/kozel_sandbox_bot?startgroup=kozel", chat)
    await anya.sees(chat, "/kozel")
    await quiet(client)
    seen = [m for m in await client.messages(anya.id, chat) if m["from"]["is_bot"]]
    assert len(seen) == 1


async def test_stop_where_the_series_is_over_says_that_nothing_is_played(square: Yard) -> None:
    anya, here = square.people[0], square.chat
    await gather(here, [anya])
    await play_on([anya], here, random.Random(6))
    await anya.say(here, "/stop")
    await anya.sees(here, "Здесь сейчас не играют")


async def test_updates_in_another_order_play_nothing_twice_and_nothing_wrong(square: Yard) -> None:
    four, client, here = square.people[:4], square.client, square.chat
    await gather(here, four)
    await client.fault("mix", "getUpdates", times=0)
    try:
        for _ in range(6):
            person, hand, data = await lay_of(square, four)
            presses = [client.press(one.id, person.id, hand["message_id"], data) for one in (person, person)]
            answers = await asyncio.gather(*presses)
            assert all(answer.answered for answer in answers)
    finally:
        for fault in await client.faults():
            await client.clear_faults(fault["id"])
    await chats_are_right(square)
    series_is_clean(square)


async def test_a_hand_too_old_to_delete_loses_its_buttons(square: Yard) -> None:
    four, client, here = square.people[:4], square.client, square.chat
    await gather(here, four)
    await lay_of(square, four)
    for person in four:
        await client.fault("400", "deleteMessage", chat_id=person.id, times=0, description="message can't be deleted")
    await play(square, four, 5)
    await quiet(client)
    for person in four:
        offering = [
            m for m in await client.messages(person.id, person.id) if "mine:" not in str(m) and "lay:" in str(m)
        ]
        assert len(offering) <= 1, "only the newest hand can be played from"
    for fault in await client.faults():
        await client.clear_faults(fault["id"])
    await chats_are_right(square)


async def test_a_second_bot_on_another_database_takes_no_message_away(yard: Yard) -> None:
    four, client = yard.people[:4], yard.client
    async with yard.bot():
        await gather(yard.chat, four)
        await lay_of(yard, four)
        await quiet(client)
    stands = await client.last(four[0].id, yard.chat)
    other = Yard(client, yard.chat, yard.people, yard.database.with_name("other.db"), yard.api)
    async with other.bot():
        answer = await four[0].tap(yard.chat, data="mine:")
        assert "стола уже нет" in await answered_once(client, answer)
    with sqlite3.connect(other.database) as connection:
        assert connection.execute("SELECT count(*) FROM tables").fetchone() == (0,)
    connection.close()
    assert await client.last(four[0].id, yard.chat) == stands
