"""The end of a series, summed up: for whom each seat counts, and what that adds to totals, pairs, ratings and streaks.

All of it is written in the transaction that ends the series, so that nobody ever has to count deals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, TypedDict

from sqlalchemy import Connection, Float, Integer, bindparam, case, cast, func, literal, select, type_coerce
from sqlalchemy.dialects.sqlite import Insert, insert

from bot.storage.database import Found
from bot.storage.rating import Strength, rated
from bot.storage.rows import (
    ALWAYS,
    ActionRow,
    ComputerRow,
    DealRow,
    FormRow,
    PairRow,
    ResultRow,
    SeriesRow,
    SeriesSeatRow,
    TableRow,
    TotalRow,
)
from bot.tables.annals import month_of
from bot.tables.model import STAND_IN, Seat, SeriesId
from kozel import VARIANTS

_HEAD = (
    select(SeriesRow.id, SeriesRow.goats, TableRow.chat_id, TableRow.variant)
    .join(SeriesRow, SeriesRow.table_id == TableRow.id)
    .where(SeriesRow.id == bindparam("series"))
)
_SIDES = select(
    func.count().label("deals"),
    func.sum(cast((DealRow.loss_0 == 0) & (DealRow.loss_1 > 0), Integer)).label("won_0"),
    func.sum(cast((DealRow.loss_1 == 0) & (DealRow.loss_0 > 0), Integer)).label("won_1"),
    func.sum(DealRow.loss_0).label("loss_0"),
    func.sum(DealRow.loss_1).label("loss_1"),
    func.sum(cast(DealRow.points_0 == DealRow.points_1, Integer)).label("eggs"),
).where(DealRow.series_id == bindparam("series"), DealRow.ended_at.is_not(None))
_SEATS = (
    select(SeriesSeatRow.seat, SeriesSeatRow.person_id, SeriesSeatRow.computer)
    .where(SeriesSeatRow.series_id == bindparam("series"))
    .order_by(SeriesSeatRow.seat)
)
_MADE = (
    select(ActionRow.seat, ActionRow.by, func.count())
    .join(DealRow, (DealRow.table_id == ActionRow.table_id) & (DealRow.round == ActionRow.round))
    .where(DealRow.series_id == bindparam("series"))
    .group_by(ActionRow.seat, ActionRow.by)
)
_STRENGTHS = select(FormRow.person_id, type_coerce(FormRow.mu, Float), type_coerce(FormRow.sigma, Float)).where(
    FormRow.variant == bindparam("variant"),
    FormRow.person_id.in_(bindparam("people", expanding=True)),
    FormRow.mu.is_not(None),
)
_KEEP = insert(ResultRow)
_FIGURES = ("deals", "won", "given", "taken", "eggs")


def _adding(row: type[TotalRow] | type[ComputerRow] | type[PairRow], names: Sequence[str]) -> Insert:
    """Insert a row of sums; where there is one, add to it."""
    new = insert(row)
    keys = list(row.__table__.primary_key)
    return new.on_conflict_do_update(
        index_elements=keys, set_={name: row.__table__.c[name] + new.excluded[name] for name in names}
    )


_ADD_TOTAL = _adding(TotalRow, ("series", "lost", *_FIGURES))
_ADD_COMPUTER = _adding(ComputerRow, ("series", "lost", *_FIGURES))
_ADD_PAIR = _adding(PairRow, ("series", "lost"))

_NEW_FORM = insert(FormRow)
_STREAK = (
    case((_NEW_FORM.excluded.streak > 0, func.max(FormRow.streak, 0)), else_=func.min(FormRow.streak, 0))
    + _NEW_FORM.excluded.streak
)  # excluded: 1 for a series won, -1 for one lost
_KEEP_FORM = _NEW_FORM.on_conflict_do_update(
    index_elements=[FormRow.person_id, FormRow.variant],
    set_={
        "mu": func.coalesce(_NEW_FORM.excluded.mu, FormRow.mu),
        "sigma": func.coalesce(_NEW_FORM.excluded.sigma, FormRow.sigma),
        "rated": FormRow.rated + _NEW_FORM.excluded.rated,
        "streak": _STREAK,
        "longest_won": func.max(FormRow.longest_won, _STREAK),
        "longest_lost": func.max(FormRow.longest_lost, literal(0) - _STREAK),
    },
)


class _Result(TypedDict):
    """A row of results."""

    series_id: int
    seat: int
    chat_id: int
    variant: str
    ended_at: datetime
    person_id: int | None
    computer: str | None
    lost: bool
    deals: int
    won: int
    given: int
    taken: int
    eggs: int
    mu: float | None
    sigma: float | None


class Holding(NamedTuple):
    """Who holds a seat: a person, by id, or a computer of a level."""

    person: int | None
    computer: str | None


def tally(connection: Connection, series: SeriesId, seats: Sequence[Seat], now: datetime) -> None:
    """Sum up a series that has ended at ``now`` with its goats; ``seats`` as they are at its end."""
    head = connection.execute(_HEAD, {"series": series}).one()
    sums = connection.execute(_SIDES, {"series": series}).one()
    made = _made(connection, series)
    results: list[_Result] = []
    for seat, person, computer in connection.execute(_SEATS, {"series": series}).all():
        who = counts_for(made.get(seat, {}), Holding(person, computer))
        level = None if who is not None else computer or seats[seat].computer or STAND_IN
        results.append(_result(head, sums, seat, Holding(who, level), now))
    _add(connection, results)


def counts_for(made: Mapping[int | None, int], start: Holding) -> int | None:
    """The person for whom a seat's result counts; None for a computer.

    It is who made most of the seat's actions in the series (``made``: how many each person made, None for computers).
    Where two made as many, it is who held the seat at its start, else a person before a computer.
    """
    most = max(made.values(), default=0)
    best = [who for who, number in made.items() if number == most]
    if not best or start.person in best:
        return start.person
    return min(best, key=lambda who: (who is None, who or 0))


def _made(connection: Connection, series: SeriesId) -> Mapping[int, Mapping[int | None, int]]:
    by_seat: dict[int, Counter[int | None]] = {}
    for seat, who, number in connection.execute(_MADE, {"series": series}).all():
        by_seat.setdefault(seat, Counter())[who] = number
    return by_seat


def _result(head: Found, sums: Found, seat: int, holder: Holding, now: datetime) -> _Result:
    side = seat % 2
    won, losses = (sums.won_0, sums.won_1), (sums.loss_0, sums.loss_1)
    return {
        "series_id": head.id,
        "seat": seat,
        "chat_id": head.chat_id,
        "variant": head.variant,
        "ended_at": now,
        "person_id": holder.person,
        "computer": holder.computer,
        "lost": head.goats == side,
        "deals": sums.deals,
        "won": won[side],
        "given": losses[1 - side],
        "taken": losses[side],
        "eggs": sums.eggs if VARIANTS[head.variant].eggs else 0,
        "mu": None,
        "sigma": None,
    }


def _add(connection: Connection, results: list[_Result]) -> None:
    in_a_group = results[0]["chat_id"] < 0
    if in_a_group and len({each["person_id"] for each in results} - {None}) == len(results):
        _rate(connection, results)
    connection.execute(_KEEP, results)
    totals = [_total(each) | {"person_id": who} for each in results if (who := each["person_id"]) is not None]
    computers = [_total(each) | {"level": level} for each in results if (level := each["computer"]) is not None]
    pairs = [_pair(one, other) for one in results for other in results if _partners(one, other)]
    for statement, sums in ((_ADD_TOTAL, totals), (_ADD_COMPUTER, computers), (_ADD_PAIR, pairs)):
        if sums:
            connection.execute(statement, sums + [each | {"month": ALWAYS} for each in sums])
    if forms := [_form(each) for each in results if in_a_group and each["person_id"] is not None]:
        connection.execute(_KEEP_FORM, forms)


def _rate(connection: Connection, results: list[_Result]) -> None:
    """Ratings after the series: only series between people change them."""
    key = {"variant": results[0]["variant"], "people": [each["person_id"] for each in results]}
    known: dict[int | None, Strength] = {
        row[0]: Strength(row[1], row[2]) for row in connection.execute(_STRENGTHS, key)
    }
    sides = [[each for each in results if each["lost"] is lost] for lost in (False, True)]
    won, lost = ([known.get(each["person_id"]) for each in side] for side in sides)
    for side, strengths in zip(sides, rated(won, lost), strict=True):
        for each, strength in zip(side, strengths, strict=True):
            each["mu"], each["sigma"] = strength


def _total(result: _Result) -> dict[str, Any]:
    return {
        **{name: value for name, value in result.items() if name in ("chat_id", "variant", *_FIGURES)},
        "month": month_of(result["ended_at"]),
        "series": 1,
        "lost": int(result["lost"]),
    }


def _partners(one: _Result, other: _Result) -> bool:
    who, whom = one["person_id"], other["person_id"]
    return one["lost"] == other["lost"] and who is not None and whom is not None and who != whom


def _pair(one: _Result, other: _Result) -> dict[str, Any]:
    return {
        "chat_id": one["chat_id"],
        "variant": one["variant"],
        "month": month_of(one["ended_at"]),
        "person_id": one["person_id"],
        "partner_id": other["person_id"],
        "series": 1,
        "lost": int(one["lost"]),
    }


def _form(result: _Result) -> dict[str, Any]:
    won = not result["lost"]
    return {
        "person_id": result["person_id"],
        "variant": result["variant"],
        "mu": result["mu"],
        "sigma": result["sigma"],
        "rated": int(result["mu"] is not None),
        "streak": 1 if won else -1,
        "longest_won": int(won),
        "longest_lost": int(not won),
    }
