"""Computer players at one table: who acts next, and whole deals played out."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from kozel.actions import Action
from kozel.deal import Deal, Play
from kozel.opening import open_series
from kozel.record import DealRecord, Record
from kozel.rules import Rules
from kozel.shuffle import deal_from
from kozel.view import SeatView, seat_view

Choose = Callable[[SeatView, random.Random], Action | None]
"""A computer player. On turn it always answers with an action out of ``view.legal``; off turn with one,
which enters, or with None, which waits. Where ``view.legal`` is empty it answers None. It knows nothing but
the view and the dice."""


def next_play(deal: Deal, players: Sequence[Choose], dice: random.Random) -> Play:
    """What happens next where ``players``, by seat, sit at ``deal``.

    Whoever may enter out of turn is asked first, the nearest to the first leader before the others; then
    the seat on turn.

    Raises:
        ValueError: the deal is over.
    """
    if deal.turn is None:
        raise ValueError("the deal is over")
    seats = deal.rules.seats
    for seat in ((deal.trick.first + place) % seats for place in range(seats)):
        if seat != deal.turn and deal.legal(seat):
            entry = players[seat](seat_view(deal, seat), dice)
            if entry is not None:
                return Play(seat, entry)
    action = players[deal.turn](seat_view(deal, deal.turn), dice)
    if action is None:
        raise ValueError(f"the player of seat {deal.turn} does not play, on its turn")
    return Play(deal.turn, action)


def play_out(deal: Deal, players: Sequence[Choose], dice: random.Random) -> tuple[Deal, tuple[Play, ...]]:
    """``deal`` played to its end by ``players``, and every play of it, those that were returned too."""
    plays = []
    while not deal.over:
        play = next_play(deal, players, dice)
        deal, _ = deal.apply(*play)
        plays.append(play)
    return deal, tuple(plays)


def play_series(
    rules: Rules, names: Sequence[str], seed: str, players: Mapping[str, Choose], deals: int | None = None
) -> Record:
    """A series, or its first ``deals``, played by the ``players`` with these ``names``, by seat. ``seed``
    settles all of it.

    Raises:
        ValueError: there is not a name a seat.
        KeyError: a name is not among ``players``.
    """
    seats = [players[name] for name in names]
    dice = random.Random(f"{seed}/dice")
    series, drawn = open_series(rules, f"{seed}/dealer".encode())
    played: list[DealRecord] = []
    while series.goats is None and series.deals != deals:
        dealing = deal_from(rules, series.dealer, series.leader, f"{seed}/deal/{series.deals + 1}".encode())
        deal, plays = play_out(Deal.start(dealing)[0], seats, dice)
        series, score, _ = series.after(deal)
        played.append(DealRecord(dealing, plays, score))
    return Record(rules, tuple(names), tuple(played), {"seed": seed}, drawn)
