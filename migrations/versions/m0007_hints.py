"""Hints: whether a chat has them, how many were taken; and the level of the computers that sit down in a chat."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Columns for chats and seats."""
    op.add_column("chats", sa.Column("hints", sa.Boolean(), nullable=True))
    op.add_column("chats", sa.Column("level", sa.String(), nullable=True))
    op.add_column("seats", sa.Column("hints", sa.Integer(), server_default=sa.text("0"), nullable=False))


def downgrade() -> None:
    """Without them."""
    op.drop_column("seats", "hints")
    op.drop_column("chats", "level")
    op.drop_column("chats", "hints")
