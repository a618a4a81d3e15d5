"""What is stored: the things that happened at a table, in the order in which they did."""

from __future__ import annotations

from dataclasses import dataclass

from bot.tables.model import PersonId, Seat
from kozel import Action, Dealing, DealScored


@dataclass(frozen=True, slots=True)
class SeatChanged:
    """``seat`` is now held as ``holder`` says (person, computer or nobody; toggled cards)."""

    seat: int
    holder: Seat


@dataclass(frozen=True, slots=True)
class SeriesBegun:
    """A series begins with the seats as they are; ``dealer`` deals first."""

    dealer: int


@dataclass(frozen=True, slots=True)
class DealBegun:
    """The deal of ``round`` (``number`` in its series, from 1) begins."""

    round: int
    number: int
    dealing: Dealing


@dataclass(frozen=True, slots=True)
class Played:
    """The action number ``moment`` (from 0) of the deal of ``round``; ``by`` is None where a computer chose it."""

    round: int
    moment: int
    seat: int
    action: Action
    by: PersonId | None


@dataclass(frozen=True, slots=True)
class DealEnded:
    """The deal of ``round`` is over."""

    round: int
    score: DealScored


@dataclass(frozen=True, slots=True)
class SeriesEnded:
    """``goats``, a side, lost the series; None where it was stopped before its end."""

    goats: int | None
    eggs: bool


Fact = SeatChanged | SeriesBegun | DealBegun | Played | DealEnded | SeriesEnded
