"""The tables. Texts are canonical texts of the core; times are seconds since 1970.

A match's row is its current state; ``moves`` are what led to it and ``events`` what watchers were told. The primary
keys of ``moves`` and ``events`` are what lets one of several writers win: nobody plays the same ply twice.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", Text, nullable=False),
    Column("start", Text, nullable=False),
    Column("tags", JSON, nullable=False),
    Column("owner_hash", String(64), nullable=False),
    Column("version", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("position", Text, nullable=False),
    #: The seat to move; NULL when the match is over.
    Column("turn", Integer),
    #: Whether the seat to move is a program's, so that unfinished turns are found after a restart.
    Column("waits_for_program", Boolean, nullable=False),
    Column("outcome", JSON(none_as_null=True)),
    #: What is offered and not answered yet: a draw, an undo.
    Column("offers", JSON, nullable=False),
    Column("is_paused", Boolean, nullable=False),
    Column("pace", Float, nullable=False),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Index("ix_matches_waiting", "waits_for_program"),
)

seats = Table(
    "seats",
    metadata,
    Column("match", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    #: ``human`` or the name of a program, such as ``ai:5``.
    Column("player", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("token_hash", String(64), index=True),
    #: Of an invite that nobody has used yet.
    Column("invite_hash", String(64)),
)

moves = Table(
    "moves",
    metadata,
    Column("match", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    #: The position that the move led to.
    Column("position", Text, nullable=False),
    Column("at", Float, nullable=False),
)

events = Table(
    "events",
    metadata,
    Column("match", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("ply", Integer, nullable=False),
    Column("event", JSON, nullable=False),
    Column("at", Float, nullable=False),
)

answers = Table(
    "answers",
    metadata,
    Column("match", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("key", String(100), primary_key=True),
    #: What was asked, so that a key that is used for something else is noticed.
    Column("request_hash", String(64), nullable=False),
    Column("status", Integer, nullable=False),
    Column("body", JSON, nullable=False),
    Column("at", Float, nullable=False),
)

uploads = Table(
    "uploads",
    metadata,
    Column("hash", String(71), primary_key=True),
    Column("kind", String(40), nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("created", Float, nullable=False),
)
