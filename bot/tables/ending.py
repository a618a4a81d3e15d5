"""Leave a table, stop it, play another series at it."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.absence import depart
from bot.tables.change import Change, begin_series, noted
from bot.tables.facts import SeatChanged, SeriesEnded
from bot.tables.habits import WhoStops
from bot.tables.lobby import stand
from bot.tables.model import PersonId, Phase, Table
from bot.tables.refusals import MayNotStop, NotReachable, NotSeated, NotUnderWay, Stale


def leave(table: Table, person: PersonId, stage: int | None = None) -> Change:
    """``person`` leaves. In the lobby their seat is free then; in a series a computer takes over.

    A series that everybody left waits; the practice that its player left is closed.

    Raises:
        Stale: they were asked of another lobby or series than ``stage``.
        NotSeated, NotUnderWay: as they say.
    """
    _check_asked(table, stage)
    return stand(table, person) if table.phase is Phase.LOBBY else depart(table, person)


def stop(table: Table, person: PersonId, *, admin: bool, stage: int | None = None) -> Change:
    """``person`` wants the table closed for good: it is, if they may do so alone, or enough have said so.

    ``admin``: of the chat; these may always. ``stage``: the lobby or series of which they were asked.

    Raises:
        Stale: they were asked of another one.
        MayNotStop, NotUnderWay: as they say.
    """
    _check_asked(table, stage)
    seat = table.seat_of(person)
    if not admin and (seat is None or table.habits.stopping is WhoStops.ADMINS):
        raise MayNotStop(admins_only=table.habits.stopping is WhoStops.ADMINS)
    voted = Change(table) if seat is None else _vote(table, seat, stops=True)
    if not admin and votes(voted.table) < needed(voted.table):
        return voted
    facts = (SeriesEnded(None, eggs=False),) if table.phase is Phase.PLAYING else ()
    return Change(replace(voted.table, phase=Phase.CLOSED), (*voted.facts, *facts))


def keep(table: Table, person: PersonId, *, admin: bool, stage: int | None = None) -> Change:
    """``person`` wants to play on. Nobody has voted any more when that settles it: an admin, or too many, said so.

    Raises:
        Stale, NotSeated, NotUnderWay: as they say.
    """
    _check_asked(table, stage)
    seat = table.seat_of(person)
    if seat is None and not admin:
        raise NotSeated
    voted = Change(table) if seat is None else _vote(table, seat, stops=False)
    against = sum(held.stops is False for held in voted.table.seats)
    if not admin and _voters(voted.table) - against >= needed(voted.table):
        return voted
    seats = tuple(held if held.stops is None else replace(held, stops=None) for held in voted.table.seats)
    facts = tuple(SeatChanged(number, held) for number, held in enumerate(seats) if held != table.seats[number])
    return Change(replace(table, seats=seats), facts)


def votes(table: Table) -> int:
    """How many have said that the table is to be closed."""
    return sum(held.stops is True for held in table.seats)


def needed(table: Table) -> int:
    """How many have to say so: more than half of the people who play, or any one, as the chat likes it."""
    return _voters(table) // 2 + 1 if table.habits.stopping is WhoStops.MOST else 1


def _voters(table: Table) -> int:
    return sum(held.present or held.stops is not None for held in table.seats)


def _vote(table: Table, seat: int, *, stops: bool) -> Change:
    holder = replace(table.seats[seat], stops=stops)
    seats = (*table.seats[:seat], holder, *table.seats[seat + 1 :])
    return Change(replace(table, seats=seats), (SeatChanged(seat, holder),))


def _check_asked(table: Table, stage: int | None) -> None:
    if not table.live:
        raise NotUnderWay
    if stage is not None and stage != table.stage:
        raise Stale


def rematch(table: Table, person: PersonId, round_: int, seed: bytes) -> Change:
    """Another series with the same seats, after the one that ended with the deal of ``round_``.

    Raises:
        Stale, NotSeated, NotReachable: as they say.
    """
    if table.phase is not Phase.OVER or round_ != table.round:
        raise Stale
    if (seat := table.seat_of(person)) is None:
        raise NotSeated
    if silent := tuple(held.person for held in table.seats if held.person and not held.person.reachable):
        raise NotReachable(silent)
    note = noted(table, f"{seat} again")
    begun = begin_series(note.table, seed)
    return begun._replace(facts=note.facts + begun.facts)
