"""Hints: who may ask for one, when, and that it is counted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.tables.change import begin_series
from bot.tables.facts import SeatChanged
from bot.tables.habits import Habits
from bot.tables.lobby import add_computer
from bot.tables.model import Table
from bot.tables.playing import count_hint, to_advise
from bot.tables.presses import Hint
from bot.tables.refusals import NoHints, NotSeated, NotUnderWay, Stale
from kozel import Cards, Lead
from tests.tables.build import ANNA, BORIS, DASHA, GLEB, VERA, begun, laid_out, lays, lobby_of


@pytest.fixture
def table() -> Table:
    """Анна leads."""
    return laid_out("KS TS QD JD", "AS 6S 6D 7D", "6H 7H 8H 9H", "7S 8S 8D 9D")


def hint(table: Table) -> Hint:
    return Hint(table.id, table.round, table.moment)


def test_on_turn_one_may_ask_and_it_counts(table: Table) -> None:
    assert to_advise(table, ANNA.id, hint(table)).seat == 0
    change = count_hint(table, ANNA.id, hint(table))
    assert change.table.seats[0].hints == 1
    assert change.facts == (SeatChanged(0, change.table.seats[0]),)
    assert change.table.moment == table.moment


def test_others_do_not_ask_for_it(table: Table) -> None:
    with pytest.raises(Stale):
        to_advise(table, BORIS.id, hint(table))
    with pytest.raises(NotSeated):
        to_advise(table, DASHA.id, hint(table))
    with pytest.raises(NotUnderWay):
        to_advise(lobby_of(ANNA), ANNA.id, hint(table))


def test_an_earlier_moment_gives_none_and_counts_none(table: Table) -> None:
    asked = hint(table)
    later = lays(table, Lead(Cards.parse("KS"))).table
    with pytest.raises(Stale):
        count_hint(later, ANNA.id, asked)
    with pytest.raises(Stale):
        to_advise(later, ANNA.id, replace(asked, moment=later.moment))


def test_a_chat_may_play_without(table: Table) -> None:
    without = replace(table, habits=Habits(hints=False))
    assert not without.face().hints
    with pytest.raises(NoHints):
        count_hint(without, ANNA.id, hint(without))


def test_a_new_series_counts_from_nothing() -> None:
    table = begun(ANNA, BORIS, VERA, GLEB)
    helped = count_hint(table, ANNA.id, hint(table)).table if table.deal and table.deal.turn == 0 else table
    seats = tuple(replace(held, hints=2) for held in helped.seats)
    assert all(held.hints == 0 for held in begin_series(replace(helped, seats=seats), b"x").table.seats)


def test_a_computer_that_sits_down_has_the_level_that_the_chat_has_chosen() -> None:
    table = replace(lobby_of(ANNA), habits=Habits(level="master"))
    assert [held.computer for held in add_computer(table).table.seats] == [None, "master", None, None]
