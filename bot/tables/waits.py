"""What a table waits for, and how long it may: a function of the table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple, assert_never

from bot.tables.habits import OFF
from bot.tables.model import Phase, Table


class Kind(StrEnum):
    """What is waited for: somebody's turn, the deal of a lobby, answers to a rematch, anybody at all."""

    TURN = "turn"
    LOBBY = "lobby"
    REMATCH = "rematch"
    ANYBODY = "anybody"


@dataclass(frozen=True, slots=True)
class Limits:
    """How long each may take, in seconds. ``turn`` counts where a chat has not chosen its own; OFF is no clock."""

    turn: float = 120
    lobby: float = 3600
    rematch: float = 120
    anybody: float = 86400

    def of(self, kind: Kind) -> float:
        """How long what is waited for may take, where the chat has not chosen."""
        match kind:
            case Kind.TURN:
                return self.turn
            case Kind.LOBBY:
                return self.lobby
            case Kind.REMATCH:
                return self.rematch
            case Kind.ANYBODY:
                return self.anybody
            case _:
                assert_never(kind)


class Wait(NamedTuple):
    """``mark`` tells two waits of a kind apart at one table; ``seconds`` is how long it may take."""

    kind: Kind
    mark: str
    seconds: float


class Deadline(NamedTuple):
    """When a wait ends."""

    kind: Kind
    mark: str
    at: datetime


def wait_of(table: Table, limits: Limits) -> Wait | None:
    """What this table waits for; None where nobody is kept waiting: in practice, between deals, for a computer.

    A lobby's wait begins anew with every change there.
    """
    if table.practice:
        return None
    if table.phase is Phase.LOBBY:
        if any(held.asked for held in table.seats):
            return Wait(Kind.REMATCH, str(table.stage), limits.rematch)
        return Wait(Kind.LOBBY, str(table.version), limits.lobby)
    if table.waits:
        return Wait(Kind.ANYBODY, "", limits.anybody)
    seconds = limits.turn if table.habits.turn is None else table.habits.turn
    if table.turn is None or seconds == OFF:
        return None
    return Wait(Kind.TURN, table.turn, seconds)
