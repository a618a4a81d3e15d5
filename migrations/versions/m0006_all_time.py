"""Sums over all time beside those of the months, as the month 0: a chat's years need not be added up to be shown."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_FIGURES = ("series", "lost", "deals", "won", "given", "taken", "eggs")
_TABLES = {
    "totals": (("person_id",), _FIGURES),
    "computers": (("level",), _FIGURES),
    "pairs": (("person_id", "partner_id"), ("series", "lost")),
}


def upgrade() -> None:
    """Add up what the months have."""
    connection = op.get_bind()
    for table, (keys, figures) in _TABLES.items():
        who, what = ", ".join(keys), ", ".join(figures)
        sums = ", ".join(f"sum({name})" for name in figures)
        connection.execute(
            sa.text(
                f"INSERT INTO {table} (chat_id, variant, month, {who}, {what}) "  # noqa: S608 - names from this file
                f"SELECT chat_id, variant, 0, {who}, {sums} FROM {table} GROUP BY chat_id, variant, {who}"
            )
        )


def downgrade() -> None:
    """Leave the months' sums alone."""
    connection = op.get_bind()
    for table in _TABLES:
        connection.execute(sa.text(f"DELETE FROM {table} WHERE month = 0"))  # noqa: S608 - names from this file
