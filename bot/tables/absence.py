"""When somebody is not there: their time is up, they are away, they come back, or nobody is left."""

from __future__ import annotations

import random
from dataclasses import replace

from bot.tables.change import Change, play
from bot.tables.facts import SeatChanged, SeriesEnded
from bot.tables.model import STAND_IN, PersonId, Phase, Seat, Table
from bot.tables.refusals import NotSeated, Stale
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


def come_back(table: Table, person: PersonId) -> Change:
    """``person`` plays again themselves, or takes the seat again that they left to a computer in this series.

    Raises:
        Stale: they play already.
        NotSeated: somebody else has their seat, or the series is over.
    """
    if table.phase is not Phase.PLAYING:
        raise NotSeated
    seat = table.seat_of(person)
    if seat is None or not table.seats[seat].missed:
        raise NotSeated if seat is None else Stale
    return _with_seat(Change(table), seat, replace(table.seats[seat], missed=0))


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
