"""Whatever Telegram answers: the chat that it concerns waits, and no other."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from datetime import timedelta
from functools import partial
from itertools import pairwise

import pytest
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)

from bot.screens.screen import Screen
from bot.tables.model import ChatId, PersonId, Place, Table
from bot.tables.slots import SlotKey
from bot.telegram import courier as courier_module
from bot.telegram.errands import Errand
from bot.telegram.plan import Urgency
from kozel import Beat, Cards, Discard, Lead
from tests.tables.build import ANNA, BORIS, YARD, lays, lobby_of
from tests.telegram.conftest import (
    QUICK,
    Office,
    deal_slot,
    hand_slot,
    lobby_slot,
    private,
)

GROUP = YARD.chat
KING = Lead(Cards.parse("KS"))
ACE = Beat(Cards.parse("AS"))
ANSWERS = (KING, ACE, Discard(Cards.parse("6H")), Discard(Cards.parse("7S")))
TICK = 0.002  # what a clock may be off


async def test_a_429_holds_up_its_own_chat_alone(office: Office, table: Table) -> None:
    office.voice.fail("edit", GROUP, RetryAfter(timedelta(seconds=0.3)))
    loop = asyncio.get_running_loop()
    start = loop.time()
    await office.plays(table, KING)
    refused, taken = office.voice.tried(GROUP)[-2:]
    assert refused.error is not None
    assert taken.at - refused.at > 0.3 - TICK
    rung = office.voice.said("send", private(BORIS))[-1]
    assert rung.at - start < 0.2


async def test_after_a_429_even_answers_wait(office: Office, table: Table) -> None:
    office.voice.fail("edit", GROUP, RetryAfter(timedelta(seconds=1)))
    office.store.put(replace(table, version=5, language="en"))
    await office.house.refresh(table.id)
    office.voice.called.clear()
    await office.voice.called.wait()
    office.say(YARD, "the rules")
    await office.idle()
    refused = next(call for call in office.voice.calls if call.error)
    later = [call for call in office.voice.tried(GROUP) if call.at > refused.at]
    assert [call.kind for call in later] == ["send", "edit"]
    assert all(call.at - refused.at > 1 - TICK for call in later)


@pytest.mark.filterwarnings("ignore:.*retry_after")
async def test_a_429_in_plain_seconds_is_understood_too(
    office: Office, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PTB_TIMEDELTA")
    office.voice.fail("edit", GROUP, RetryAfter(timedelta(seconds=0.1)))
    await office.plays(table, KING)
    refused, taken = office.voice.tried(GROUP)[-2:]
    assert taken.at - refused.at > 0.1 - TICK


async def test_what_the_network_lost_is_tried_again_with_longer_pauses(office: Office, table: Table) -> None:
    errors = NetworkError("Bad Gateway"), TimedOut(), NetworkError("httpx.ReadError")
    office.voice.fail("edit", GROUP, *errors)
    await office.plays(table, KING)
    calls = office.voice.tried(GROUP)[1:]
    assert [call.error is None for call in calls] == [False, False, False, True]
    assert "K♠" in office.stands(deal_slot(table)).text


async def test_what_is_tried_again_is_the_newest_state(office: Office, table: Table) -> None:
    office.voice.fail("edit", GROUP, NetworkError("Bad Gateway"))
    now = (await office.do(table, partial(lays, action=KING))).table
    await asyncio.sleep(QUICK.group)
    await office.act(now, partial(lays, action=ACE))
    assert "A♠" in office.stands(deal_slot(table)).text


async def test_an_answer_that_the_network_lost_is_tried_again(office: Office) -> None:
    office.voice.fail("send", GROUP, NetworkError("Bad Gateway"))
    office.say(YARD, "the rules")
    await office.idle()
    assert len(office.voice.said("send", GROUP)) == 1


class Deaf:
    """A listener who does nothing about anything."""

    async def unreachable(self, person: PersonId) -> None:
        """Nothing."""

    async def moved(self, old: ChatId, new: ChatId) -> None:
        """Nothing."""

    async def gone(self, person: PersonId) -> None:
        """Nothing."""

    async def shut_out(self, errand: Errand) -> None:
        """Nothing."""


@pytest.mark.parametrize(
    "error", [Forbidden("Forbidden: bot was blocked by the user"), BadRequest("Chat not found")], ids=["blocked", "new"]
)
async def test_of_somebody_who_cannot_be_reached_one_hears_and_tries_no_more(
    office: Office, table: Table, error: TelegramError
) -> None:
    heard: list[PersonId] = []

    class Hears(Deaf):
        async def unreachable(self, person: PersonId) -> None:
            heard.append(person)
            if await office.store.set_reachable(person, False):
                await office.house.refresh(table.id)

    office.courier.tell(Hears())
    office.voice.fail("send", private(BORIS), error)
    now = await office.plays(table, KING)
    assert heard == [BORIS.id]
    tried = len(office.voice.tried(private(BORIS)))
    for action in ANSWERS[1:]:
        now = await office.plays(now, action)
    assert len(office.voice.tried(private(BORIS))) == tried
    assert "⚪" in office.stands(deal_slot(table)).text


async def test_who_can_be_reached_again_gets_their_hand(office: Office, table: Table) -> None:
    office.voice.fail("send", private(BORIS), Forbidden("Forbidden: bot was blocked by the user"))
    await office.store.set_reachable(BORIS.id, False)
    now = await office.plays(table, KING)
    await office.store.set_reachable(BORIS.id, True)
    office.voice.faults.clear()
    await office.house.refresh(now.id)
    await office.idle()
    assert office.voice.said("send", private(BORIS))[-1].loud


async def test_a_listener_that_fails_does_not_silence_the_chat(
    office: Office, table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    class Fails(Deaf):
        async def gone(self, person: PersonId) -> None:
            raise OSError("disk full")

    office.courier.tell(Fails())
    office.voice.fail("send", private(BORIS), Forbidden("Forbidden: user is deactivated"))
    with caplog.at_level(logging.ERROR):
        await office.plays(table, KING)
    assert "disk full" in caplog.text
    office.say(Place(private(BORIS)), "hello")
    await office.idle()
    assert office.voice.said("send", private(BORIS))[-1].screen == Screen("hello")


async def test_a_group_that_became_a_supergroup_has_its_table_and_its_answers_there(
    office: Office, table: Table
) -> None:
    new = ChatId(-1002)

    class Moves(Deaf):
        async def moved(self, old: ChatId, new: ChatId) -> None:
            await office.house.move(old, new)
            office.courier.moved(old, new)

    office.courier.tell(Moves())
    office.voice.fail("edit", GROUP, ChatMigrated(new))
    office.voice.fail("send", GROUP, ChatMigrated(new))
    office.say(Place(GROUP), "hello")
    now = await office.plays(table, KING)
    assert (await office.house.see(now.id)).place.chat == new
    shown = office.voice.chats[new].values()
    assert Screen("hello") in shown
    assert office.stands(deal_slot(now)) in shown
    assert len(shown) == 2
    await office.plays(now, ACE)
    assert len(office.voice.chats[new]) == 2, "from here on it is edited there"


async def test_a_chat_that_lets_nobody_write_is_told_of_once_and_tried_again_later(
    office: Office, table: Table
) -> None:
    told: list[Errand] = []

    class Hears(Deaf):
        async def shut_out(self, errand: Errand) -> None:
            told.append(errand)

    office.courier.tell(Hears())
    no = BadRequest("Not enough rights to send text messages to the chat")
    office.voice.fail("edit", GROUP, no, no)
    await office.plays(table, KING)
    assert told == [deal_slot(table)]
    tries = office.voice.tried(GROUP)[-3:]
    assert [call.error for call in tries] == [no, no, None]
    assert all(second.at - first.at > 0.08 - TICK for first, second in pairwise(tries))


async def test_without_a_listener_nobody_hears(office: Office, table: Table) -> None:
    office.voice.fail("send", private(BORIS), Forbidden("Forbidden: user is deactivated"))
    await office.plays(table, KING)
    assert office.voice.tried(private(BORIS))[-1].error is not None


@pytest.mark.parametrize(
    "error",
    [
        Forbidden("Forbidden: bot was kicked from the group chat"),
        BadRequest("Not enough rights to send text messages"),
    ],
    ids=["kicked", "muted"],
)
async def test_a_chat_that_shuts_the_bot_out_is_tried_again_later(
    office: Office, table: Table, error: TelegramError
) -> None:
    office.voice.fail("edit", GROUP, error)
    await office.plays(table, KING)
    refused, taken = office.voice.tried(GROUP)[-2:]
    assert taken.at - refused.at > courier_module._SHUT_OUT - TICK
    assert "K♠" in office.stands(deal_slot(table)).text


async def test_an_answer_to_a_chat_that_shuts_the_bot_out_is_given_up(office: Office) -> None:
    office.voice.fail("send", GROUP, Forbidden("Forbidden: bot was kicked from the group chat"))
    office.say(YARD, "the rules")
    await office.idle()
    assert len(office.voice.tried(GROUP)) == 1


@pytest.mark.parametrize("error", [BadRequest("Can't parse entities"), InvalidToken()])
async def test_what_telegram_refuses_is_logged_and_not_tried_again(
    office: Office, table: Table, error: TelegramError, caplog: pytest.LogCaptureFixture
) -> None:
    office.voice.fail("edit", GROUP, error)
    now = await office.plays(table, KING)
    assert len(office.voice.tried(GROUP)) == 2
    assert "Telegram refuses deal of table 7" in caplog.text
    await office.plays(now, ACE)
    assert "A♠" in office.stands(deal_slot(table)).text


async def test_what_goes_wrong_with_one_message_is_logged_and_tried_again_and_harms_no_other(
    office: Office, table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    deliver, failed = office.delivery.deliver, list[SlotKey]()

    async def fails_once_for_boris(key: SlotKey) -> bool:
        if key == hand_slot(table, BORIS) and not failed:
            failed.append(key)
            raise ValueError("the disk is full")
        return await deliver(key)

    monkeypatch.setattr(office.delivery, "deliver", fails_once_for_boris)
    monkeypatch.setattr("bot.telegram.courier._PATIENCE", (0.01,))
    await office.plays(table, KING)
    assert "a hand of table 7; trying again" in caplog.text
    assert "K♠" in office.stands(deal_slot(table)).text
    assert "K♠" in office.stands(hand_slot(table, BORIS)).text


async def test_a_table_that_is_not_there_is_passed_over(office: Office) -> None:
    office.courier.told(lobby_of(ANNA))
    await office.idle()
    office.courier._post(GROUP, lobby_slot(lobby_of()), Urgency.NOW)
    await office.idle()
    assert office.voice.calls == []
