"""The 36 cards, and sets of them.

A card is written as in RECORD notation: rank, then suit (``KS``, ``TH``, ``6C``; T is the ten).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum


class Suit(Enum):
    """A suit; the value is its letter in the notation. In the order in which hands are sorted."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    __hash__ = object.__hash__  # members are single: the identity will do, and is asked for at every play


class Rank(Enum):
    """A rank; the value is its letter in the notation. Low to high in Kozel's way: the ten below the ace."""

    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    TEN = "T"
    ACE = "A"


_SUITS = tuple(Suit)
_RANKS = tuple(Rank)


@dataclass(frozen=True, slots=True)
class Card:
    """One of the 36 cards.

    ``index`` is its place in the order of suits, then ranks, 0 to 35; ``1 << index`` is its bit in
    :class:`Cards`.
    """

    rank: Rank
    suit: Suit
    index: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "index", _SUITS.index(self.suit) * len(_RANKS) + _RANKS.index(self.rank))

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card written as ``text``, for example ``"TH"``.

        Raises:
            ValueError: ``text`` is not a rank's letter followed by a suit's.
        """
        try:
            return _BY_NAME[text]
        except KeyError:
            raise ValueError(f"{text!r} is not a card: write rank then suit, like KS or TH") from None

    def __str__(self) -> str:
        return self.rank.value + self.suit.value


DECK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in _SUITS for rank in _RANKS)
"""All 36 cards by their index."""

_BY_NAME = {str(card): card for card in DECK}
_ALL_BITS = (1 << len(DECK)) - 1


class Cards(int):
    """An immutable set of cards: 36 bits, bit ``card.index`` set where the card is in it.

    ``|``, ``&`` and ``-`` are union, intersection and difference; ``len`` and ``in`` count and look up;
    iteration goes by index, so suit by suit, low to high. Comparing with ``==`` is comparing sets; ``<``
    has no meaning for cards.
    """

    __slots__ = ()

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Cards:
        """The set of ``cards``; a card given twice is in it once."""
        bits = 0
        for card in cards:
            bits |= 1 << card.index
        return cls(bits)

    @classmethod
    def from_bits(cls, bits: int) -> Cards:
        """The set with these bits, from outside.

        Raises:
            ValueError: a bit beyond the 36 is set, or ``bits`` is negative.
        """
        if not 0 <= bits <= _ALL_BITS:
            raise ValueError(f"{bits} is no set of cards")
        return cls(bits)

    @classmethod
    def parse(cls, text: str) -> Cards:
        """The set of the cards written in ``text``, separated by white space.

        Raises:
            ValueError: a word is no card, or a card stands twice.
        """
        words = text.split()
        cards = cls.of(map(Card.parse, words))
        if len(cards) != len(words):
            raise ValueError(f"{text!r} has a card twice")
        return cards

    def holds(self, other: int) -> bool:
        """Whether every card of ``other`` is in this set."""
        return not other & ~int(self)

    def __iter__(self) -> Iterator[Card]:
        for bit in singles(self):
            yield DECK[bit.bit_length() - 1]

    def __len__(self) -> int:
        return self.bit_count()

    def __contains__(self, card: Card) -> bool:
        return bool(self & (1 << card.index))

    def __or__(self, other: int) -> Cards:
        return Cards(int.__or__(self, other))

    def __and__(self, other: int) -> Cards:
        return Cards(int.__and__(self, other))

    def __sub__(self, other: int) -> Cards:
        return Cards(int.__and__(self, ~other))

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"Cards.parse({str(self)!r})"


def singles(cards: int) -> list[int]:
    """The bits of a set of cards, one number a card, in the order of iteration."""
    bits: list[int] = []
    while cards:
        bit = cards & -cards
        bits.append(bit)
        cards ^= bit
    return bits


NO_CARDS = Cards(0)
ALL_CARDS = Cards(_ALL_BITS)
SUIT_CARDS: dict[Suit, Cards] = {suit: Cards.of(card for card in DECK if card.suit is suit) for suit in Suit}
RANK_CARDS: dict[Rank, Cards] = {rank: Cards.of(card for card in DECK if card.rank is rank) for rank in Rank}
