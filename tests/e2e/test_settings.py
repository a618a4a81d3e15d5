"""/settings: what a chat chooses, who may, and that the tables follow at once."""

from __future__ import annotations

import asyncio
import sqlite3
from typing import Any

from bot.screens import alerts
from bot.texts import words
from tests.e2e.conftest import Yard
from tests.e2e.seats import gather, offered
from tests.e2e.watching import answered_once, stored, until

RU, EN = words("ru"), words("en")


def chosen(yard: Yard) -> tuple[Any, ...]:
    connection = sqlite3.connect(yard.database)
    try:
        query = "SELECT language, turn, pace, stopping, level, hints FROM chats WHERE id = ?"
        return tuple(connection.execute(query, (yard.chat,)).fetchone())
    finally:
        connection.close()


async def test_an_admin_chooses_with_buttons_and_the_chat_keeps_it(square: Yard) -> None:
    anya = square.people[0]
    await anya.say(square.chat, "/settings")
    await anya.sees(square.chat, "⏱ на ход: 2 мин", button="✓ 2 мин")
    for data, text in (
        ("set:turn:30", "⏱ на ход: 30 с"),
        ("set:pace:fast", "🤖 компьютеры играют: быстро"),
        ("set:stop:anyone", "🛑 стол закрывают: любой игрок"),
        ("set:level:master", "🎓 новый компьютер: мастер"),
        ("set:hints:0", "💡 подсказки: нет"),
        ("set:lang:en", "⏱ a turn: 30 s"),
    ):
        await anya.tap(square.chat, data=data)
        await anya.sees(square.chat, text)
    assert chosen(square) == ("en", 30, "fast", "anyone", "master", 0)


async def test_only_admins_choose_in_a_group_and_a_forged_choice_is_none(square: Yard) -> None:
    anya, boris = square.people[:2]
    await boris.say(square.chat, "/settings")
    await boris.sees(square.chat, alerts.admins_only(RU))
    await anya.say(square.chat, "/settings")
    message, data = await offered(anya, square.chat, "set:turn:30")
    press = await square.client.press(boris.id, square.chat, message["message_id"], data)
    assert await answered_once(square.client, press) == alerts.admins_only(RU)
    forged = await square.client.press(anya.id, square.chat, message["message_id"], "set:turn:1")
    assert await answered_once(square.client, forged) == alerts.nothing(RU)
    assert chosen(square)[1] is None


async def test_in_private_anybody_chooses_what_matters_there(square: Yard) -> None:
    boris = square.people[1]
    await boris.say(boris.id, "/settings")
    shown = await boris.sees(boris.id, "Настройки")
    assert "⏱" not in shown["text"]
    await boris.tap(boris.id, data="set:lang:en")
    await boris.sees(boris.id, "Settings of this chat", button="✓ 🇬🇧 English")
    await boris.tap(boris.id, data="set:pace:slow")
    await boris.sees(boris.id, "computers play: slowly")


async def test_a_table_under_way_follows_at_once(yard: Yard) -> None:
    anya = yard.people[0]
    async with yard.bot(TURN_TIME="0.5"):
        await anya.say(yard.chat, "/settings")
        await anya.tap(yard.chat, data="set:turn:0")
        await anya.sees(yard.chat, "⏱ на ход: без часов")
        await gather(yard.chat, [anya])
        await until(anya.hand)
        before = stored(yard.database, yard.chat)["actions"]
        await asyncio.sleep(1.5)
        assert stored(yard.database, yard.chat)["actions"] == before


async def test_a_chat_that_has_chosen_no_language_does_not_keep_the_first_openers(square: Yard) -> None:
    anya = square.people[0]
    await anya.say(square.chat, "/kozel")
    await offered(anya, square.chat, "sit:")
    assert chosen(square)[0] is None
    await anya.say(square.chat, "/stop")
    await anya.tap(square.chat, data="stop:")
    await anya.sees(square.chat, "Стол закрыт")
    emma = await square.client.add_person("Emma", "en")
    await square.client.set_member(square.chat, emma)
    await square.client.say(emma, square.chat, "/kozel")
    await square.client.wait_for(emma, square.chat, text="Four-card Kozel")
