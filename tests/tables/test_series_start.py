"""The first deal of a series, a rematch, practice."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from bot.tables.change import begin_series
from bot.tables.ending import rematch
from bot.tables.facts import DealBegun, Noted, SeriesBegun
from bot.tables.lobby import choose_game, deal, give_up_asking, practise, sit
from bot.tables.model import ChatId, Person, Phase, Place, SeriesId, Table
from bot.tables.refusals import AlreadySeated, NotReachable, NotSeated, SideFull, Stale, StillAsked, UnderWay
from bot.tables.waits import Kind, Limits, Wait, wait_of
from kozel import SIX, Dealt, Series, TrumpShown
from tests.tables.build import (
    ANNA,
    BORIS,
    BOT,
    DASHA,
    FREE,
    GLEB,
    VERA,
    begun,
    lobby_of,
    people_at,
    replayed,
    same,
    silent,
    to_the_goats,
)

PRIVATE = Place(ChatId(int(ANNA.id)))


@pytest.fixture(scope="module")
def over() -> Table:
    """A table at the end of its first series."""
    return to_the_goats(begun(), random.Random(1))[0]


def dealing_of(table: Table) -> tuple[int, int, tuple[str, ...]]:
    assert table.deal is not None
    dealing = table.deal.dealing
    return dealing.dealer, dealing.leader, tuple(map(str, dealing.deck))


def test_the_dealer_is_drawn_by_lot_and_every_seat_is_as_likely() -> None:
    table = lobby_of(ANNA, BORIS, VERA, GLEB)
    drawn = Counter(dealing_of(begin_series(table, bytes([n, m])).table)[0] for n in range(20) for m in range(20))
    assert set(drawn) == {0, 1, 2, 3}
    assert min(drawn.values()) > 60


def test_who_deals_tells_nothing_of_the_deck() -> None:
    """Drawn from one stream, the dealer would name nine cards of which one is at the bottom."""
    table = lobby_of(ANNA, BORIS, VERA, GLEB)
    begun_ones = [dealing_of(begin_series(table, bytes([n, 7])).table) for n in range(250)]
    at_the_bottom = {deck[-1] for dealer, _, deck in begun_ones if dealer == 0}
    assert len(at_the_bottom) > 20


@pytest.mark.parametrize("seed", [b"1", b"2", b"3", b"4"])
def test_the_seat_left_of_the_dealer_leads(seed: bytes) -> None:
    dealer, leader, _ = dealing_of(begun(seed=seed))
    assert leader == (dealer + 1) % 4


def test_the_same_seed_makes_the_same_series_and_another_one_another() -> None:
    assert dealing_of(begun(seed=b"1")) == dealing_of(begun(seed=b"1"))
    assert dealing_of(begun(seed=b"1")) != dealing_of(begun(seed=b"2"))


def test_the_series_begins_with_its_first_deal() -> None:
    change = deal(lobby_of(ANNA, BORIS, VERA, GLEB), VERA.id, b"1")
    dealt_by, series, first = change.facts
    assert dealt_by == Noted(1, "2 deal")
    assert isinstance(series, SeriesBegun)
    assert isinstance(first, DealBegun)
    assert (first.round, first.number, first.dealing.dealer) == (1, 1, series.dealer)
    assert [type(event) for event in change.events] == [Dealt, TrumpShown]
    assert (change.table.phase, change.table.round, change.table.moment) == (Phase.PLAYING, 1, 0)


def test_what_is_stored_makes_the_first_deal() -> None:
    table = lobby_of(ANNA, BORIS, VERA, GLEB)
    change = deal(table, ANNA.id, b"1")
    assert same(replayed(table, change.facts), change.table)


def answered(table: Table, *people: Person) -> Table:
    """The table after these have said that they play again."""
    for person in people:
        table = rematch(table, person.id, table.round, b"2").table
    return table


def test_a_rematch_asks_the_others_and_begins_when_all_have_said_so(over: Table) -> None:
    asked = rematch(replace(over, series_id=SeriesId(3)), BORIS.id, over.round, b"2")
    assert asked.table.phase is Phase.LOBBY
    assert [held.asked for held in asked.table.seats] == [True, False, True, True]
    assert same(replayed(over, asked.facts), asked.table)
    with pytest.raises(StillAsked):
        deal(asked.table, BORIS.id, b"2")
    waiting = answered(asked.table, ANNA, GLEB)
    assert waiting.phase is Phase.LOBBY
    change = rematch(waiting, VERA.id, over.round, b"2")
    again = change.table
    assert people_at(again) == people_at(over)
    assert (again.round, again.results, again.phase) == (over.round + 1, (), Phase.PLAYING)
    assert again.series == Series.start(over.rules, dealing_of(again)[0])
    assert again.series_id is None  # storage gives the new one its own
    assert same(replayed(waiting, change.facts), again)


def test_with_computers_alone_a_rematch_begins_at_once(over: Table) -> None:
    alone = replace(over, seats=lobby_of(ANNA, BOT, BOT, BOT).seats)
    assert rematch(alone, ANNA.id, over.round, b"2").table.phase is Phase.PLAYING


def test_whoever_does_not_answer_in_time_is_replaced_by_a_free_seat(over: Table) -> None:
    asked = rematch(over, BORIS.id, over.round, b"2").table
    assert wait_of(asked, Limits(rematch=90)) == Wait(Kind.REMATCH, str(asked.stage), 90)
    change = give_up_asking(answered(asked, VERA))
    assert [held.person for held in change.table.seats] == [None, BORIS, VERA, None]
    assert sit(change.table, DASHA, 0).table.seats[0].person == DASHA
    with pytest.raises(Stale):
        give_up_asking(change.table)


def test_one_answers_a_rematch_once_and_a_stranger_not_at_all(over: Table) -> None:
    asked = rematch(over, BORIS.id, over.round, b"2").table
    with pytest.raises(AlreadySeated):
        rematch(asked, BORIS.id, over.round, b"2")
    with pytest.raises(NotSeated):
        rematch(asked, DASHA.id, over.round, b"2")


def test_after_a_series_the_game_stays(over: Table) -> None:
    asked = rematch(over, BORIS.id, over.round, b"2").table
    with pytest.raises(Stale):
        choose_game(asked, BORIS.id, SIX)


def test_a_rematch_is_for_those_who_sit(over: Table) -> None:
    with pytest.raises(NotSeated):
        rematch(over, DASHA.id, over.round, b"2")


def test_a_rematch_of_an_older_series_is_stale(over: Table) -> None:
    with pytest.raises(Stale):
        rematch(over, ANNA.id, over.round - 1, b"2")


def test_a_rematch_comes_once(over: Table) -> None:
    again = answered(over, ANNA, BORIS, VERA, GLEB)
    assert again.phase is Phase.PLAYING
    with pytest.raises(Stale):
        rematch(again, ANNA.id, over.round, b"3")


def test_a_rematch_waits_for_people_who_cannot_be_reached(over: Table) -> None:
    blocked = replace(over, seats=lobby_of(ANNA, silent(BORIS), VERA, GLEB).seats)
    waiting = answered(blocked, ANNA, BORIS, VERA, GLEB)
    assert waiting.phase is Phase.LOBBY
    with pytest.raises(NotReachable):
        deal(waiting, ANNA.id, b"2")
    reached = replace(waiting, seats=lobby_of(ANNA, BORIS, VERA, GLEB).seats)
    assert deal(reached, ANNA.id, b"2").table.phase is Phase.PLAYING


def test_at_a_table_that_is_over_nobody_sits_down(over: Table) -> None:
    with pytest.raises(Stale):
        deal(over, ANNA.id, b"2")


def test_practice_is_one_person_and_three_computers_at_once() -> None:
    table = lobby_of(place=PRIVATE)
    change = practise(table, ANNA, b"1")
    assert people_at(change.table) == [ANNA]
    assert sum(held.computer is not None for held in change.table.seats) == 3
    assert change.table.practice
    assert change.table.phase is Phase.PLAYING
    assert same(replayed(table, change.facts), change.table)


@pytest.mark.parametrize("before", [(ANNA,), (FREE, ANNA), (BOT, BOT, ANNA, BOT)])
def test_practice_goes_on_from_a_lobby_that_was_cut_off(before: tuple[object, ...]) -> None:
    table = lobby_of(*before, place=PRIVATE)  # type: ignore[arg-type]
    change = practise(table, ANNA, b"1")
    assert people_at(change.table) == [ANNA]
    assert same(replayed(table, change.facts), change.table)


def test_practice_begins_once() -> None:
    with pytest.raises(UnderWay):
        practise(begun(ANNA, BOT, BOT, BOT, place=PRIVATE), ANNA, b"2")


def test_practice_needs_a_seat() -> None:
    with pytest.raises(SideFull):
        practise(lobby_of(BORIS, FREE, VERA, place=PRIVATE), ANNA, b"1")
