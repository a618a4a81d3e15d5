"""The rows, as SQLAlchemy maps them. What is stored is what happened; the state of a table is replayed from it.

Ids of chats and people are Telegram's own. Cards are written in RECORD notation, times in UTC.
"""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import CheckConstraint, DateTime, ForeignKey, ForeignKeyConstraint, Index, MetaData, text
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeDecorator

LIVE = "phase IN ('lobby', 'playing')"
"""A table that people sit or play at. Written out in queries too, so that SQLite sees that its partial index serves."""

FIRST_SEAT = "seat = 0"
"""One result a series. Written out in queries too, like LIVE."""

ALWAYS = 0
"""The month of sums over all time."""

NO_TOPIC = 0
"""The topic of a table outside topics. Not NULL, since two NULLs never meet in a unique index; Telegram starts at 1."""

NEXT_ROUND = "/"
"""Between the rounds of a draw for the lead."""

NOBODY = 0
"""The person of a slot that is nobody's hand; NULL would not do in a primary key. Telegram's ids start at 1."""


GHOSTS = 1 << 60
"""People from this id on are forgotten ones; Telegram's own ids stay below 2**52."""


class UtcDateTime(TypeDecorator[datetime]):
    """A moment with its time zone, stored as UTC."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The moment in UTC, as a column without time zones holds it.

        Raises:
            ValueError: the moment has no time zone. SQLAlchemy makes a StatementError of it.
        """
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment to be stored needs its time zone")
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The moment, in UTC."""
        return None if value is None else value.replace(tzinfo=UTC)


class Row(DeclarativeBase):
    """What all rows share: their names for constraints, so that a later migration can name them."""

    metadata = MetaData(
        naming_convention={
            "pk": "pk_%(table_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        }
    )
    type_annotation_map = {datetime: UtcDateTime}  # noqa: RUF012 - SQLAlchemy's own name and form


class ChatRow(Row):
    """A group or a private chat."""

    __tablename__ = "chats"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    title: Mapped[str]
    language: Mapped[str | None]  # null until somebody chose one: then each table speaks its opener's
    turn: Mapped[int | None]  # seconds that a turn may take, 0 for no clock; null until somebody chose
    pace: Mapped[str | None]  # of the computers; null until somebody chose
    stopping: Mapped[str | None]  # who may close a table; null until somebody chose
    hints: Mapped[bool | None]  # whether there are any; null until somebody chose
    level: Mapped[str | None]  # of the computers that sit down; null until somebody chose


class PersonRow(Row):
    """Somebody on Telegram."""

    __tablename__ = "people"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str]
    language: Mapped[str]
    reachable: Mapped[bool]  # the bot may write to them in private


class TableRow(Row):
    """A table: where it stands and how far it is."""

    __tablename__ = "tables"
    __table_args__ = (
        CheckConstraint("phase IN ('lobby', 'playing', 'over', 'closed')", name="phase"),
        Index("ix_tables_live", "chat_id", "topic", unique=True, sqlite_where=text(LIVE)),  # one live table a place
        Index("ix_tables_chat_id_topic", "chat_id", "topic"),  # the newest at a place, and a chat's standings
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    chat_id: Mapped[int] = mapped_column(ForeignKey("chats.id", onupdate="CASCADE"))
    topic: Mapped[int]
    variant: Mapped[str]
    language: Mapped[str]  # of who opened it, where the chat has chosen none
    opener_id: Mapped[int] = mapped_column(ForeignKey("people.id"))
    phase: Mapped[str]
    version: Mapped[int]  # grows by one with every save
    opened_at: Mapped[datetime]


class SeatRow(Row):
    """A seat of a table as it is now: a person's, a computer's, or free."""

    __tablename__ = "seats"
    __table_args__ = (
        CheckConstraint("person_id IS NULL OR computer IS NULL", name="one_holder"),
        Index("ix_seats_person_id_table_id", "person_id", "table_id", unique=True),  # nobody sits at a table twice
        {"sqlite_with_rowid": False},
    )

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int | None] = mapped_column(ForeignKey("people.id"))
    computer: Mapped[str | None]  # a level, a name in kozel.PLAYERS
    chosen: Mapped[int]  # the cards toggled, as bits: nobody reads them but the bot
    missed: Mapped[int] = mapped_column(server_default=text("0"))  # turns in a row that the clock has played
    left_by: Mapped[int | None]  # the person who left the seat to its computer, and may have it back
    asked: Mapped[bool] = mapped_column(server_default=text("0"))  # has not answered yet whether to play again
    stops: Mapped[bool | None]  # what the person says to closing the table
    hints: Mapped[int] = mapped_column(server_default=text("0"))  # that the person took in this series


class SeriesRow(Row):
    """A series at a table; a rematch is another one."""

    __tablename__ = "series"
    __table_args__ = (CheckConstraint("goats IN (0, 1)", name="goats"), Index("ix_series_table_id", "table_id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"))
    dealer: Mapped[int]  # of the first deal
    drawn: Mapped[str | None]  # the cards drawn for the first lead, "KS 7H" a round, "/" between; null: no draw
    begun_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]
    goats: Mapped[int | None]  # the side that lost; null while it goes on, and where it was stopped
    eggs: Mapped[bool]


class SeriesSeatRow(Row):
    """Who held a seat when the series began. For whom it counts at its end, the results say."""

    __tablename__ = "series_seats"
    __table_args__ = {"sqlite_with_rowid": False}  # noqa: RUF012 - SQLAlchemy's own name and form

    series_id: Mapped[int] = mapped_column(ForeignKey("series.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int | None] = mapped_column(ForeignKey("people.id"))
    computer: Mapped[str | None]


class ResultRow(Row):
    """What a series played to its end came to for a seat, written when it ends; the totals are sums of these.

    ``person_id`` or ``computer``: for whom it counts, which is who made most of the seat's actions. ``ended_at``, chat
    and variant are the series' and its table's, here once more so that a chat's history is an index away.
    """

    __tablename__ = "results"
    __table_args__ = (
        CheckConstraint("(person_id IS NULL) != (computer IS NULL)", name="one_holder"),
        Index("ix_results_history", "chat_id", "ended_at", "series_id", "variant", sqlite_where=text(FIRST_SEAT)),
        {"sqlite_with_rowid": False},
    )

    series_id: Mapped[int] = mapped_column(ForeignKey("series.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    chat_id: Mapped[int] = mapped_column(ForeignKey("chats.id", onupdate="CASCADE"))
    variant: Mapped[str]
    ended_at: Mapped[datetime]
    person_id: Mapped[int | None] = mapped_column(ForeignKey("people.id", onupdate="CASCADE"))
    computer: Mapped[str | None]
    lost: Mapped[bool]
    deals: Mapped[int]
    won: Mapped[int]
    given: Mapped[int]
    taken: Mapped[int]
    eggs: Mapped[int]
    mu: Mapped[float | None]  # the person's rating after it; null where the series was not rated
    sigma: Mapped[float | None]


class TotalRow(Row):
    """Sums of a person's results: a row each chat, game and month, and one over all time."""

    __tablename__ = "totals"
    __table_args__ = (Index("ix_totals_person_id", "person_id"), {"sqlite_with_rowid": False})

    chat_id: Mapped[int] = mapped_column(ForeignKey("chats.id", onupdate="CASCADE"), primary_key=True)
    variant: Mapped[str] = mapped_column(primary_key=True)
    month: Mapped[int] = mapped_column(primary_key=True)  # year * 100 + month, in UTC; or ALWAYS
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id", onupdate="CASCADE"), primary_key=True)
    series: Mapped[int]
    lost: Mapped[int]
    deals: Mapped[int]
    won: Mapped[int]
    given: Mapped[int]
    taken: Mapped[int]
    eggs: Mapped[int]


class ComputerRow(Row):
    """Sums of the results of all computers of a level: a row each chat, game and month, and one over all time."""

    __tablename__ = "computers"
    __table_args__ = {"sqlite_with_rowid": False}  # noqa: RUF012 - SQLAlchemy's own name and form

    chat_id: Mapped[int] = mapped_column(ForeignKey("chats.id", onupdate="CASCADE"), primary_key=True)
    variant: Mapped[str] = mapped_column(primary_key=True)
    month: Mapped[int] = mapped_column(primary_key=True)
    level: Mapped[str] = mapped_column(primary_key=True)
    series: Mapped[int]
    lost: Mapped[int]
    deals: Mapped[int]
    won: Mapped[int]
    given: Mapped[int]
    taken: Mapped[int]
    eggs: Mapped[int]


class PairRow(Row):
    """Series that two people played as partners, and those lost: rows as in totals, for each of the two."""

    __tablename__ = "pairs"
    __table_args__ = (Index("ix_pairs_person_id", "person_id"), {"sqlite_with_rowid": False})

    chat_id: Mapped[int] = mapped_column(ForeignKey("chats.id", onupdate="CASCADE"), primary_key=True)
    variant: Mapped[str] = mapped_column(primary_key=True)
    month: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id", onupdate="CASCADE"), primary_key=True)
    partner_id: Mapped[int] = mapped_column(ForeignKey("people.id", onupdate="CASCADE"), primary_key=True)
    series: Mapped[int]
    lost: Mapped[int]


class FormRow(Row):
    """How a person stands in a game now: rating (null until a series was rated) and streaks, over all groups."""

    __tablename__ = "forms"
    __table_args__ = {"sqlite_with_rowid": False}  # noqa: RUF012 - SQLAlchemy's own name and form

    person_id: Mapped[int] = mapped_column(ForeignKey("people.id", onupdate="CASCADE"), primary_key=True)
    variant: Mapped[str] = mapped_column(primary_key=True)
    mu: Mapped[float | None]
    sigma: Mapped[float | None]
    rated: Mapped[int]  # series that the rating rests on
    streak: Mapped[int]  # series won in a row up to now; negative: lost
    longest_won: Mapped[int]
    longest_lost: Mapped[int]


class DealRow(Row):
    """A deal: how it was dealt, and its result once it is over."""

    __tablename__ = "deals"
    __table_args__ = (Index("ix_deals_series_id_round", "series_id", "round"),)

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True)  # counts the table's deals, through all series, from 1
    series_id: Mapped[int] = mapped_column(ForeignKey("series.id"))
    number: Mapped[int]  # in the series, from 1
    dealer: Mapped[int]
    leader: Mapped[int]
    deck: Mapped[str]  # 36 cards, top first
    shown: Mapped[int | None]  # place in the stock of the card shown for trump
    trump: Mapped[str]  # at the start; "-" is no trump
    begun_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]
    points_0: Mapped[int | None]  # the result by side, null until the deal is over
    points_1: Mapped[int | None]
    tricks_0: Mapped[int | None]
    tricks_1: Mapped[int | None]
    loss_0: Mapped[int | None]
    loss_1: Mapped[int | None]


class DrawRow(Row):
    """What a deal is drawn from (kozel/commitment.py); stored before its commitment is shown, at the deal before."""

    __tablename__ = "draws"
    __table_args__ = {"sqlite_with_rowid": False}  # noqa: RUF012 - SQLAlchemy's own name and form

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True)  # of the deal that is drawn so
    secret: Mapped[str]  # 32 bytes in hex; told when the series is over
    noted: Mapped[str]  # what was done beside the actions of the deal before, each line with its end


class ActionRow(Row):
    """What a seat did in a deal, in order of ``moment``, from 0."""

    __tablename__ = "actions"
    __table_args__ = (
        ForeignKeyConstraint(["table_id", "round"], ["deals.table_id", "deals.round"]),
        {"sqlite_with_rowid": False},  # a deal's actions lie side by side
    )

    table_id: Mapped[int] = mapped_column(primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True)
    moment: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int]
    verb: Mapped[str]
    cards: Mapped[str]
    by: Mapped[int | None] = mapped_column(ForeignKey("people.id"))  # null where a computer chose it
    at: Mapped[datetime]


class DeadlineRow(Row):
    """When what a table waits for has to be there."""

    __tablename__ = "deadlines"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    kind: Mapped[str]
    mark: Mapped[str]  # which turn, which lobby: tells two waits of a kind apart
    at: Mapped[datetime]


class SlotRow(Row):
    """A message of the bot that shows a table.

    ``chat_id`` is no foreign key: it says where Telegram keeps the message, and stays so when the chat gets another id.
    """

    __tablename__ = "slots"
    __table_args__ = (
        Index("ix_slots_unsettled", "table_id", sqlite_where=text("settled = 0")),
        {"sqlite_with_rowid": False},
    )

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    what: Mapped[str] = mapped_column(primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(primary_key=True)  # whose hand; NOBODY for what everybody sees
    chat_id: Mapped[int]
    topic: Mapped[int | None]
    message: Mapped[int | None]
    digest: Mapped[str]
    rung: Mapped[str]
    settled: Mapped[bool]
