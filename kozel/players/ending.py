"""The last tricks played out exactly: with every card known, what best play on both sides comes to.

Only for positions in which nobody can enter out of turn any more: the stock is gone, and hands are smaller than a
combination. Alpha-beta, with what is known of each position between tricks kept.
"""

from __future__ import annotations

from typing import Final

from kozel.players.lean import Lean
from kozel.scoring import points_of

_WON: Final = 0.5


def value(lean: Lean) -> float:
    """What the end of a deal is worth to side 0, from 0 to 1: half for the win, half for the card points."""
    points = points_of(lean.piles[0])
    won = 1.0 if points > 60 else 0.5 if points == 60 else 0.0
    return _WON * won + (1 - _WON) * points / 120


class Endings:
    """Endings of one world, each worked out once."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, ...], float] = {}

    def value(self, lean: Lean, low: float = -1.0, high: float = 2.0) -> float:
        """What ``lean`` is worth to side 0 under best play, from 0 to 1; between ``low`` and ``high`` exactly, else a
        bound on the same side of them.
        """
        if lean.turn < 0:
            return value(lean)
        key = None if lean.standing else (lean.turn, lean.piles[0], *lean.hands)
        if key is not None and (known := self._known.get(key)) is not None:
            return known
        best = self._best(lean, low, high)
        if key is not None and low < best < high:
            self._known[key] = best
        return best

    def _best(self, lean: Lean, low: float, high: float) -> float:
        """Alpha-beta over what the seat on turn may do."""
        turn = lean.turn
        least = turn & 1  # this side is out for the least
        best = 2.0 if least else -1.0
        for code in lean.legal():
            child = lean.copy()
            child.apply(turn, code)
            worth = self.value(child, low, high)
            if least:
                best = min(best, worth)
                high = min(high, best)
            else:
                best = max(best, worth)
                low = max(low, best)
            if low >= high:
                break
        return best
