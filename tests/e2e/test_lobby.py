"""Before the cards: a table is opened, people sit down, and the deal waits until it can begin."""

from __future__ import annotations

import asyncio
import random

from bot.sandbox.client import labels
from bot.tables.refusals import AlreadySeated, NotSeated, SeatsFree, SideFull, UnderWay
from tests.e2e.conftest import Town, Yard
from tests.e2e.seats import Person, gather, offered, play_on, seat, table_in
from tests.e2e.watching import answered_once, quiet, stored, to_chat, until, why


async def test_people_sit_change_sides_and_stand_up(square: Yard) -> None:
    anya, boris, vera = square.people[:3]
    chat, client = square.chat, square.client
    await anya.say(chat, "/kozel")
    table = await table_in(anya, chat)
    for person, side in ((anya, 0), (boris, 0)):
        await person.sit(chat, side)
    await anya.sees(chat, "🔵 Аня · Борис")
    full = await client.press(vera.id, chat, (await offered(anya, chat, "up:"))[0]["message_id"], f"sit:{table}:0")
    assert await answered_once(client, full) == why(SideFull(table_full=False))
    again = await client.press(anya.id, chat, (await offered(anya, chat, "up:"))[0]["message_id"], f"sit:{table}:0")
    assert await answered_once(client, again) == why(AlreadySeated())
    await anya.tap(chat, data=f"sit:{table}:1")
    await anya.sees(chat, "🔵 — · Борис\n🔴 Аня · —")
    await answered_once(client, await boris.tap(chat, data="up:"))
    await anya.sees(chat, "🔵 — · —\n🔴 Аня · —")
    assert await answered_once(client, await boris.tap(chat, data="up:")) == why(NotSeated())


async def test_computers_come_and_go_and_make_room_for_people(square: Yard) -> None:
    anya, boris = square.people[:2]
    chat = square.chat
    await anya.say(chat, "/kozel")
    for _ in range(4):
        await anya.tap(chat, data="add:")
    message = await anya.sees(chat, "🔵 🤖 Толк · 🤖 Дока\n🔴 🤖 Хват · 🤖 Лад")
    assert not any("Сесть" in label for label in labels(message))
    await anya.tap(chat, data="off:")
    await anya.sees(chat, "🔴 🤖 Хват · —")
    await boris.sit(chat, 1)
    await anya.sees(chat, "🔴 🤖 Хват · Борис")
    await boris.tap(chat, data="off:")
    await anya.sees(chat, "🔴 🤖 Хват · Борис\n", button="Сесть к 🔵")


async def test_cards_are_dealt_only_to_four_and_only_by_one_of_them(square: Yard) -> None:
    anya, boris = square.people[:2]
    chat, client = square.chat, square.client
    await anya.say(chat, "/kozel")
    table = await table_in(anya, chat)
    await anya.sit(chat, 0)
    lobby, _ = await offered(anya, chat, "up:")
    assert not any("Сдавать" in label for label in labels(lobby))
    early = await client.press(anya.id, chat, lobby["message_id"], f"deal:{table}")
    assert await answered_once(client, early) == why(SeatsFree(3))
    for _ in range(3):
        await anya.tap(chat, data="add:")
    assert await answered_once(client, await boris.tap(chat, data="deal:")) == why(NotSeated())
    assert not stored(square.database, chat)["deals"]
    await anya.tap(chat, data="deal:")
    await boris.sees(chat, "Сдача 1", button="Мои карты")
    lobby = next(m for m in await client.messages(boris.id, chat) if m["message_id"] == lobby["message_id"])
    await until(lambda: _without_buttons(boris, chat, lobby["message_id"]))
    late = await client.press(anya.id, chat, lobby["message_id"], f"up:{table}")
    assert await answered_once(client, late) == why(UnderWay())


async def _replied_to(person: Person, chat: int, message: int, topic: int | None = None) -> bool:
    """The bot has replied to that message."""
    found = await person.client.messages(person.id, chat, thread=topic)
    return any(m["from"]["is_bot"] and m.get("reply_to_message", {}).get("message_id") == message for m in found)


async def _without_buttons(person: Person, chat: int, message: int) -> bool:
    """The message has lost its buttons."""
    return all(not labels(m) for m in await person.client.messages(person.id, chat) if m["message_id"] == message)


async def test_a_second_kozel_points_to_the_first_table(square: Yard) -> None:
    anya, boris = square.people[:2]
    chat = square.chat
    await anya.say(chat, "/kozel")
    first, _ = await offered(anya, chat, "sit:")
    await boris.say(chat, "/kozel")
    await until(lambda: _replied_to(boris, chat, first["message_id"]))
    assert len(stored(square.database, chat)["tables"]) == 1


async def test_six_who_press_sit_at_once_get_four_seats_and_two_polite_answers(square: Yard) -> None:
    chat, client = square.chat, square.client
    await square.people[0].say(chat, "/kozel")
    lobby, _ = await offered(square.people[0], chat, "sit:")
    table = await table_in(square.people[0], chat)
    presses = [
        client.press(person.id, chat, lobby["message_id"], f"sit:{table}:{number % 2}")
        for number, person in enumerate(square.people)
    ]
    answers = await asyncio.gather(*presses)
    for answer in answers:
        await answered_once(client, answer)
    assert sum(answer.url != "" for answer in answers) == 4, "who sits is led to their cards"
    refused = {why(SideFull(table_full=True)), why(SideFull(table_full=False))}
    assert sum(answer.text in refused for answer in answers) == 2
    seated = [person for _, _, person, _, _ in stored(square.database, chat)["seats"]]
    assert len({person for person in seated if person}) == 4


async def test_who_never_started_the_bot_is_waited_for_and_led_back_to_the_table(square: Yard) -> None:
    anya, vera = square.people[0], square.people[2]
    chat, client = square.chat, square.client
    await anya.say(chat, "/kozel")
    await anya.sit(chat, 0)
    await anya.tap(chat, data="add:")
    answer = await vera.tap(chat, data="sit:")
    assert answer.url, "the answer leads her to the bot already"
    await anya.tap(chat, data="add:")
    waiting = await anya.sees(chat, "⚪ Вера", button="Вера, открой карты")
    assert not any("Сдавать" in label for label in labels(waiting)), "the deal waits"
    table = (await offered(anya, chat, "up:"))[1].split(":")[1]
    early = await client.press(anya.id, chat, waiting["message_id"], f"deal:{table}")
    assert "Вера" in await answered_once(client, early)
    await client.open_button(vera.id, chat, "Вера, открой карты")
    hello = await vera.sees(vera.id, "Площадь", button="К столу")
    back = await client.open(vera.id, next(b["url"] for b in hello["reply_markup"]["inline_keyboard"][0]))
    assert (back["chat"], back["message_id"]) == (chat, waiting["message_id"])
    await anya.tap(chat, data="deal:")
    await vera.sees(vera.id, "🃏")


async def test_in_a_forum_every_topic_has_its_table_and_general_too(square: Yard) -> None:
    anya, boris, vera = square.people[:3]
    client = square.client
    forum = await client.add_chat("Клуб", [person.id for person in square.people], forum=True)
    topics = [await client.add_topic(forum, anya.id, name) for name in ("Козёл", "Болтовня")]
    before = await quiet(client)  # the bot has said hello to the forum by then
    places = {anya: topics[0], boris: topics[1], vera: None}
    for person, topic in places.items():
        await _seat_in_topic(person, forum, topic)
    for person, topic in places.items():
        await until(lambda p=person, t=topic: _play_in_topic(p, forum, t))  # type: ignore[misc]
    sent = to_chat(await client.calls(before), forum, "sendMessage")
    for topic in (*topics, None):
        here = [call for call in sent if call["params"].get("message_thread_id") == topic]
        assert ["🐐" in call["params"]["text"] for call in here[:2]] == [True, False], "a lobby, then a deal"
    first = next(
        call["result"]["message_id"] for call in reversed(sent) if call["params"].get("message_thread_id") == topics[0]
    )
    await boris.say(forum, "/kozel", topics[0])
    await until(lambda: _replied_to(boris, forum, first, topics[0]))
    assert len(stored(square.database, forum)["tables"]) == 3, "one table a place"


async def _seat_in_topic(person: Person, forum: int, topic: int | None) -> None:
    await person.say(forum, "/kozel", topic)
    table = await until(lambda: _lobby(person, forum, topic))
    number = int(table[1].split(":")[1])
    answer = await person.client.press(person.id, forum, table[0], f"sit:{number}:0")
    if answer.url:
        await person.client.open(person.id, answer.url)
    for _ in range(3):
        await person.tap(forum, data=f"add:{number}")
    await person.tap(forum, data=f"deal:{number}")


async def _lobby(person: Person, forum: int, topic: int | None) -> tuple[int, str] | None:
    """The lobby in this topic: its message and the data of its first button."""
    for message in await person.client.messages(person.id, forum, thread=topic or 1):
        for row in message.get("reply_markup", {}).get("inline_keyboard", []):
            if message.get("message_thread_id") == topic and row[0].get("callback_data", "").startswith("sit:"):
                return message["message_id"], row[0]["callback_data"]
    return None


async def _play_in_topic(person: Person, forum: int, topic: int | None) -> bool:
    """A deal stands in this topic."""
    found = await person.client.messages(person.id, forum, thread=topic or 1)
    return any(m.get("message_thread_id") == topic and "Сдача 1" in m.get("text", "") for m in found)


async def test_leave_before_the_deal_frees_the_seat(square: Yard) -> None:
    anya, boris, vera = square.people[:3]
    chat = square.chat
    await seat(chat, [anya, boris])
    await boris.say(chat, "/leave")
    await boris.sees(chat, "Борис встаёт")
    message = await anya.sees(chat, "🔴 — · 🤖 Лад")
    assert not any("Сдавать" in label for label in labels(message))
    await vera.sit(chat, 1)
    await anya.tap(chat, data="deal:")
    await vera.sees(vera.id, "🃏")


async def test_one_person_plays_at_two_tables_at_once_and_each_hand_says_where(square: Yard, town: Town) -> None:
    anya, client = square.people[0], square.client
    other = await client.add_chat("Беседка", [anya.id])
    await gather(square.chat, [anya])
    await gather(other, [anya])
    await anya.sees(anya.id, "Площадь ·")
    await anya.sees(anya.id, "Беседка ·")
    await play_on([anya], square.chat, random.Random(4))
    assert await anya.sees(anya.id, "Беседка ·") is not None
