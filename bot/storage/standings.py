"""A chat's standings, counted by the database from the series that were played to their end."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ColumnElement, Connection, Float, bindparam, case, cast, func, or_, select, type_coerce
from sqlalchemy.orm import aliased

from bot.storage.database import Database
from bot.storage.rows import DealRow, PersonRow, SeriesRow, SeriesSeatRow, TableRow, UtcDateTime
from bot.tables.model import ChatId, PersonId
from bot.tables.ports import PairStanding, PlayerStanding, Standings
from kozel import Rules

_SINCE = bindparam("since", type_=UtcDateTime())
_COUNTED = (
    TableRow.chat_id == bindparam("chat"),
    TableRow.variant == bindparam("variant"),
    SeriesRow.goats.is_not(None),
    or_(_SINCE.is_(None), SeriesRow.ended_at >= _SINCE),
)


def _times(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.count().filter(condition)


def _share(part: ColumnElement[int], whole: ColumnElement[int]) -> ColumnElement[float]:
    return type_coerce(cast(part, Float) / whole, Float[float])


_SERIES = (  # a row each series that counts, its deals summed up by side
    select(
        SeriesRow.id,
        SeriesRow.goats,
        func.count().label("deals"),
        _times((DealRow.loss_0 == 0) & (DealRow.loss_1 > 0)).label("won_0"),
        _times((DealRow.loss_1 == 0) & (DealRow.loss_0 > 0)).label("won_1"),
        func.sum(DealRow.loss_0).label("loss_0"),
        func.sum(DealRow.loss_1).label("loss_1"),
        _times(DealRow.points_0 == DealRow.points_1).label("eggs"),
    )
    .select_from(TableRow)
    .join(SeriesRow, SeriesRow.table_id == TableRow.id)
    .join(DealRow, DealRow.series_id == SeriesRow.id)
    .where(*_COUNTED)
    .group_by(SeriesRow.id)
    .cte("counted")
)


_SIDE = SeriesSeatRow.seat % 2


def _by_side(of_0: ColumnElement[int], of_1: ColumnElement[int]) -> ColumnElement[int]:
    return func.sum(case((_SIDE == 0, of_0), else_=of_1))


_PLAYED = func.count()
_LOST = _times(_SERIES.c.goats == _SIDE)
_TAKEN = _by_side(_SERIES.c.loss_0, _SERIES.c.loss_1)
_PLAYERS = (
    select(
        SeriesSeatRow.person_id,
        PersonRow.name,
        _PLAYED,
        _LOST,
        func.sum(_SERIES.c.deals),
        _by_side(_SERIES.c.won_0, _SERIES.c.won_1),
        _by_side(_SERIES.c.loss_1, _SERIES.c.loss_0),
        _TAKEN,
        func.sum(_SERIES.c.eggs),
    )
    .select_from(_SERIES)
    .join(SeriesSeatRow, SeriesSeatRow.series_id == _SERIES.c.id)
    .join(PersonRow, PersonRow.id == SeriesSeatRow.person_id)
    .group_by(SeriesSeatRow.person_id)
    .order_by(_share(_LOST, _PLAYED), _share(_TAKEN, _PLAYED), _PLAYED.desc(), PersonRow.name, SeriesSeatRow.person_id)
)

_ONE, _OTHER = aliased(SeriesSeatRow), aliased(SeriesSeatRow)
_ONES_NAME, _OTHERS_NAME = aliased(PersonRow), aliased(PersonRow)
_LOST_TOGETHER = _times(SeriesRow.goats == _ONE.seat % 2)
_PAIRS = (
    select(_ONES_NAME.name, _OTHERS_NAME.name, _PLAYED, _LOST_TOGETHER)
    .select_from(TableRow)
    .join(SeriesRow, SeriesRow.table_id == TableRow.id)
    .join(_ONE, _ONE.series_id == SeriesRow.id)
    .join(
        _OTHER,
        (_OTHER.series_id == _ONE.series_id) & (_OTHER.seat % 2 == _ONE.seat % 2) & (_OTHER.person_id > _ONE.person_id),
    )
    .join(_ONES_NAME, _ONES_NAME.id == _ONE.person_id)
    .join(_OTHERS_NAME, _OTHERS_NAME.id == _OTHER.person_id)
    .where(*_COUNTED)
    .group_by(_ONE.person_id, _OTHER.person_id)
    .order_by(_share(_LOST_TOGETHER, _PLAYED), _PLAYED.desc(), _ONE.person_id, _OTHER.person_id)
)


class StoredStandings:
    """Standings (of :class:`bot.tables.ports.Tables`)."""

    _database: Database

    async def standings(self, chat: ChatId, rules: Rules, since: datetime | None) -> Standings:
        """The standings of this chat in this game, from series that ended at ``since`` or later.

        Players by series lost a series, then by loss points a series; then those first who have played more.
        """
        key: dict[str, object] = {"chat": chat, "variant": rules.variant, "since": since}
        return await self._database.read(lambda connection: _standings(connection, key))


def _standings(connection: Connection, key: dict[str, object]) -> Standings:
    players = connection.execute(_PLAYERS, key).all()
    pairs = connection.execute(_PAIRS, key).all()
    return Standings(
        tuple(PlayerStanding(PersonId(person), *figures) for person, *figures in players),
        tuple(PairStanding((one, other), series, lost) for one, other, series, lost in pairs),
    )
