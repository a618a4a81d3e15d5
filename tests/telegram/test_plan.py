"""Which messages a table has, and what each shows."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

import pytest

from bot.screens.lobby import lobby
from bot.screens.screen import Screen
from bot.tables.ending import leave, rematch, stop
from bot.tables.lobby import sit
from bot.tables.model import ChatId, Phase, Place, Table, TableId
from bot.tables.presses import Back, BackToTable, DealNow, Lay, MyCards, Rematch, Sit
from bot.tables.slots import Slot, SlotKey, What
from bot.telegram.plan import Urgency, Wanted, due, want
from bot.texts import words
from kozel import Cards, Lead, commitment_of
from tests.tables.build import (
    ANNA,
    BORIS,
    BOT,
    DASHA,
    GLEB,
    VERA,
    YARD,
    away,
    begun,
    laid_out,
    lays,
    lobby_of,
    moved_on,
    silent,
    to_the_goats,
)
from tests.telegram.conftest import deal_slot, end_slot, hand_slot, lobby_slot

PRIVATE = Place(ChatId(int(ANNA.id)))
KING = Lead(Cards.parse("KS"))
NOW, SOON = Urgency.NOW, Urgency.SOON


@pytest.fixture(scope="module")
def over() -> Table:
    return to_the_goats(begun(), random.Random(1))[0]


@pytest.fixture
def table() -> Table:
    """Анна leads."""
    return laid_out("KS TS QD JD", "AS 6S 6D 7D", "6H 7H 8H 9C", "7S 8S 8D 9D")


def standing(*keys: SlotKey, settled: bool = False) -> Mapping[SlotKey, Slot]:
    return {key: Slot(key, ChatId(-1), None, 5, "x", settled=settled) for key in keys}


def wanted(table: Table, key: SlotKey, language: str | None = None) -> Wanted:
    found = want(table, key, language)
    assert found is not None
    return found


def does(screen: Screen) -> list[type]:
    return [type(button.does) for row in screen.rows for button in row]


def test_a_lobby_has_its_one_message() -> None:
    table = lobby_of(ANNA)
    assert due(table, {}) == {lobby_slot(table): NOW}


def test_a_series_has_its_deal_and_a_hand_for_each_person(table: Table) -> None:
    hands = {hand_slot(table, person): NOW for person in (ANNA, BORIS, VERA, GLEB)}
    assert due(table, {}) == {deal_slot(table): NOW} | hands


def test_computers_have_no_hand_message() -> None:
    table = begun(ANNA, BOT, BOT, BOT)
    assert set(due(table, {})) == {deal_slot(table), hand_slot(table, ANNA)}


def test_who_cannot_be_reached_gets_no_hand() -> None:
    table = begun()
    blocked = replace(table, seats=lobby_of(ANNA, silent(BORIS), VERA, GLEB).seats)
    assert hand_slot(table, BORIS) not in due(blocked, {})


def test_a_hand_that_stands_is_left_alone_while_its_owner_cannot_be_reached() -> None:
    table = begun()
    blocked = replace(table, seats=lobby_of(ANNA, silent(BORIS), VERA, GLEB).seats)
    stands = standing(hand_slot(table, BORIS), hand_slot(table, ANNA))
    assert hand_slot(table, BORIS) not in due(blocked, stands)
    assert hand_slot(table, ANNA) in due(blocked, stands)


def test_practice_has_one_message() -> None:
    table = begun(ANNA, BOT, BOT, BOT, place=PRIVATE)
    assert due(table, {}) == {deal_slot(table): NOW}
    assert due(lobby_of(place=PRIVATE), {}) == {}


def test_at_the_start_of_a_deal_everybody_sees_their_cards_at_once(table: Table) -> None:
    assert due(table, {})[hand_slot(table, GLEB)] is NOW


def test_who_acts_or_has_acted_is_served_at_once_the_others_soon(table: Table) -> None:
    after = lays(table, KING).table
    urgency = {person: due(after, {})[hand_slot(after, person)] for person in (ANNA, BORIS, VERA, GLEB)}
    assert urgency == {ANNA: NOW, BORIS: NOW, VERA: SOON, GLEB: SOON}


def test_at_the_end_of_a_deal_all_hands_are_right_at_once() -> None:
    dice, table = random.Random(3), begun()
    while not table.results:
        table = moved_on(table, dice).table
    assert {due(table, {})[hand_slot(table, person)] for person in (ANNA, BORIS, VERA, GLEB)} == {NOW}


def test_what_stands_is_looked_at_until_it_is_settled(table: Table) -> None:
    lobby_key = lobby_slot(table)
    assert lobby_key in due(table, standing(lobby_key))
    assert lobby_key not in due(table, standing(lobby_key, settled=True))


def test_a_hand_of_somebody_who_left_is_looked_at_at_once(table: Table) -> None:
    key = hand_slot(table, BORIS)
    assert due(leave(table, BORIS.id).table, standing(key))[key] is NOW
    assert key not in due(leave(table, BORIS.id).table, {})


def test_the_end_of_a_series_has_its_own_message_and_no_new_hands(over: Table) -> None:
    assert due(over, {}) == {deal_slot(over): NOW, end_slot(over): NOW}


def test_a_table_closed_before_its_deal_wants_nothing_new() -> None:
    closed = stop(lobby_of(ANNA), ANNA.id, admin=True).table
    assert due(closed, {}) == {}
    assert due(closed, standing(lobby_slot(closed))) == {lobby_slot(closed): NOW}


def test_a_lobby_stands_in_its_chat_and_topic_and_speaks_its_language() -> None:
    place = Place(ChatId(-1001234567890), 9)
    table = replace(lobby_of(ANNA, place=place), language="en")
    found = wanted(table, lobby_slot(table))
    assert (found.chat, found.topic, found.settled, found.ring) == (*place, False, "")
    assert found.screen == lobby(table.face(), words("en"))
    assert Sit in does(found.screen)


@pytest.mark.parametrize("phase", [Phase.PLAYING, Phase.OVER, Phase.CLOSED])
def test_a_lobby_settles_without_its_buttons_when_the_series_begins(phase: Phase) -> None:
    table = replace(begun(), phase=phase)
    found = wanted(table, lobby_slot(table))
    assert found.settled
    assert not {Sit, DealNow} & set(does(found.screen))


def test_a_deal_goes_on_in_one_message_until_it_is_over(table: Table) -> None:
    found = wanted(table, deal_slot(table))
    assert (found.chat, found.settled, does(found.screen)) == (YARD.chat, False, [MyCards])
    dice, now = random.Random(3), table
    while not now.results:
        now = moved_on(now, dice).table
    result = wanted(now, deal_slot(now))
    assert (result.settled, does(result.screen)) == (True, [])


def test_a_deal_cut_short_settles(table: Table) -> None:
    closed = stop(table, ANNA.id, admin=True).table
    found = wanted(closed, deal_slot(closed))
    assert (found.settled, does(found.screen)) == (True, [])


def test_the_groups_message_shows_no_hand(table: Table) -> None:
    for key in (deal_slot(table), lobby_slot(table)):
        assert Lay not in does(wanted(table, key).screen)


def test_in_practice_the_table_holds_the_hand_and_its_choices() -> None:
    table = replace(laid_out("KS TS QD JD", "AS 6S 6D 7D", "6H 7H 8H 9C", "7S 8S 8D 9D", holders=(ANNA, BOT, BOT, BOT)))
    alone = replace(table, place=PRIVATE)
    assert Lay in does(wanted(alone, deal_slot(alone)).screen)
    left = replace(alone, seats=lobby_of(BOT, BOT, BOT, BOT).seats)
    assert Lay not in does(wanted(left, deal_slot(left)).screen)


def test_a_hand_is_private_and_speaks_its_owners_language(table: Table) -> None:
    key = hand_slot(table, ANNA)
    russian, english = wanted(table, key), wanted(table, key, "en")
    assert (russian.chat, russian.topic) == (ChatId(int(ANNA.id)), None)
    assert russian.screen != english.screen
    assert Lay in does(english.screen)


def test_only_who_is_on_turn_is_rung(table: Table) -> None:
    after = lays(table, KING).table
    rings = [wanted(after, hand_slot(after, person)).ring for person in (ANNA, BORIS, VERA, GLEB)]
    assert rings == ["", "1.1", "", ""]
    assert wanted(table, hand_slot(table, ANNA)).ring == "1.0"


def test_who_leaves_has_their_hand_blanked_and_may_come_back(table: Table) -> None:
    left = leave(table, ANNA.id).table
    found = wanted(left, hand_slot(table, ANNA))
    assert (found.settled, found.ring) == (False, "")
    assert does(found.screen) == [Back, BackToTable]
    assert "♠" not in found.screen.text


def test_once_somebody_else_has_the_seat_the_leavers_hand_is_closed_for_good(table: Table) -> None:
    taken = sit(leave(table, ANNA.id).table, DASHA, 0).table
    found = wanted(taken, hand_slot(table, ANNA))
    assert (found.settled, does(found.screen)) == (True, [BackToTable])
    assert Lay in does(wanted(taken, hand_slot(table, DASHA)).screen)


def test_who_is_away_is_not_rung_and_has_one_button(table: Table) -> None:
    gone = replace(table, seats=lobby_of(away(ANNA), BORIS, VERA, GLEB).seats)
    found = wanted(gone, hand_slot(table, ANNA))
    assert (found.settled, found.ring, does(found.screen)) == (False, "", [Back, BackToTable])


def test_a_reminder_comes_anew_and_says_that_time_is_running(table: Table) -> None:
    key = hand_slot(table, ANNA)
    first, again = wanted(table, key), want(table, key, nudged="1.0")
    assert again is not None
    assert (first.ring, again.ring) == ("1.0", "1.0+")
    assert first.screen != again.screen
    assert want(table, key, nudged="1.7") == first


def test_at_the_end_of_a_series_hands_are_closed_for_good(over: Table) -> None:
    assert wanted(over, hand_slot(over, ANNA)).settled


def test_the_end_of_a_series_offers_another_one_and_is_said_for_good(over: Table) -> None:
    found = wanted(over, end_slot(over))
    assert (found.settled, does(found.screen)) == (True, [Rematch])


def test_slots_of_different_tables_are_different() -> None:
    one, other = lobby_of(ANNA), replace(lobby_of(ANNA), id=TableId(8))
    assert set(due(one, {})).isdisjoint(due(other, {}))
    assert {key.what for key in due(one, {})} == {What.LOBBY}


def test_the_lobby_of_a_rematch_shows_the_seal_of_the_deal_that_comes_and_the_first_lobby_keeps_its_own(
    over: Table,
) -> None:
    sealed = replace(over, secret=b"2" * 32, promised="1" * 64)
    asked = rematch(sealed, ANNA.id, over.round, b"3" * 32).table
    assert asked.phase is Phase.LOBBY
    first, second = SlotKey(over.id, What.LOBBY, 0), SlotKey(over.id, What.LOBBY, over.round + 1)
    assert commitment_of(b"2" * 32) in wanted(asked, second).screen.text
    assert "1" * 64 not in wanted(asked, second).screen.text
    assert "1" * 64 in wanted(asked, first).screen.text
    played = replace(asked, phase=Phase.PLAYING, secret=b"3" * 32)
    assert "<code>" not in wanted(played, second).screen.text
