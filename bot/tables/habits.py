"""How a chat likes to play: what /settings sets, one value a chat, and the presses that choose it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

LEVELS = ("novice", "solid", "master")
"""The levels that a computer at a table can have, names in kozel.PLAYERS; the weaker first."""

COMPUTER = "solid"
"""The level of computers where a chat has chosen none."""


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
    """``turn``: seconds that a turn may take, OFF for no clock; None where the chat has not chosen: the host's then.

    ``hints``: whether players may ask what a master would play; ``level``: what computers have that sit down here.
    """

    turn: int | None = None
    pace: Pace = Pace.USUAL
    stopping: WhoStops = WhoStops.MOST
    hints: bool = True
    level: str = COMPUTER


USUAL = Habits()
"""Of a chat that has chosen nothing."""


@dataclass(frozen=True, slots=True)
class ChooseLanguage:
    """In this chat's settings: speak this language, "ru" or "en"."""

    language: str


@dataclass(frozen=True, slots=True)
class ChooseTurn:
    """In this chat's settings: so many seconds a turn, one of TURNS."""

    seconds: int


@dataclass(frozen=True, slots=True)
class ChoosePace:
    """In this chat's settings: how fast computers play."""

    pace: Pace


@dataclass(frozen=True, slots=True)
class ChooseStopping:
    """In this chat's settings: who may close a table."""

    stopping: WhoStops


@dataclass(frozen=True, slots=True)
class ChooseLevel:
    """In this chat's settings: computers that sit down play at ``level``, one of LEVELS."""

    level: str


@dataclass(frozen=True, slots=True)
class ChooseHints:
    """In this chat's settings: whether there are hints."""

    on: bool


Choice = ChooseLanguage | ChooseTurn | ChoosePace | ChooseLevel | ChooseHints | ChooseStopping
"""The presses of /settings."""
