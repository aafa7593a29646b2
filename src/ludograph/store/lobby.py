"""The lobby: matches with seats that anybody may take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from ludograph.core.time_control import DAY
from ludograph.store.matches import StoredMatch, StoredSeat
from ludograph.store.tables import matches, presence, seats

#: A clock for each move of a day or more, as it is written.
LEAST_DAYS = f"1/{DAY}"


@dataclass(frozen=True)
class Waiting:
    match: StoredMatch
    seats: tuple[StoredSeat, ...]


async def waiting(
    connection: AsyncConnection, *, seen_since: float, listed_since: float, game: str | None, most: int
) -> Sequence[Waiting]:
    """Matches in the lobby that have an open seat, the newest first: those where who waits was seen since a moment, and
    those with days for each move that were listed since another one."""
    is_open = seats.c.invite_hash.is_not(None) & (seats.c.invite_hash != "")
    has_open = exists().where(seats.c.match == matches.c.id, is_open)
    is_there = exists().where(presence.c.match == matches.c.id, presence.c.players > 0, presence.c.seen >= seen_since)
    is_wanted = [matches.c.listed.is_not(None), matches.c.turn.is_not(None), has_open]
    is_wanted += [matches.c.game == game] if game else []
    may_wait = and_(_has_days(), matches.c.listed >= listed_since)
    chosen = select(matches).where(*is_wanted, or_(is_there, may_wait)).order_by(matches.c.listed.desc()).limit(most)
    found = [StoredMatch(*row) for row in await connection.execute(chosen)]
    own = select(seats).where(seats.c.match.in_([match.id for match in found])).order_by(seats.c.match, seats.c.seat)
    rows = list(await connection.execute(own)) if found else []
    return [Waiting(match, tuple(StoredSeat(*row[1:]) for row in rows if row[0] == match.id)) for match in found]


def _has_days() -> ColumnElement[bool]:
    """Figures without zeros in front are in order, if they are as many."""
    length = func.length(matches.c.clock)
    is_longer = or_(length > len(LEAST_DAYS), and_(length == len(LEAST_DAYS), matches.c.clock >= LEAST_DAYS))
    return and_(matches.c.clock.startswith("1/"), is_longer)
