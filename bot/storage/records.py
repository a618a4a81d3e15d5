"""Finished series as records, read from what happened. Nothing of a series that goes on is told here."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from sqlalchemy import Connection, bindparam, select

from bot.storage.database import Database, Found
from bot.storage.loading import deal_score, dealing_of, lead_drawn, play_of
from bot.storage.rows import ActionRow, DealRow, DrawRow, PersonRow, SeriesRow, SeriesSeatRow, TableRow
from bot.tables.model import ChatId, SeriesId
from bot.tables.ports import KeptRecord
from kozel import VARIANTS, DealRecord, Draw, Play, Record, Rules, write_play

FORGOTTEN = "a player"
"""The name, in a record, of somebody whose name is not kept."""

_SERIES = (
    select(
        SeriesRow.table_id, SeriesRow.begun_at, SeriesRow.ended_at, SeriesRow.drawn, TableRow.variant, TableRow.chat_id
    )
    .join(TableRow, TableRow.id == SeriesRow.table_id)
    .where(SeriesRow.id == bindparam("series"), SeriesRow.goats.is_not(None))
)
_SEATS = (
    select(PersonRow.name, SeriesSeatRow.computer)
    .select_from(SeriesSeatRow)
    .outerjoin(PersonRow, PersonRow.id == SeriesSeatRow.person_id)
    .where(SeriesSeatRow.series_id == bindparam("series"))
    .order_by(SeriesSeatRow.seat)
)
_DEALS = select(*DealRow.__table__.columns).where(DealRow.series_id == bindparam("series")).order_by(DealRow.round)
_DRAWS = select(DrawRow.round, DrawRow.secret, DrawRow.noted).where(
    DrawRow.table_id == bindparam("table"), DrawRow.round.between(bindparam("first"), bindparam("last"))
)
_ACTIONS = (  # of the deal before the first, too: it was drawn from them
    select(ActionRow.round, ActionRow.seat, ActionRow.verb, ActionRow.cards)
    .where(ActionRow.table_id == bindparam("table"), ActionRow.round.between(bindparam("first"), bindparam("last")))
    .order_by(ActionRow.round, ActionRow.moment)
)
_FINISHED = select(SeriesRow.id).where(SeriesRow.goats.is_not(None)).order_by(SeriesRow.id)


class StoredRecords:
    """Records (:class:`bot.tables.ports.Records`)."""

    _database: Database

    async def record(self, series: SeriesId) -> KeptRecord | None:
        """The record of a series that was played to its end; None where there is none, or it goes on."""
        return await self._database.read(lambda connection: _record(connection, series))

    async def finished(self) -> Sequence[SeriesId]:
        """All series that were played to their end, the oldest first."""
        found = await self._database.read(lambda connection: connection.execute(_FINISHED).scalars().all())
        return [SeriesId(series) for series in found]


def _record(connection: Connection, series: SeriesId) -> KeptRecord | None:
    head = connection.execute(_SERIES, {"series": series}).first()
    if head is None:
        return None
    seats = connection.execute(_SEATS, {"series": series}).all()
    deals = connection.execute(_DEALS, {"series": series}).all()
    rounds = {"table": head.table_id, "first": deals[0].round - 1, "last": deals[-1].round}
    actions = connection.execute(_ACTIONS, rounds).all()
    draws = {draw.round: draw for draw in connection.execute(_DRAWS, rounds)}
    plays = {round_: tuple(map(play_of, group)) for round_, group in groupby(actions, lambda action: action.round)}
    rules, times = VARIANTS[head.variant], {"started": head.begun_at, "ended": head.ended_at}
    kept = tuple(_deal(rules, deal, plays, draws.get(deal.round)) for deal in deals)
    record = Record(rules, tuple(map(_name, seats)), kept, times, lead_drawn(rules, head.drawn))
    return KeptRecord(series, ChatId(head.chat_id), head.begun_at, record)


def _deal(rules: Rules, row: Found, plays: dict[int, tuple[Play, ...]], draw: Found | None) -> DealRecord:
    extra: dict[str, object] = {}
    if draw is not None:
        before = map(write_play, plays.get(row.round - 1, ()))
        extra = Draw(bytes.fromhex(draw.secret), (*before, *draw.noted.splitlines())).keys(first=row.number == 1)
    return DealRecord(dealing_of(rules, row), plays.get(row.round, ()), deal_score(row), extra)


def _name(seat: Found) -> str:
    return f"computer ({seat.computer})" if seat.computer else seat.name or FORGOTTEN
