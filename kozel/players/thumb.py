"""Rules of thumb for one game and trump, as tables: what to lead, what to lose, what to give to a partner.

They look at one hand only, so they are worked out once and looked up from then on.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Final

from kozel.cards import RANK_CARDS, Rank, Suit, singles
from kozel.players.codes import CARDS, Table
from kozel.scoring import points_of

_TRUMP: Final = 9  # a trump is worth keeping as much as this many ranks of another suit
_KEEP: Final = 0.25  # what a step of strength counts beside a card point
_HIDDEN: Final = 2.5  # the card points that a card not seen is expected to have
_UNSEEN: Final = 32
_MORE: Final = 300  # than any lead can promise to lose
_FINE: Final = 64  # steps a point

_LOW = sum(int(RANK_CARDS[rank]) for rank in (Rank.SIX, Rank.SEVEN, Rank.EIGHT, Rank.NINE))
_JACK, _QUEEN, _KING, _TEN, _ACE = (
    int(RANK_CARDS[rank]) for rank in (Rank.JACK, Rank.QUEEN, Rank.KING, Rank.TEN, Rank.ACE)
)


class Thumb:
    """``junk`` and ``gifts``: groups of cards in the order in which to lose them, or give them to a partner;
    ``strong`` cards are seldom beaten. ``lead[cards]``: for cards of one suit, the best part of them to lead, below
    its value: so the greatest of some suits' numbers has in its lowest bits (:data:`CARDS`) what to lead.
    """

    def __init__(self, table: Table, trump: Suit | None) -> None:
        self._table, self._trump = table, trump
        self.plain, self.beaters = table.plain[trump], table.beaters[trump]
        jokers = table.jokers
        trumps = CARDS & ~self.plain & ~jokers
        plain = self.plain
        self.junk = _groups(
            *(plain & ranks for ranks in (_LOW, _JACK, _QUEEN, _KING)),
            *(trumps & _LOW, plain & _TEN, trumps & (_JACK | _QUEEN), plain & _ACE),
            *(trumps & _KING, trumps & _TEN, trumps & _ACE, jokers),
        )
        self.gifts = _groups(
            *(plain & ranks for ranks in (_TEN, _KING, _QUEEN, _JACK, _ACE, _LOW)),
            *(trumps & _LOW, trumps & (_JACK | _QUEEN), trumps & _KING, trumps & _TEN, trumps & _ACE, jokers),
        )
        self.strong = plain & _ACE | trumps & ~_LOW | jokers
        self.lead = {0: 0}
        for suit in table.suits:
            for cards in reversed(_parts(suit)):  # each after its own parts
                smaller = max(self.lead[cards ^ bit] for bit in singles(cards))
                self.lead[cards] = max(smaller, round(_FINE * (_MORE + self._promise(cards))) << 36 | cards)

    def _promise(self, cards: int) -> float:
        """The points that leading ``cards`` promises, less what they could have done later."""
        table, bits = self._table, singles(cards)
        shares = sorted(self.beaters[bit].bit_count() / _UNSEEN for bit in bits)
        hand = table.rules.hand
        held = 1 - prod(1 - (1 - share) ** max(0, hand - place) for place, share in enumerate(shares))
        points = points_of(cards)
        keep = sum((bit.bit_length() - 1) % 9 + (0 if bit & self.plain else _TRUMP) for bit in bits)
        pot = points + _HIDDEN * len(bits) * (table.seats - 1)
        return (2 * held ** (table.seats // 2) - 1) * pot - _KEEP * keep


def _groups(*masks: int) -> tuple[int, ...]:
    return tuple(filter(None, masks))


def _parts(cards: int) -> list[int]:
    """The non-empty subsets of ``cards``."""
    found, part = [], cards
    while part:
        found.append(part)
        part = (part - 1) & cards
    return found


def least(groups: tuple[int, ...], hand: int, number: int) -> int:
    """The first ``number`` cards of ``hand`` in the order of ``groups``; all of them, if there are no more."""
    found = 0
    for group in groups:
        able = hand & group
        while able and number:
            bit = able & -able
            found |= bit
            number -= 1
            able ^= bit
        if not number:
            break
    return found


def cheapest(hand: int, standing: int, beaters: Mapping[int, int], plain: int) -> int:
    """Cards of ``hand`` that beat the several that stand, without trumps as far as can be; mostly the least; or none.

    The hardest to beat is paired first. Where suits are mixed a pairing may be missed.
    """
    found, able = 0, []
    while standing:
        bit = standing & -standing
        beating = beaters[bit] & hand
        if not beating:
            return 0
        able.append((beating.bit_count(), beating))
        standing ^= bit
    able.sort()
    for _, beating in able:
        left = beating & ~found
        if not left:
            return 0
        low = left & plain or left
        found |= low & -low
    return found


_THUMBS: dict[tuple[str, Suit | None], Thumb] = {}


def thumb_of(table: Table, trump: Suit | None) -> Thumb:
    """The rules of thumb for this game and trump, made once."""
    key = (table.rules.variant, trump)
    if key not in _THUMBS:
        _THUMBS[key] = Thumb(table, trump)
    return _THUMBS[key]
