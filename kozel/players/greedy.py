"""The player that looks one trick ahead: takes what is worth taking as cheaply as it can, and wastes
nothing else.

It counts the cards that it has seen and weighs what a hand of unseen ones could do; it never lays better
cards than needed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from typing import TypeVar

from kozel.actions import PASS, Action, Beat, Discard, Interrupt, Lead
from kozel.cards import ALL_CARDS, Cards, Rank, singles
from kozel.scoring import points_of
from kozel.view import SeatView

_STRENGTH = {rank: place for place, rank in enumerate(Rank)}

_Laying = TypeVar("_Laying", Lead, Beat, Discard, Interrupt)


@dataclass(frozen=True, slots=True)
class Taste:
    """What such a player makes of cards.

    ``trump``: a trump is worth keeping as much as this many ranks of another suit, ``joker`` likewise;
    ``keep``: what a step of strength counts beside a card point, ``late`` of it when no card is left to
    draw; ``hidden``: the card points that a card not seen is expected to have; ``safe``: the chance to lose
    it with which a trick of the partner's is still good for points; ``generous``: how many times a card's
    points count when it is given.
    """

    trump: float = 9
    joker: float = 20
    keep: float = 0.25
    late: float = 1
    hidden: float = 2.5
    safe: float = 0.3
    generous: float = 3


GREEDY = Taste()


def choose(view: SeatView, dice: random.Random) -> Action | None:
    """The action that looks best for the trick under way; None to wait. Between equal ones, ``dice``."""
    return by_taste(GREEDY, view, dice)


def by_taste(taste: Taste, view: SeatView, dice: random.Random) -> Action | None:
    """The same, to the taste of another player."""
    eyes = _Eyes.of(view, taste)
    leads = [action for action in view.legal if isinstance(action, Lead)]
    if leads:
        return _best(leads, eyes.gain, dice)
    entries = [action for action in view.legal if isinstance(action, Interrupt)]
    if entries:
        entry = _best(entries, eyes.gain, dice)
        if eyes.gain(entry.cards) > eyes.gain_without():
            return entry
    return _answer(view, eyes, dice) if view.on_turn else None


def _answer(view: SeatView, eyes: _Eyes, dice: random.Random) -> Action:
    """The cheapest beat where it is worth it, else the cheapest discard, or a gift to a partner's trick."""
    beats = [action for action in view.legal if isinstance(action, Beat)]
    discards = [action for action in view.legal if isinstance(action, Discard)]
    if beats:
        beat = _best(beats, lambda cards: -eyes.cost(cards), dice)
        if eyes.worth(beat.cards):
            return beat
    if not discards:
        return PASS
    if eyes.partner_holds and eyes.risk_of_standing() < eyes.taste.safe:
        return _best(discards, eyes.gift, dice)
    return _best(discards, lambda cards: -eyes.cost(cards), dice)


def _best(actions: Sequence[_Laying], worth: Callable[[Cards], float], dice: random.Random) -> _Laying:
    """The action whose cards have most ``worth``."""
    return max(actions, key=lambda action: (worth(action.cards), dice.random()))


@dataclass(frozen=True, slots=True)
class _Eyes:
    """What the owner of ``view`` makes of it; ``unseen``: cards in other hands, in the stock, face down."""

    view: SeatView
    taste: Taste
    unseen: Cards
    keep: float

    @classmethod
    def of(cls, view: SeatView, taste: Taste) -> _Eyes:
        seen = view.hand
        for trick in (*view.table.past, view.table.trick):
            for play in trick.plays:
                seen |= play.cards
        early = view.table.stock / view.table.rules.stock
        return cls(view, taste, ALL_CARDS - seen, taste.keep * (taste.late + (1 - taste.late) * early))

    @property
    def partner_holds(self) -> bool:
        """Whether the trick is with the own side, as it stands."""
        holder = self.view.table.trick.holder
        return holder is not None and holder != self.view.seat and not self._is_enemy(holder)

    def cost(self, cards: Cards) -> float:
        """What laying ``cards`` takes from the hand: their points, and the strength to win later."""
        table = self.view.table
        trumps, jokers = table.rules.suit_cards(table.trump), table.rules.jokers
        strength: float = sum(_STRENGTH[card.rank] for card in cards)
        strength += self.taste.trump * (cards & trumps).bit_count()
        strength += self.taste.joker * (cards & jokers).bit_count()
        return points_of(cards) + strength

    def gift(self, cards: Cards) -> float:
        """How good it is to lay ``cards`` into a trick of the own side: points, but no strength."""
        return self.taste.generous * points_of(cards) - self.cost(cards)

    def gain(self, cards: Cards) -> float:
        """The points that leading ``cards`` promises, less what the cards could have done later."""
        rules = self.view.table.rules
        enemies = [other for other in range(rules.seats) if self._is_enemy(other)]
        lost = self._risk(cards, [self._hand_before(other) for other in enemies])
        pot = points_of(cards) + self.taste.hidden * len(cards) * (rules.seats - 1)
        return (1 - 2 * lost) * pot - self.keep * (self.cost(cards) - points_of(cards))

    def gain_without(self) -> float:
        """What the trick promises as it stands, where the own side holds it; nothing otherwise."""
        return (1 - 2 * self.risk_of_standing()) * self._pot() if self.partner_holds else 0.0

    def worth(self, cards: Cards) -> bool:
        """Whether to beat with ``cards``, the cheapest that do."""
        price = self.keep * (self.cost(cards) - points_of(cards))
        if self.partner_holds:
            return 2 * (self.risk_of_standing() - self._risk_to_come(cards)) * self._pot() > price
        return 2 * (1 - self._risk_to_come(cards)) * self._pot() + points_of(cards) > price

    def risk_of_standing(self) -> float:
        """The chance that an enemy yet to answer beats what stands."""
        return self._risk_to_come(self.view.table.trick.standing)

    def _risk_to_come(self, cards: Cards) -> float:
        """The chance that an enemy who answers after this seat beats ``cards``."""
        table = self.view.table
        laid = {play.seat for play in table.trick.plays} | {self.view.seat}
        return self._risk(
            cards,
            [table.hand[seat] for seat in range(table.rules.seats) if self._is_enemy(seat) and seat not in laid],
        )

    def _risk(self, cards: Cards, hands: Sequence[int]) -> float:
        """The chance that one of ``hands``, so many unseen cards each, beats ``cards``; roughly."""
        rules, trump = self.view.table.rules, self.view.table.trump
        unseen = max(1, len(self.unseen))
        shares = sorted(len(rules.beats(self.unseen, single, trump)) / unseen for single in singles(cards))
        held = 1.0
        for hand in hands:
            held *= 1 - prod(1 - (1 - share) ** max(0, hand - place) for place, share in enumerate(shares))
        return 1 - held

    def _pot(self) -> float:
        """The points in the trick when all have answered, as far as one can tell."""
        table = self.view.table
        number = len(table.trick.standing)
        hidden = sum(play.number - len(play.cards) for play in table.trick.plays)
        to_come = number * max(0, table.rules.seats - len(table.trick.plays) - 1)
        return sum(points_of(play.cards) for play in table.trick.plays) + self.taste.hidden * (hidden + to_come)

    def _hand_before(self, seat: int) -> int:
        """How many cards ``seat`` would have, its own of this trick among them."""
        table = self.view.table
        return table.hand[seat] + sum(play.number for play in table.trick.plays if play.seat == seat)

    def _is_enemy(self, seat: int) -> bool:
        return (seat - self.view.seat) % self.view.table.rules.sides != 0
