"""Playing with strangers: a lobby, chat, ratings, reports, and who watches in which process."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

MATCHES: dict[str, Any] = {"listed": sa.Float, "listed_by": sa.String(64), "quiet": sa.JSON(none_as_null=True)}
SEATS: dict[str, Any] = {
    "rating_hash": sa.String(64),
    "guest_hash": sa.String(64),
    "rating": sa.Float,
    "deviation": sa.Float,
    "gained": sa.Float,
}


def upgrade() -> None:
    for table, columns in (("matches", MATCHES), ("seats", SEATS)):
        for name, kind in columns.items():
            op.add_column(table, sa.Column(name, kind))
    op.create_index("ix_matches_listed", "matches", ["listed"])
    op.create_index("ix_seats_rating_hash", "seats", ["rating_hash"])
    op.create_table(
        "chat",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "ratings",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("played", sa.Integer, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("address", sa.String(100)),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("chat", sa.JSON, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("guest_hash", sa.String(64), nullable=False),
    )
    op.create_index("ix_reports_token_hash", "reports", ["token_hash"])
    op.create_table(
        "presence",
        sa.Column("process", sa.String(32), primary_key=True),
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("spectators", sa.Integer, nullable=False),
        sa.Column("names", sa.JSON, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )


def downgrade() -> None:
    for table in ("presence", "reports", "ratings", "chat"):
        op.drop_table(table)
    op.drop_index("ix_seats_rating_hash", "seats")
    op.drop_index("ix_matches_listed", "matches")
    for table, columns in (("matches", MATCHES), ("seats", SEATS)):
        for name in columns:
            op.drop_column(table, name)
