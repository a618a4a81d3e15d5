"""What a button asks for, as values.

Each names its table and the state that it was made for, so that an old one is known.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.tables.annals import Scope
from bot.tables.habits import Choice
from bot.tables.model import SeriesId, TableId
from kozel import Action, Cards


@dataclass(frozen=True, slots=True)
class Sit:
    """Sit down on a free seat of ``side``."""

    table: TableId
    side: int


@dataclass(frozen=True, slots=True)
class AddComputer:
    """Put a computer on the next free seat."""

    table: TableId


@dataclass(frozen=True, slots=True)
class RemoveComputer:
    """Take the computer last put off its seat."""

    table: TableId


@dataclass(frozen=True, slots=True)
class SetLevel:
    """Have the computer on ``seat`` play at ``level`` (a name in kozel.PLAYERS)."""

    table: TableId
    seat: int
    level: str


@dataclass(frozen=True, slots=True)
class Stand:
    """Leave one's seat in the lobby."""

    table: TableId


@dataclass(frozen=True, slots=True)
class ChooseGame:
    """Play ``variant`` (a name in kozel.VARIANTS) at this table."""

    table: TableId
    variant: str


@dataclass(frozen=True, slots=True)
class DealNow:
    """Begin the series."""

    table: TableId


@dataclass(frozen=True, slots=True)
class Lay:
    """Play ``action`` in the round ``round``: on turn at the moment ``moment``, out of turn in the trick ``moment``."""

    table: TableId
    round: int
    moment: int
    action: Action


@dataclass(frozen=True, slots=True)
class Toggle:
    """Have ``cards`` (all of them) chosen, not laid yet; at the moment ``moment`` of the round ``round``."""

    table: TableId
    round: int
    moment: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Hint:
    """Tell the presser what a master would play, on their turn at the moment ``moment`` of the round ``round``."""

    table: TableId
    round: int
    moment: int


@dataclass(frozen=True, slots=True)
class MyCards:
    """Show the presser's own cards in an alert."""

    table: TableId


@dataclass(frozen=True, slots=True)
class Back:
    """I am here again: no computer plays for me any more."""

    table: TableId


@dataclass(frozen=True, slots=True)
class Stop:
    """Close the table for good; asked of the lobby or series ``stage`` (see Table.stage)."""

    table: TableId
    stage: int


@dataclass(frozen=True, slots=True)
class KeepPlaying:
    """The answer no to the question whether to stop."""

    table: TableId
    stage: int


@dataclass(frozen=True, slots=True)
class AskStop:
    """Ask whether to close this table, of several that were meant."""

    table: TableId


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave this table, of several that were meant; asked of the lobby or series ``stage``."""

    table: TableId
    stage: int


@dataclass(frozen=True, slots=True)
class Rematch:
    """Play another series with the same seats, after the one that ended with the round ``round``."""

    table: TableId
    round: int


@dataclass(frozen=True, slots=True)
class GetRecord:
    """Send the record of a finished series as a file."""

    series: SeriesId


@dataclass(frozen=True, slots=True)
class Speak:
    """Use this language in this chat: "ru" or "en"."""

    language: str


@dataclass(frozen=True, slots=True)
class Practice:
    """Open a table of one's own against computers, here in the private chat, to play ``variant``."""

    variant: str


@dataclass(frozen=True, slots=True)
class ShowRules:
    """Have the message tell of the game ``variant``."""

    variant: str


@dataclass(frozen=True, slots=True)
class ShowStandings:
    """Have the message show this chat's standings in ``scope``."""

    scope: Scope


@dataclass(frozen=True, slots=True)
class ForgetMe:
    """Forget the presser's name and id."""


@dataclass(frozen=True, slots=True)
class RememberMe:
    """The answer no to the question whether to forget."""


@dataclass(frozen=True, slots=True)
class ShowHistory:
    """Have the message show this ``page`` of this chat's history, from 0."""

    page: int


@dataclass(frozen=True, slots=True)
class ShowSeries:
    """Have the message show a series of this chat with its deals; the way back leads to ``page`` of the history."""

    series: SeriesId
    page: int


@dataclass(frozen=True, slots=True)
class DrawStandings:
    """Send this chat's standings in ``scope`` as a picture; a message that is one already shows it instead."""

    scope: Scope


@dataclass(frozen=True, slots=True)
class DrawSeries:
    """Send a picture of a series of this chat."""

    series: SeriesId


Past = ShowStandings | ShowHistory | ShowSeries | DrawStandings | DrawSeries
"""The presses that ask what was played in the chat where they stand; they change nothing."""

Press = (
    Sit
    | AddComputer
    | RemoveComputer
    | SetLevel
    | Stand
    | ChooseGame
    | DealNow
    | Lay
    | Toggle
    | Hint
    | MyCards
    | Back
    | Stop
    | KeepPlaying
    | AskStop
    | Leave
    | Choice
    | Rematch
    | GetRecord
    | Speak
    | Practice
    | ShowRules
    | Past
    | ForgetMe
    | RememberMe
)


@dataclass(frozen=True, slots=True)
class OpenPrivate:
    """A link to the private chat with the bot, which proves that it can be reached, and comes back to this table."""

    table: TableId


@dataclass(frozen=True, slots=True)
class AddToGroup:
    """A link that adds the bot to a group."""


@dataclass(frozen=True, slots=True)
class BackToTable:
    """A link to the message that shows the table in its ``chat``. Only supergroups have such links."""

    table: TableId
    chat: int


Link = OpenPrivate | AddToGroup | BackToTable
