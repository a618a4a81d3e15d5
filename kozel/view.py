"""What one seat, and what everybody, may know of a deal. The only place where a hand becomes something to
show.

Face-down cards are in no view, but for the own ones in that of the seat that laid them.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import assert_never

from kozel.actions import Action, Beat, Discard, Interrupt, Lead, Pass
from kozel.cards import NO_CARDS, Card, Cards, Suit
from kozel.deal import Deal, Play, Trick
from kozel.events import DealScored
from kozel.rules import Rules
from kozel.scoring import scored


@dataclass(frozen=True, slots=True)
class Shown:
    """A play as everybody saw it: ``verb`` of the notation, ``cards`` laid face up, ``number`` of all laid."""

    seat: int
    verb: str
    cards: Cards
    number: int


@dataclass(frozen=True, slots=True)
class TrickView:
    """A trick as everybody saw it.

    ``plays`` in order, the standing lead first; ``returned`` went back to hands. ``holder`` led or beat
    last (None before the lead), with ``standing``, the cards to beat. ``first`` had the lead at first.
    """

    first: int
    plays: tuple[Shown, ...]
    holder: int | None
    standing: Cards
    returned: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class ChangeView:
    """The change card, shown to all: ``seat`` drew ``card`` after the ``trick`` of that number (from 1); it makes
    ``trump`` (None: no trump)."""

    seat: int
    card: Card
    trump: Suit | None
    trick: int


@dataclass(frozen=True, slots=True)
class TableView:
    """A deal as everybody may know it.

    ``turn`` is who is to act, None when the deal is over; ``hand`` how many cards each seat was left with,
    by seat; ``stock`` how many are left there; ``tricks`` by side. ``trump_card`` made the trump at the
    start, ``change`` is the change card that makes the one of now, once it is drawn. ``score`` only when the
    deal is over.
    """

    rules: Rules
    dealer: int
    leader: int
    turn: int | None
    trump: Suit | None
    trump_card: Card
    change: ChangeView | None
    stock: int
    hand: tuple[int, ...]
    tricks: tuple[int, int]
    trick: TrickView
    past: tuple[TrickView, ...]
    score: DealScored | None


@dataclass(frozen=True, slots=True)
class SeatView:
    """A deal as ``seat`` may know it: what all know, its own ``hand``, and what it may do now (``legal``).

    ``buried``: what it laid face down itself, by trick: of each one in ``table.past``, then of the one under
    way. Nobody else may be shown that, but who laid it remembers.
    """

    seat: int
    hand: Cards
    legal: tuple[Action, ...]
    table: TableView
    buried: tuple[Cards, ...]

    @property
    def on_turn(self) -> bool:
        """Whether the others wait for this seat."""
        return self.table.turn == self.seat


def table_view(deal: Deal) -> TableView:
    """What everybody may know of ``deal``."""
    dealing = deal.dealing
    return TableView(
        rules=deal.rules,
        dealer=dealing.dealer,
        leader=dealing.leader,
        turn=deal.turn,
        trump=deal.trump,
        trump_card=dealing.trump_card,
        change=_change_view(deal) if deal.rules.trump_changes and not deal.stock and deal.past else None,
        stock=len(deal.stock),
        hand=tuple(map(int.bit_count, deal.hands)),
        tricks=deal.tricks,
        trick=_trick_view(deal.trick),
        past=tuple(map(_trick_view, deal.past)),
        score=scored(deal.piles, deal.tricks) if deal.over else None,
    )


def seat_view(deal: Deal, seat: int) -> SeatView:
    """What ``seat`` may know of ``deal``.

    Raises:
        ValueError: there is no such seat.
    """
    if not 0 <= seat < deal.rules.seats:
        raise ValueError(f"seats are 0 to {deal.rules.seats - 1}, not {seat}")
    buried = tuple(_buried(trick, seat) for trick in (*deal.past, deal.trick))
    return SeatView(seat, Cards(deal.hands[seat]), deal.legal(seat), table_view(deal), buried)


def _buried(trick: Trick, seat: int) -> Cards:
    for play in trick.plays:
        if play.seat == seat and isinstance(play.action, Discard):
            return play.action.cards
    return NO_CARDS


def _change_view(deal: Deal) -> ChangeView:
    """As many cards as a trick had were drawn after it, the taker first, until the stock was empty."""
    rules, card = deal.rules, deal.dealing.stock[-1]
    laid = accumulate(sum(play.action.cards.bit_count() for play in trick.plays) for trick in deal.past)
    number = next((number for number, drawn in enumerate(laid, 1) if drawn >= rules.stock), len(deal.past))
    last_drawer = (deal.past[number - 1].holder - 1) % rules.seats  # the hands are equal: all draw as often
    return ChangeView(last_drawer, card, rules.trump_of(card), number)


def _trick_view(trick: Trick) -> TrickView:
    return TrickView(
        first=trick.first,
        plays=tuple(map(_shown, trick.plays)),
        holder=trick.holder if trick.plays else None,
        standing=trick.standing,
        returned=tuple(map(_shown, trick.returned)),
    )


def _shown(play: Play) -> Shown:
    match play.action:
        case Discard(cards):
            return Shown(play.seat, "discard", NO_CARDS, len(cards))
        case Lead(cards):
            return Shown(play.seat, "lead", cards, len(cards))
        case Beat(cards):
            return Shown(play.seat, "beat", cards, len(cards))
        case Interrupt(cards):
            return Shown(play.seat, "interrupt", cards, len(cards))
        case Pass():
            return Shown(play.seat, "pass", NO_CARDS, 0)
        case _:
            assert_never(play.action)
