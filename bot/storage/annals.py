"""Standings, one's own figures and a chat's history, read from what was summed up when the series ended.

How long a query takes depends on how many players and partners there are, not on how many deals were played.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, Connection, Select, bindparam, func, select, text

from bot.storage.database import Database, Found
from bot.storage.rows import (
    ALWAYS,
    FIRST_SEAT,
    ChatRow,
    ComputerRow,
    DealRow,
    FormRow,
    PairRow,
    PersonRow,
    ResultRow,
    TotalRow,
)
from bot.tables.annals import (
    ComputerStanding,
    Figures,
    GameProfile,
    HistoryPage,
    Holder,
    PairStanding,
    Partner,
    PastSeries,
    PlayerStanding,
    Profile,
    Rating,
    Scope,
    SeriesStory,
    Standings,
    Track,
    Tracks,
)
from bot.tables.model import ChatId, PersonId, SeriesId
from kozel import VARIANTS, DealScored

PAGE = 5
"""How many series a page of history has."""

_PLOTTED = 200  # the newest series that a plot goes back


def _sums(row: type[TotalRow] | type[ComputerRow]) -> list[ColumnElement[int]]:
    return [func.sum(getattr(row, name)) for name in Figures._fields]


def _in_scope(row: type[TotalRow] | type[ComputerRow] | type[PairRow], scope: Scope) -> list[ColumnElement[bool]]:
    """The conditions of a scope; both games are named one by one, so that the primary key serves."""
    variants = list(VARIANTS) if scope.variant is None else [scope.variant]
    return [row.variant.in_(variants), row.month == (scope.month or ALWAYS)]


class StoredAnnals:
    """What series came to (:class:`bot.tables.ports.Annals`)."""

    _database: Database

    async def standings(self, chat: ChatId, scope: Scope) -> Standings:
        """The standings of this chat, best first."""
        return await self._database.read(lambda connection: _standings(connection, chat, scope))

    async def profile(self, person: PersonId) -> Profile:
        """A person's own figures, over all groups."""
        return await self._database.read(lambda connection: _profile(connection, person))

    async def history(self, chat: ChatId, page: int) -> HistoryPage:
        """A page of this chat's series, the newest first; the last page where there are not so many."""
        return await self._database.read(lambda connection: _history(connection, chat, page))

    async def story(self, chat: ChatId, series: SeriesId) -> SeriesStory | None:
        """A series of this chat with its deals; None where the chat has no such series that was played to its end."""
        return await self._database.read(lambda connection: _story(connection, chat, series))

    async def tracks(self, chat: ChatId, scope: Scope, most: int) -> Tracks:
        """How the figures of those went who played most of the newest series in scope; so many of them, most first."""
        return await self._database.read(lambda connection: _tracks(connection, chat, scope, most))


def _standings(connection: Connection, chat: ChatId, scope: Scope) -> Standings:
    here = (TotalRow.chat_id == chat, *_in_scope(TotalRow, scope))
    query = select(TotalRow.person_id, *_sums(TotalRow)).where(*here).group_by(TotalRow.person_id)
    totals = {who: Figures(*sums) for who, *sums in connection.execute(query).all()}
    forms = _forms(connection, list(totals), scope.variant)
    names = _names(connection, totals)
    players = [PlayerStanding(PersonId(who), names[who], figures, forms.get(who)) for who, figures in totals.items()]
    there = (ComputerRow.chat_id == chat, *_in_scope(ComputerRow, scope))
    levels = connection.execute(
        select(ComputerRow.level, *_sums(ComputerRow)).where(*there).group_by(ComputerRow.level)
    ).all()
    computers = [ComputerStanding(level, Figures(*sums)) for level, *sums in levels]
    return Standings(
        tuple(sorted(players, key=lambda one: (*_rank(one.figures), one.name, one.person))),
        _pairs(connection, chat, scope),
        tuple(sorted(computers, key=lambda one: (*_rank(one.figures), one.level))),
    )


def _rank(figures: Figures) -> tuple[float, float, int]:
    return figures.lost / figures.series, figures.taken / figures.series, -figures.series


def _names(connection: Connection, people: Iterable[int]) -> dict[int, str]:
    query = select(PersonRow.id, PersonRow.name).where(PersonRow.id.in_(list(people)))
    return {row.id: row.name for row in connection.execute(query)}


def _forms(connection: Connection, people: Sequence[int], variant: str | None) -> dict[int, Rating]:
    """The ratings in one game; none where both are asked for, since there is no rating over both."""
    if variant is None:
        return {}
    query = select(FormRow).where(FormRow.variant == variant, FormRow.person_id.in_(people), FormRow.mu.is_not(None))
    found = connection.execute(query).all()
    return {row.person_id: Rating(row.mu, row.sigma, row.rated) for row in found}


def _pairs(connection: Connection, chat: ChatId, scope: Scope) -> tuple[PairStanding, ...]:
    query = (
        select(PairRow.person_id, PairRow.partner_id, *_together())
        .where(PairRow.chat_id == chat, *_in_scope(PairRow, scope), PairRow.person_id < PairRow.partner_id)
        .group_by(PairRow.person_id, PairRow.partner_id)
    )
    found = sorted(connection.execute(query).all(), key=lambda row: (row[3] / row[2], -row[2], row[0], row[1]))
    names = _names(connection, {who for row in found for who in row[:2]})
    return tuple(PairStanding((names[one], names[other]), series, lost) for one, other, series, lost in found)


def _together() -> tuple[ColumnElement[int], ColumnElement[int]]:
    return func.sum(PairRow.series), func.sum(PairRow.lost)


_OF_PERSON = (
    select(TotalRow.variant, (TotalRow.chat_id > 0).label("alone"), *_sums(TotalRow))
    .where(TotalRow.person_id == bindparam("person"), TotalRow.month == ALWAYS)
    .group_by(TotalRow.variant, "alone")
    .order_by(TotalRow.variant)
)
_FORMS_OF = select(FormRow).where(FormRow.person_id == bindparam("person"))
_PARTNERS_OF = (
    select(PairRow.variant, PersonRow.name, PairRow.partner_id, *_together())
    .join(PersonRow, PersonRow.id == PairRow.partner_id)
    .where(PairRow.person_id == bindparam("person"), PairRow.month == ALWAYS, PairRow.chat_id < 0)
    .group_by(PairRow.variant, PairRow.partner_id)
)


def _profile(connection: Connection, person: PersonId) -> Profile:
    key = {"person": person}
    rows = connection.execute(_OF_PERSON, key).all()
    forms = {row.variant: row for row in connection.execute(_FORMS_OF, key).all()}
    partners = connection.execute(_PARTNERS_OF, key).all()
    alone = [Figures(*sums) for _, private, *sums in rows if private]
    return Profile(
        tuple(
            _game(variant, Figures(*sums), forms[variant], partners) for variant, private, *sums in rows if not private
        ),
        (sum(each.series for each in alone), sum(each.lost for each in alone)),
    )


def _game(variant: str, figures: Figures, form: Found, partners: Sequence[Found]) -> GameProfile:
    ours = sorted(
        (row for row in partners if row.variant == variant), key=lambda row: (row[4] / row[3], -row[3], row[2])
    )
    return GameProfile(
        variant,
        figures,
        None if form.mu is None else Rating(form.mu, form.sigma, form.rated),
        form.streak,
        form.longest_won,
        form.longest_lost,
        tuple(Partner(name, series, lost) for _, name, _, series, lost in ours),
    )


_HERE = (ResultRow.chat_id == bindparam("chat"), text(f"results.{FIRST_SEAT}"))
_COUNT = select(func.count()).select_from(ResultRow).where(*_HERE)
_NEWEST = (
    select(ResultRow.series_id)
    .where(*_HERE)
    .order_by(ResultRow.ended_at.desc(), ResultRow.series_id.desc())
    .limit(bindparam("most"))
    .offset(bindparam("skipped"))
)
_RESULTS = (
    select(ResultRow, PersonRow.name)
    .outerjoin(PersonRow, PersonRow.id == ResultRow.person_id)
    .where(ResultRow.series_id.in_(bindparam("series", expanding=True)))
    .order_by(ResultRow.ended_at.desc(), ResultRow.series_id.desc(), ResultRow.seat)
)


def _history(connection: Connection, chat: ChatId, page: int) -> HistoryPage:
    count = connection.execute(_COUNT, {"chat": chat}).scalar_one()
    pages = max(1, -(-count // PAGE))
    page = min(page, pages - 1)
    key = {"chat": chat, "most": PAGE, "skipped": page * PAGE}
    return HistoryPage(_past(connection, connection.execute(_NEWEST, key).scalars().all()), page, pages)


def _past(connection: Connection, series: Sequence[int]) -> tuple[PastSeries, ...]:
    by_series: dict[int, list[Found]] = {}
    for row in connection.execute(_RESULTS, {"series": list(series)}).all():
        by_series.setdefault(row.series_id, []).append(row)
    return tuple(_past_series(seats) for seats in by_series.values())


def _past_series(seats: list[Found]) -> PastSeries:
    first = seats[0]
    return PastSeries(
        SeriesId(first.series_id),
        first.variant,
        first.ended_at,
        tuple(Holder(row.name, row.computer) for row in seats),
        (first.taken, first.given),
        0 if first.lost else 1,
        first.eggs,
    )


_IN_CHAT = (
    select(ResultRow.series_id, ChatRow.title)
    .join(ChatRow, ChatRow.id == ResultRow.chat_id)
    .where(ResultRow.series_id == bindparam("series"), ResultRow.chat_id == bindparam("chat"), ResultRow.seat == 0)
)
_DEALS = (
    select(DealRow)
    .where(DealRow.series_id == bindparam("series"), DealRow.ended_at.is_not(None))
    .order_by(DealRow.round)
)


def _story(connection: Connection, chat: ChatId, series: SeriesId) -> SeriesStory | None:
    found = connection.execute(_IN_CHAT, {"series": series, "chat": chat}).first()
    if found is None:
        return None
    deals = connection.execute(_DEALS, {"series": series}).all()
    scores = tuple(
        DealScored((row.points_0, row.points_1), (row.tricks_0, row.tricks_1), (row.loss_0, row.loss_1))
        for row in deals
    )
    return SeriesStory(_past(connection, [series])[0], scores, found.title if chat < 0 else "")


def _tracks(connection: Connection, chat: ChatId, scope: Scope, most: int) -> Tracks:
    series = connection.execute(_plotted(scope), {"chat": chat, "most": _PLOTTED, "skipped": 0}).scalars().all()
    rows = connection.execute(_RESULTS, {"series": list(series)}).all()[::-1]
    place = {number: place for place, number in enumerate(reversed(series))}
    rated = scope.variant is not None and any(row.mu is not None for row in rows)
    lines: dict[int, list[Found]] = {}
    for row in rows:
        if row.person_id is not None and not (rated and row.mu is None):
            lines.setdefault(row.person_id, []).append(row)
    busiest = sorted(lines.values(), key=lambda found: (-len(found), found[0].person_id))[:most]
    return Tracks(tuple(_track(found, place, rated) for found in busiest), len(series), rated)


def _plotted(scope: Scope) -> Select[int]:
    query = _NEWEST
    if scope.variant is not None:
        query = query.where(ResultRow.variant == scope.variant)
    if scope.month is not None:
        query = query.where(
            ResultRow.ended_at >= _first_of(scope.month), ResultRow.ended_at < _first_of(_next(scope.month))
        )
    return query


def _first_of(month: int) -> datetime:
    return datetime(month // 100, month % 100, 1, tzinfo=UTC)


def _next(month: int) -> int:
    return month + 1 if month % 100 < 12 else month + 89


def _track(rows: list[Found], place: dict[int, int], rated: bool) -> Track:
    points: list[tuple[int, float]] = []
    balance = 0
    for row in rows:
        balance += row.given - row.taken
        value = Rating(row.mu, row.sigma, 0).points if rated else balance
        points.append((place[row.series_id], value))
    return Track(rows[0].name, tuple(points))
