"""What a seat may do. Cards inside an action have no order (RULES, "The trick")."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from kozel.cards import NO_CARDS, Cards


@dataclass(frozen=True, slots=True)
class Lead:
    """Lay the first cards of a trick, face up."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Beat:
    """Lay as many cards as there are to beat, face up, each beating a different one; also: beat back."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Discard:
    """Lay as many cards as there are to beat, face down: till the deal is over nobody else may know which."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Interrupt:
    """Enter out of turn with a combination: all laid cards go back, these are the lead."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Pass:
    """Lay nothing against a beat, where the leader of a trick may beat back: the opponent takes."""

    @property
    def cards(self) -> Cards:
        """No cards; there for every action alike."""
        return NO_CARDS


Action = Lead | Beat | Discard | Interrupt | Pass

_Made = TypeVar("_Made", bound=Action)
_KEPT = 1 << 13


class Making(dict[int, _Made]):
    """By the bits of a set of cards, the action with these cards, made when it is first asked for.

    The same few thousand small sets are offered again and again, and an action is a value: one object each
    will do.
    """

    def __init__(self, make: Callable[[Cards], _Made]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, bits: int) -> _Made:
        if len(self) >= _KEPT:
            self.clear()
        made = self[bits] = self._make(Cards(bits))
        return made


LEADS = Making(Lead)
BEATS = Making(Beat)
DISCARDS = Making(Discard)
INTERRUPTS = Making(Interrupt)
PASS = Pass()
