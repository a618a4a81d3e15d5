"""How the first lead of a series was drawn for."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """No series so far had a draw: the game that has one could not be played."""
    op.add_column("series", sa.Column("drawn", sa.String(), nullable=True))


def downgrade() -> None:
    """Forget the draws."""
    op.drop_column("series", "drawn")
