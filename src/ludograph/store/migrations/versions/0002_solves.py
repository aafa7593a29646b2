"""Solves that were ordered, so that they go on after a restart."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "solves",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("done", sa.BigInteger, nullable=False),
        sa.Column("total", sa.BigInteger, nullable=False),
        sa.Column("estimated_bytes", sa.BigInteger),
        sa.Column("summary", sa.JSON),
        sa.Column("error", sa.JSON),
        sa.Column("ordered", sa.Float, nullable=False),
    )
    op.create_index("ix_solves_status", "solves", ["status"])


def downgrade() -> None:
    op.drop_table("solves")
