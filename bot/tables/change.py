"""What a use case returns, and the one step that all plays share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from typing import NamedTuple

from bot.tables.facts import DealBegun, DealEnded, Fact, Noted, Played, SeatChanged, SeriesBegun, SeriesEnded
from bot.tables.model import DealResult, PersonId, Phase, Table
from kozel import NO_CARDS, Action, Deal, Event, Play, deal_from, opening_of, write_play


class Change(NamedTuple):
    """A table after a use case, what is to be stored, and what happened in the game, in order."""

    table: Table
    facts: tuple[Fact, ...] = ()
    events: tuple[Event, ...] = ()


UseCase = Callable[[Table], Change]
"""A request bound to its arguments, ready to be done to the table as it is when its turn in the lane comes.

Raises TableRefusal or kozel.Refusal where it cannot be had; the table has not changed then.
"""


def noted(table: Table, line: str) -> Change:
    """``line`` is among what the next deal is drawn from (kozel/commitment.py); for what is no action in a deal."""
    return Change(replace(table, presses=(*table.presses, line)), (Noted(table.round + 1, line),))


def begin_series(table: Table, seed: bytes) -> Change:
    """A new series with the seats as they are, and its first deal; who leads it is settled by the rules' chance.

    ``seed`` as in :func:`begin_deal`.
    """
    series, drawn = opening_of(table.rules, _drawn(table, seed))
    seats = tuple(replace(held, missed=0, left=None, asked=False, stops=None, hints=0) for held in table.seats)
    fresh = tuple(SeatChanged(number, held) for number, held in enumerate(seats) if held != table.seats[number])
    ready = replace(table, phase=Phase.PLAYING, series_id=None, series=series, drawn=drawn, results=(), deal=None)
    change = begin_deal(replace(ready, seats=seats), seed)
    events = change.events if drawn is None else (drawn, *change.events)
    return change._replace(facts=(*fresh, SeriesBegun(series.dealer, drawn), *change.facts), events=events)


def begin_deal(table: Table, seed: bytes) -> Change:
    """The next deal of the table's series, drawn from the table's secret and what was done since it was committed to.

    ``seed``: bytes that nobody can foresee; they are the secret of the deal after this one.
    """
    assert table.series is not None
    dealing = deal_from(table.rules, table.series.dealer, table.series.leader, _drawn(table, seed))
    deal, events = Deal.start(dealing)
    # Where the seed makes this very deal, the next secret must tell nothing of it, nor it of the secret.
    secret = sha256(b"secret" + seed).digest() if table.secret is None else seed
    after = replace(table, round=table.round + 1, deal=deal, moment=0, actor=None, secret=secret, presses=())
    return Change(after, (DealBegun(after.round, len(table.results) + 1, dealing, secret),), events)


def _drawn(table: Table, seed: bytes) -> bytes:
    """What the next deal comes from; ``seed`` itself at a table that was opened before there were commitments."""
    return seed if table.draw is None else table.draw.seed


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
    presses = (*table.presses, write_play(Play(seat, action)))
    after = replace(table, deal=deal, moment=table.moment + 1, actor=seat, seats=tuple(seats), presses=presses)
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
