"""One message at a time: sent, edited, lost, found, settled, and known after a crash."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Iterable
from dataclasses import replace
from functools import partial

import pytest
from telegram.error import BadRequest, NetworkError, TelegramError

from bot.tables.ending import leave, rematch, stop
from bot.tables.lobby import add_computer, deal, practise, sit
from bot.tables.model import ChatId, Place, Table
from bot.tables.playing import choose, deal_next
from bot.tables.presses import Lay, Toggle
from bot.tables.slots import Slot, SlotKey
from bot.telegram import delivery as delivery_module
from kozel import FOUR, Beat, Cards, Discard, Lead
from tests.tables.build import (
    ANNA,
    BORIS,
    DASHA,
    GLEB,
    VERA,
    YARD,
    begun,
    laid_out,
    lobby_of,
    moved_on,
    silent,
    to_the_goats,
)
from tests.tables.memory import MemoryStore
from tests.telegram.conftest import FakeVoice, Office, deal_slot, end_slot, hand_slot, lobby_slot, private

GROUP = YARD.chat
KING = Lead(Cards.parse("KS"))
ACE = Beat(Cards.parse("AS"))


@pytest.fixture
async def restarted(store: MemoryStore, voice: FakeVoice) -> AsyncIterator[Office]:
    """The bot started anew over the same store."""
    office = Office(store, voice)
    yield office
    await office.courier.stop()


async def test_an_opened_table_is_sent_and_known_at_once(office: Office) -> None:
    table = await office.house.open(YARD, FOUR, ANNA, "ru")
    await office.idle()
    (sent,) = office.voice.tried(GROUP)
    assert (sent.kind, sent.loud) == ("send", False)
    assert office.slot(lobby_slot(table)).message == sent.message


async def test_a_change_is_edited_into_the_message_that_stands(office: Office) -> None:
    table = await office.show(lobby_of())
    await office.act(table, partial(sit, person=ANNA, side=0))
    sent, edited = office.voice.tried(GROUP)
    assert (edited.kind, edited.message) == ("edit", sent.message)
    assert "Аня" in office.stands(lobby_slot(table)).text


async def test_what_shows_the_same_takes_no_call(office: Office, table: Table) -> None:
    before = len(office.voice.calls)
    await office.house.refresh(table.id)
    await office.idle()
    assert len(office.voice.calls) == before


async def test_the_hand_of_who_is_on_turn_rings_the_others_come_quietly(office: Office, table: Table) -> None:
    loud = {person: office.voice.tried(private(person))[0].loud for person in (ANNA, BORIS, VERA, GLEB)}
    assert loud == {ANNA: True, BORIS: False, VERA: False, GLEB: False}


async def test_on_ones_turn_the_hand_comes_anew_and_the_old_one_goes(office: Office, table: Table) -> None:
    await office.plays(table, KING)
    first, second, deleted = office.voice.tried(private(BORIS))
    assert (second.kind, second.loud) == ("send", True)
    assert (deleted.kind, deleted.message) == ("delete", first.message)
    assert list(office.voice.chats[private(BORIS)]) == [second.message]


async def test_off_turn_the_hand_is_edited(office: Office, table: Table) -> None:
    await office.plays(table, KING)
    assert [call.kind for call in office.voice.tried(private(ANNA))] == ["send", "edit"]


async def test_one_is_rung_once_a_turn(office: Office, table: Table) -> None:
    for cards in ("KS", "KS TS", ""):
        toggle = Toggle(table.id, table.round, table.moment, Cards.parse(cards))
        await office.act(table, partial(choose, person=ANNA.id, press=toggle))
    await office.house.refresh(table.id)
    await office.idle()
    assert len([call for call in office.voice.tried(private(ANNA)) if call.loud]) == 1


async def test_in_a_trick_everybody_is_rung_once(office: Office, table: Table) -> None:
    now = await office.plays(table, KING)
    for action in (ACE, Discard(Cards.parse("6H")), Discard(Cards.parse("7S"))):
        now = await office.plays(now, action)
    rung = [len([call for call in office.voice.tried(private(p)) if call.loud]) for p in (ANNA, BORIS, VERA, GLEB)]
    assert rung == [1, 2, 1, 1]  # Борис took it, and is to lead


async def test_a_hand_speaks_its_owners_language(office: Office) -> None:
    office.store.people[ANNA.id] = replace(ANNA, language="en")
    table = await office.show(begun(replace(ANNA, language="en"), BORIS, VERA, GLEB))
    texts = [office.stands(hand_slot(table, person)).text for person in (ANNA, BORIS)]
    assert ["trump" in text for text in texts] == [True, False]


async def test_somebody_not_known_to_the_store_gets_the_tables_language(office: Office) -> None:
    table = begun()
    office.store.put(table)
    office.house._keep(table)
    office.store.people.clear()
    office.courier.told(table)
    await office.idle()
    assert "козырь" in office.stands(hand_slot(table, ANNA)).text


async def test_a_message_that_is_gone_is_sent_anew_and_remembered(office: Office, table: Table) -> None:
    old = office.slot(deal_slot(table)).message
    office.voice.chats[GROUP].clear()
    now = await office.plays(table, KING)
    assert office.slot(deal_slot(table)).message != old
    await office.plays(now, ACE)
    assert [call.kind for call in office.voice.tried(GROUP)] == ["send", "send", "edit"]


async def test_a_message_that_cannot_be_edited_any_more_is_sent_anew(office: Office, table: Table) -> None:
    office.voice.fail("edit", GROUP, BadRequest("Message can't be edited"))
    await office.plays(table, KING)
    assert [call.kind for call in office.voice.tried(GROUP)] == ["send", "edit", "send"]


async def test_a_message_that_stands_already_counts_as_right(office: Office, table: Table) -> None:
    office.voice.fail("edit", GROUP, BadRequest("Message is not modified: specified new message content"))
    now = await office.plays(table, KING)
    before = len(office.voice.tried(GROUP))
    await office.house.refresh(now.id)
    await office.idle()
    assert len(office.voice.tried(GROUP)) == before == 2


async def test_a_table_stands_in_its_topic(office: Office) -> None:
    table = await office.show(lobby_of(ANNA, place=Place(GROUP, 9)))
    (sent,) = office.voice.said("send", GROUP)
    assert sent.topic == 9
    assert office.slot(lobby_slot(table)).topic == 9


async def test_where_the_topic_is_gone_the_chat_does(office: Office) -> None:
    office.voice.fail("send", GROUP, BadRequest("Message thread not found"))
    table = await office.show(lobby_of(ANNA, place=Place(GROUP, 9)))
    assert [(call.topic, call.error is None) for call in office.voice.tried(GROUP)] == [(9, False), (None, True)]
    await office.act(table, add_computer)
    assert office.voice.tried(GROUP)[-1].kind == "edit"


async def test_other_troubles_with_a_topic_are_no_reason_to_leave_it(office: Office) -> None:
    office.voice.fail("send", GROUP, BadRequest("Can't parse entities"))
    await office.show(lobby_of(ANNA, place=Place(GROUP, 9)))
    assert [call.topic for call in office.voice.tried(GROUP)] == [9]


async def test_practice_is_one_message_that_changes(office: Office) -> None:
    place = Place(private(ANNA))
    table = await office.house.open(place, FOUR, ANNA, "ru")
    now = (await office.do(table, partial(practise, person=ANNA, seed=b"1"))).table
    await office.idle()
    dice = random.Random(1)
    for _ in range(3):
        now = await office.act(now, partial(moved_on, dice=dice))
    assert len(office.voice.said("send", private(ANNA))) == 1
    assert list(office.delivery._slots[now.id]) == [deal_slot(now)]


async def test_a_lobby_that_was_overtaken_is_not_sent_any_more(office: Office, store: MemoryStore) -> None:
    table = begun()
    store.put(table)
    assert not await office.delivery.deliver(lobby_slot(table))
    assert office.voice.calls == []


async def test_when_the_series_begins_the_lobby_settles(office: Office) -> None:
    table = await office.show(lobby_of(ANNA, BORIS, VERA, GLEB))
    now = await office.act(table, partial(deal, person=ANNA.id, seed=b"1"))
    assert office.delivery._slots[table.id][lobby_slot(table)].settled
    before = office.voice.tried(GROUP)
    await office.act(now, partial(moved_on, dice=random.Random(1)))
    changed = office.voice.tried(GROUP)[len(before) :]
    assert {call.message for call in changed} == {office.slot(deal_slot(now)).message}


async def test_each_deal_has_its_own_message_the_one_before_stays_as_its_result(office: Office) -> None:
    dice, now = random.Random(3), begun()
    while not now.results:
        now = moved_on(now, dice).table
    first = deal_slot(await office.show(now))
    after = await office.act(now, partial(deal_next, seed=b"2"))
    assert office.delivery._slots[now.id][first].settled
    assert deal_slot(after) != first
    assert len(office.voice.chats[GROUP]) == 2
    assert not office.stands(first).rows


async def test_a_result_that_was_overtaken_is_still_shown(office: Office, table: Table) -> None:
    """The next deal came before Telegram took the end of the last one."""
    dice, now = random.Random(3), table
    while not now.results:
        now = moved_on(now, dice).table
    office.store.put(replace(now, version=5))
    office.store.put(replace(deal_next(now, b"2").table, version=6))
    await office.house.refresh(table.id)
    await office.idle()
    slot = office.delivery._slots[table.id][deal_slot(table)]
    assert slot.settled
    assert not office.stands(deal_slot(table)).rows


async def test_an_earlier_round_that_cannot_be_read_any_more_is_left_as_it_stands(office: Office, table: Table) -> None:
    office.store.rounds.clear()
    now = replace(table, round=2, version=3)
    office.store.tables[table.id] = now
    await office.house.refresh(table.id)
    await office.idle()
    assert len(office.voice.chats[GROUP]) == 2


async def test_the_end_of_a_series_is_a_message_of_its_own_and_hands_are_closed(office: Office) -> None:
    over, _ = to_the_goats(begun(), random.Random(1))
    await office.show(begun())
    await office.show(replace(over, version=5))
    assert office.stands(end_slot(over)).rows
    assert all(office.delivery._slots[over.id][hand_slot(over, p)].settled for p in (ANNA, BORIS, VERA, GLEB))


async def test_the_last_deal_is_done_with_only_when_the_end_is_told(office: Office) -> None:
    """So a bot that dies between the two looks at this table again."""
    over, _ = to_the_goats(begun(), random.Random(1))
    office.store.put(over)
    await office.delivery.deliver(deal_slot(over))
    assert not office.slot(deal_slot(over)).settled
    await office.delivery.deliver(end_slot(over))
    await office.delivery.save()
    assert office.slot(deal_slot(over)).settled
    assert office.slot(end_slot(over)).settled


async def test_in_a_rematch_hands_come_anew_and_the_closed_ones_stay(office: Office) -> None:
    over, _ = to_the_goats(begun(), random.Random(1))
    await office.show(begun())
    await office.show(replace(over, version=5))
    for person in (ANNA, BORIS, VERA, GLEB):
        await office.act(replace(over, version=5), partial(rematch, person=person.id, round_=over.round, seed=b"2"))
    for person in (ANNA, BORIS, VERA, GLEB):
        assert len(office.voice.chats[private(person)]) == 2


async def test_who_leaves_has_their_hand_closed_and_hears_no_more(office: Office, table: Table) -> None:
    now = await office.act(table, partial(leave, person=BORIS.id))
    assert not any(isinstance(b.does, Lay) for row in office.stands(hand_slot(table, BORIS)).rows for b in row)
    before = len(office.voice.tried(private(BORIS)))
    await office.plays(now, KING)
    assert len(office.voice.tried(private(BORIS))) == before


async def test_a_stopped_table_settles_everywhere(office: Office, table: Table) -> None:
    await office.act(table, partial(stop, person=ANNA.id, admin=True))
    assert all(slot.settled for slot in office.delivery._slots[table.id].values())


async def test_who_cannot_be_reached_gets_a_hand_once_they_can(office: Office) -> None:
    table = await office.show(begun())
    blocked = replace(table, seats=lobby_of(silent(ANNA), BORIS, VERA, GLEB).seats)
    await office.show(blocked)
    assert len(office.voice.tried(private(ANNA))) == 1
    lobby = await office.show(replace(lobby_of(silent(ANNA)), id=table.id, version=9))
    assert "⚪" in office.stands(lobby_slot(lobby)).text


async def test_after_a_start_what_stands_right_is_left_alone(office: Office, table: Table, restarted: Office) -> None:
    await office.courier.stop()
    before = len(office.voice.calls)
    await restarted.house.refresh(table.id)
    await restarted.idle()
    assert len(office.voice.calls) == before


async def test_after_a_start_what_differs_is_mended(office: Office, table: Table, restarted: Office) -> None:
    await office.courier.stop()
    restarted.store.put(replace(partial_play(table), version=table.version + 1))
    await restarted.house.refresh(table.id)
    await restarted.idle()
    assert "K♠" in restarted.stands(deal_slot(table)).text


def partial_play(table: Table) -> Table:
    """A play that was stored, and of which no chat heard."""
    assert table.deal is not None
    return replace(table, deal=table.deal.apply(0, KING)[0], moment=1, actor=0)


async def test_a_message_lost_before_the_start_is_sent_anew(office: Office, table: Table, restarted: Office) -> None:
    await office.courier.stop()
    key = deal_slot(table)
    office.store.kept[key] = replace(office.store.kept[key], message=None)
    await restarted.house.refresh(table.id)
    await restarted.idle()
    assert restarted.slot(key).message is not None


async def test_a_settled_message_that_is_not_noted_as_that_is_noted(office: Office, table: Table) -> None:
    closed = await office.act(table, partial(stop, person=ANNA.id, admin=True))
    key = deal_slot(closed)
    slots = office.delivery._slots[table.id]
    slots[key] = replace(slots[key], settled=False)
    before = len(office.voice.calls)
    await office.house.refresh(table.id)
    await office.idle()
    assert slots[key].settled
    assert len(office.voice.calls) == before


async def test_edits_are_stored_a_moment_later_together(
    office: Office, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery_module, "_SAVE_AFTER", 0.01)
    await asyncio.sleep(0.6)  # what was noted so far
    calls = office.store.log.count("keep_slots")
    await office.plays(table, KING)
    await asyncio.sleep(0.05)
    key = deal_slot(table)
    assert office.slot(key) == office.delivery._slots[table.id][key]
    assert office.store.log.count("keep_slots") - calls <= 3


async def test_many_messages_sent_at_once_are_stored_once_each(
    office: Office, store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored: list[SlotKey] = []
    keep = store.keep_slots

    async def slowly(slots: Iterable[Slot]) -> None:
        slots = list(slots)
        stored.extend(slot.key for slot in slots)
        await asyncio.sleep(0.01)
        await keep(slots)

    monkeypatch.setattr(store, "keep_slots", slowly)
    for number in range(30):
        await office.house.open(Place(ChatId(-1000 - number)), FOUR, ANNA, "ru")
    await office.idle()
    await office.courier.stop()
    assert len(stored) == len(set(stored)) == 30


async def test_a_store_that_fails_is_asked_again(
    office: Office, table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(delivery_module, "_SAVE_AFTER", 0.01)
    await asyncio.sleep(0.6)
    slot = replace(office.slot(deal_slot(table)), digest="another")
    office.store.failing = OSError("disk full")
    with caplog.at_level(logging.ERROR):
        office.delivery._keep(slot)
        await asyncio.sleep(0.06)
    assert "disk full" in caplog.text
    assert office.slot(slot.key) == slot


async def test_slots_are_read_once(office: Office, table: Table) -> None:
    await asyncio.gather(*[office.delivery.slots(table.id) for _ in range(5)])
    assert office.store.log.count("slots") == 1


async def test_the_anchor_is_the_newest_message_in_the_tables_chat(office: Office) -> None:
    table = await office.show(lobby_of(ANNA, BORIS, VERA, GLEB))
    assert await office.delivery.anchor(table.id) == office.slot(lobby_slot(table)).message
    now = await office.act(table, partial(deal, person=ANNA.id, seed=b"1"))
    assert await office.delivery.anchor(table.id) == office.slot(deal_slot(now)).message


async def test_where_nothing_stands_there_is_no_anchor(office: Office) -> None:
    assert await office.delivery.anchor(begun().id) is None


async def test_a_call_that_failed_leaves_what_stands_as_known(office: Office, table: Table) -> None:
    before = office.delivery._slots[table.id][deal_slot(table)]
    office.store.put(replace(partial_play(table), version=9))
    office.house._warm.clear()
    office.voice.fail("edit", GROUP, BadRequest("Something new"))
    with pytest.raises(TelegramError):
        await office.delivery.deliver(deal_slot(table))
    assert office.delivery._slots[table.id][deal_slot(table)] == before


async def test_a_hand_that_is_no_more_is_not_brought(office: Office, table: Table) -> None:
    await office.act(table, partial(leave, person=BORIS.id))
    now = await office.act(table, partial(sit, person=DASHA, side=1))
    key = hand_slot(now, BORIS)
    assert office.delivery._slots[table.id][key].settled
    office.delivery.send_anew(key)
    assert not await office.delivery.deliver(key)
    assert key not in office.delivery._anew


async def test_a_turn_that_telegram_refuses_to_show_is_told_of_so_that_nobody_waits_for_ever(office: Office) -> None:
    told: list[tuple[int, str]] = []
    office.delivery.on_turn(lambda table, turn: told.append((table, turn)))
    office.voice.fail("send", private(ANNA), TelegramError("Something new"))
    table = await office.show(laid_out("KS TS QD JD", "AS 6S 6D 7D", "6H 7H 8H 9C", "7S 8S 8D 9D"))
    assert office.voice.said("send", private(ANNA)) == []
    assert told == [(table.id, "1.0")]


async def test_a_turn_that_cannot_be_shown_for_now_is_told_of_when_it_can(office: Office) -> None:
    told: list[tuple[int, str]] = []
    office.delivery.on_turn(lambda table, turn: told.append((table, turn)))
    office.voice.fail("send", private(ANNA), NetworkError("Bad Gateway"))
    table = office.store.put(laid_out("KS TS QD JD", "AS 6S 6D 7D", "6H 7H 8H 9C", "7S 8S 8D 9D"))
    with pytest.raises(NetworkError):
        await office.delivery.deliver(hand_slot(table, ANNA))
    assert told == []
    await office.delivery.deliver(hand_slot(table, ANNA))
    assert told == [(table.id, "1.0")]


async def test_who_is_forgotten_is_no_longer_known_and_what_is_sent_just_then_is(office: Office, table: Table) -> None:
    now = await office.act(table, partial(leave, person=BORIS.id))
    sent, office.voice.slow = len(office.voice.said("send", private(ANNA))), 0.05
    office.delivery.send_anew(hand_slot(now, ANNA))
    sending = asyncio.create_task(office.delivery.deliver(hand_slot(now, ANNA)))
    await asyncio.sleep(0.02)
    office.courier.forget(BORIS.id)
    assert await sending
    assert len(office.voice.said("send", private(ANNA))) == sent + 1
    assert office.slot(hand_slot(now, ANNA)).message == office.voice.said("send", private(ANNA))[-1].message
    known = await office.delivery.slots(table.id)
    assert hand_slot(now, BORIS) not in known
    assert deal_slot(now) in known
    assert all(key.person != BORIS.id for key in office.delivery._unsaved)
