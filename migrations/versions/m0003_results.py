"""Series summed up when they end: results, totals by month, pairs, ratings, streaks; filled from the deals."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op
from openskill.models import PlackettLuce

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_IN_ORDER = ("results", "totals", "computers", "pairs", "forms")
_FIGURES = ("deals", "won", "given", "taken", "eggs")


def upgrade() -> None:
    """Make the tables, then tell every series again, in the order in which they ended."""
    _results()
    _totals()
    _computers()
    _pairs()
    _forms()
    connection = op.get_bind()
    forms: dict[tuple[int, str], dict[str, Any]] = {}
    for head in connection.execute(_SERIES).mappings().all():
        results = _results_of(connection, head)
        if head["chat_id"] < 0:
            _tell(results, forms)
        connection.execute(_KEEP, results)
    if forms:
        connection.execute(_KEEP_FORM, list(forms.values()))
    for statement in _SUMS:
        connection.execute(statement)
    connection.execute(_SUM_PAIRS)


def downgrade() -> None:
    """Drop the tables; the deals that they sum up stay."""
    for table in reversed(_IN_ORDER):
        op.drop_table(table)


def _results() -> None:
    op.create_table(
        "results",
        sa.Column("series_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("chat_id", sa.Integer(), nullable=False),
        sa.Column("variant", sa.String(), nullable=False),
        sa.Column("ended_at", sa.DateTime(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("computer", sa.String(), nullable=True),
        sa.Column("lost", sa.Boolean(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in _FIGURES),
        sa.Column("mu", sa.Double(), nullable=True),
        sa.Column("sigma", sa.Double(), nullable=True),
        sa.CheckConstraint("(person_id IS NULL) != (computer IS NULL)", name=op.f("ck_results_one_holder")),
        sa.ForeignKeyConstraint(["chat_id"], ["chats.id"], name=op.f("fk_results_chat_id"), onupdate="CASCADE"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_results_person_id"), onupdate="CASCADE"),
        sa.ForeignKeyConstraint(["series_id"], ["series.id"], name=op.f("fk_results_series_id")),
        sa.PrimaryKeyConstraint("series_id", "seat", name=op.f("pk_results")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_results_history",
        "results",
        ["chat_id", "ended_at", "series_id", "variant"],
        sqlite_where=sa.text("seat = 0"),
    )


def _totals() -> None:
    op.create_table(
        "totals",
        sa.Column("chat_id", sa.Integer(), nullable=False),
        sa.Column("variant", sa.String(), nullable=False),
        sa.Column("month", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("series", "lost", *_FIGURES)),
        sa.ForeignKeyConstraint(["chat_id"], ["chats.id"], name=op.f("fk_totals_chat_id"), onupdate="CASCADE"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_totals_person_id"), onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("chat_id", "variant", "month", "person_id", name=op.f("pk_totals")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_totals_person_id", "totals", ["person_id"])


def _computers() -> None:
    op.create_table(
        "computers",
        sa.Column("chat_id", sa.Integer(), nullable=False),
        sa.Column("variant", sa.String(), nullable=False),
        sa.Column("month", sa.Integer(), nullable=False),
        sa.Column("level", sa.String(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("series", "lost", *_FIGURES)),
        sa.ForeignKeyConstraint(["chat_id"], ["chats.id"], name=op.f("fk_computers_chat_id"), onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("chat_id", "variant", "month", "level", name=op.f("pk_computers")),
        sqlite_with_rowid=False,
    )


def _pairs() -> None:
    op.create_table(
        "pairs",
        sa.Column("chat_id", sa.Integer(), nullable=False),
        sa.Column("variant", sa.String(), nullable=False),
        sa.Column("month", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("partner_id", sa.Integer(), nullable=False),
        sa.Column("series", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["chat_id"], ["chats.id"], name=op.f("fk_pairs_chat_id"), onupdate="CASCADE"),
        sa.ForeignKeyConstraint(["partner_id"], ["people.id"], name=op.f("fk_pairs_partner_id"), onupdate="CASCADE"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_pairs_person_id"), onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("chat_id", "variant", "month", "person_id", "partner_id", name=op.f("pk_pairs")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_pairs_person_id", "pairs", ["person_id"])


def _forms() -> None:
    op.create_table(
        "forms",
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("variant", sa.String(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=True),
        sa.Column("sigma", sa.Double(), nullable=True),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("rated", "streak", "longest_won", "longest_lost")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_forms_person_id"), onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("person_id", "variant", name=op.f("pk_forms")),
        sqlite_with_rowid=False,
    )


# From here on: the series already stored. Written out, and not shared with the bot, whose tables will go on changing.

_SERIES = sa.text(
    """
    SELECT series.id, series.goats, series.ended_at, tables.chat_id, tables.variant, count(*) AS deals,
           sum(loss_0 = 0 AND loss_1 > 0) AS won_0, sum(loss_1 = 0 AND loss_0 > 0) AS won_1,
           sum(loss_0) AS loss_0, sum(loss_1) AS loss_1,
           sum(points_0 = points_1 AND tables.variant = 'four') AS eggs
    FROM series JOIN tables ON tables.id = series.table_id JOIN deals ON deals.series_id = series.id
    WHERE series.goats IS NOT NULL AND series.ended_at IS NOT NULL AND deals.ended_at IS NOT NULL
    GROUP BY series.id ORDER BY series.ended_at, series.id
    """
)
_SEATS = sa.text(
    """
    SELECT began.seat, began.person_id, coalesce(began.computer, seats.computer, 'greedy') AS computer
    FROM series_seats AS began JOIN series ON series.id = began.series_id
    LEFT JOIN seats ON seats.table_id = series.table_id AND seats.seat = began.seat
    WHERE began.series_id = :series ORDER BY began.seat
    """
)
_MADE = sa.text(
    """
    SELECT actions.seat, actions.by, count(*) AS made FROM deals
    JOIN actions ON actions.table_id = deals.table_id AND actions.round = deals.round
    WHERE deals.series_id = :series GROUP BY actions.seat, actions.by
    """
)
_COLUMNS = ("series_id", "seat", "chat_id", "variant", "ended_at", "person_id", "computer", "lost", *_FIGURES)
_KEEP = sa.text(
    f"INSERT INTO results ({', '.join(_COLUMNS)}, mu, sigma) "  # noqa: S608 - names from this file
    f"VALUES ({', '.join(f':{name}' for name in _COLUMNS)}, :mu, :sigma)"
)
_KEEP_FORM = sa.text(
    "INSERT INTO forms (person_id, variant, mu, sigma, rated, streak, longest_won, longest_lost)"
    " VALUES (:person_id, :variant, :mu, :sigma, :rated, :streak, :longest_won, :longest_lost)"
)
_MONTH = "CAST(strftime('%Y%m', {0}.ended_at) AS INTEGER)"
_SUM_UP = """
    INSERT INTO {table} (chat_id, variant, month, {who}, series, lost, deals, won, given, taken, eggs)
    SELECT chat_id, variant, {month} AS month, {source},
           count(*), sum(lost), sum(deals), sum(won), sum(given), sum(taken), sum(eggs)
    FROM results WHERE {source} IS NOT NULL GROUP BY 1, 2, 3, 4
    """
_SUMS = [
    sa.text(_SUM_UP.format(table="totals", who="person_id", source="person_id", month=_MONTH.format("results"))),
    sa.text(_SUM_UP.format(table="computers", who="level", source="computer", month=_MONTH.format("results"))),
]
_SUM_PAIRS = sa.text(
    f"""
    INSERT INTO pairs (chat_id, variant, month, person_id, partner_id, series, lost)
    SELECT one.chat_id, one.variant, {_MONTH.format("one")} AS month, one.person_id, other.person_id,
           count(*), sum(one.lost)
    FROM results AS one JOIN results AS other
    ON other.series_id = one.series_id AND other.seat % 2 = one.seat % 2 AND other.person_id != one.person_id
    GROUP BY 1, 2, 3, 4, 5
    """  # noqa: S608 - names from this file
)


def _results_of(connection: sa.Connection, head: Any) -> list[dict[str, Any]]:
    made = connection.execute(_MADE, {"series": head["id"]}).all()
    return [
        _result(head, row, Counter({who: n for seat, who, n in made if seat == row.seat}))
        for row in _seats(connection, head)
    ]


def _seats(connection: sa.Connection, head: Any) -> Iterator[Any]:
    yield from connection.execute(_SEATS, {"series": head["id"]})


def _result(head: Any, row: Any, made: Counter[int | None]) -> dict[str, Any]:
    """Who made most of a seat's actions has its result; where two made as many, who began the series there."""
    most = max(made.values(), default=0)
    best = [who for who, number in made.items() if number == most]
    person = row.person_id if not best or row.person_id in best else min(best, key=lambda who: (who is None, who or 0))
    side = row.seat % 2
    return {
        "series_id": head["id"],
        "seat": row.seat,
        "chat_id": head["chat_id"],
        "variant": head["variant"],
        "ended_at": head["ended_at"],
        "person_id": person,
        "computer": None if person is not None else row.computer,
        "lost": head["goats"] == side,
        "deals": head["deals"],
        "won": head[f"won_{side}"],
        "given": head[f"loss_{1 - side}"],
        "taken": head[f"loss_{side}"],
        "eggs": head["eggs"],
        "mu": None,
        "sigma": None,
    }


def _tell(results: list[dict[str, Any]], forms: dict[tuple[int, str], dict[str, Any]]) -> None:
    """Bring ratings and streaks from before a series to after it."""
    people = [each["person_id"] for each in results if each["person_id"] is not None]
    for each in results:
        if each["person_id"] is not None:
            key = (each["person_id"], each["variant"])
            form = forms.setdefault(key, {"person_id": key[0], "variant": key[1], "mu": None, "sigma": None, **_NEW})
            form["streak"] = min(form["streak"], 0) - 1 if each["lost"] else max(form["streak"], 0) + 1
            form["longest_won"] = max(form["longest_won"], form["streak"])
            form["longest_lost"] = max(form["longest_lost"], -form["streak"])
    if len({*people}) == len(results):
        _rate(results, forms)


_NEW = {"rated": 0, "streak": 0, "longest_won": 0, "longest_lost": 0}


def _rate(results: list[dict[str, Any]], forms: dict[tuple[int, str], dict[str, Any]]) -> None:
    model = PlackettLuce()
    sides = [[each for each in results if each["lost"] is lost] for lost in (False, True)]
    known = [[forms[each["person_id"], each["variant"]] for each in side] for side in sides]
    teams = [
        [model.rating() if form["mu"] is None else model.rating(form["mu"], form["sigma"]) for form in side]
        for side in known
    ]
    for side, side_forms, rated in zip(sides, known, model.rate(teams), strict=True):
        for each, form, rating in zip(side, side_forms, rated, strict=True):
            each["mu"], each["sigma"] = form["mu"], form["sigma"] = rating.mu, rating.sigma
            form["rated"] += 1
