"""Before the deal: who sits where."""

from __future__ import annotations

from functools import partial

import pytest

from bot.tables.facts import Noted, SeatChanged
from bot.tables.habits import COMPUTER, LEVELS
from bot.tables.lobby import (
    add_computer,
    deal,
    remove_computer,
    seat_computer,
    set_level,
    sit,
    stand,
    unseat_computer,
)
from bot.tables.model import ChatId, Person, Place, Seat, Table
from bot.tables.refusals import (
    AlreadySeated,
    NoComputerHere,
    NotReachable,
    NotSeated,
    SeatsFree,
    SideFull,
    SitFirst,
    Stale,
    TableRefusal,
    UnderWay,
)
from kozel import PLAYERS
from tests.tables.build import ANNA, BORIS, BOT, DASHA, FREE, GLEB, VERA, begun, lobby_of, replayed, same, silent


def names(table: Table) -> list[str]:
    return [held.person.name if held.person else held.computer or "—" for held in table.seats]


@pytest.mark.parametrize(("side", "seat"), [(0, 0), (1, 1)])
def test_one_sits_on_the_first_seat_of_the_side(side: int, seat: int) -> None:
    change = sit(lobby_of(), ANNA, side)
    assert change.table.seat_of(ANNA.id) == seat
    assert change.facts == (SeatChanged(seat, Seat(ANNA)), Noted(1, f"{seat} sit"))


def test_the_second_of_a_side_sits_opposite() -> None:
    assert sit(lobby_of(ANNA), VERA, 0).table.seat_of(VERA.id) == 2


def test_to_the_other_side_one_moves_over() -> None:
    change = sit(lobby_of(ANNA, BORIS), ANNA, 1)
    assert names(change.table) == ["—", "Борис", "—", "Аня"]
    assert same(replayed(lobby_of(ANNA, BORIS), change.facts), change.table)


def test_who_moves_over_leaves_the_old_seat_first() -> None:
    facts = sit(lobby_of(ANNA), ANNA, 1).facts
    assert [fact for fact in facts if isinstance(fact, SeatChanged)] == [
        SeatChanged(0, Seat()),
        SeatChanged(1, Seat(ANNA)),
    ]


def test_a_free_seat_comes_before_a_computers() -> None:
    assert names(sit(lobby_of(BOT), ANNA, 0).table) == [COMPUTER, "—", "Аня", "—"]


def test_a_person_takes_a_computers_seat() -> None:
    assert names(sit(lobby_of(BOT, BOT, BOT, BOT), ANNA, 1).table) == [COMPUTER, "Аня", COMPUTER, COMPUTER]


def test_somebody_moves_over_to_a_computers_seat() -> None:
    assert names(sit(lobby_of(ANNA, BOT, BOT, BOT), ANNA, 1).table) == ["—", "Аня", COMPUTER, COMPUTER]


@pytest.mark.parametrize(
    ("table", "person", "side", "refusal"),
    [
        (lobby_of(ANNA), ANNA, 0, AlreadySeated()),
        (lobby_of(ANNA, FREE, VERA), BORIS, 0, SideFull(table_full=False)),
        (lobby_of(ANNA, BORIS, VERA), BORIS, 0, SideFull(table_full=False)),
        (lobby_of(ANNA, BORIS, VERA, BOT), DASHA, 0, SideFull(table_full=False)),
        (lobby_of(ANNA, BORIS, VERA, GLEB), DASHA, 0, SideFull(table_full=True)),
        (lobby_of(), ANNA, 2, Stale()),
        (begun(), DASHA, 0, SideFull(table_full=True)),
        (begun(ANNA, BOT, BOT, BORIS), DASHA, 2, Stale()),
        (begun(ANNA, BOT, BOT, BOT, place=Place(ChatId(1))), DASHA, 1, UnderWay()),
    ],
)
def test_one_cannot_sit(table: Table, person: Person, side: int, refusal: TableRefusal) -> None:
    with pytest.raises(type(refusal)) as raised:
        sit(table, person, side)
    assert raised.value == refusal


def test_whoever_stands_frees_the_seat() -> None:
    change = stand(lobby_of(ANNA, BORIS), BORIS.id)
    assert names(change.table) == ["Аня", "—", "—", "—"]
    assert change.facts == (SeatChanged(1, Seat()), Noted(1, "1 free"))


def test_only_the_seated_can_stand() -> None:
    with pytest.raises(NotSeated):
        stand(lobby_of(ANNA), BORIS.id)


def test_computers_take_free_seats_in_order() -> None:
    table = add_computer(lobby_of(ANNA, FREE, VERA)).table
    assert names(add_computer(table).table) == ["Аня", COMPUTER, "Вера", COMPUTER]


def test_at_a_full_table_there_is_no_seat_for_a_computer() -> None:
    with pytest.raises(SideFull) as raised:
        add_computer(lobby_of(ANNA, BOT, BOT, BOT))
    assert raised.value.table_full


def test_the_computer_on_the_last_seat_goes_first() -> None:
    assert names(remove_computer(lobby_of(BOT, ANNA, BOT, BORIS)).table) == [COMPUTER, "Аня", "—", "Борис"]


def test_without_a_computer_none_can_go() -> None:
    with pytest.raises(NoComputerHere):
        remove_computer(lobby_of(ANNA))


def test_the_deal_needs_somebody_seated_to_ask_for_it() -> None:
    with pytest.raises(NotSeated):
        deal(lobby_of(ANNA, BOT, BOT, BOT), BORIS.id, b"1")


def test_the_deal_needs_four_seats() -> None:
    with pytest.raises(SeatsFree) as raised:
        deal(lobby_of(ANNA, BORIS, VERA), ANNA.id, b"1")
    assert raised.value.free == 1


def test_the_deal_waits_for_people_who_cannot_be_reached_yet() -> None:
    with pytest.raises(NotReachable) as raised:
        deal(lobby_of(ANNA, silent(BORIS), VERA, silent(GLEB)), ANNA.id, b"1")
    assert raised.value.people == (silent(BORIS), silent(GLEB))


def test_in_a_series_nobody_changes_seats() -> None:
    table = begun(ANNA, BORIS, VERA, BOT)
    for use_case in (
        partial(stand, person=ANNA.id),
        add_computer,
        remove_computer,
        partial(deal, person=ANNA.id, seed=b"1"),
    ):
        with pytest.raises(UnderWay):
            use_case(table)


def test_where_people_sit_only_they_choose_the_computers() -> None:
    for use_case in (seat_computer, unseat_computer, partial(set_level, seat=1, level="novice")):
        with pytest.raises(SitFirst):
            use_case(lobby_of(ANNA, BOT), DASHA.id)
        assert use_case(lobby_of(ANNA, BOT), ANNA.id).facts
        assert use_case(lobby_of(BOT, BOT), DASHA.id).facts, "where nobody sits, anybody"


def test_a_computer_plays_at_the_level_that_was_chosen_and_the_next_one_too() -> None:
    change = set_level(lobby_of(ANNA, BOT), ANNA.id, 1, "master")
    assert change.table.seats[1] == Seat(computer="master")
    assert SeatChanged(1, Seat(computer="master")) in change.facts
    assert add_computer(change.table).table.seats[2] == Seat(computer="master")
    assert set(LEVELS) <= set(PLAYERS)


@pytest.mark.parametrize(("seat", "level"), [(1, COMPUTER), (1, "champion"), (7, "novice")])
def test_a_level_that_is_there_already_or_is_none_is_stale(seat: int, level: str) -> None:
    with pytest.raises(Stale):
        set_level(lobby_of(ANNA, BOT), ANNA.id, seat, level)


def test_a_level_is_a_computers_and_chosen_before_the_deal() -> None:
    with pytest.raises(NoComputerHere):
        set_level(lobby_of(ANNA, BOT), ANNA.id, 0, "master")
    with pytest.raises(UnderWay):
        set_level(begun(ANNA, BOT, BOT, BOT), ANNA.id, 1, "master")
