"""Tables to test with: people, seats, positions in notation, and a table rebuilt from facts."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from bot.tables.change import Change
from bot.tables.facts import (
    DealBegun,
    DealEnded,
    Fact,
    GameChosen,
    Gathered,
    Noted,
    Played,
    SeatChanged,
    SeriesBegun,
    SeriesEnded,
)
from bot.tables.habits import COMPUTER
from bot.tables.lobby import deal
from bot.tables.model import MISSED_AND_AWAY, ChatId, DealResult, Person, PersonId, Phase, Place, Seat, Table, TableId
from bot.tables.playing import computer_plays, deal_next, lay
from bot.tables.presses import Lay
from kozel import DECK, FOUR, NO_CARDS, Action, Card, Deal, Dealing, Interrupt, Rules, Series, verb_of

ANNA, BORIS, VERA, GLEB, DASHA, YEGOR = PEOPLE = tuple(
    Person(PersonId(number), name, "ru", reachable=True)
    for number, name in enumerate(("Аня", "Борис", "Вера", "Глеб", "Даша", "Егор"), 1)
)
YARD = Place(ChatId(-1001234567890))
BOT = "computer"
FREE = None
Holder = Person | Seat | str | None


def silent(person: Person) -> Person:
    """The person before they have opened their private chat."""
    return replace(person, reachable=False)


def away(person: Person) -> Seat:
    """The seat of somebody for whom a computer plays."""
    return Seat(person, missed=MISSED_AND_AWAY)


def lobby_of(*holders: Holder, place: Place = YARD, rules: Rules = FOUR) -> Table:
    """A table before its first deal, its seats held so, the rest free."""
    seats = [_seat(holder) for holder in holders]
    seats += [Seat()] * (rules.seats - len(seats))
    return Table(TableId(7), place, rules, "ru", ANNA.id, Phase.LOBBY, 1, tuple(seats), "Двор")


def _seat(holder: Holder) -> Seat:
    if isinstance(holder, Seat):
        return holder
    if isinstance(holder, Person):
        return Seat(holder)
    return Seat() if holder is None else Seat(computer=COMPUTER)


def begun(*holders: Holder, seed: bytes = b"1", place: Place = YARD) -> Table:
    """A series at its first deal; the first person asked for it."""
    table = lobby_of(*(holders or (ANNA, BORIS, VERA, GLEB)), place=place)
    asks = next(held.person for held in table.seats if held.person)
    return deal(table, asks.id, seed).table


def laid_out(*hands: str, holders: tuple[Holder, ...] = (ANNA, BORIS, VERA, GLEB), trump: str = "6C") -> Table:
    """A first deal with these hands by seat; seat 0 leads, ``trump`` is shown."""
    table = begun(*holders)
    dealt = [list(map(Card.parse, hand.split())) for hand in hands]
    given = [card for turn in zip(*dealt, strict=True) for card in turn]
    stock = [card for card in DECK if card not in given]
    dealing = Dealing(FOUR, 3, 0, (*given, *stock), stock.index(Card.parse(trump)))
    return replace(table, deal=Deal.start(dealing)[0], series=Series.start(FOUR, 3))


def press(table: Table, action: Action) -> Lay:
    """The button for ``action`` as it now stands."""
    assert table.deal is not None
    moment = len(table.deal.past) if isinstance(action, Interrupt) else table.moment
    return Lay(table.id, table.round, moment, action)


def lays(table: Table, action: Action, seat: int | None = None) -> Change:
    """What comes of it when the person on ``seat`` (else on turn) presses that button."""
    assert table.deal is not None
    seat = table.deal.turn if seat is None else seat
    assert seat is not None
    person = table.seats[seat].person
    assert person is not None
    return lay(table, person.id, press(table, action))


def moved_on(table: Table, dice: random.Random) -> Change:
    """One random step of a series: anybody who may does something; the next deal where one is due."""
    assert table.deal is not None
    if table.deal.over:
        return deal_next(table, dice.randbytes(32))
    able = [(seat, action) for seat in range(table.rules.seats) for action in table.deal.legal(seat)]
    seat, action = dice.choice(able)
    if table.seats[seat].person is None:
        return computer_plays(table, dice)
    return lays(table, action, seat)


def saved(table: Table) -> Table:
    """The table as storage gives it back."""
    return replace(table, version=table.version + 1)


def to_the_goats(table: Table, dice: random.Random) -> tuple[Table, list[Fact]]:
    """The series played to its end at random, and all that was to be stored."""
    facts: list[Fact] = []
    while table.phase is Phase.PLAYING:
        change = moved_on(table, dice)
        facts += change.facts
        table = saved(change.table)
    return table, facts


def replayed(table: Table, facts: Iterable[Fact]) -> Table:
    """What ``facts`` make of ``table``, worked out without any use case."""
    for fact in facts:
        table = _after(table, fact)
    return table


def _after(table: Table, fact: Fact) -> Table:
    match fact:
        case SeatChanged(seat, holder):
            return replace(table, seats=(*table.seats[:seat], holder, *table.seats[seat + 1 :]))
        case GameChosen(rules, seats):
            return replace(table, rules=rules, seats=seats)
        case Noted(round_, line):
            assert round_ == table.round + 1
            return replace(table, presses=(*table.presses, line))
        case Gathered():
            return replace(table, phase=Phase.LOBBY)
        case SeriesBegun(dealer, drawn):
            series = Series.start(table.rules, dealer)
            return replace(table, phase=Phase.PLAYING, series=series, drawn=drawn, results=(), deal=None)
        case DealBegun(round_, number, dealing, secret):
            assert (round_, number) == (table.round + 1, len(table.results) + 1)
            deal = Deal.start(dealing)[0]
            return replace(table, round=round_, deal=deal, moment=0, actor=None, secret=secret, presses=())
        case Played():
            return _played(table, fact)
        case DealEnded(_, score):
            assert table.series is not None
            assert table.deal is not None
            series, found, _ = table.series.after(table.deal)
            assert found == score
            return replace(table, series=series, results=(*table.results, DealResult(score, series.loss)))
        case SeriesEnded(goats):
            assert table.series is not None
            assert goats == table.series.goats
            return replace(table, phase=Phase.CLOSED if goats is None else Phase.OVER)
        case _:
            assert_never(fact)


def _played(table: Table, fact: Played) -> Table:
    assert table.deal is not None
    assert (fact.round, fact.moment) == (table.round, table.moment)
    held = table.seats[fact.seat]
    assert fact.by in (None, held.person.id if held.person else None)
    after, _ = table.deal.apply(fact.seat, fact.action)
    presses = (*table.presses, f"{fact.seat} {verb_of(fact.action)} {fact.action.cards}".rstrip())
    return replace(table, deal=after, moment=table.moment + 1, actor=fact.seat, presses=presses)


def same(one: Table, other: Table) -> bool:
    """Whether two tables are the same but for what storage gives: versions and ids."""
    return replace(one, version=0, series_id=None) == replace(other, version=0, series_id=None)


def people_at(table: Table) -> list[Person]:
    """Everybody seated, by seat."""
    return [held.person for held in table.seats if held.person]


def nothing_chosen(table: Table) -> bool:
    """Whether no card is toggled."""
    return all(held.chosen == NO_CARDS for held in table.seats)
