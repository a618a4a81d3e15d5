"""Facts to rows: what one save writes, in as few statements as it can."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import assert_never

from sqlalchemy import Connection, bindparam, delete, insert, update

from bot.storage.rows import NEXT_ROUND, ActionRow, DealRow, DrawRow, SeatRow, SeriesRow, SeriesSeatRow, TableRow
from bot.storage.tally import tally
from bot.tables.facts import (
    DealBegun,
    DealEnded,
    Fact,
    GameChosen,
    Gathered,
    Noted,
    Played,
    SeatChanged,
    SeriesBegun,
    SeriesEnded,
)
from bot.tables.model import PersonId, Seat, SeriesId, Table, TableId
from kozel import verb_of, write_draw

_SIT = (
    update(SeatRow)
    .where(SeatRow.table_id == bindparam("table"), SeatRow.seat == bindparam("place"))
    .values(
        person_id=bindparam("person"),
        computer=bindparam("level"),
        chosen=bindparam("cards"),
        missed=bindparam("turns"),
        left_by=bindparam("leaver"),
        asked=bindparam("unsure"),
        stops=bindparam("vote"),
        hints=bindparam("helped"),
    )
)
_STAND = (
    update(SeatRow)
    .where(SeatRow.table_id == bindparam("table"), SeatRow.seat == bindparam("place"))
    .values(person_id=None)
)
_PLAY_GAME = update(TableRow).where(TableRow.id == bindparam("table")).values(variant=bindparam("game"))
_CLEAR = delete(SeatRow).where(SeatRow.table_id == bindparam("table"))
_SET = insert(SeatRow)
NO_TRUMP = "-"
_BEGIN_SERIES = insert(SeriesRow).returning(SeriesRow.id)
_SEAT_SERIES = insert(SeriesSeatRow)
_END_SERIES = (
    update(SeriesRow)
    .where(SeriesRow.id == bindparam("series"))
    .values(goats=bindparam("side"), eggs=bindparam("with_eggs"), ended_at=bindparam("now"))
)
_BEGIN_DEAL = insert(DealRow)
_RESULT = ("points_0", "points_1", "tricks_0", "tricks_1", "loss_0", "loss_1")
_END_DEAL = (
    update(DealRow)
    .where(DealRow.table_id == bindparam("table"), DealRow.round == bindparam("of_round"))
    .values(ended_at=bindparam("now"), **{name: bindparam(f"new_{name}") for name in _RESULT})
)
_PLAY = insert(ActionRow)
_KEEP_SECRET = insert(DrawRow)
_NOTE = (
    update(DrawRow)
    .where(DrawRow.table_id == bindparam("table"), DrawRow.round == bindparam("of_round"))
    .values(noted=DrawRow.noted + bindparam("line"))
)


def keep_secret(connection: Connection, table: TableId, round_: int, secret: bytes) -> None:
    """Store the secret that the deal of ``round_`` will be drawn from."""
    connection.execute(_KEEP_SECRET, {"table_id": table, "round": round_, "secret": secret.hex(), "noted": ""})


class Saving:
    """One save under way: writes facts of ``before`` through ``connection``, all at the moment ``now``.

    ``series`` is the id of the table's series as it stands after the facts written so far.
    """

    def __init__(self, connection: Connection, before: Table, now: datetime) -> None:
        self._connection, self._table, self._now = connection, before.id, now
        self._seats = list(before.seats)
        self.series = before.series_id

    def write(self, facts: Iterable[Fact]) -> None:  # noqa: C901 - a case a fact
        """Write ``facts``, in their order; seats once, as they are after all of them."""
        changed: dict[int, Seat] = {}
        for fact in facts:
            match fact:
                case SeatChanged(seat, holder):
                    self._seats[seat] = changed[seat] = holder
                case GameChosen():
                    changed = {}
                    self._choose_game(fact)
                case Noted(round_, line):
                    values = {"table": self._table, "of_round": round_, "line": f"{line}\n"}
                    self._connection.execute(_NOTE, values)
                case Gathered():
                    pass  # the table's phase, which every save writes, says it
                case SeriesBegun():
                    self._begin_series(fact)
                case DealBegun():
                    self._begin_deal(fact)
                case Played():
                    self._play(fact)
                case DealEnded():
                    self._end_deal(fact)
                case SeriesEnded():
                    self._end_series(fact)
                case _:
                    assert_never(fact)
        if changed:
            self._seat(changed)

    def _seat(self, changed: dict[int, Seat]) -> None:
        places = [{"table": self._table, "place": seat, **_holder(held)} for seat, held in changed.items()]
        if len(places) > 1:  # whoever moves over leaves the old seat first, since nobody sits twice
            self._connection.execute(_STAND, [{"table": self._table, "place": seat} for seat in changed])
        self._connection.execute(_SIT, places)

    def _choose_game(self, fact: GameChosen) -> None:
        self._seats = list(fact.seats)
        self._connection.execute(_PLAY_GAME, {"table": self._table, "game": fact.rules.variant})
        self._connection.execute(_CLEAR, {"table": self._table})
        self._connection.execute(
            _SET,
            [
                {
                    "table_id": self._table,
                    "seat": seat,
                    "person_id": _person(held),
                    "computer": held.computer,
                    "chosen": int(held.chosen),
                }
                for seat, held in enumerate(fact.seats)
            ],
        )

    def _begin_series(self, fact: SeriesBegun) -> None:
        values = {
            "table_id": self._table,
            "dealer": fact.dealer,
            "drawn": None if fact.drawn is None else NEXT_ROUND.join(write_draw(fact.drawn)),
            "begun_at": self._now,
            "eggs": False,
        }
        self.series = SeriesId(self._connection.execute(_BEGIN_SERIES, values).scalar_one())
        self._connection.execute(
            _SEAT_SERIES,
            [
                {"series_id": self.series, "seat": seat, "person_id": _person(held), "computer": held.computer}
                for seat, held in enumerate(self._seats)
            ],
        )

    def _begin_deal(self, fact: DealBegun) -> None:
        dealing = fact.dealing
        values = {
            "table_id": self._table,
            "round": fact.round,
            "series_id": self.series,
            "number": fact.number,
            "dealer": dealing.dealer,
            "leader": dealing.leader,
            "deck": " ".join(map(str, dealing.deck)),
            "shown": dealing.shown,
            "trump": dealing.trump.value if dealing.trump else NO_TRUMP,
            "begun_at": self._now,
        }
        self._connection.execute(_BEGIN_DEAL, values)
        if fact.secret is not None:
            keep_secret(self._connection, self._table, fact.round + 1, fact.secret)

    def _play(self, fact: Played) -> None:
        values = {
            "table_id": self._table,
            "round": fact.round,
            "moment": fact.moment,
            "seat": fact.seat,
            "verb": verb_of(fact.action),
            "cards": str(fact.action.cards),
            "by": fact.by,
            "at": self._now,
        }
        self._connection.execute(_PLAY, values)

    def _end_deal(self, fact: DealEnded) -> None:
        score = fact.score
        result = dict(zip(_RESULT, (*score.points, *score.tricks, *score.loss), strict=True))
        values = {f"new_{name}": number for name, number in result.items()}
        self._connection.execute(_END_DEAL, {"table": self._table, "of_round": fact.round, "now": self._now, **values})

    def _end_series(self, fact: SeriesEnded) -> None:
        values = {"series": self.series, "side": fact.goats, "with_eggs": fact.eggs, "now": self._now}
        self._connection.execute(_END_SERIES, values)
        if fact.goats is not None and self.series is not None:
            tally(self._connection, self.series, self._seats, self._now)


def _holder(held: Seat) -> dict[str, object]:
    return {
        "person": _person(held),
        "level": held.computer,
        "cards": int(held.chosen),
        "turns": held.missed,
        "leaver": held.left,
        "unsure": held.asked,
        "vote": held.stops,
        "helped": held.hints,
    }


def _person(held: Seat) -> PersonId | None:
    return held.person.id if held.person else None
