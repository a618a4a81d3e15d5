"""To leave a table, and to stop it."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.tables.absence import come_back
from bot.tables.ending import keep, leave, needed, rematch, stop, votes
from bot.tables.facts import SeatChanged, SeriesEnded
from bot.tables.habits import COMPUTER, Habits, WhoStops
from bot.tables.lobby import sit
from bot.tables.model import ChatId, Phase, Place, Seat, Table
from bot.tables.playing import computers_choice
from bot.tables.refusals import AlreadySeated, MayNotStop, NotSeated, NotUnderWay, SideFull, Stale
from kozel import Cards, Deal, seat_view
from tests.tables.build import (
    ANNA,
    BORIS,
    BOT,
    DASHA,
    GLEB,
    VERA,
    Holder,
    away,
    begun,
    lobby_of,
    moved_on,
    replayed,
    same,
    to_the_goats,
)

STOPPED = SeriesEnded(None, eggs=False)


def deal_of(table: Table) -> Deal:
    assert table.deal is not None
    return table.deal


@pytest.fixture(scope="module")
def over() -> Table:
    return to_the_goats(begun(), random.Random(1))[0]


def test_before_the_deal_leaving_frees_the_seat() -> None:
    change = leave(lobby_of(ANNA, BORIS), BORIS.id)
    assert change.table.seats[1].free
    assert change.table.phase is Phase.LOBBY


def test_in_a_series_a_computer_takes_over_and_the_seat_remembers_who_left() -> None:
    table = begun()
    change = leave(table, BORIS.id)
    assert change.facts == (SeatChanged(1, Seat(computer=COMPUTER, left=BORIS.id)),)
    assert (change.table.phase, change.table.deal) == (Phase.PLAYING, table.deal)


def test_the_computer_does_not_get_the_chosen_cards() -> None:
    table = begun()
    chosen = replace(table, seats=(replace(table.seats[0], chosen=Cards.parse("KS")), *table.seats[1:]))
    assert not leave(chosen, ANNA.id).table.seats[0].chosen


def test_when_the_last_person_leaves_the_series_waits() -> None:
    table = begun(ANNA, BOT, BORIS, BOT)
    one_left = leave(table, ANNA.id)
    assert not one_left.table.waits
    none_left = leave(one_left.table, BORIS.id)
    assert none_left.table.waits
    assert computers_choice(none_left.table, random.Random(1)) is None
    assert same(replayed(table, one_left.facts + none_left.facts), none_left.table)


def test_who_left_may_have_their_seat_back_until_somebody_else_has_it() -> None:
    left = leave(begun(), BORIS.id).table
    assert come_back(left, BORIS).table.seats[1] == Seat(BORIS)
    taken = sit(left, DASHA, 1).table
    assert taken.seats[1] == Seat(DASHA)
    assert seat_view(deal_of(taken), 1).hand == seat_view(deal_of(left), 1).hand, "the hand passes on"
    with pytest.raises(NotSeated):
        come_back(taken, BORIS)


def test_a_seat_is_taken_from_a_computer_first_then_from_who_left_then_from_who_is_away() -> None:
    table = replace(begun(), seats=(away(ANNA), Seat(BORIS), Seat(computer=COMPUTER, left=VERA.id), Seat(GLEB)))
    assert sit(table, DASHA, 0).table.seats[2].person == DASHA
    assert sit(replace(table, seats=(table.seats[0], *begun().seats[1:])), DASHA, 0).table.seats[0] == Seat(DASHA)
    with pytest.raises(SideFull):
        sit(table, DASHA, 1)


def test_who_left_gets_their_own_seat_before_any_other() -> None:
    table = leave(begun(BOT, BORIS, VERA, GLEB), VERA.id).table
    assert sit(table, VERA, 0).table.seats[2] == Seat(VERA)
    assert sit(table, DASHA, 0).table.seats[0] == Seat(DASHA)


def test_who_left_sees_no_other_hand() -> None:
    left = leave(begun(ANNA, BOT, BORIS, BOT), ANNA.id).table
    with pytest.raises(SideFull) as refusal:
        sit(left, ANNA, 1)
    assert not refusal.value.table_full
    assert sit(left, DASHA, 1).table.seats[1] == Seat(DASHA)
    back = sit(left, ANNA, 0).table
    assert back.seats[0] == Seat(ANNA)
    with pytest.raises(SideFull):
        sit(leave(back, ANNA.id).table, ANNA, 1)


def test_nobody_takes_a_second_seat() -> None:
    with pytest.raises(AlreadySeated):
        sit(begun(ANNA, BOT, BORIS, BOT), ANNA, 1)


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


def test_a_series_is_stopped_when_more_than_half_of_its_people_say_so() -> None:
    first = stop(begun(), BORIS.id, admin=False)
    assert (first.table.phase, votes(first.table), needed(first.table)) == (Phase.PLAYING, 1, 3)
    again = stop(first.table, BORIS.id, admin=False)
    assert votes(again.table) == 1, "nobody has two votes"
    second = stop(again.table, VERA.id, admin=False)
    third = stop(second.table, GLEB.id, admin=False)
    assert (third.table.phase, third.facts[-1]) == (Phase.CLOSED, STOPPED)


@pytest.mark.parametrize(
    ("holders", "number"), [((ANNA, BOT, BOT, BOT), 1), ((ANNA, BORIS, BOT, BOT), 2), ((ANNA, BORIS, VERA, BOT), 2)]
)
def test_of_fewer_people_fewer_are_needed_and_of_one_one(holders: tuple[Holder, ...], number: int) -> None:
    assert needed(begun(*holders)) == number


def test_who_is_away_is_not_waited_for() -> None:
    table = replace(begun(), seats=(Seat(ANNA), away(BORIS), away(VERA), away(GLEB)))
    assert stop(table, ANNA.id, admin=False).table.phase is Phase.CLOSED


def test_where_too_many_want_to_play_on_all_votes_are_off() -> None:
    table = stop(begun(ANNA, BORIS, BOT, BOT), ANNA.id, admin=False).table
    kept = keep(table, BORIS.id, admin=False)
    assert all(held.stops is None for held in kept.table.seats)
    assert same(replayed(table, kept.facts), kept.table)


def test_one_who_wants_to_play_on_does_not_outvote_three() -> None:
    table = stop(begun(), ANNA.id, admin=False).table
    table = keep(table, BORIS.id, admin=False).table
    assert votes(table) == 1
    assert votes(keep(table, VERA.id, admin=False).table) == 0


def test_as_the_chat_likes_it_anyone_or_only_admins_stop() -> None:
    anyone = replace(begun(), habits=Habits(stopping=WhoStops.ANYONE))
    assert stop(anyone, BORIS.id, admin=False).table.phase is Phase.CLOSED
    admins = replace(begun(), habits=Habits(stopping=WhoStops.ADMINS))
    with pytest.raises(MayNotStop) as refused:
        stop(admins, BORIS.id, admin=False)
    assert refused.value.admins_only
    assert stop(admins, DASHA.id, admin=True).table.phase is Phase.CLOSED


def test_a_question_about_an_older_series_stops_nothing(over: Table) -> None:
    stages = [lobby_of(ANNA, BORIS, VERA, GLEB).stage, replace(over, phase=Phase.PLAYING).stage]
    again = rematch(over, ANNA.id, over.round, b"2").table
    assert again.stage not in stages
    for ask in (stop, keep):
        with pytest.raises(Stale):
            ask(again, ANNA.id, admin=True, stage=stages[-1])
    with pytest.raises(Stale):
        leave(again, ANNA.id, stages[-1])


def test_where_any_player_may_close_the_first_answer_settles_it() -> None:
    table = replace(begun(), habits=Habits(stopping=WhoStops.ANYONE))
    kept = keep(table, ANNA.id, admin=False).table
    assert [held.stops for held in kept.seats] == [None] * 4
    assert kept.live


def test_a_series_keeps_its_stage_from_deal_to_deal() -> None:
    dice, table = random.Random(2), begun()
    first = table.stage
    while table.phase is Phase.PLAYING:
        assert table.stage == first
        table = moved_on(table, dice).table
    assert table.round > 2
    assert table.stage == first


def test_an_admin_who_does_not_sit_may_stop_it_too() -> None:
    assert stop(begun(), DASHA.id, admin=True).table.phase is Phase.CLOSED


def test_a_stranger_may_not_stop_it() -> None:
    for table in (lobby_of(ANNA), begun()):
        with pytest.raises(MayNotStop):
            stop(table, DASHA.id, admin=False)


def test_a_lobby_is_closed_without_a_series_to_end() -> None:
    change = stop(lobby_of(ANNA), DASHA.id, admin=True)
    assert (change.table.phase, change.facts) == (Phase.CLOSED, ())
    assert stop(lobby_of(ANNA), ANNA.id, admin=False).table.phase is Phase.CLOSED


def test_what_is_over_cannot_be_stopped(over: Table) -> None:
    with pytest.raises(NotUnderWay):
        stop(over, ANNA.id, admin=True)


def test_between_deals_a_series_can_be_left_and_stopped(over: Table) -> None:
    between = replace(over, phase=Phase.PLAYING)
    assert leave(between, ANNA.id).table.seats[0].computer == COMPUTER
    assert stop(between, ANNA.id, admin=True).table.phase is Phase.CLOSED
