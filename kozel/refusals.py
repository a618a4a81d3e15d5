"""Why an action is refused: types with data, no prose. A refused action has changed nothing."""

from __future__ import annotations

from dataclasses import dataclass

from kozel.cards import Cards


class Refusal(Exception):
    """An action that the rules do not allow now.

    Not frozen, unlike other values: the interpreter writes tracebacks into exceptions.
    """


@dataclass(unsafe_hash=True)
class DealIsOver(Refusal):
    """All cards of the deal are played."""


@dataclass(unsafe_hash=True)
class NotYourTurn(Refusal):
    """It is the turn of ``turn``."""

    turn: int


@dataclass(unsafe_hash=True)
class NothingLed(Refusal):
    """An answer, though nothing is led yet."""


@dataclass(unsafe_hash=True)
class AlreadyLed(Refusal):
    """A lead, though cards are to be answered."""


@dataclass(unsafe_hash=True)
class NotInHand(Refusal):
    """``cards`` are not all in the hand."""

    cards: Cards


@dataclass(unsafe_hash=True)
class NotALead(Refusal):
    """``cards`` may not be led together: none at all, or not of one suit (nor clean)."""

    cards: Cards


@dataclass(unsafe_hash=True)
class WrongNumber(Refusal):
    """``needed`` cards are to be laid, ``given`` were."""

    needed: int
    given: int


@dataclass(unsafe_hash=True)
class DoesNotBeat(Refusal):
    """``cards`` cannot be paired with ``standing`` so that each beats its own."""

    cards: Cards
    standing: Cards


@dataclass(unsafe_hash=True)
class NotACombination(Refusal):
    """One enters out of turn with ``needed`` cards of one suit (or clean ones) only."""

    needed: int


@dataclass(unsafe_hash=True)
class YourOwnLead(Refusal):
    """Who is to lead leads, and does not enter out of turn."""


@dataclass(unsafe_hash=True)
class AlreadyLaid(Refusal):
    """Who has laid cards in this trick cannot enter out of turn."""


@dataclass(unsafe_hash=True)
class CombinationStands(Refusal):
    """The combination of ``leader``, at least as near to the first leader, has the right."""

    leader: int


@dataclass(unsafe_hash=True)
class NothingToPass(Refusal):
    """Only a leader who could beat back may pass."""
