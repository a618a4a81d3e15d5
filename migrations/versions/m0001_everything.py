"""Everything: chats, people, tables, what happened at them, and what stands in the chats."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_IN_ORDER = ("chats", "people", "tables", "seats", "series", "series_seats", "deals", "actions", "slots")


def upgrade() -> None:
    """Make all tables, those first that others point to."""
    _chats_and_people()
    _tables()
    _seats()
    _series()
    _deals()
    _actions()
    _slots()


def downgrade() -> None:
    """Drop all tables, with everything in them."""
    for table in reversed(_IN_ORDER):
        op.drop_table(table)


def _chats_and_people() -> None:
    op.create_table(
        "chats",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chats")),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("reachable", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
    )


def _tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("chat_id", sa.Integer(), nullable=False),
        sa.Column("topic", sa.Integer(), nullable=False),
        sa.Column("variant", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("opener_id", sa.Integer(), nullable=False),
        sa.Column("phase", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("opened_at", sa.DateTime(), nullable=False),
        sa.CheckConstraint("phase IN ('lobby', 'playing', 'over', 'closed')", name=op.f("ck_tables_phase")),
        sa.ForeignKeyConstraint(["chat_id"], ["chats.id"], name=op.f("fk_tables_chat_id"), onupdate="CASCADE"),
        sa.ForeignKeyConstraint(["opener_id"], ["people.id"], name=op.f("fk_tables_opener_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
    )
    op.create_index("ix_tables_chat_id_topic", "tables", ["chat_id", "topic"])
    op.create_index(
        "ix_tables_live",
        "tables",
        ["chat_id", "topic"],
        unique=True,
        sqlite_where=sa.text("phase IN ('lobby', 'playing')"),
    )


def _seats() -> None:
    op.create_table(
        "seats",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("computer", sa.String(), nullable=True),
        sa.Column("chosen", sa.Integer(), nullable=False),
        sa.CheckConstraint("person_id IS NULL OR computer IS NULL", name=op.f("ck_seats_one_holder")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_seats_person_id")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_seats_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_seats")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_seats_person_id_table_id", "seats", ["person_id", "table_id"], unique=True)


def _series() -> None:
    op.create_table(
        "series",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("dealer", sa.Integer(), nullable=False),
        sa.Column("begun_at", sa.DateTime(), nullable=False),
        sa.Column("ended_at", sa.DateTime(), nullable=True),
        sa.Column("goats", sa.Integer(), nullable=True),
        sa.Column("eggs", sa.Boolean(), nullable=False),
        sa.CheckConstraint("goats IN (0, 1)", name=op.f("ck_series_goats")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_series_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_series")),
    )
    op.create_index("ix_series_table_id", "series", ["table_id"])
    op.create_table(
        "series_seats",
        sa.Column("series_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("computer", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_series_seats_person_id")),
        sa.ForeignKeyConstraint(["series_id"], ["series.id"], name=op.f("fk_series_seats_series_id")),
        sa.PrimaryKeyConstraint("series_id", "seat", name=op.f("pk_series_seats")),
        sqlite_with_rowid=False,
    )


def _deals() -> None:
    op.create_table(
        "deals",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("series_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("dealer", sa.Integer(), nullable=False),
        sa.Column("leader", sa.Integer(), nullable=False),
        sa.Column("deck", sa.String(), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=True),
        sa.Column("trump", sa.String(), nullable=False),
        sa.Column("begun_at", sa.DateTime(), nullable=False),
        sa.Column("ended_at", sa.DateTime(), nullable=True),
        sa.Column("points_0", sa.Integer(), nullable=True),
        sa.Column("points_1", sa.Integer(), nullable=True),
        sa.Column("tricks_0", sa.Integer(), nullable=True),
        sa.Column("tricks_1", sa.Integer(), nullable=True),
        sa.Column("loss_0", sa.Integer(), nullable=True),
        sa.Column("loss_1", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["series_id"], ["series.id"], name=op.f("fk_deals_series_id")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_deals_table_id")),
        sa.PrimaryKeyConstraint("table_id", "round", name=op.f("pk_deals")),
    )
    op.create_index("ix_deals_series_id_round", "deals", ["series_id", "round"])


def _actions() -> None:
    op.create_table(
        "actions",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("moment", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("verb", sa.String(), nullable=False),
        sa.Column("cards", sa.String(), nullable=False),
        sa.Column("by", sa.Integer(), nullable=True),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["by"], ["people.id"], name=op.f("fk_actions_by")),
        sa.ForeignKeyConstraint(
            ["table_id", "round"], ["deals.table_id", "deals.round"], name=op.f("fk_actions_table_id_round")
        ),
        sa.PrimaryKeyConstraint("table_id", "round", "moment", name=op.f("pk_actions")),
        sqlite_with_rowid=False,
    )


def _slots() -> None:
    op.create_table(
        "slots",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("what", sa.String(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("chat_id", sa.Integer(), nullable=False),
        sa.Column("topic", sa.Integer(), nullable=True),
        sa.Column("message", sa.Integer(), nullable=True),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("rung", sa.String(), nullable=False),
        sa.Column("settled", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_slots_table_id")),
        sa.PrimaryKeyConstraint("table_id", "what", "round", "person_id", name=op.f("pk_slots")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_slots_unsettled", "slots", ["table_id"], sqlite_where=sa.text("settled = 0"))
