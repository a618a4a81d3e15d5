"""Worlds that look to one seat just like the deal that it plays: every hidden card put where it may be.

What is settled is kept: the own cards and what was laid face down oneself; cards seen; the trump card, which
is in the stock until somebody can have drawn it; the two lowest cards of the stock and who drew them; cards
that went back to a hand when somebody entered. All else is by lot, each way as likely as any other.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from kozel.cards import ALL_CARDS
from kozel.players.codes import Table, table_of
from kozel.players.lean import Lean
from kozel.view import SeatView, TrickView

HAND, PILE, LAID, STOCK = range(4)


@dataclass(slots=True)
class _Place:
    """``number`` hidden cards that lie together: in a hand, face down in a pile or a trick, in the stock.

    ``drawn``: which part of all cards that its owner has had by then came from the stock.
    """

    kind: int
    owner: int
    where: int
    number: int
    trick: int
    drawn: float


@dataclass(slots=True)
class Pin:
    """A card that lies in one of some places, each with the weight of one card there."""

    bit: int
    weights: list[tuple[int, float]] = field(default_factory=list)


class Worlds:
    """All worlds that look like ``view`` to its seat; :meth:`draw` takes one of them by lot."""

    def __init__(self, view: SeatView) -> None:
        self._view = view
        self._table: Table = table_of(view.table.rules)
        self._piles, self._laid = [0, 0], [0] * self._table.seats
        self._places: list[_Place] = []
        self._read()
        pins = [pin for pin in self._find_pins() if pin.weights]
        self._pins = sorted(pins, key=lambda pin: len(pin.weights))  # who has least choice comes first
        pinned = sum(pin.bit for pin in self._pins)
        self._bottom = self._bits_at_bottom()
        free = self._unseen() & ~pinned & ~sum(self._bottom)
        self._free = [1 << place for place in range(36) if free >> place & 1]

    def draw(self, dice: random.Random) -> Lean:
        """One of the worlds."""
        view, free = self._view, self._free
        lot = dice.random
        free.sort(key=lambda bit: lot())  # a shuffle, and the quickest
        hands, laid, piles = [0] * self._table.seats, self._laid[:], self._piles[:]
        hands[view.seat] = int(view.hand)
        by_kind = (hands, piles, laid)
        taken = self._pinned(dice) if self._pins else {}
        at, stock = 0, []
        for index, place in enumerate(self._places):
            pins = taken.get(index)
            upto = at + place.number - (len(pins) if pins else 0)
            cards = free[at:upto]
            at = upto
            if place.kind == STOCK:
                for card in pins or ():
                    cards.insert(int(lot() * (len(cards) + 1)), card)
                stock = cards
            else:
                by_kind[place.kind][place.where] |= sum(cards) + (sum(pins) if pins else 0)
        if self._bottom:
            stock[-1:-1] = self._bottom
        return self._lean(hands, laid, piles, stock)

    def _lean(self, hands: list[int], laid: list[int], piles: list[int], stock: list[int]) -> Lean:
        table = self._view.table
        trick = table.trick
        lean = Lean(self._table, hands, stock, table.trump, trick.first, piles, list(table.tricks))
        if trick.plays:
            lean.leader, lean.lead = trick.plays[0].seat, int(trick.plays[0].cards)
            lean.holder, lean.standing = -1 if trick.holder is None else trick.holder, int(trick.standing)
            lean.laid = laid
        lean.turn = -1 if table.turn is None else table.turn
        return lean

    def _pinned(self, dice: random.Random) -> dict[int, list[int]]:
        """By place, the pinned cards there."""
        taken: dict[int, list[int]] = {}
        left = [place.number for place in self._places]
        for pin in self._pins:
            shares = [weight * left[index] for index, weight in pin.weights]
            if any(shares):
                index = dice.choices(pin.weights, shares)[0][0]
            else:  # where it may be others were put already: anywhere, then
                index = max(range(len(left)), key=left.__getitem__)
            left[index] -= 1
            taken.setdefault(index, []).append(pin.bit)
        return taken

    def _unseen(self) -> int:
        """The cards that this seat has seen nowhere."""
        view = self._view
        seen = int(view.hand) | sum(map(int, view.buried))
        for trick in (*view.table.past, view.table.trick):
            for play in trick.plays:
                seen |= int(play.cards)
        return int(ALL_CARDS) & ~seen

    def _read(self) -> None:
        """Note what lies open, and every place where hidden cards lie."""
        view, rules = self._view, self._view.table.rules
        hand, stock, had = rules.hand, rules.stock, rules.hand
        for number, trick in enumerate(view.table.past):
            self._read_trick(number, trick, 1 - rules.hand / had)
            hand -= sum(play.number for play in trick.plays if play.seat == trick.plays[0].seat)
            drawn = min(rules.hand - hand, stock // rules.seats)
            hand, stock, had = hand + drawn, stock - drawn * rules.seats, had + drawn
        self._read_trick(len(view.table.past), view.table.trick, 1 - rules.hand / had)
        for seat, cards in enumerate(view.table.hand):
            if seat != view.seat:
                self._places.append(_Place(HAND, seat, seat, cards, 99, 1 - rules.hand / had))
        self._places.append(_Place(STOCK, -1, 0, view.table.stock - self._below(), 99, 1))

    def _read_trick(self, number: int, trick: TrickView, drawn: float) -> None:
        over = number < len(self._view.table.past)
        side = trick.holder % 2 if trick.holder is not None else 0
        for play in trick.plays:
            own = self._view.buried[number] if play.seat == self._view.seat and play.verb == "discard" else 0
            cards = int(play.cards) | int(own)
            if over:
                self._piles[side] |= cards
            else:
                self._laid[play.seat] |= cards
            if hidden := play.number - cards.bit_count():
                where = (PILE, play.seat, side) if over else (LAID, play.seat, play.seat)
                self._places.append(_Place(*where, hidden, number, drawn))

    def _below(self) -> int:
        """How many known places there are under the stock."""
        table = self._view.table
        lies = table.rules.trump_changes and table.stock >= 2 and self._unseen() >> table.trump_card.index & 1
        return 1 if lies else 0

    def _bits_at_bottom(self) -> list[int]:
        """The trump card, where it lies last but one; :meth:`draw` leaves the change card for the lot."""
        return [1 << self._view.table.trump_card.index] if self._below() else []

    def _find_pins(self) -> list[Pin]:
        """Cards of which it is known who has them, or had them last, and the trump card."""
        table, pins, unseen = self._view.table, {}, self._unseen()
        for number, trick in enumerate((*table.past, table.trick)):
            for play in trick.returned:
                for card in play.cards:
                    pins[1 << card.index] = (play.seat, number)
        if (change := table.change) is not None:  # the two cards under the stock, drawn one after the other
            pins[1 << table.trump_card.index] = ((change.seat - 1) % table.rules.seats, change.trick)
            pins[1 << change.card.index] = (change.seat, change.trick)
        found = [Pin(bit, self._with(seat, since)) for bit, (seat, since) in pins.items() if bit & unseen]
        shown = 1 << table.trump_card.index
        if not table.rules.trump_changes and shown & unseen and shown not in pins:
            found.append(Pin(shown, [(index, place.drawn) for index, place in enumerate(self._places) if place.drawn]))
        return found

    def _with(self, seat: int, since: int) -> list[tuple[int, float]]:
        """The places where ``seat`` may have a card that it had in trick ``since``."""
        return [
            (index, 1.0 if place.kind == HAND else 0.5)
            for index, place in enumerate(self._places)
            if place.owner == seat and place.trick >= since
        ]
