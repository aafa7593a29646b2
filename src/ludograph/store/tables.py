"""The tables. Texts are canonical texts of the core; times are seconds since 1970.

A match's row is its current state; ``moves`` are what led to it and ``events`` what watchers were told. The primary
keys of ``moves`` and ``events`` are what lets one of several writers win: nobody plays the same ply twice.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
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

ID = String(32)
#: Of a secret, or of what was asked.
HASH = String(64)
#: NULL is nothing, and not JSON's null.
FACTS = JSON(none_as_null=True)


def _always(name: str, kind: Any, **more: Any) -> Column[Any]:
    """A column that is never empty."""
    return Column(name, kind, nullable=False, **more)


def _key(name: str, kind: Any) -> Column[Any]:
    return Column(name, kind, primary_key=True)


def _match() -> Column[Any]:
    """The match that a row belongs to, and goes with."""
    return Column("match", ID, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)


matches = Table(
    "matches",
    metadata,
    _key("id", ID),
    _always("game", Text),
    _always("start", Text),
    _always("tags", JSON),
    _always("owner_hash", HASH),
    _always("version", Integer),
    _always("ply", Integer),
    _always("position", Text),
    #: The seat to move; NULL when the match is over.
    Column("turn", Integer),
    #: Whether the seat to move is a program's, so that unfinished turns are found after a restart.
    _always("waits_for_program", Boolean),
    Column("outcome", FACTS),
    #: What is offered and not answered yet: a draw, an undo.
    _always("offers", JSON),
    _always("is_paused", Boolean),
    _always("pace", Float),
    _always("created", Float),
    _always("changed", Float),
    #: The time control as PGN's tag writes it; NULL: there are no clocks.
    Column("clock", String(40)),
    #: The seconds of each seat when the turn began.
    Column("clock_left", FACTS),
    #: When the time of the seat to move is over; NULL while no clock runs.
    Column("deadline", Float),
    #: When a server was last seen by which the clock was watched.
    Column("watched", Float),
    #: The match that the same players have begun after this one.
    Column("rematch", ID),
    #: Since when it is in the lobby, where anybody may take its open seats; NULL: never.
    Column("listed", Float),
    #: Of the guest who has put it there.
    Column("listed_by", HASH),
    #: The seats whose players have switched the chat off.
    Column("quiet", FACTS),
    Index("ix_matches_listed", "listed"),
    Index("ix_matches_waiting", "waits_for_program"),
    Index("ix_matches_deadline", "deadline"),
)

seats = Table(
    "seats",
    metadata,
    _match(),
    _key("seat", Integer),
    #: ``human`` or the name of a program, such as ``ai:5``.
    _always("player", Text),
    _always("name", Text),
    Column("token_hash", HASH, index=True),
    #: Of an invite that nobody has used yet.
    Column("invite_hash", HASH),
    #: Of the token that a rating is bound to, for who wants one.
    Column("rating_hash", HASH, index=True),
    #: Of the guest who plays for a rating.
    Column("guest_hash", HASH),
    #: The rating when the seat was taken, and how far off it may be.
    Column("rating", Float),
    Column("deviation", Float),
    #: What the match has changed about it; NULL until it has.
    Column("gained", Float),
)

moves = Table(
    "moves",
    metadata,
    _match(),
    _key("ply", Integer),
    _always("seat", Integer),
    _always("text", Text),
    #: The position that the move led to.
    _always("position", Text),
    _always("at", Float),
    #: The seconds that who moved had left then; NULL without a clock.
    Column("left", Float),
)

events = Table(
    "events",
    metadata,
    _match(),
    _key("version", Integer),
    _always("ply", Integer),
    _always("event", JSON),
    _always("at", Float),
)

answers = Table(
    "answers",
    metadata,
    _match(),
    _key("seat", Integer),
    _key("key", String(100)),
    #: What was asked, so that a key that is used for something else is noticed.
    _always("request_hash", HASH),
    _always("status", Integer),
    _always("body", JSON),
    _always("at", Float),
)

chat = Table(
    "chat",
    metadata,
    _match(),
    _key("number", Integer),
    _always("seat", Integer),
    _always("text", Text),
    _always("at", Float),
)

ratings = Table(
    "ratings",
    metadata,
    #: Of the token that it is bound to.
    _key("token_hash", HASH),
    _key("game", Text),
    _always("rating", Float),
    _always("deviation", Float),
    _always("volatility", Float),
    _always("played", Integer),
    _always("changed", Float),
)

reports = Table(
    "reports",
    metadata,
    _key("id", ID),
    #: It may be deleted, and the report stays.
    _always("match", ID),
    _always("game", Text),
    #: Who is reported: the seat, the name there, and the address if it was known.
    _always("seat", Integer),
    _always("name", Text),
    Column("address", String(100)),
    _always("text", Text),
    #: What was said in the match.
    _always("chat", JSON),
    _always("at", Float),
    #: Of the token of who reports, and of the guest.
    _always("token_hash", HASH, index=True),
    _always("guest_hash", HASH),
)

#: Who watches where, of each process: several tell each other by it. Nothing that would have to be kept.
presence = Table(
    "presence",
    metadata,
    _key("process", ID),
    _key("match", ID),
    _always("players", Integer),
    _always("spectators", Integer),
    _always("names", JSON),
    _always("seen", Float),
)

uploads = Table(
    "uploads",
    metadata,
    _key("hash", String(71)),
    _always("kind", String(40), index=True),
    _always("name", Text),
    _always("text", Text),
    _always("created", Float),
    #: Of the guest who has sent it first.
    Column("guest_hash", HASH, index=True),
)

bans = Table(
    "bans",
    metadata,
    #: An address or a network, as it is written.
    _key("address", String(50)),
    _always("reason", Text),
    _always("created", Float),
    #: When it ends; NULL: never.
    Column("until", Float),
)

solves = Table(
    "solves",
    metadata,
    _key("id", ID),
    _always("game", Text),
    _always("status", String(20), index=True),
    #: How often it was begun: a server that ended meanwhile had to begin again.
    _always("attempts", Integer),
    _always("done", BigInteger),
    _always("total", BigInteger),
    Column("estimated_bytes", BigInteger),
    Column("summary", FACTS),
    Column("error", FACTS),
    _always("ordered", Float),
    #: Of the guest who has ordered it.
    Column("guest_hash", HASH),
)
