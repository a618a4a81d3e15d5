"""Draws: the secret that each deal is drawn from, stored before its commitment is shown.

Tables from before have none: their next deal is drawn as ever, and those after it are committed to.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; no deal so far was drawn so."""
    op.create_table(
        "draws",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("secret", sa.String(), nullable=False),
        sa.Column("noted", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_draws_table_id")),
        sa.PrimaryKeyConstraint("table_id", "round", name=op.f("pk_draws")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Drop the table: deals are drawn from a seed of the moment again."""
    op.drop_table("draws")
