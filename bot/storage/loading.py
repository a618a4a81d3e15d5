"""A table from its rows: replayed from what happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from sqlalchemy import Connection, bindparam, func, literal, null, select

from bot.storage.database import Found
from bot.storage.people import habits_of
from bot.storage.rows import (
    NEXT_ROUND,
    NO_TOPIC,
    ActionRow,
    ChatRow,
    DealRow,
    DrawRow,
    PersonRow,
    SeatRow,
    SeriesRow,
    SeriesSeatRow,
    TableRow,
)
from bot.tables.model import ChatId, DealResult, Person, PersonId, Phase, Place, Seat, SeriesId, Table, TableId
from kozel import (
    VARIANTS,
    Card,
    Cards,
    Deal,
    Dealing,
    DealScored,
    LeadDrawn,
    Play,
    Rules,
    Series,
    action_of,
    commitment_of,
    read_draw,
    write_play,
)

_LAST_ROUND = select(func.max(DealRow.round)).where(DealRow.table_id == bindparam("table")).scalar_subquery()
_NEWEST_SERIES = select(func.max(SeriesRow.id)).where(SeriesRow.table_id == bindparam("table")).scalar_subquery()
_HEAD = (
    select(
        TableRow.id,
        TableRow.chat_id,
        TableRow.topic,
        TableRow.variant,
        func.coalesce(ChatRow.language, TableRow.language).label("language"),
        ChatRow.title,
        ChatRow.turn,
        ChatRow.pace,
        ChatRow.stopping,
        ChatRow.hints,
        ChatRow.level,
        TableRow.opener_id,
        TableRow.phase,
        TableRow.version,
        func.coalesce(_LAST_ROUND, 0).label("last_round"),
        SeriesRow.id.label("series_id"),
        SeriesRow.dealer.label("first_dealer"),
        SeriesRow.drawn,
    )
    .join(ChatRow, ChatRow.id == TableRow.chat_id)
    .outerjoin(SeriesRow, SeriesRow.id == _NEWEST_SERIES)
    .where(TableRow.id == bindparam("table"))
)
_PERSON_COLUMNS = (PersonRow.name, PersonRow.language, PersonRow.reachable)
_SEATS = (
    select(
        SeatRow.person_id,
        SeatRow.computer,
        SeatRow.chosen,
        SeatRow.missed,
        SeatRow.left_by,
        SeatRow.asked,
        SeatRow.stops,
        SeatRow.hints,
        *_PERSON_COLUMNS,
    )
    .outerjoin(PersonRow, PersonRow.id == SeatRow.person_id)
    .where(SeatRow.table_id == bindparam("table"))
    .order_by(SeatRow.seat)
)
_SEATS_AT_START = (
    select(
        SeriesSeatRow.person_id,
        SeriesSeatRow.computer,
        literal(0).label("chosen"),
        literal(0).label("missed"),
        null().label("left_by"),
        literal(False).label("asked"),
        null().label("stops"),
        literal(0).label("hints"),
        *_PERSON_COLUMNS,
    )
    .outerjoin(PersonRow, PersonRow.id == SeriesSeatRow.person_id)
    .where(SeriesSeatRow.series_id == bindparam("series"))
    .order_by(SeriesSeatRow.seat)
)
_SERIES_OF_ROUND = (
    select(DealRow.series_id)
    .where(DealRow.table_id == bindparam("table"), DealRow.round == bindparam("round"))
    .scalar_subquery()
)
_DEALS = (  # of the series of that round, up to it
    select(
        DealRow.series_id,
        SeriesRow.drawn,
        DealRow.round,
        DealRow.dealer,
        DealRow.leader,
        DealRow.deck,
        DealRow.shown,
        DealRow.points_0,
        DealRow.points_1,
        DealRow.tricks_0,
        DealRow.tricks_1,
        DealRow.loss_0,
        DealRow.loss_1,
    )
    .join(SeriesRow, SeriesRow.id == DealRow.series_id)
    .where(DealRow.series_id == _SERIES_OF_ROUND, DealRow.round <= bindparam("round"))
    .order_by(DealRow.round)
)
_ACTIONS = (
    select(ActionRow.seat, ActionRow.verb, ActionRow.cards)
    .where(ActionRow.table_id == bindparam("table"), ActionRow.round == bindparam("round"))
    .order_by(ActionRow.moment)
)

_DRAWS = (  # of the table's first deal, and of the one that comes next
    select(DrawRow.round, DrawRow.secret, DrawRow.noted)
    .where(DrawRow.table_id == bindparam("table"), DrawRow.round.in_((1, bindparam("next"))))
    .order_by(DrawRow.round)
)


@dataclass(frozen=True, slots=True)
class _Rows:
    """What is stored of a table: of one series its deals up to a round, and that round's actions. Deals may be none.

    ``draws`` are that of the table's first deal and that of the deal after them, as far as there are such.
    """

    head: Found
    seats: Sequence[Found]
    draws: Sequence[Found]
    deals: Sequence[Found] = ()
    actions: Sequence[Found] = ()

    @property
    def newest(self) -> bool:
        """Whether nothing has begun at the table since."""
        return not self.deals or (self.deals[-1].round, self.deals[-1].series_id) == (
            self.head.last_round,
            self.head.series_id,
        )


def read_table(connection: Connection, table: TableId, round_: int | None = None) -> Table | None:
    """The table as it now is, or as it was when the deal of ``round_`` had got as far as it has; None: there is none.

    In a deal of an earlier series the seats are those with which that series began.
    """
    head = connection.execute(_HEAD, {"table": table}).first()
    if head is None or (round_ is not None and not 0 < round_ <= head.last_round):
        return None
    deals: Sequence[Found] = ()
    if key := {"table": table, "round": round_ or head.last_round} if head.last_round else None:
        deals = connection.execute(_DEALS, key).all()
    of_newest_series = not deals or deals[-1].series_id == head.series_id
    if of_newest_series or round_ is None:
        seats = connection.execute(_SEATS, {"table": table}).all()
    else:
        seats = connection.execute(_SEATS_AT_START, {"series": deals[-1].series_id}).all()
    draws = connection.execute(_DRAWS, {"table": table, "next": (round_ or head.last_round) + 1}).all()
    if key is None or (round_ is None and not of_newest_series):  # nothing dealt yet in the newest series
        return _table(_Rows(head, seats, draws))
    actions = connection.execute(_ACTIONS, key).all()
    return _table(_Rows(head, seats, draws, deals, actions))


def _table(rows: _Rows) -> Table:
    head, deals, actions = rows.head, rows.deals, rows.actions
    rules = VARIANTS[head.variant]
    place = Place(ChatId(head.chat_id), None if head.topic == NO_TOPIC else head.topic)
    series_id, deal, series = head.series_id, None, None
    results: tuple[DealResult, ...] = ()
    if deals:
        series_id, deal = deals[-1].series_id, _deal(rules, deals[-1], actions)
        series, results = _series(rules, deals, deal)
    elif series_id is not None:
        series = Series.start(rules, head.first_dealer)
    round_ = deals[-1].round if deals else head.last_round
    draw = next((draw for draw in rows.draws if draw.round == round_ + 1), None)
    first = next((draw for draw in rows.draws if draw.round == 1), None)
    return Table(
        id=TableId(head.id),
        place=place,
        rules=rules,
        language=head.language,
        opener=PersonId(head.opener_id),
        phase=Phase(head.phase) if rows.newest else _phase_then(series, deal),
        version=head.version,
        seats=tuple(map(_seat, rows.seats)),
        title="" if place.private else head.title,
        series_id=None if series_id is None else SeriesId(series_id),
        series=series,
        drawn=lead_drawn(rules, deals[-1].drawn if deals else head.drawn),
        results=results,
        round=round_,
        deal=deal,
        moment=len(actions),
        actor=actions[-1].seat if actions else None,
        habits=habits_of(head),
        secret=bytes.fromhex(draw.secret) if draw else None,
        presses=(*(write_play(play_of(action)) for action in actions), *(draw.noted.splitlines() if draw else ())),
        promised=commitment_of(bytes.fromhex(first.secret)) if first else None,
    )


def lead_drawn(rules: Rules, text: str | None) -> LeadDrawn | None:
    return None if text is None else read_draw(rules, text.split(NEXT_ROUND))


def _seat(row: Found) -> Seat:
    if row.person_id is None:
        return Seat(computer=row.computer, left=None if row.left_by is None else PersonId(row.left_by))
    person = Person(PersonId(row.person_id), row.name, row.language, row.reachable)
    return Seat(person, None, Cards(row.chosen), row.missed, asked=row.asked, stops=row.stops, hints=row.hints)


def dealing_of(rules: Rules, row: Found) -> Dealing:
    """How the deal of this row was dealt."""
    return Dealing(rules, row.dealer, row.leader, tuple(map(Card.parse, row.deck.split())), row.shown)


def play_of(row: Found) -> Play:
    """The play of this row."""
    return Play(row.seat, action_of(row.verb, row.cards))


def deal_score(row: Found) -> DealScored | None:
    """The score of the deal of this row; None where it is not over."""
    if row.points_0 is None:
        return None
    return DealScored((row.points_0, row.points_1), (row.tricks_0, row.tricks_1), (row.loss_0, row.loss_1))


def _deal(rules: Rules, row: Found, actions: Sequence[Found]) -> Deal:
    deal, _ = Deal.start(dealing_of(rules, row))
    for play in map(play_of, actions):
        deal, _ = deal.apply(*play)
    return deal


def _series(rules: Rules, deals: Sequence[Found], deal: Deal) -> tuple[Series, tuple[DealResult, ...]]:
    """The series as after its deals that are over, the last of ``deals`` being ``deal``; and these deals' results."""
    scores = [score for row in deals if (score := deal_score(row)) is not None]
    losses = list(accumulate((score.loss for score in scores), lambda a, b: (a[0] + b[0], a[1] + b[1]), initial=(0, 0)))
    results = tuple(map(DealResult, scores, losses[1:]))
    before = scores[: len(deals) - 1]
    eggs = rules.eggs and any(score.eggs for score in before)
    dealing = deal.dealing
    series = Series(rules, dealing.dealer, dealing.leader, losses[len(before)], len(before), eggs)
    if len(scores) == len(deals):
        series, _, _ = series.after(deal)
    return series, results


def _phase_then(series: Series | None, deal: Deal | None) -> Phase:
    """How far the table was at the end of a deal after which others came."""
    if series is not None and series.goats is not None:
        return Phase.OVER
    return Phase.PLAYING if deal is not None and deal.over else Phase.CLOSED
