"""A table as a value: where it stands, who sits, the series and the deal on it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple, NewType

from bot.tables.habits import USUAL, Habits
from kozel import (
    NO_CARDS,
    Cards,
    Deal,
    DealScored,
    Draw,
    LeadDrawn,
    Rules,
    SeatView,
    Series,
    TableView,
    commitment_of,
    seat_view,
    table_view,
)

TableId = NewType("TableId", int)
SeriesId = NewType("SeriesId", int)
ChatId = NewType("ChatId", int)
PersonId = NewType("PersonId", int)

STAND_IN = "solid"
"""The level of a computer that plays for somebody: when their time is up, while they are away, after they left."""

MISSED_AND_AWAY = 2
"""So many turns missed in a row make somebody away."""


class Place(NamedTuple):
    """Where a table stands: a chat, and in a forum the topic (its message_thread_id; None outside topics)."""

    chat: ChatId
    topic: int | None = None

    @property
    def private(self) -> bool:
        """Whether this is a person's chat with the bot; Telegram gives those the person's own, positive id."""
        return self.chat > 0


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on Telegram. ``name`` as they write it; ``language`` is "ru" or "en".

    ``reachable``: the bot may write to them in private, since they started it and have not blocked it.
    """

    id: PersonId
    name: str
    language: str
    reachable: bool = False


@dataclass(frozen=True, slots=True)
class Chat:
    """A group or a private chat the bot has seen; ``language`` is None until somebody chose one."""

    id: ChatId
    title: str
    language: str | None = None
    habits: Habits = USUAL


@dataclass(frozen=True, slots=True)
class Seat:
    """Who holds a seat: a person, or a computer of a level (a name in kozel.PLAYERS), or nobody.

    ``chosen``: the cards that the person has toggled so far, to lay them together. ``missed``: how many of their turns
    in a row the clock has played for them. ``left``: who left this seat to the computer and may have it back.
    ``asked``: the person played the last series here and has not said yet whether they play the next one.
    ``stops``: what they say to closing the table, None until they say something. ``hints``: how many they took in this
    series.
    """

    person: Person | None = None
    computer: str | None = None
    chosen: Cards = NO_CARDS
    missed: int = 0
    left: PersonId | None = None
    asked: bool = False
    stops: bool | None = None
    hints: int = 0

    @property
    def free(self) -> bool:
        """Whether somebody may sit down here."""
        return self.person is None and self.computer is None

    @property
    def away(self) -> bool:
        """Whether a computer plays for the person until they are back."""
        return self.person is not None and self.missed >= MISSED_AND_AWAY

    @property
    def present(self) -> bool:
        """Whether a person plays here themselves."""
        return self.person is not None and not self.away

    @property
    def level(self) -> str | None:
        """The level of the computer that plays here, for itself or for somebody; None where none does."""
        return STAND_IN if self.away else self.computer


class Phase(StrEnum):
    """How far a table is: people sit down, a series is played, the series was lost, or the table was closed before."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


class DealResult(NamedTuple):
    """A deal that is over: its score, and the series' loss points by side after it."""

    score: DealScored
    loss: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Table:
    """A table at one moment. Use cases make the next one from it; only storage makes one from nothing.

    ``version`` grows by one with every change saved. ``round`` counts the deals ever begun here, through all series;
    ``deal`` is the one of this round, under way or just over, with ``moment`` actions done in it. ``series`` stands as
    after the deals in ``results``; ``drawn`` is the draw for its first lead, where the game has one. ``actor`` is the
    seat that acted last in the deal.

    ``secret`` is that of the next deal (kozel/commitment.py; None where a table was opened before there were such),
    ``presses`` what was done here since its commitment is shown: changes of seats before the first deal, the actions
    of the deal that lies here. ``promised`` is the commitment of the table's very first deal, which its lobby showed.
    Holds every secret: to show it, ask :meth:`face` and :meth:`hand`.
    """

    id: TableId
    place: Place
    rules: Rules
    language: str
    opener: PersonId
    phase: Phase
    version: int
    seats: tuple[Seat, ...]
    title: str = ""
    series_id: SeriesId | None = None
    series: Series | None = None
    drawn: LeadDrawn | None = None
    results: tuple[DealResult, ...] = ()
    round: int = 0
    deal: Deal | None = None
    moment: int = 0
    actor: int | None = None
    habits: Habits = USUAL
    secret: bytes | None = field(default=None, repr=False)
    presses: tuple[str, ...] = ()
    promised: str | None = None

    @property
    def draw(self) -> Draw | None:
        """What the next deal is drawn from, if it were dealt now."""
        return None if self.secret is None else Draw(self.secret, self.presses)

    @property
    def stage(self) -> int:
        """A number that every lobby and every series of this table has for itself, and that only grows."""
        if self.phase is Phase.LOBBY:
            return 2 * self.round
        begun = len(self.results) + (0 if self.deal is None or self.deal.over else 1)
        return 2 * (self.round - begun) + 1

    @property
    def waits(self) -> bool:
        """Whether a series goes on only when somebody comes back: no person plays in it just now."""
        return self.phase is Phase.PLAYING and not any(held.present for held in self.seats)

    @property
    def turn(self) -> str | None:
        """Names the turn of a person in a series, the clock's and the bell's: None while no present person is on it."""
        if self.phase is not Phase.PLAYING or self.deal is None or self.deal.turn is None:
            return None
        return f"{self.round}.{self.moment}" if self.seats[self.deal.turn].present else None

    @property
    def live(self) -> bool:
        """Whether people sit down or play here: such a table has its place for itself."""
        return self.phase in (Phase.LOBBY, Phase.PLAYING)

    @property
    def practice(self) -> bool:
        """Whether somebody plays alone against computers, in their private chat."""
        return self.place.private

    def seat_of(self, person: PersonId) -> int | None:
        """The seat that this person holds; None for a stranger."""
        return next((i for i, seat in enumerate(self.seats) if seat.person and seat.person.id == person), None)

    def face(self) -> TableFace:
        """What everybody may know of this table."""
        return TableFace(
            id=self.id,
            place=self.place,
            title=self.title,
            rules=self.rules,
            phase=self.phase,
            seats=tuple(replace(seat, chosen=NO_CARDS) if seat.chosen else seat for seat in self.seats),
            round=self.round,
            number=len(self.results) + (0 if self.deal is None or self.deal.over else 1),
            loss=self.series.loss if self.series else (0, 0),
            eggs=self.series.eggs if self.series else False,
            goats=self.series.goats if self.series else None,
            drawn=self.drawn,
            results=self.results,
            deal=table_view(self.deal) if self.deal else None,
            stage=self.stage,
            series=self.series_id,
            commitment=None if self.secret is None else commitment_of(self.secret),
            promised=self.promised,
            hints=self.habits.hints,
        )

    def hand(self, seat: int) -> HandFace:
        """What ``seat`` may know of this table.

        Raises:
            ValueError: there is no such seat, or no deal.
        """
        if self.deal is None:
            raise ValueError("no deal, no hand")
        return HandFace(
            self.face(), seat_view(self.deal, seat), self.moment, self.seats[seat].chosen, self.actor == seat
        )


@dataclass(frozen=True, slots=True)
class TableFace:
    """A table as everybody may know it. ``number`` is the deal's in its series, from 1; 0 before the first.

    ``seats`` come without the cards toggled so far: these are in somebody's hand.

    ``loss`` by side, ``goats`` the side that lost the series; ``deal`` the deal under way or just over. ``title`` is
    the chat's, "" in practice. ``results``: the deals of the series that are over, in order. ``drawn``: the draw for
    its first lead. ``stage``: as the table's. ``series``: its id. ``commitment``: that of the next deal's secret;
    ``promised``: that of the table's very first deal. ``hints``: whether there are any here.
    """

    id: TableId
    place: Place
    title: str
    rules: Rules
    phase: Phase
    seats: tuple[Seat, ...]
    round: int
    number: int
    loss: tuple[int, int]
    eggs: bool
    goats: int | None
    drawn: LeadDrawn | None
    results: tuple[DealResult, ...]
    deal: TableView | None
    stage: int = 0
    series: SeriesId | None = None
    commitment: str | None = None
    promised: str | None = None
    hints: bool = True


@dataclass(frozen=True, slots=True)
class HandFace:
    """A table as one seat may know it: ``view`` with its hand and its legal actions.

    ``moment``: how many actions are done in the deal, so that a button can say which moment it belongs to. ``chosen``:
    the cards toggled so far. ``acted``: this seat was the last to act.
    """

    table: TableFace
    view: SeatView
    moment: int
    chosen: Cards
    acted: bool
