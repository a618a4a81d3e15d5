"""A hint: a button of one's own hand, answered with what a master would play."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing

import pytest

from bot.screens import alerts
from bot.tables.presses import Hint
from bot.tables.refusals import NoHints, NotSeated, Stale
from bot.telegram.callback import decode, encode
from bot.texts import words
from kozel import FOUR, SIX, Rules
from tests.e2e.conftest import Yard
from tests.e2e.seats import Json, Person, ended, gather, offered, play_on
from tests.e2e.watching import answered_once, until

RU = words("ru")


def hints(yard: Yard) -> int:
    with closing(sqlite3.connect(yard.database)) as file:
        return int(file.execute("SELECT sum(hints) FROM seats").fetchone()[0])


async def asked(yard: Yard, person: Person) -> tuple[Json, str]:
    """The message with the hint button of this person, once it is their turn."""
    return await offered(person, person.id, "hint:")


@pytest.mark.parametrize("rules", [FOUR, SIX], ids=["four", "six"])
async def test_a_hint_names_a_play_of_ones_own_hand_and_is_counted_to_the_end(yard: Yard, rules: Rules) -> None:
    anya, boris = yard.people[:2]
    async with yard.bot(DEAL_PAUSE="0.1", COMPUTER_PACE="0"):
        await gather(yard.chat, [anya], rules=rules)
        message, data = await asked(yard, anya)
        press = await yard.client.press(anya.id, anya.id, message["message_id"], data, wait=20)
        told = await answered_once(yard.client, press)
        assert press.show_alert
        assert told.startswith("💡 ")
        again = await yard.client.press(anya.id, anya.id, message["message_id"], data, wait=20)
        assert await answered_once(yard.client, again) == told
        assert hints(yard) == 1
        here = await yard.client.last(boris.id, yard.chat)
        assert here is not None
        stranger = await yard.client.press(boris.id, yard.chat, here["message_id"], data)
        assert await answered_once(yard.client, stranger) == alerts.refused(NotSeated(), None, RU)
        await play_on([anya], yard.chat, random.Random(3))
        assert await ended(anya, yard.chat)
        await anya.sees(yard.chat, "💡 Подсказки: ")
        late = await yard.client.press(anya.id, anya.id, message["message_id"], data, wait=20)
        assert (await answered_once(yard.client, late)) != told
        assert hints(yard) == 1


async def test_where_the_moment_has_passed_or_hints_are_off_there_is_none(yard: Yard) -> None:
    anya = yard.people[0]
    async with yard.bot(COMPUTER_PACE="0"):
        await gather(yard.chat, [anya])
        message, data = await asked(yard, anya)
        press = decode(data)
        assert isinstance(press, Hint)
        forged = encode(Hint(press.table, press.round, press.moment + 7))
        answer = await yard.client.press(anya.id, anya.id, message["message_id"], forged)
        assert await answered_once(yard.client, answer) == alerts.refused(Stale(), None, RU)
        await anya.say(yard.chat, "/settings")
        await anya.tap(yard.chat, data="set:hints:0")
        off = await yard.client.press(anya.id, anya.id, message["message_id"], data, wait=20)
        assert await answered_once(yard.client, off) == alerts.refused(NoHints(), None, RU)

        async def gone() -> bool:
            hand = await anya.hand()
            return hand is not None and "hint:" not in str(hand)

        await until(gone)
        assert hints(yard) == 0
