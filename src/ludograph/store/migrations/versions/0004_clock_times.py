"""What a player had left behind each move."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("moves", sa.Column("left", sa.Float))


def downgrade() -> None:
    op.drop_column("moves", "left")
