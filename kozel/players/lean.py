"""A deal as plain numbers that change in place: what a search plays out by the thousand.

It knows the same rules as :class:`~kozel.deal.Deal` and is held to it card for card by a test; it keeps no
history and explains nothing. Cards and actions are numbers (:mod:`kozel.players.codes`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from kozel.cards import Suit, singles
from kozel.deal import Deal
from kozel.players.codes import BEAT, CARDS, DISCARD, ENTER, LEAD, PASSES, Table, table_of


class Lean:
    """A deal at one moment, to be moved on in place by :meth:`apply`.

    ``hands`` and ``laid`` (in the trick under way) by seat; ``stock`` as bits, the next one to draw at
    place ``at``; ``turn`` -1 when the deal is over. The rest as in :class:`~kozel.deal.Deal`.
    """

    __slots__ = (
        "at",
        "beaters",
        "first",
        "hands",
        "holder",
        "laid",
        "lead",
        "leader",
        "piles",
        "standing",
        "stock",
        "table",
        "tricks",
        "trump",
        "turn",
    )

    def __init__(
        self,
        table: Table,
        hands: list[int],
        stock: list[int],
        trump: Suit | None,
        leader: int,
        piles: list[int] | None = None,
        tricks: list[int] | None = None,
    ) -> None:
        """A deal before the lead of ``leader``. The lists are taken over, not copied."""
        self.table = table
        self.hands = hands
        self.stock = stock
        self.at = 0
        self.trump = trump
        self.beaters = table.beaters[trump]
        self.turn = self.first = self.leader = leader
        self.holder = -1
        self.standing = self.lead = 0
        self.laid = [0] * table.seats
        self.piles = [0, 0] if piles is None else piles
        self.tricks = [0, 0] if tricks is None else tricks

    @classmethod
    def of(cls, deal: Deal) -> Lean:
        """``deal`` in plain numbers.

        Raises:
            ValueError: a trick is under way.
        """
        if deal.trick.plays:
            raise ValueError("a trick is under way")
        turn = deal.trick.leader
        lean = cls(table_of(deal.rules), list(deal.hands), list(deal.stock), deal.trump, turn, list(deal.piles))
        lean.tricks = list(deal.tricks)
        lean.turn = -1 if deal.over else turn
        return lean

    def copy(self) -> Lean:
        """The same deal once more, to go another way."""
        new = Lean.__new__(Lean)
        new.table, new.trump, new.beaters, new.stock, new.at = self.table, self.trump, self.beaters, self.stock, self.at
        new.turn, new.first, new.leader, new.holder = self.turn, self.first, self.leader, self.holder
        new.standing, new.lead = self.standing, self.lead
        new.hands, new.laid, new.piles, new.tricks = self.hands[:], self.laid[:], self.piles[:], self.tricks[:]
        return new

    def legal(self) -> list[int]:
        """Everything that the seat on turn may do, in the order of :meth:`~kozel.deal.Deal.legal`."""
        turn, standing = self.turn, self.standing
        hand = self.hands[turn]
        if not standing:
            return self.table.leads(hand)
        found = self._beats(hand, standing)
        if turn == self.leader:
            found.append(PASSES)
        elif standing & (standing - 1):
            found += self._discards(hand, standing.bit_count())
        else:
            while hand:
                bit = hand & -hand
                found.append(DISCARD | bit)
                hand ^= bit
        found += self.entries(turn)
        return found

    def seen(self) -> list[int]:
        """What the seat on turn may do, as the others can tell it apart: all discards are one, without cards."""
        turn, standing = self.turn, self.standing
        hand = self.hands[turn]
        if not standing:
            return self.table.leads(hand)
        found = self._beats(hand, standing)
        found.append(PASSES if turn == self.leader else DISCARD)
        found += self.entries(turn)
        return found

    def _beats(self, hand: int, standing: int) -> list[int]:
        """What beats ``standing``, from ``hand``."""
        beaters, found = self.beaters, []
        if not standing & (standing - 1):
            able = beaters[standing] & hand
            while able:
                bit = able & -able
                found.append(BEAT | bit)
                able ^= bit
            return found
        able, left = 0, standing
        while left:
            bit = left & -left
            able |= beaters[bit]
            left ^= bit
        if (able & hand).bit_count() >= standing.bit_count():
            found += [BEAT | cards for cards in self.table.rules.beats(hand, standing, self.trump)]
        return found

    def _discards(self, hand: int, number: int) -> list[int]:
        """Every ``number`` cards of ``hand``, more than one; the usual numbers in a way of their own."""
        bits = singles(hand)
        if number == len(bits):
            return [DISCARD | hand]
        if number == 2:
            return [DISCARD | one | other for one, other in combinations(bits, 2)]
        return [DISCARD | cards for cards in self.table.rules.discards(hand, number)]

    def entries(self, seat: int) -> Sequence[int]:
        """The ways in which ``seat`` may enter out of turn now; it is not the one that is to lead."""
        table, hand = self.table, self.hands[seat]
        if self.laid[seat] or not table.may_combine(hand):
            return ()
        if self.standing and table.rules.is_combination(self.lead):
            seats, first = table.seats, self.first
            if (seat - first) % seats >= (self.leader - first) % seats:
                return ()
        return [ENTER | cards for cards in table.rules.combinations(hand)]

    def apply(self, seat: int, code: int) -> None:
        """Do what ``code`` says for ``seat``. It must be legal: nothing is checked."""
        cards = code & CARDS
        kind = code ^ cards
        laid, hands = self.laid, self.hands
        if kind == BEAT:
            self.holder, self.standing = seat, cards
        elif kind == LEAD:
            self.leader = self.holder = seat
            self.standing = self.lead = cards
        elif kind == ENTER:
            for other, back in enumerate(laid):
                hands[other] |= back
            self.laid = laid = [0] * len(laid)
            self.leader = self.holder = seat
            self.standing = self.lead = cards
        laid[seat] |= cards
        hands[seat] ^= cards
        turn = seat + 1 if seat + 1 < len(hands) else 0
        if kind == PASSES or (
            turn == self.leader
            and not (
                self.table.rules.beats_back
                and self.holder != turn
                and hands[turn].bit_count() >= self.standing.bit_count()
            )
        ):
            self._take()
        else:
            self.turn = turn

    def _take(self) -> None:
        """The trick goes to its holder, and hands are filled."""
        taker, hands, laid = self.holder, self.hands, self.laid
        side = taker & 1
        self.piles[side] |= sum(laid)
        self.tricks[side] += 1
        self.first = self.leader = taker
        self.holder, self.standing, self.lead = -1, 0, 0
        self.laid = [0] * len(laid)
        stock, at = self.stock, self.at
        if left := len(stock) - at:
            number = min((self.table.hand - hands[taker].bit_count()) * len(hands), left)
            for seat, card in zip(self.table.order[taker], stock[at : at + number], strict=False):
                hands[seat] |= card
            self.at = at + number
            if number == left and self.table.rules.trump_changes:
                self.trump = self.table.trump_of[stock[-1]]
                self.beaters = self.table.beaters[self.trump]
        self.turn = taker if hands[taker] else -1
