"""Actions as numbers, and the rules of a game as tables: what :mod:`kozel.players.lean` looks up at every play.

An action is the bits of its cards, as in :class:`~kozel.cards.Cards`, with what is done in the bits above.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from itertools import combinations
from typing import Final

from kozel.actions import BEATS, DISCARDS, INTERRUPTS, LEADS, PASS, Action, Beat, Discard, Interrupt, Lead, Pass
from kozel.cards import ALL_CARDS, DECK, SUIT_CARDS, Suit, singles
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


def _leads(rules: Rules, hand: int) -> list[int]:
    return [LEAD | cards for cards in rules.leads(hand)]


class Table:
    """What the rules of one game come to, looked up instead of worked out at every play.

    ``beaters[trump][bit]``: the cards that beat that card; ``plain[trump]``: cards neither trump nor joker;
    trumps are the suits, or None. ``leads(hand)``: as numbers, not to be changed. ``suits`` without jokers;
    ``whole``: the combinations of one of them.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.seats, self.hand = rules.seats, rules.hand
        self.combination = rules.combination
        self.leads = lru_cache(_KEPT)(partial(_leads, rules))
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
