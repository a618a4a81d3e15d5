"""People come and go: seats left, taken over and taken back, tables closed by vote, and whoever is gone for good."""

from __future__ import annotations

import random
import re

from bot.screens import alerts
from bot.tables.refusals import MayNotStop, SitFirst, Stale
from bot.texts import words
from tests.e2e.conftest import Yard
from tests.e2e.seats import Person, gather, offered, play_on, seat
from tests.e2e.watching import answered_once, stored, until, why

RU = words("ru")


def phase(yard: Yard) -> str:
    return str(stored(yard.database, yard.chat)["tables"][-1][2])


def seated(yard: Yard) -> list[int | None]:
    """Who holds the seats of the newest table."""
    rows = stored(yard.database, yard.chat)["seats"]
    return [person for table, _, person, _, _ in rows if table == rows[-1][0]]


async def test_who_left_takes_their_seat_back_with_the_same_cards(square: Yard) -> None:
    anya, boris = square.people[:2]
    await gather(square.chat, [anya, boris])
    await boris.sees(boris.id, "🃏")
    await boris.say(square.chat, "/leave")
    closed = await boris.sees(boris.id, "За тебя играет компьютер", button="Я снова здесь")
    assert not re.search("[♠♥♦♣]", closed["text"])
    await answered_once(square.client, await boris.tap(boris.id, data="back:"))
    await boris.sees(boris.id, "🃏")
    assert boris.id in seated(square)
    await play_on([anya, boris], square.chat, random.Random(3))


async def test_somebody_else_takes_the_seat_the_hand_passes_on_and_the_leaver_sees_no_card(square: Yard) -> None:
    anya, boris, vera = square.people[:3]
    await gather(square.chat, [anya, boris])
    await boris.sees(boris.id, "🃏")
    await boris.say(square.chat, "/leave")
    await boris.sees(boris.id, "За тебя играет компьютер")
    await vera.sit(square.chat, 1)
    await vera.sees(vera.id, "🃏")
    taken = seated(square)
    assert vera.id in taken
    if taken[1] == vera.id or taken[3] != vera.id:
        await boris.sees(boris.id, RU.t("Somebody else plays on with your cards. Thank you for the game!"))
    again = await vera.tap(square.chat, data="sit:")
    assert again.show_alert, "nobody holds two seats"
    await play_on([anya, vera], square.chat, random.Random(3))


async def test_a_late_comer_joins_a_series_in_a_computers_place(square: Yard) -> None:
    anya, boris = square.people[:2]
    await gather(square.chat, [anya])
    await anya.sees(square.chat, "Сдача 1", button="Сесть к 🔴")
    await boris.sit(square.chat, 1)
    await boris.sees(boris.id, "🃏")
    assert boris.id in seated(square)


async def test_a_series_that_everybody_left_waits_and_goes_on(square: Yard) -> None:
    anya = square.people[0]
    await gather(square.chat, [anya])
    await until(anya.hand)
    await anya.say(square.chat, "/leave")
    await anya.sees(square.chat, "Никого нет: партия ждёт")
    assert phase(square) == "playing"
    await anya.tap(anya.id, data="back:")
    await play_on([anya], square.chat, random.Random(5))


async def test_a_series_to_which_nobody_comes_back_is_closed_with_a_line(yard: Yard) -> None:
    anya = yard.people[0]
    async with yard.bot(ABSENCE_TIME="1"):
        await gather(yard.chat, [anya])
        await until(anya.hand)
        await anya.say(yard.chat, "/leave")
        await anya.sees(yard.chat, "💤 За стол так никто и не вернулся")
        assert phase(yard) == "closed"


async def test_who_leaves_the_group_leaves_its_table(square: Yard) -> None:
    anya, boris = square.people[:2]
    await gather(square.chat, [anya, boris])
    await boris.sees(boris.id, "🃏")
    await square.client.set_member(square.chat, boris.id, "left")
    await anya.sees(square.chat, "Борис встаёт из-за стола")
    await until(lambda: _gone(square, boris))


async def _gone(yard: Yard, person: Person) -> bool:
    """This person holds no seat."""
    return person.id not in seated(yard)


async def test_whose_account_is_gone_leaves(yard: Yard) -> None:
    anya, boris = yard.people[:2]
    async with yard.bot():
        await seat(yard.chat, [anya, boris])
        await yard.client.fault(
            "403", method="sendMessage", chat_id=boris.id, description="user is deactivated", times=0
        )
        await anya.tap(yard.chat, data="deal:")
        await until(lambda: _gone(yard, boris))
        await play_on([anya], yard.chat, random.Random(2))


async def test_two_of_three_close_the_table_and_one_alone_does_not(square: Yard) -> None:
    anya, boris, vera = square.people[1:4]  # the first one is an admin
    await gather(square.chat, [anya, boris, vera])
    await vera.sees(vera.id, "🃏")
    await anya.say(square.chat, "/stop")
    await anya.sees(square.chat, "больше половины", button="Закрыть 0/2")
    assert await answered_once(square.client, await anya.tap(square.chat, data="stop:")) == alerts.voted(RU)
    await anya.sees(square.chat, "больше половины", button="Закрыть 1/2")
    assert phase(square) == "playing"
    await boris.tap(square.chat, data="stop:")
    await until(lambda: _closed(square))


async def _closed(yard: Yard) -> bool:
    """The table is closed."""
    return phase(yard) == "closed"


async def test_an_admin_closes_at_once(square: Yard) -> None:
    admin, anya, boris, vera = square.people[:4]
    await gather(square.chat, [anya, boris, vera])
    await vera.sees(vera.id, "🃏")
    await admin.say(square.chat, "/stop")
    await admin.tap(square.chat, data="stop:")
    await until(lambda: _closed(square))


async def test_the_question_of_an_older_series_does_not_close_a_later_one(square: Yard) -> None:
    anya = square.people[0]
    await gather(square.chat, [anya])
    await until(anya.hand)
    await anya.say(square.chat, "/stop")
    question, old = await offered(anya, square.chat, "stop:")
    await play_on([anya], square.chat, random.Random(8))
    await anya.tap(square.chat, data="again:")
    await until(anya.hand)
    late = await square.client.press(anya.id, square.chat, question["message_id"], old)
    assert await answered_once(square.client, late) == why(Stale())
    assert phase(square) == "playing"


async def test_strangers_move_no_computers_where_people_sit(square: Yard) -> None:
    anya, boris = square.people[:2]
    await anya.say(square.chat, "/kozel")
    await boris.tap(square.chat, data="add:")
    await anya.sees(square.chat, "🤖", button="Убрать")
    await anya.sit(square.chat, 1)
    for data in ("add:", "off:"):
        assert await answered_once(square.client, await boris.tap(square.chat, data=data)) == why(SitFirst())
    await anya.tap(square.chat, data="off:")


async def test_in_private_leave_asks_which_table_and_twice_leaves_no_other(square: Yard) -> None:
    anya, client = square.people[0], square.client
    other = await client.add_chat("Беседка", [anya.id])
    await gather(square.chat, [anya])
    await gather(other, [anya])
    await anya.sees(anya.id, "Беседка ·")
    await anya.say(anya.id, "/leave")
    await anya.sees(anya.id, RU.t("Which table do you want to leave?"), button="Площадь")
    await anya.tap(anya.id, label="Беседка")
    await anya.sees(anya.id, "уже без тебя")
    await anya.say(anya.id, "/leave")
    await anya.sees(anya.id, RU.t("Which table do you want to leave?"), button="Площадь")
    assert anya.id in seated(square)


async def test_in_private_table_score_and_stop_name_the_groups(square: Yard) -> None:
    anya, client = square.people[0], square.client
    other = await client.add_chat("Беседка", [anya.id])
    await gather(square.chat, [anya])
    await gather(other, [anya])
    await anya.sees(anya.id, "Беседка ·")
    await anya.say(anya.id, "/table")
    await anya.sees(anya.id, RU.t("Your tables are in these chats:"), button="Площадь")
    await anya.say(anya.id, "/score")
    for title in ("Площадь", "Беседка"):
        await anya.sees(anya.id, f"{title}\n🐐")
    await anya.say(anya.id, "/stop")
    await anya.sees(anya.id, RU.t("Which table shall be closed?"), button="Беседка")
    await anya.tap(anya.id, label="Площадь")
    await anya.tap(anya.id, data="stop:")
    await until(lambda: _closed(square))


async def test_a_vote_that_needs_others_is_put_to_them_in_the_group(square: Yard) -> None:
    anya, boris = square.people[1:3]
    await gather(square.chat, [anya, boris])
    await boris.sees(boris.id, "🃏")
    await anya.say(anya.id, "/stop")
    await anya.sees(anya.id, "Спрашиваю остальных")
    await anya.tap(square.chat, data="stop:")
    await boris.tap(square.chat, data="keep:")
    await anya.sees(square.chat, RU.t("All right, we play on."))
    assert phase(square) == "playing"


async def test_where_only_admins_close_the_table_players_are_told_so(square: Yard) -> None:
    admin, boris = square.people[:2]
    await admin.say(square.chat, "/settings")
    await admin.tap(square.chat, data="set:stop:admins")
    await admin.sees(square.chat, "🛑 стол закрывают: админы")
    await gather(square.chat, [boris])
    await boris.say(square.chat, "/stop")
    await boris.sees(square.chat, why(MayNotStop(admins_only=True)))
