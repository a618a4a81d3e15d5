"""Before the deal: sit down, stand up, seat a computer, deal."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.absence import take_over
from bot.tables.change import Change, begin_series, noted
from bot.tables.facts import GameChosen, SeatChanged
from bot.tables.habits import LEVELS
from bot.tables.model import Person, PersonId, Phase, Seat, Table
from bot.tables.refusals import (
    AlreadySeated,
    MayNotChoose,
    NoComputerHere,
    NotReachable,
    NotSeated,
    SeatsFree,
    SideFull,
    SitFirst,
    Stale,
    StillAsked,
    TooMany,
    UnderWay,
)
from kozel import Rules


def sit(table: Table, person: Person, side: int) -> Change:
    """``person`` takes a seat of ``side`` (0 or 1): a free one, else a computer's; from the other side they move over.

    In a series under way they take a computer's place, with the hand in it, and stay on their side.

    Raises:
        AlreadySeated, SideFull, UnderWay, Stale: as they say; UnderWay in practice.
    """
    if side not in (0, 1):
        raise Stale
    if table.phase is Phase.PLAYING:
        return take_over(table, person, side)
    _check_lobby(table)
    old = table.seat_of(person.id)
    if old is not None and old % 2 == side:
        raise AlreadySeated
    places = [number for number in range(table.rules.seats) if number % 2 == side]
    seat = next((n for n in places if table.seats[n].free), None)
    if seat is None:
        seat = next((n for n in places if table.seats[n].person is None), None)
    if seat is None:
        raise SideFull(table_full=all(held.person for held in table.seats))
    holders = {seat: Seat(person)} if old is None else {old: Seat(), seat: Seat(person)}
    return _seated(table, holders)


def stand(table: Table, person: PersonId) -> Change:
    """``person`` leaves their seat.

    Raises:
        NotSeated, UnderWay, Stale: as they say.
    """
    _check_lobby(table)
    seat = table.seat_of(person)
    if seat is None:
        raise NotSeated
    return _seated(table, {seat: Seat()})


def seat_computer(table: Table, person: PersonId) -> Change:
    """As :func:`add_computer`, when ``person`` asks for it.

    Raises:
        SitFirst: people sit here, and they do not.
        SideFull, UnderWay, Stale: as they say.
    """
    change = add_computer(table)
    _check_says(table, person)
    return change


def unseat_computer(table: Table, person: PersonId) -> Change:
    """As :func:`remove_computer`, when ``person`` asks for it.

    Raises:
        SitFirst: people sit here, and they do not.
        NoComputerHere, UnderWay, Stale: as they say.
    """
    change = remove_computer(table)
    _check_says(table, person)
    return change


def _check_says(table: Table, person: PersonId) -> None:
    if any(held.person for held in table.seats) and table.seat_of(person) is None:
        raise SitFirst


def add_computer(table: Table) -> Change:
    """A computer takes the first free seat: of the level of the last one that sits here, the first of the chat's.

    Raises:
        SideFull, UnderWay, Stale: as they say.
    """
    _check_lobby(table)
    seat = next((number for number, held in enumerate(table.seats) if held.free), None)
    if seat is None:
        raise SideFull(table_full=True)
    others = [held.computer for held in table.seats[:seat] + table.seats[seat + 1 :] if held.computer]
    return _seated(table, {seat: Seat(computer=others[-1] if others else table.habits.level)})


def set_level(table: Table, person: PersonId, seat: int, level: str) -> Change:
    """The computer on ``seat`` plays at ``level`` from now on, when ``person`` asks for it.

    Raises:
        SitFirst: people sit here, and they do not.
        NoComputerHere, UnderWay, Stale: as they say; Stale also where it does so already, or there is no such level.
    """
    _check_lobby(table)
    if level not in LEVELS or seat >= len(table.seats):
        raise Stale
    if (old := table.seats[seat].computer) is None:
        raise NoComputerHere
    if old == level:
        raise Stale
    _check_says(table, person)
    return _seated(table, {seat: Seat(computer=level)})


def remove_computer(table: Table) -> Change:
    """The computer on the last seat that has one leaves it.

    Raises:
        NoComputerHere, UnderWay, Stale: as they say.
    """
    _check_lobby(table)
    seats = [number for number, held in enumerate(table.seats) if held.computer]
    if not seats:
        raise NoComputerHere
    return _seated(table, {seats[-1]: Seat()})


def choose_game(table: Table, person: PersonId, rules: Rules) -> Change:
    """The table plays ``rules`` from now on, if who opened it or anyone seated asks for it.

    Everybody keeps a seat: their own, else one of their side, else a free one. Computers stay where there is room.

    Raises:
        MayNotChoose, TooMany, UnderWay, Stale: as they say; Stale also where a series was played here: what was
            dealt in it is of its own game.
    """
    _check_lobby(table)
    if table.round:
        raise Stale
    if person != table.opener and table.seat_of(person) is None:
        raise MayNotChoose
    if rules == table.rules:
        raise Stale
    if sum(held.person is not None for held in table.seats) > rules.seats:
        raise TooMany(rules.seats)
    seats = _moved(table.seats, rules)
    note = noted(replace(table, rules=rules, seats=seats), f"game {rules.variant}")
    return note._replace(facts=(GameChosen(rules, seats), *note.facts))


def _moved(seats: tuple[Seat, ...], rules: Rules) -> tuple[Seat, ...]:
    """The holders of ``seats`` at a table of ``rules``: people first, then computers for whom there is room."""
    moved = [Seat()] * rules.seats
    holders = [(seat, held) for seat, held in enumerate(seats) if not held.free]
    for seat, held in sorted(holders, key=lambda one: one[1].person is None):
        free = [place for place, there in enumerate(moved) if there.free]
        if free:
            moved[min(free, key=lambda place: (place != seat, place % 2 != seat % 2, place))] = held
    return tuple(moved)


def deal(table: Table, person: PersonId, seed: bytes) -> Change:
    """The series begins; anyone seated may ask for it. Deck and first dealer come from ``seed``.

    Raises:
        NotSeated, SeatsFree, StillAsked, NotReachable, UnderWay, Stale: as they say.
    """
    _check_lobby(table)
    if (seat := table.seat_of(person)) is None:
        raise NotSeated
    if asked := tuple(held.person for held in table.seats if held.person and held.asked):
        raise StillAsked(asked)
    if free := sum(held.free for held in table.seats):
        raise SeatsFree(free)
    if silent := tuple(held.person for held in table.seats if held.person and not held.person.reachable):
        raise NotReachable(silent)
    return _dealt(table, seat, seed)


def give_up_asking(table: Table) -> Change:
    """Whoever has not said in time whether they play again has no seat any more.

    Raises:
        Stale: nobody is asked.
    """
    asked = {number: Seat() for number, held in enumerate(table.seats) if held.asked}
    if table.phase is not Phase.LOBBY or not asked:
        raise Stale
    return _seated(table, asked)


def practise(table: Table, person: Person, seed: bytes) -> Change:
    """``person`` plays alone: they take the first seat, or keep theirs, computers the others, and the series begins.

    Raises:
        SideFull, UnderWay, Stale: as they say.
    """
    _check_lobby(table)
    first = Change(table) if table.seat_of(person.id) is not None else sit(table, person, 0)
    facts, filled = first.facts, first.table
    while any(held.free for held in filled.seats):
        change = add_computer(filled)
        facts, filled = facts + change.facts, change.table
    seat = filled.seat_of(person.id)
    assert seat is not None
    begun = _dealt(filled, seat, seed)
    return begun._replace(facts=facts + begun.facts)


def _check_lobby(table: Table) -> None:
    if table.phase is Phase.PLAYING:
        raise UnderWay
    if table.phase is not Phase.LOBBY:
        raise Stale


def _seated(table: Table, holders: dict[int, Seat]) -> Change:
    seats = list(table.seats)
    for number, holder in holders.items():
        seats[number] = holder
    change = Change(replace(table, seats=tuple(seats)))
    for number, holder in holders.items():
        note = noted(change.table, f"{number} {_became(holder)}")
        change = Change(note.table, (*change.facts, SeatChanged(number, holder), *note.facts))
    return change


def _became(holder: Seat) -> str:
    if holder.person is not None:
        return "sit"
    return "computer" if holder.computer else "free"


def _dealt(table: Table, seat: int, seed: bytes) -> Change:
    """The series that ``seat`` has begun."""
    note = noted(table, f"{seat} deal")
    begun = begin_series(note.table, seed)
    return begun._replace(facts=note.facts + begun.facts)
