"""A deal as plain numbers that change in place: what a search plays out by the thousand.

It knows the same rules as :class:`~kozel.deal.Deal` and is held to it card for card by a test; it keeps no
history and explains nothing. A set of cards is its bits, as in :class:`~kozel.cards.Cards`; an action is the
bits of its cards with what is done in the bits above.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Final

from kozel.actions import BEATS, DISCARDS, INTERRUPTS, LEADS, PASS, Action, Beat, Discard, Interrupt, Lead, Pass
from kozel.cards import ALL_CARDS, DECK, SUIT_CARDS, Suit, singles
from kozel.deal import Deal
from kozel.rules import Rules

CARDS: Final = int(ALL_CARDS)
LEAD: Final = 1 << 36
BEAT: Final = 2 << 36
DISCARD: Final = 3 << 36
PASSES: Final = 4 << 36
ENTER: Final = 5 << 36
_KEPT = 1 << 14


_KINDS: Final[Mapping[int, Mapping[int, Action]]] = {LEAD: LEADS, BEAT: BEATS, DISCARD: DISCARDS, ENTER: INTERRUPTS}

_CODES: Final[Mapping[type[Action], int]] = {
    Lead: LEAD,
    Beat: BEAT,
    Discard: DISCARD,
    Interrupt: ENTER,
    Pass: PASSES,
}


def action_from(code: int) -> Action:
    """The action with this number."""
    kind, cards = code & ~CARDS, code & CARDS
    if kind == PASSES:
        return PASS
    return _KINDS[kind][cards]


def code_of(action: Action) -> int:
    """The number of this action."""
    return _CODES[type(action)] | action.cards


class _Codes(dict[int, list[int]]):
    """By a hand, its leads as actions, worked out when first asked for."""

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self._rules = rules

    def __missing__(self, hand: int) -> list[int]:
        if len(self) >= _KEPT:
            self.clear()
        made = self[hand] = [LEAD | cards for cards in self._rules.leads(hand)]
        return made


class Table:
    """What the rules of one game come to, looked up instead of worked out at every play.

    ``beaters[trump][bit]``: the cards that beat that card; ``plain[trump]``: cards neither trump nor joker;
    trumps are the suits, or None. ``suits`` without jokers; ``whole``: the combinations of one of them.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.seats, self.hand = rules.seats, rules.hand
        self.combination = rules.combination
        self.leads = _Codes(rules)
        self.beaters = {
            trump: {
                1 << low.index: sum(
                    1 << high.index
                    for high in DECK
                    if rules.can_beat(1 << high.index, 1 << low.index, trump)  # one by one, as the rules say
                )
                for low in DECK
            }
            for trump in (*Suit, None)
        }
        jokers = int(rules.jokers)
        self.jokers = jokers
        self.plain = {
            trump: CARDS & ~jokers & ~(int(SUIT_CARDS[trump]) if trump is not None else 0) for trump in (*Suit, None)
        }
        self.trump_of: dict[int, Suit | None] = {1 << card.index: rules.trump_of(card) for card in DECK}
        self.suits = tuple(int(SUIT_CARDS[suit]) & ~jokers for suit in Suit)
        self.whole = frozenset(
            sum(some) for suit in self.suits for some in combinations(singles(suit), rules.combination)
        )
        self.groups = tuple(filter(None, (*(suit | jokers for suit in self.suits), int(rules.clean))))
        self.order = tuple(
            tuple((taker + place) % rules.seats for place in range(len(DECK))) for taker in range(rules.seats)
        )

        self.may_combine: Callable[[int], bool] = (
            self.whole.__contains__ if rules.combination == rules.hand else self._may_combine
        )

    def _may_combine(self, hand: int) -> bool:
        """Whether there is a combination in ``hand``, :attr:`may_combine` where that is not the whole hand."""
        size = self.combination
        if hand.bit_count() >= size:
            for group in self.groups:
                if (hand & group).bit_count() >= size:
                    return True
        return False


_TABLES: dict[str, Table] = {}


def table_of(rules: Rules) -> Table:
    """The tables of these rules, made once."""
    if rules.variant not in _TABLES:
        _TABLES[rules.variant] = Table(rules)
    return _TABLES[rules.variant]


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
        turn, standing, table = self.turn, self.standing, self.table
        hand = self.hands[turn]
        if not standing:
            return table.leads[hand]
        if not standing & (standing - 1):
            found = []
            able = self.beaters[standing] & hand
            while able:
                bit = able & -able
                found.append(BEAT | bit)
                able ^= bit
            if turn == self.leader:
                found.append(PASSES)
            else:
                left = hand
                while left:
                    bit = left & -left
                    found.append(DISCARD | bit)
                    left ^= bit
        else:
            found = self._several(hand)
        if not self.laid[turn] and table.may_combine(hand):
            found += self.entries(turn)
        return found

    def _several(self, hand: int) -> list[int]:
        """Beats and discards of more than one card."""
        found = self._beats_of_several(hand)
        if self.turn == self.leader:
            found.append(PASSES)
            return found
        number, bits = self.standing.bit_count(), singles(hand)
        if number == len(bits):
            found.append(DISCARD | hand)
        elif number == 2:
            found += [DISCARD | one | other for one, other in combinations(bits, 2)]
        elif number == len(bits) - 1:
            found += [(DISCARD | hand) ^ kept for kept in reversed(bits)]
        else:
            found += [DISCARD | cards for cards in self.table.rules.discards(hand, number)]
        return found

    def _beats_of_several(self, hand: int) -> list[int]:
        beaters, standing, able, left = self.beaters, self.standing, 0, self.standing
        while left:
            bit = left & -left
            able |= beaters[bit]
            left ^= bit
        if (able & hand).bit_count() < standing.bit_count():
            return []
        return [BEAT | cards for cards in self.table.rules.beats(hand, standing, self.trump)]

    def seen(self) -> list[int]:
        """What the seat on turn may do, as the others can tell it apart: all discards are one, without cards."""
        turn, standing, table = self.turn, self.standing, self.table
        hand = self.hands[turn]
        if not standing:
            return table.leads[hand]
        if standing & (standing - 1):
            found = self._beats_of_several(hand)
        else:
            found = []
            able = self.beaters[standing] & hand
            while able:
                bit = able & -able
                found.append(BEAT | bit)
                able ^= bit
        if not self.laid[turn] and table.may_combine(hand):
            found += self.entries(turn)
        found.append(PASSES if turn == self.leader else DISCARD)
        return found

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


__all__ = [
    "BEAT",
    "CARDS",
    "DISCARD",
    "ENTER",
    "LEAD",
    "PASSES",
    "Lean",
    "Table",
    "action_from",
    "code_of",
    "table_of",
]
