"""Why a request at a table is refused: types with data, no prose. Texts speak for them; nothing has changed.

A play that the game's rules refuse comes as kozel.Refusal.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.tables.model import Person, TableId


class TableRefusal(Exception):
    """A request that cannot be had now."""


@dataclass(unsafe_hash=True)
class NoSuchTable(TableRefusal):
    """The table is not (or no longer) there."""


@dataclass(unsafe_hash=True)
class TableHereAlready(TableRefusal):
    """There is a live ``table`` at this place."""

    table: TableId


@dataclass(unsafe_hash=True)
class AlreadySeated(TableRefusal):
    """The person holds a seat here."""


@dataclass(unsafe_hash=True)
class SideFull(TableRefusal):
    """Both seats of the side are taken; ``table_full`` where all are."""

    table_full: bool


@dataclass(unsafe_hash=True)
class NoComputerHere(TableRefusal):
    """There is no computer to take off."""


@dataclass(unsafe_hash=True)
class NotSeated(TableRefusal):
    """The person holds no seat at this table."""


@dataclass(unsafe_hash=True)
class SeatsFree(TableRefusal):
    """``free`` seats have to be filled before the deal."""

    free: int


@dataclass(unsafe_hash=True)
class NotReachable(TableRefusal):
    """These ``people`` have not opened their private chat yet."""

    people: tuple[Person, ...]


@dataclass(unsafe_hash=True)
class UnderWay(TableRefusal):
    """The series has begun; this was for before."""


@dataclass(unsafe_hash=True)
class NotUnderWay(TableRefusal):
    """No series is being played here."""


@dataclass(unsafe_hash=True)
class Stale(TableRefusal):
    """The button belongs to an earlier moment."""


@dataclass(unsafe_hash=True)
class MayNotChoose(TableRefusal):
    """Only who opened the table and those who sit here may choose the game."""


@dataclass(unsafe_hash=True)
class TooMany(TableRefusal):
    """More people sit here than the other game has ``seats``."""

    seats: int


@dataclass(unsafe_hash=True)
class StillSeated(TableRefusal):
    """Who holds a seat cannot be forgotten."""


@dataclass(unsafe_hash=True)
class MayNotStop(TableRefusal):
    """Only the chat's admins and those who sit here may stop a table; ``admins_only``: not even these."""

    admins_only: bool = False


@dataclass(unsafe_hash=True)
class StillAsked(TableRefusal):
    """These ``people`` have not said yet whether they play again."""

    people: tuple[Person, ...]


@dataclass(unsafe_hash=True)
class NoHints(TableRefusal):
    """This chat plays without hints."""


@dataclass(unsafe_hash=True)
class SitFirst(TableRefusal):
    """Where people sit, only they may say which computers sit with them."""
