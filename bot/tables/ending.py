"""Leave a table, stop it, play another series at it."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.absence import depart
from bot.tables.change import Change, begin_series, noted
from bot.tables.facts import Gathered, SeatChanged, SeriesEnded
from bot.tables.habits import WhoStops
from bot.tables.lobby import stand
from bot.tables.model import PersonId, Phase, Seat, Table
from bot.tables.refusals import AlreadySeated, MayNotStop, NotSeated, NotUnderWay, Stale


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
    most = needed(voted.table)
    if not admin and most > 1 and _voters(voted.table) - against >= most:  # where one may close, one may settle it
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
    """``person`` plays another series, after the one that ended with the deal of ``round_``.

    The others are asked; when all have said so, and can be reached, it begins with the same seats.

    Raises:
        Stale, NotSeated: as they say.
        AlreadySeated: they have said so before.
    """
    if table.phase not in (Phase.OVER, Phase.LOBBY) or round_ != table.round or not table.round:
        raise Stale
    seat = table.seat_of(person)
    if seat is None:
        raise NotSeated
    if table.phase is Phase.LOBBY and not table.seats[seat].asked:
        raise AlreadySeated
    asked = Change(table) if table.phase is Phase.LOBBY else _gather(table)
    answered = _with(asked, {seat: replace(asked.table.seats[seat], asked=False)})
    note = noted(answered.table, f"{seat} again")
    facts = (*answered.facts, *note.facts)
    if not table.practice and not all(_ready(held) for held in note.table.seats):
        return Change(note.table, facts)
    begun = begin_series(note.table, seed)
    return begun._replace(facts=facts + begun.facts)


def _gather(table: Table) -> Change:
    asked = {n: Seat(held.person, asked=True) for n, held in enumerate(table.seats) if held.person}
    computers = {n: Seat(computer=held.computer) for n, held in enumerate(table.seats) if held.left}
    return _with(Change(replace(table, phase=Phase.LOBBY), (Gathered(),)), asked | computers)


def _with(change: Change, holders: dict[int, Seat]) -> Change:
    seats = tuple(holders.get(number, held) for number, held in enumerate(change.table.seats))
    facts = tuple(SeatChanged(number, holder) for number, holder in holders.items())
    return change._replace(table=replace(change.table, seats=seats), facts=(*change.facts, *facts))


def _ready(held: Seat) -> bool:
    return held.computer is not None or (held.person is not None and held.person.reachable and not held.asked)
