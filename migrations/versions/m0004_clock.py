"""The clock, people who come and go, and how a chat likes to play."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_HABITS = (("turn", sa.Integer()), ("pace", sa.String()), ("stopping", sa.String()))
_SEATS = ("missed", "left_by", "asked", "stops")


def upgrade() -> None:
    """Columns for chats and seats, and the deadlines."""
    for name, kind in _HABITS:
        op.add_column("chats", sa.Column(name, kind, nullable=True))
    op.add_column("seats", sa.Column("missed", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.add_column("seats", sa.Column("left_by", sa.Integer(), nullable=True))
    op.add_column("seats", sa.Column("asked", sa.Boolean(), server_default=sa.text("0"), nullable=False))
    op.add_column("seats", sa.Column("stops", sa.Boolean(), nullable=True))
    op.create_table(
        "deadlines",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("mark", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_deadlines_table_id")),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_deadlines")),
    )


def downgrade() -> None:
    """Without them."""
    op.drop_table("deadlines")
    for name in reversed(_SEATS):
        op.drop_column("seats", name)
    for name, _ in reversed(_HABITS):
        op.drop_column("chats", name)
