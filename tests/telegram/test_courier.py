"""Every chat at its own pace, with the newest state only."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from itertools import pairwise

import pytest
from telegram.error import (
    RetryAfter,
)

from bot.screens.cards import glyph
from bot.screens.screen import Screen
from bot.tables.change import Change
from bot.tables.lobby import add_computer, deal, remove_computer, sit
from bot.tables.model import ChatId, Place, Table, TableId
from bot.telegram import courier as courier_module
from bot.telegram.pace import Pace
from kozel import Beat, Cards, Discard, Lead
from tests.tables.build import ANNA, BORIS, BOT, GLEB, VERA, YARD, begun, laid_out, lays, lobby_of, replayed
from tests.tables.memory import MemoryStore
from tests.telegram.conftest import (
    QUICK,
    Call,
    FakeVoice,
    Office,
    deal_slot,
    hand_slot,
    lobby_slot,
    private,
)

GROUP = YARD.chat
OTHER = Place(ChatId(-1009999999999))
KING = Lead(Cards.parse("KS"))
ACE = Beat(Cards.parse("AS"))
ANSWERS = (KING, ACE, Discard(Cards.parse("6H")), Discard(Cards.parse("7S")))
TICK = 0.002  # what a clock may be off


def changes(table: Table) -> list[Callable[[Table], Change]]:
    """Many changes of a lobby."""
    return [*[add_computer, remove_computer] * 3, partial(sit, person=BORIS, side=1)]


def gaps(calls: list[Call]) -> list[float]:
    return [later.at - earlier.at for earlier, later in pairwise(calls)]


async def test_only_the_newest_state_is_shown(office: Office) -> None:
    table = await office.show(lobby_of(ANNA))
    for change in changes(table):
        await office.do(table, change)
    await office.idle()
    assert len(office.voice.said("edit", GROUP)) == 1
    assert "Борис" in office.stands(lobby_slot(table)).text


async def test_two_changes_of_a_table_in_a_group_are_never_within_the_gap(office: Office) -> None:
    table = await office.show(lobby_of(ANNA))
    for change in changes(table):
        await office.do(table, change)
        await asyncio.sleep(0.02)
    await office.idle()
    calls = office.voice.tried(GROUP)
    assert len(calls) >= 3
    assert min(gaps(calls)) > QUICK.group - TICK


async def test_an_answer_to_a_command_does_not_wait(office: Office) -> None:
    table = await office.show(lobby_of(ANNA))
    await office.do(table, add_computer)
    office.say(YARD, "the rules")
    await asyncio.sleep(0.02)
    assert [call.kind for call in office.voice.tried(GROUP)] == ["send", "send"]
    await office.idle()
    assert office.voice.tried(GROUP)[-1].kind == "edit"


async def test_after_an_answer_the_table_keeps_the_gap_too(office: Office) -> None:
    table = await office.show(lobby_of(ANNA))
    await asyncio.sleep(QUICK.group * 0.8)
    office.say(YARD, "the rules")
    await asyncio.sleep(QUICK.group * 0.5)  # past the first gap, within the second
    await office.act(table, add_computer)
    _, answer, edit = office.voice.tried(GROUP)
    assert edit.at - answer.at > QUICK.group - TICK


async def test_a_chat_that_was_idle_does_not_wait(office: Office) -> None:
    table = await office.show(lobby_of(ANNA))
    await asyncio.sleep(QUICK.group * 1.5)
    assert not office.courier._rounds
    loop = asyncio.get_running_loop()
    start = loop.time()
    await office.act(table, add_computer)
    assert office.voice.tried(GROUP)[-1].at - start < QUICK.group


async def test_a_play_takes_one_call_in_the_group_and_few_in_all(office: Office, table: Table) -> None:
    before = len(office.voice.calls)
    await office.plays(table, KING)
    made = office.voice.calls[before:]
    assert len([call for call in made if call.chat == GROUP]) == 1
    assert len(made) <= 4


async def test_others_hands_change_a_moment_later_once_for_several_plays(store: MemoryStore, voice: FakeVoice) -> None:
    office = Office(store, voice, Pace(group=0.01, private=0.01, quiet=0.2, a_second=10_000))
    now = await office.show(laid_out("KS TS QD JD", "AS 6S 6D 7D", "6H 7H 8H 9C", "7S 8S 8D 9D"))
    for action in ANSWERS[:2]:
        now = (await office.do(now, partial(lays, action=action))).table
        await asyncio.sleep(0.03)
    assert len(voice.tried(private(GLEB))) == 1
    await office.idle()
    assert len(voice.tried(private(GLEB))) <= 2
    await office.courier.stop()


async def test_what_is_told_while_a_table_is_looked_at_is_not_missed(office: Office, store: MemoryStore) -> None:
    table = store.put(lobby_of(ANNA, BORIS, VERA, GLEB))
    office.house._keep(table)
    office.courier.told(table)
    await asyncio.sleep(0)  # looking, and reading its slots
    after = deal(table, ANNA.id, b"1").table
    office.house._keep(store.put(replace(after, version=2)))
    office.courier.told(after)
    await office.idle()
    assert deal_slot(after) in office.delivery._slots[table.id]


async def test_a_message_of_the_table_is_known_a_left_over_one_is_not(office: Office, table: Table) -> None:
    message = office.slot(deal_slot(table)).message
    assert message is not None
    assert await office.courier.is_known(table.id, GROUP, message)
    assert not await office.courier.is_known(table.id, OTHER.chat, message)
    assert not await office.courier.is_known(table.id, GROUP, 5)


async def test_a_left_over_message_is_swept_away(office: Office) -> None:
    office.voice.chats[GROUP] = {5: Screen("old")}
    await office.courier.sweep(GROUP, 5)
    assert office.voice.chats[GROUP] == {}


async def test_after_a_stop_nothing_is_said(office: Office, table: Table) -> None:
    await office.courier.stop()
    before = len(office.voice.calls)
    office.say(YARD, "the rules")
    await office.do(table, partial(lays, action=KING))
    await asyncio.sleep(0.05)
    assert len(office.voice.calls) == before


async def test_a_stop_stores_what_stands(office: Office, table: Table) -> None:
    await office.plays(table, KING)
    await office.courier.stop()
    assert office.store.kept == office.delivery._slots[table.id]


async def test_a_stop_lets_a_message_under_way_arrive_and_be_known(office: Office) -> None:
    office.voice.slow = 0.1
    table = office.store.put(lobby_of(ANNA))
    await office.house.refresh(table.id)
    await asyncio.sleep(0.03)
    await office.courier.stop()
    assert list(office.voice.chats[GROUP]) == [office.slot(lobby_slot(table)).message]


async def test_a_stop_does_not_wait_for_ever(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courier_module, "_LAST_CALLS", 0.02)
    office.voice.slow = 60
    office.say(YARD, "the rules")
    await asyncio.sleep(0.01)
    await asyncio.wait_for(office.courier.stop(), 2)
    assert office.voice.calls == []


async def test_a_stop_does_not_wait_for_what_is_not_due(office: Office, table: Table) -> None:
    office.voice.fail("edit", GROUP, RetryAfter(timedelta(seconds=60)))
    await office.do(table, partial(lays, action=KING))
    await asyncio.sleep(QUICK.group * 2)
    await asyncio.wait_for(office.courier.stop(), 2)


async def test_two_tables_in_different_groups_do_not_wait_for_one_another(office: Office) -> None:
    one = await office.show(lobby_of(ANNA))
    two = await office.show(replace(lobby_of(BORIS, place=OTHER), id=TableId(8)))
    office.voice.fail("edit", GROUP, RetryAfter(timedelta(seconds=0.3)))
    loop = asyncio.get_running_loop()
    start = loop.time()
    await office.do(one, add_computer)
    await office.act(two, add_computer)
    assert office.voice.said("edit", OTHER.chat)[-1].at - start < 0.2


async def test_what_telegram_sees_of_a_whole_trick_ends_in_the_newest_state(office: Office, table: Table) -> None:
    now = table
    for action in ANSWERS:
        now = (await office.do(now, partial(lays, action=action))).table
    await office.idle()
    assert "A♠" in office.stands(deal_slot(table)).text
    assert replayed(table, [fact for save in office.store.saves for fact in save]).deal == now.deal


async def test_who_plays_at_two_tables_has_two_hands(office: Office, table: Table) -> None:
    other = replace(begun(ANNA, BOT, BOT, BOT, place=OTHER), id=TableId(8))
    await office.show(other)
    keys = [hand_slot(table, ANNA), hand_slot(other, ANNA)]
    assert len({office.slot(key).message for key in keys}) == 2


async def test_no_hand_shows_anothers_cards(office: Office, table: Table) -> None:
    now = table
    for action in ANSWERS:
        now = await office.plays(now, action)
    assert now.deal is not None
    for seat, person in enumerate((ANNA, BORIS, VERA, GLEB)):
        shown = office.stands(hand_slot(table, person))
        text = shown.text + "".join(button.label for row in shown.rows for button in row)
        others = [Cards(hand) for other, hand in enumerate(now.deal.hands) if other != seat]
        assert not [card for hand in others for card in hand if glyph(card, now.rules) in text]
