"""How a chat likes to play: what /settings sets, one value a chat."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Pace(StrEnum):
    """How fast computers play, and deals follow each other."""

    SLOW = "slow"
    USUAL = "usual"
    FAST = "fast"

    @property
    def factor(self) -> float:
        """By how much the host's pauses are longer (above 1) or shorter."""
        return {Pace.SLOW: 2.0, Pace.USUAL: 1.0, Pace.FAST: 0.4}[self]


class WhoStops(StrEnum):
    """Who may close a table: more than half of the people who play, any one of them, or nobody but the chat's admins.

    Admins always may.
    """

    MOST = "most"
    ANYONE = "anyone"
    ADMINS = "admins"


OFF = 0
TURNS = (30, 60, 120, 300, 86400, OFF)
"""The times for a turn that can be chosen, in seconds; OFF: no clock."""


@dataclass(frozen=True, slots=True)
class Habits:
    """``turn``: seconds that a turn may take, OFF for no clock; None where the chat has not chosen: the host's then."""

    turn: int | None = None
    pace: Pace = Pace.USUAL
    stopping: WhoStops = WhoStops.MOST


USUAL = Habits()
"""Of a chat that has chosen nothing."""
