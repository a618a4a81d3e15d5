"""What is stored: the things that happened at a table, in the order in which they did."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.tables.model import PersonId, Seat
from kozel import Action, Dealing, DealScored, LeadDrawn, Rules


@dataclass(frozen=True, slots=True)
class SeatChanged:
    """``seat`` is now held as ``holder`` says (person, computer or nobody; toggled cards)."""

    seat: int
    holder: Seat


@dataclass(frozen=True, slots=True)
class GameChosen:
    """Another game is to be played: the table is of ``rules`` now, its ``seats`` all as these."""

    rules: Rules
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Gathered:
    """The people of a series that is over are asked for another one: the table is in its lobby again."""


@dataclass(frozen=True, slots=True)
class SeriesBegun:
    """A series begins with the seats as they are; ``dealer`` deals first. ``drawn``: the draw for the lead, if any."""

    dealer: int
    drawn: LeadDrawn | None = None


@dataclass(frozen=True, slots=True)
class Noted:
    """Something was done here, in words for the record, of which the deal of ``round``, the next, will be drawn too."""

    round: int
    line: str


@dataclass(frozen=True, slots=True)
class DealBegun:
    """The deal of ``round`` (``number`` in its series, from 1) begins; ``secret`` is that of the deal after it."""

    round: int
    number: int
    dealing: Dealing
    secret: bytes | None = field(default=None, repr=False)


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


Fact = SeatChanged | GameChosen | Noted | Gathered | SeriesBegun | DealBegun | Played | DealEnded | SeriesEnded
