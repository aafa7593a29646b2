"""Who has sent an upload and who has ordered a solve."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

TABLES = ("uploads", "solves")


def upgrade() -> None:
    for table in TABLES:
        op.add_column(table, sa.Column("guest_hash", sa.String(64)))
    op.create_index("ix_uploads_guest_hash", "uploads", ["guest_hash"])


def downgrade() -> None:
    op.drop_index("ix_uploads_guest_hash", "uploads")
    for table in TABLES:
        op.drop_column(table, "guest_hash")
