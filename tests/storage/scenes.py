"""Tables moved on by hand: each step is what led from a table to the next one, as the facts that a store is given."""

from __future__ import annotations

import random
from dataclasses import replace
from hashlib import sha256
from typing import NamedTuple

from bot.tables.facts import DealBegun, DealEnded, Fact, Played, SeatChanged, SeriesBegun, SeriesEnded
from bot.tables.model import ChatId, DealResult, Person, PersonId, Phase, Place, Seat, Table
from bot.tables.ports import Store
from kozel import FOUR, Action, Deal, Play, Rules, Series, deal_from, write_play

GROUP = Place(ChatId(-1001234567890))
TOPIC = Place(ChatId(-1001234567890), 42)


class Step(NamedTuple):
    """A table after something happened, and what it was."""

    table: Table
    facts: tuple[Fact, ...]


def person(number: int, *, reachable: bool = True) -> Person:
    return Person(PersonId(number), f"Player {number}", "en" if number % 2 else "ru", reachable)


async def filled(
    store: Store, rules: Rules = FOUR, place: Place = GROUP, people: tuple[int | None, ...] = (1, 2, 3, 4)
) -> Table:
    """A table in its lobby with these people; None is a computer."""
    persons = {number: await store.meet(person(number)) for number in people if number is not None}
    table = await store.open(place, rules, person(1), "ru")
    holders = [Seat(persons[number]) if number else Seat(computer="greedy") for number in people[: rules.seats]]
    return await done(store, table, seated(table, dict(enumerate(holders))))


async def done(store: Store, table: Table, step: Step) -> Table:
    return await store.save(table, *step)


async def finished(store: Store, table: Table, dice: random.Random) -> Table:
    """The table after a whole series by chance, all of it in one save."""
    step = begun(table, dice)
    while step.table.phase is Phase.PLAYING:
        step = then(step, by_chance(step.table, dice))
    return await done(store, table, step)


def then(first: Step, second: Step) -> Step:
    """Both steps as one."""
    return Step(second.table, first.facts + second.facts)


def to_the_end_of_the_deal(table: Table, dice: random.Random) -> Step:
    """What is left of the deal, by chance; of a deal that is over, the whole next one."""
    step = by_chance(table, dice)
    while step.table.deal is not None and not step.table.deal.over:
        step = then(step, by_chance(step.table, dice))
    return step


def seated(table: Table, holders: dict[int, Seat]) -> Step:
    seats = list(table.seats)
    for number, holder in holders.items():
        seats[number] = holder
    facts = tuple(SeatChanged(number, holder) for number, holder in holders.items())
    return Step(replace(table, seats=tuple(seats)), facts)


def begun(table: Table, dice: random.Random) -> Step:
    """A new series with its first deal."""
    dealer = dice.randrange(table.rules.seats)
    ready = replace(table, phase=Phase.PLAYING, series=Series.start(table.rules, dealer), results=())
    step = dealt(ready, dice)
    return Step(step.table, (SeriesBegun(dealer), *step.facts))


def dealt(table: Table, dice: random.Random) -> Step:
    """The next deal."""
    assert table.series is not None
    seed = dice.randbytes(8)
    dealing = deal_from(table.rules, table.series.dealer, table.series.leader, seed)
    deal, _ = Deal.start(dealing)
    secret = sha256(seed).digest()
    after = replace(table, round=table.round + 1, deal=deal, moment=0, actor=None, secret=secret, presses=())
    return Step(after, (DealBegun(after.round, len(table.results) + 1, dealing, secret),))


def played(table: Table, seat: int, action: Action) -> Step:
    """One action, with the end of deal and series where it brings them."""
    assert table.deal is not None
    assert table.series is not None
    deal, _ = table.deal.apply(seat, action)
    holder = table.seats[seat].person
    facts: tuple[Fact, ...] = (Played(table.round, table.moment, seat, action, holder.id if holder else None),)
    presses = (*table.presses, write_play(Play(seat, action)))
    after = replace(table, deal=deal, moment=table.moment + 1, actor=seat, presses=presses)
    if not deal.over:
        return Step(after, facts)
    series, score, lost = table.series.after(deal)
    after = replace(after, series=series, results=(*after.results, DealResult(score, series.loss)))
    facts = (*facts, DealEnded(table.round, score))
    if lost is None:
        return Step(after, facts)
    return Step(replace(after, phase=Phase.OVER), (*facts, SeriesEnded(lost.side, lost.eggs)))


def by_chance(table: Table, dice: random.Random) -> Step:
    """A legal action of anybody, or the next deal."""
    assert table.deal is not None
    if table.deal.over:
        return dealt(table, dice)
    choices = [(seat, action) for seat in range(table.rules.seats) for action in table.deal.legal(seat)]
    return played(table, *dice.choice(choices))


def closed(table: Table) -> Step:
    """Stopped before its end."""
    facts = (SeriesEnded(None, eggs=False),) if table.phase is Phase.PLAYING else ()
    return Step(replace(table, phase=Phase.CLOSED), facts)
