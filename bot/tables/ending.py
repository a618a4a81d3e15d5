"""Leave a table, stop it, play another series at it."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.change import Change, begin_series, noted
from bot.tables.facts import SeatChanged, SeriesEnded
from bot.tables.lobby import COMPUTER, stand
from bot.tables.model import PersonId, Phase, Seat, Table
from bot.tables.refusals import MayNotStop, NotReachable, NotSeated, NotUnderWay, Stale


def leave(table: Table, person: PersonId) -> Change:
    """``person`` leaves. In the lobby their seat is free then; in a series a computer takes over.

    The last person to leave a series closes the table.

    Raises:
        NotSeated, NotUnderWay: as they say.
    """
    seat = table.seat_of(person)
    if not table.live:
        raise NotUnderWay
    if seat is None:
        raise NotSeated
    if table.phase is Phase.LOBBY:
        return stand(table, person)
    holder = Seat(computer=COMPUTER)
    seats = (*table.seats[:seat], holder, *table.seats[seat + 1 :])
    left, fact = replace(table, seats=seats), SeatChanged(seat, holder)
    if any(held.person for held in seats):
        return Change(left, (fact,))
    return Change(replace(left, phase=Phase.CLOSED), (fact, SeriesEnded(None, eggs=False)))


def stop(table: Table, person: PersonId, *, admin: bool) -> Change:
    """The table is closed for good. Those who sit here may, and the chat's admins.

    Raises:
        MayNotStop, NotUnderWay: as they say.
    """
    if not table.live:
        raise NotUnderWay
    if not admin and table.seat_of(person) is None:
        raise MayNotStop
    facts = (SeriesEnded(None, eggs=False),) if table.phase is Phase.PLAYING else ()
    return Change(replace(table, phase=Phase.CLOSED), facts)


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
