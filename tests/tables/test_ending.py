"""To leave a table, and to stop it."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.tables.ending import leave, stop
from bot.tables.facts import SeatChanged, SeriesEnded
from bot.tables.lobby import COMPUTER
from bot.tables.model import ChatId, Phase, Place, Seat, Table
from bot.tables.refusals import MayNotStop, NotSeated, NotUnderWay
from kozel import Cards
from tests.tables.build import ANNA, BORIS, BOT, DASHA, begun, lobby_of, replayed, same, to_the_goats

STOPPED = SeriesEnded(None, eggs=False)


@pytest.fixture(scope="module")
def over() -> Table:
    return to_the_goats(begun(), random.Random(1))[0]


def test_before_the_deal_leaving_frees_the_seat() -> None:
    change = leave(lobby_of(ANNA, BORIS), BORIS.id)
    assert change.table.seats[1].free
    assert change.table.phase is Phase.LOBBY


def test_in_a_series_a_computer_takes_over() -> None:
    table = begun()
    change = leave(table, BORIS.id)
    assert change.facts == (SeatChanged(1, Seat(computer=COMPUTER)),)
    assert (change.table.phase, change.table.deal) == (Phase.PLAYING, table.deal)


def test_the_computer_does_not_get_the_chosen_cards() -> None:
    table = begun()
    chosen = replace(table, seats=(replace(table.seats[0], chosen=Cards.parse("KS")), *table.seats[1:]))
    assert leave(chosen, ANNA.id).table.seats[0] == Seat(computer=COMPUTER)


def test_the_last_person_to_leave_a_series_closes_the_table() -> None:
    table = begun(ANNA, BOT, BORIS, BOT)
    one_left = leave(table, ANNA.id)
    assert one_left.table.live
    none_left = leave(one_left.table, BORIS.id)
    assert none_left.table.phase is Phase.CLOSED
    assert none_left.facts[-1] == STOPPED
    assert same(replayed(table, one_left.facts + none_left.facts), none_left.table)


def test_who_leaves_practice_closes_it() -> None:
    table = begun(ANNA, BOT, BOT, BOT, place=Place(ChatId(int(ANNA.id))))
    assert leave(table, ANNA.id).table.phase is Phase.CLOSED


def test_a_stranger_cannot_leave() -> None:
    for table in (lobby_of(ANNA), begun()):
        with pytest.raises(NotSeated):
            leave(table, DASHA.id)


def test_nobody_leaves_a_table_that_is_over_or_closed(over: Table) -> None:
    for table in (over, replace(over, phase=Phase.CLOSED)):
        with pytest.raises(NotUnderWay):
            leave(table, ANNA.id)


def test_whoever_sits_may_stop_a_series() -> None:
    change = stop(begun(), BORIS.id, admin=False)
    assert (change.table.phase, change.facts) == (Phase.CLOSED, (STOPPED,))


def test_an_admin_who_does_not_sit_may_stop_it_too() -> None:
    assert stop(begun(), DASHA.id, admin=True).table.phase is Phase.CLOSED


def test_a_stranger_may_not_stop_it() -> None:
    for table in (lobby_of(ANNA), begun()):
        with pytest.raises(MayNotStop):
            stop(table, DASHA.id, admin=False)


def test_a_lobby_is_closed_without_a_series_to_end() -> None:
    change = stop(lobby_of(ANNA), ANNA.id, admin=False)
    assert (change.table.phase, change.facts) == (Phase.CLOSED, ())


def test_what_is_over_cannot_be_stopped(over: Table) -> None:
    with pytest.raises(NotUnderWay):
        stop(over, ANNA.id, admin=True)


def test_between_deals_a_series_can_be_left_and_stopped(over: Table) -> None:
    between = replace(over, phase=Phase.PLAYING)
    assert leave(between, ANNA.id).table.seats[0].computer == COMPUTER
    assert stop(between, ANNA.id, admin=False).table.phase is Phase.CLOSED
