"""What series came to, as values: standings, one's own figures, a chat's history."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, NewType

from bot.tables.model import PersonId, SeriesId
from kozel import DealScored

Month = NewType("Month", int)
"""A month of the calendar in UTC as a number: year * 100 + month, like 202611."""

PROVISIONAL = 10
"""With fewer rated series than this, a rating is provisional."""

_START, _MIDDLE, _SCALE = 1000, 25.0, 24  # a newcomer's rating; openskill's first mu; points for one of its units


def month_of(moment: datetime) -> Month:
    """The month of a moment, which has its time zone and is in UTC."""
    return Month(moment.year * 100 + moment.month)


class Scope(NamedTuple):
    """Which series are meant: of one game (a variant's name) or of both, of one month or of all time."""

    variant: str | None = None
    month: Month | None = None


class Rating(NamedTuple):
    """openskill's estimate of somebody's strength, with its deviation, after so many rated ``series``."""

    mu: float
    sigma: float
    series: int

    @property
    def points(self) -> int:
        """The rating as people read it: 1000 for a newcomer, more is better."""
        return round(_START + _SCALE * (self.mu - _MIDDLE))

    @property
    def doubt(self) -> int:
        """How far off ``points`` may be: with two chances in three it is no farther."""
        return round(_SCALE * self.sigma)

    @property
    def provisional(self) -> bool:
        """Whether it rests on too few series to mean much."""
        return self.series < PROVISIONAL


class Figures(NamedTuple):
    """Sums over series played to their end.

    ``series``, those ``lost``; ``deals`` of them, ``won``: their own side got no loss points and the other did;
    loss points ``given`` to the other side and ``taken`` by their own; ``eggs``: deals of 60 to 60 in a game that knows
    eggs.
    """

    series: int
    lost: int
    deals: int
    won: int
    given: int
    taken: int
    eggs: int


class PlayerStanding(NamedTuple):
    """A person's figures in a chat; their rating, which is the same in all chats, where one game is asked for."""

    person: PersonId
    name: str
    figures: Figures
    rating: Rating | None = None


class ComputerStanding(NamedTuple):
    """The figures of all computers of a level in a chat."""

    level: str
    figures: Figures


class PairStanding(NamedTuple):
    """Two people's figures as partners: ``names`` in the order of ids, series played and lost together."""

    names: tuple[str, str]
    series: int
    lost: int


@dataclass(frozen=True, slots=True)
class Standings:
    """A chat's standings, best first: fewest series lost a series, then fewest loss points taken a series, then most
    series. ``pairs``: fewest series lost a series, then most series. Computers apart."""

    players: tuple[PlayerStanding, ...] = ()
    pairs: tuple[PairStanding, ...] = ()
    computers: tuple[ComputerStanding, ...] = ()


class Partner(NamedTuple):
    """Somebody with whom one has played on a side: series together, and those lost."""

    name: str
    series: int
    lost: int


@dataclass(frozen=True, slots=True)
class GameProfile:
    """One's own figures in one game, over all groups.

    ``streak``: series won in a row up to now; negative: lost. ``longest_won``, ``longest_lost``: ever, 0 or more.
    ``partners``: best first, as pairs are.
    """

    variant: str
    figures: Figures
    rating: Rating | None
    streak: int
    longest_won: int
    longest_lost: int
    partners: tuple[Partner, ...]


@dataclass(frozen=True, slots=True)
class Profile:
    """One's own figures by game, in the order of the games' names; ``practice``: series alone against computers, and
    those lost."""

    games: tuple[GameProfile, ...] = ()
    practice: tuple[int, int] = (0, 0)


class Holder(NamedTuple):
    """For whom a seat of a series counts: a person's name, or a computer's level."""

    name: str | None
    level: str | None


@dataclass(frozen=True, slots=True)
class PastSeries:
    """A series played to its end. ``holders`` by seat; ``loss`` points by side at its end; ``goats``: the side that
    lost."""

    series: SeriesId
    variant: str
    ended_at: datetime
    holders: tuple[Holder, ...]
    loss: tuple[int, int]
    goats: int
    eggs: int


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """So many of a chat's series, the newest first. ``page`` from 0; ``pages``: how many there are, at least 1."""

    series: tuple[PastSeries, ...]
    page: int
    pages: int


@dataclass(frozen=True, slots=True)
class SeriesStory:
    """A series of a chat with its deals, in order; ``title`` of the chat, "" in private."""

    head: PastSeries
    deals: tuple[DealScored, ...]
    title: str


class Track(NamedTuple):
    """How somebody's figures went, for a plot: at each place of ``points`` the value after that series of the chat's
    newest ones, from 0; a value stays until the next."""

    name: str
    points: tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class Tracks:
    """Lines over the newest ``length`` series: ratings where ``rated``, else loss points given minus taken, summed."""

    lines: tuple[Track, ...]
    length: int
    rated: bool
