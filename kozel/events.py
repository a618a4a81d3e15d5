"""What happened, as everybody may know it: no event holds a card that lies face down or in a hand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from kozel.cards import Card, Cards, Suit


@dataclass(frozen=True, slots=True)
class LeadDrawn:
    """The sides drew for the first lead: ``rounds`` of a card each, by side, all of equal ones but the last,
    which gave it to ``seat``."""

    rounds: tuple[tuple[Card, Card], ...]
    seat: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """``dealer`` has dealt; ``leader`` leads the first trick."""

    dealer: int
    leader: int


@dataclass(frozen=True, slots=True)
class TrumpShown:
    """``card`` was shown and makes ``trump`` (None: no trump)."""

    card: Card
    trump: Suit | None


@dataclass(frozen=True, slots=True)
class Led:
    """``seat`` led ``cards``."""

    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Beaten:
    """``seat`` beat what stood, with ``cards``."""

    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Discarded:
    """``seat`` laid ``number`` cards face down."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class Interrupted:
    """``seat`` entered out of turn with ``cards``; the cards laid before went back to their hands."""

    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Passed:
    """``seat``, the leader, did not beat back."""

    seat: int


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """``seat`` took the trick, for its ``side``; it is of ``number`` cards."""

    seat: int
    side: int
    number: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """Each hand drew ``each`` cards from the stock, which now has ``left``."""

    each: int
    left: int


@dataclass(frozen=True, slots=True)
class TrumpChanged:
    """The change ``card``, drawn by ``seat``, makes ``trump`` (None: no trump) from the next trick on."""

    seat: int
    card: Card
    trump: Suit | None


@dataclass(frozen=True, slots=True)
class DealScored:
    """The deal is over; each pair is side 0, side 1: card points, tricks, loss points."""

    points: tuple[int, int]
    tricks: tuple[int, int]
    loss: tuple[int, int]

    @property
    def eggs(self) -> bool:
        """Whether the card points are 60 to 60."""
        return self.points[0] == self.points[1]


@dataclass(frozen=True, slots=True)
class SeriesLost:
    """``side`` has lost the series: the goats; ``eggs``: with eggs."""

    side: int
    eggs: bool


Event = (
    LeadDrawn
    | Dealt
    | TrumpShown
    | Led
    | Beaten
    | Discarded
    | Interrupted
    | Passed
    | TrickTaken
    | Drawn
    | TrumpChanged
    | DealScored
    | SeriesLost
)

# The most frequent ones, kept: an event is a value, so one object each will do.
led = lru_cache(maxsize=1 << 12)(Led)
beaten = lru_cache(maxsize=1 << 12)(Beaten)
discarded = lru_cache(maxsize=1 << 6)(Discarded)
trick_taken = lru_cache(maxsize=1 << 8)(TrickTaken)
drawn = lru_cache(maxsize=1 << 8)(Drawn)
