"""What cards and deals count."""

from __future__ import annotations

from kozel.cards import Rank
from kozel.events import DealScored

POINTS: dict[Rank, int] = {Rank.JACK: 2, Rank.QUEEN: 3, Rank.KING: 4, Rank.TEN: 10, Rank.ACE: 11}
"""Card points by rank; ranks not named count nothing (RULES, "Cards")."""

ALL_POINTS = 120
_BY_SUIT = [sum(POINTS.get(rank, 0) for place, rank in enumerate(Rank) if bits >> place & 1) for bits in range(512)]


def points_of(cards: int) -> int:
    """The card points in a set of cards, 0 to 120."""
    points = _BY_SUIT  # nine bits are a suit
    return points[cards & 511] + points[cards >> 9 & 511] + points[cards >> 18 & 511] + points[cards >> 27]


def scored(piles: tuple[int, int], tricks: tuple[int, int]) -> DealScored:
    """The score of a deal from its two piles and how many tricks each has (RULES, "The end of a deal")."""
    first = points_of(piles[0])
    points = (first, ALL_POINTS - first)
    return DealScored(points, tricks, (_loss(points[0], tricks[0]), _loss(points[1], tricks[1])))


def _loss(points: int, tricks: int) -> int:
    """Loss points of a side with these card points and tricks: 0, 2, 4 or 6."""
    if points * 2 >= ALL_POINTS:
        return 0
    if points > 30:
        return 2
    return 4 if tricks else 6
