"""Clocks of matches, and the match that follows one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

COLUMNS = (
    sa.Column("clock", sa.String(40)),
    sa.Column("clock_left", sa.JSON),
    sa.Column("deadline", sa.Float),
    sa.Column("watched", sa.Float),
    sa.Column("rematch", sa.String(32)),
)


def upgrade() -> None:
    for column in COLUMNS:
        op.add_column("matches", column)
    op.create_index("ix_matches_deadline", "matches", ["deadline"])


def downgrade() -> None:
    op.drop_index("ix_matches_deadline", "matches")
    for column in COLUMNS:
        op.drop_column("matches", column.name)
