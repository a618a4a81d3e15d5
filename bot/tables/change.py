"""What a use case returns, and the one step that all plays share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from bot.tables.facts import DealBegun, DealEnded, Fact, Played, SeatChanged, SeriesBegun, SeriesEnded
from bot.tables.model import DealResult, PersonId, Phase, Table
from kozel import NO_CARDS, Action, Deal, Event, deal_from, open_series


class Change(NamedTuple):
    """A table after a use case, what is to be stored, and what happened in the game, in order."""

    table: Table
    facts: tuple[Fact, ...] = ()
    events: tuple[Event, ...] = ()


UseCase = Callable[[Table], Change]
"""A request bound to its arguments, ready to be done to the table as it is when its turn in the lane comes.

Raises TableRefusal or kozel.Refusal where it cannot be had; the table has not changed then.
"""


def begin_series(table: Table, seed: bytes) -> Change:
    """A new series with the seats as they are, and its first deal; who leads it is settled by the rules' chance."""
    series, drawn = open_series(table.rules, b"dealer" + seed)  # of its own: it must tell nothing of the deck
    ready = replace(table, phase=Phase.PLAYING, series_id=None, series=series, drawn=drawn, results=(), deal=None)
    change = begin_deal(ready, seed)
    events = change.events if drawn is None else (drawn, *change.events)
    return change._replace(facts=(SeriesBegun(series.dealer, drawn), *change.facts), events=events)


def begin_deal(table: Table, seed: bytes) -> Change:
    """The next deal of the table's series, from a deck drawn with ``seed``."""
    assert table.series is not None
    dealing = deal_from(table.rules, table.series.dealer, table.series.leader, seed)
    deal, events = Deal.start(dealing)
    after = replace(table, round=table.round + 1, deal=deal, moment=0, actor=None)
    return Change(after, (DealBegun(after.round, len(table.results) + 1, dealing),), events)


def play(table: Table, seat: int, action: Action, by: PersonId | None) -> Change:
    """The table after ``seat`` did ``action``, with the end of the deal and of the series where it comes by that.

    Raises:
        kozel.Refusal: the rules do not allow it.
    """
    assert table.deal is not None
    deal, events = table.deal.apply(seat, action)
    facts: list[Fact] = [Played(table.round, table.moment, seat, action, by)]
    seats = list(table.seats)
    for number, held in enumerate(table.seats):
        after_it = replace(held, chosen=NO_CARDS)
        if number == seat and by is not None:  # whoever plays is here
            after_it = replace(after_it, missed=0)
        if after_it != held:
            seats[number] = after_it
            facts.append(SeatChanged(number, seats[number]))
    after = replace(table, deal=deal, moment=table.moment + 1, actor=seat, seats=tuple(seats))
    if not deal.over:
        return Change(after, tuple(facts), events)
    return _scored(after, deal, tuple(facts), events)


def _scored(table: Table, deal: Deal, facts: tuple[Fact, ...], events: tuple[Event, ...]) -> Change:
    assert table.series is not None
    series, score, lost = table.series.after(deal)
    after = replace(table, series=series, results=(*table.results, DealResult(score, series.loss)))
    facts = (*facts, DealEnded(table.round, score))
    if lost is None:
        return Change(after, facts, events)
    over = replace(after, phase=Phase.OVER)
    return Change(over, (*facts, SeriesEnded(lost.side, lost.eggs)), (*events, lost))
