"""When somebody is not there: their time is up, they are away, they come back, or nobody is left."""

from __future__ import annotations

import random
from dataclasses import replace

from bot.tables.change import Change, play
from bot.tables.facts import SeatChanged, SeriesEnded
from bot.tables.model import STAND_IN, Person, PersonId, Phase, Seat, Table
from bot.tables.refusals import AlreadySeated, NotSeated, SideFull, Stale, UnderWay
from kozel import PLAYERS, seat_view


def time_out(table: Table, turn: str, dice: random.Random) -> Change:
    """The time of the person on ``turn`` is up: what a computer would do is done for them, and they have missed it.

    Raises:
        Stale: it is not that turn.
    """
    if turn != table.turn or table.deal is None or table.deal.turn is None:
        raise Stale
    seat = table.deal.turn
    action = PLAYERS[STAND_IN](seat_view(table.deal, seat), dice)
    assert action is not None, "on its turn a computer never waits"
    change = play(table, seat, action, None)
    held = change.table.seats[seat]
    return _with_seat(change, seat, replace(held, missed=held.missed + 1))


def come_back(table: Table, person: Person) -> Change:
    """``person`` plays again themselves, or takes the seat again that they left to a computer in this series.

    Raises:
        Stale: they play already.
        NotSeated: somebody else has their seat, or the series is over.
    """
    if table.phase is not Phase.PLAYING:
        raise NotSeated
    seat = table.seat_of(person.id)
    if seat is not None:
        if not table.seats[seat].missed:
            raise Stale
        return _with_seat(Change(table), seat, replace(table.seats[seat], missed=0))
    left = next((number for number, held in enumerate(table.seats) if held.left == person.id), None)
    if left is None:
        raise NotSeated
    return _with_seat(Change(table), left, Seat(person))


def take_over(table: Table, person: Person, side: int) -> Change:
    """``person`` takes a seat of ``side`` in a series under way, and the hand in it, from a computer.

    Who left a seat has seen the cards in it, so they get that one or none. For others a computer's comes first, then
    one that somebody left, then one of somebody away.

    Raises:
        AlreadySeated, SideFull, UnderWay: as they say; UnderWay in practice, SideFull where their own seat is not.
    """
    if table.practice:
        raise UnderWay
    if table.seat_of(person.id) is not None:
        raise AlreadySeated

    def rank(seat: int) -> int:
        held = table.seats[seat]
        return 0 if held.left == person.id else 3 if held.person else 2 if held.left else 1

    left = any(held.left == person.id and number % 2 != side for number, held in enumerate(table.seats))
    played = [number for number, held in enumerate(table.seats) if held.level is not None and number % 2 == side]
    if left or not played:
        raise SideFull(table_full=all(held.present for held in table.seats))
    return _with_seat(Change(table), min(played, key=rank), Seat(person))


def depart(table: Table, person: PersonId) -> Change:
    """``person`` leaves a series under way: a computer plays on, and they may have their seat back.

    The series waits where nobody is left; practice is closed.

    Raises:
        NotSeated: they hold no seat.
    """
    seat = table.seat_of(person)
    if seat is None:
        raise NotSeated
    change = _with_seat(Change(table), seat, Seat(computer=STAND_IN, left=person))
    if not table.practice:
        return change
    closed = replace(change.table, phase=Phase.CLOSED)
    return Change(closed, (*change.facts, SeriesEnded(None, eggs=False)))


def close_unattended(table: Table) -> Change:
    """Nobody has come for too long: the table is closed, a lobby as well as a series that waits.

    Raises:
        Stale: somebody plays here.
    """
    if table.phase is not Phase.LOBBY and not table.waits:
        raise Stale
    facts = (SeriesEnded(None, eggs=False),) if table.phase is Phase.PLAYING else ()
    return Change(replace(table, phase=Phase.CLOSED), facts)


def _with_seat(change: Change, seat: int, holder: Seat) -> Change:
    table = change.table
    seats = (*table.seats[:seat], holder, *table.seats[seat + 1 :])
    return change._replace(table=replace(table, seats=seats), facts=(*change.facts, SeatChanged(seat, holder)))
