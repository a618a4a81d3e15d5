"""When somebody is not there: time that is up, being away, coming back, nobody at all."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.tables.absence import close_unattended, come_back, time_out
from bot.tables.facts import Played, SeriesEnded
from bot.tables.habits import OFF, Habits
from bot.tables.model import STAND_IN, ChatId, Phase, Place, Seat, Table
from bot.tables.playing import computers_choice
from bot.tables.refusals import NotSeated, Stale
from bot.tables.waits import Kind, Limits, Wait, wait_of
from kozel import PLAYERS, Cards, Lead, seat_view
from tests.tables.build import (
    ANNA,
    BORIS,
    BOT,
    DASHA,
    GLEB,
    away,
    begun,
    laid_out,
    lays,
    lobby_of,
    replayed,
    same,
)

HANDS = ("KS TS QD JD", "6S 7S 8D 9S", "6H 7H 8H 9C", "6D 7D 8S 9D")
LIMITS = Limits()


@pytest.fixture
def table() -> Table:
    """Anna leads."""
    return laid_out(*HANDS)


def turn_of(table: Table) -> str:
    assert table.turn is not None
    return table.turn


def timed_out(table: Table) -> Table:
    return time_out(table, turn_of(table), random.Random(1)).table


def test_when_time_is_up_the_greedy_computers_play_is_made(table: Table) -> None:
    change = time_out(table, "1.0", random.Random(1))
    assert table.deal is not None
    played = next(fact for fact in change.facts if isinstance(fact, Played))
    assert played.action == PLAYERS[STAND_IN](seat_view(table.deal, 0), random.Random(1))
    assert (played.seat, played.by) == (0, None)
    assert change.table.seats[0] == Seat(ANNA, missed=1)
    assert same(replayed(table, change.facts), change.table)


def test_what_was_ticked_is_not_laid_by_the_clock(table: Table) -> None:
    ticked = replace(table, seats=(replace(table.seats[0], chosen=Cards.parse("KS")), *table.seats[1:]))
    assert not timed_out(ticked).seats[0].chosen


def test_the_time_of_another_turn_does_nothing(table: Table) -> None:
    after = lays(table, Lead(Cards.parse("KS"))).table
    for turn in ("1.0", "1.2", "2.1", ""):
        with pytest.raises(Stale):
            time_out(after, turn, random.Random(1))


def test_two_turns_missed_in_a_row_make_somebody_away(table: Table) -> None:
    once = replace(table, seats=(Seat(ANNA, missed=1), *table.seats[1:]))
    assert once.seats[0].present
    twice = timed_out(once)
    assert twice.seats[0].away
    assert twice.seats[0].level == STAND_IN


def test_a_turn_played_between_begins_the_count_anew(table: Table) -> None:
    once = replace(table, seats=(Seat(ANNA, missed=1), *table.seats[1:]))
    assert lays(once, Lead(Cards.parse("KS"))).table.seats[0].missed == 0


def test_a_play_of_others_changes_nothing_about_who_was_late(table: Table) -> None:
    late = replace(table, seats=(*table.seats[:3], Seat(GLEB, missed=1)))
    assert lays(late, Lead(Cards.parse("KS"))).table.seats[3].missed == 1


def test_a_computer_plays_for_who_is_away_and_nobodys_time_runs(table: Table) -> None:
    gone = replace(table, seats=(away(ANNA), *table.seats[1:]))
    chosen = computers_choice(gone, random.Random(1))
    assert chosen is not None
    assert chosen[0] == 0
    assert gone.turn is None
    assert wait_of(gone, LIMITS) is None


def test_who_comes_back_plays_at_once(table: Table) -> None:
    gone = replace(table, seats=(away(ANNA), *table.seats[1:]))
    change = come_back(gone, ANNA)
    assert change.table.seats[0] == Seat(ANNA)
    assert change.table.turn == "1.0"
    assert computers_choice(change.table, random.Random(1)) is None
    assert same(replayed(gone, change.facts), change.table)


def test_who_is_there_cannot_come_back_nor_can_a_stranger(table: Table) -> None:
    with pytest.raises(Stale):
        come_back(table, ANNA)
    with pytest.raises(NotSeated):
        come_back(table, DASHA)
    with pytest.raises(NotSeated):
        come_back(replace(table, seats=lobby_of(away(ANNA)).seats, phase=Phase.OVER), ANNA)


def test_a_button_to_play_of_somebody_away_brings_them_back(table: Table) -> None:
    gone = replace(table, seats=(away(ANNA), *table.seats[1:]))
    assert lays(gone, Lead(Cards.parse("KS"))).table.seats[0] == Seat(ANNA)


def test_a_series_without_people_waits_and_is_closed_as_not_finished() -> None:
    table = begun(ANNA, BOT, BOT, BOT)
    for holder in (Seat(computer="greedy"), away(ANNA)):
        empty = replace(table, seats=(holder, *table.seats[1:]))
        assert computers_choice(empty, random.Random(1)) is None
        assert wait_of(empty, LIMITS) == Wait(Kind.ANYBODY, "", 86400)
        change = close_unattended(empty)
        assert (change.table.phase, change.facts) == (Phase.CLOSED, (SeriesEnded(None, eggs=False),))


def test_a_series_with_people_is_not_closed_nor_one_that_is_over() -> None:
    for table in (begun(), replace(begun(), phase=Phase.OVER), replace(begun(), phase=Phase.CLOSED)):
        with pytest.raises(Stale):
            close_unattended(table)


def test_a_turn_takes_what_the_chat_has_chosen_else_what_the_host_says(table: Table) -> None:
    assert wait_of(table, LIMITS) == Wait(Kind.TURN, "1.0", 120)
    assert wait_of(replace(table, habits=Habits(turn=30)), LIMITS) == Wait(Kind.TURN, "1.0", 30)
    assert wait_of(replace(table, habits=Habits(turn=OFF)), LIMITS) is None
    assert wait_of(table, Limits(turn=OFF)) is None


def test_a_lobby_waits_an_hour_from_its_last_change() -> None:
    wait = wait_of(lobby_of(ANNA), LIMITS)
    assert wait is not None
    assert (wait.kind, wait.seconds) == (Kind.LOBBY, 3600)
    assert wait_of(replace(lobby_of(ANNA, BORIS), version=2), LIMITS) != wait
    closed = close_unattended(lobby_of(ANNA))
    assert (closed.table.phase, closed.facts) == (Phase.CLOSED, ())


def test_nobody_is_hurried_in_practice_nor_between_deals(table: Table) -> None:
    alone = Place(ChatId(int(ANNA.id)))
    assert wait_of(replace(begun(ANNA, BOT, BOT, BOT), place=alone), LIMITS) is None
    assert wait_of(lobby_of(place=alone), LIMITS) is None
    assert wait_of(replace(table, phase=Phase.OVER), LIMITS) is None
    now, people = begun(), begun().seats
    while not now.results:
        now = replace(timed_out(now), seats=people)
    assert wait_of(now, LIMITS) is None
