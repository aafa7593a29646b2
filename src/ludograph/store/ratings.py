"""Ratings in the database: of each token that plays for one, by game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import CursorResult, delete, func, literal, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ludograph.core.glicko import Rating
from ludograph.store.matches import StoredSeat
from ludograph.store.tables import matches, ratings, seats

#: Understood by both databases: two processes may count somebody's first match at the same time.
BEGIN = text(
    "INSERT INTO ratings (token_hash, game, rating, deviation, volatility, played, changed)"
    " VALUES (:token_hash, :game, :rating, :deviation, :volatility, 0, :changed) ON CONFLICT DO NOTHING"
)


@dataclass(frozen=True)
class StoredRating:
    token_hash: str
    game: str
    rating: float
    deviation: float
    volatility: float
    played: int
    changed: float

    @property
    def value(self) -> Rating:
        return Rating(self.rating, self.deviation, self.volatility)


async def find(connection: AsyncConnection, token_hash: str, game: str | None = None) -> list[StoredRating]:
    """Those of a token, the last played ones first."""
    chosen = select(ratings).where(ratings.c.token_hash == token_hash).order_by(ratings.c.changed.desc())
    if game is not None:
        chosen = chosen.where(ratings.c.game == game)
    return [StoredRating(*row) for row in await connection.execute(chosen)]


async def held(connection: AsyncConnection, hashes: Sequence[str], game: str, now: float) -> dict[str, StoredRating]:
    """The ratings of some tokens, which nobody else changes until the transaction ends; new ones begin here."""
    first = vars_of(Rating())
    for token_hash in sorted(hashes):
        await connection.execute(BEGIN, {"token_hash": token_hash, "game": game, **first, "changed": now})
    chosen = select(ratings).where(ratings.c.token_hash.in_(hashes), ratings.c.game == game)
    rows = await connection.execute(chosen.order_by(ratings.c.token_hash).with_for_update())
    return {row.token_hash: StoredRating(*row) for row in rows}


async def keep(connection: AsyncConnection, before: StoredRating, after: Rating, now: float) -> None:
    """One more match was counted."""
    own = (ratings.c.token_hash == before.token_hash) & (ratings.c.game == before.game)
    values = {**vars_of(after), "played": before.played + 1, "changed": now}
    await connection.execute(update(ratings).where(own).values(**values))


def vars_of(rating: Rating) -> dict[str, Any]:
    return {"rating": rating.rating, "deviation": rating.deviation, "volatility": rating.volatility}


async def gain(connection: AsyncConnection, match_id: str, seat: StoredSeat) -> None:
    """Note with a seat what the match has changed."""
    own = (seats.c.match == match_id) & (seats.c.seat == seat.seat)
    await connection.execute(update(seats).where(own).values(gained=seat.gained))


async def counted(connection: AsyncConnection, hashes: Sequence[str], game: str, since: float) -> int:
    """How many matches of two tokens with each other have been counted since a moment."""
    one, two = seats.alias(), seats.alias()
    chosen = (
        select(func.count())
        .select_from(matches.join(one, one.c.match == matches.c.id).join(two, two.c.match == matches.c.id))
        .where(one.c.rating_hash == hashes[0], two.c.rating_hash == hashes[1], one.c.gained.is_not(None))
        .where(matches.c.game == game, matches.c.changed >= since)
    )
    return int((await connection.execute(chosen)).scalar_one())


async def renew(connection: AsyncConnection, old: str, new: str) -> bool:
    """From now on all ratings of a token are another one's; False, and nothing done, if that has some already."""
    is_free = ~select(literal(1)).where(ratings.c.token_hash == new).exists()
    if not (await connection.execute(select(is_free))).scalar():
        return False
    await connection.execute(update(ratings).where(ratings.c.token_hash == old).values(token_hash=new))
    await connection.execute(update(seats).where(seats.c.rating_hash == old).values(rating_hash=new))
    return True


async def remove(connection: AsyncConnection, hashes: Sequence[str]) -> int:
    """Delete the ratings of some tokens, and what ties seats to them; returns how many ratings there were."""
    removed: CursorResult[Any] = await connection.execute(delete(ratings).where(ratings.c.token_hash.in_(hashes)))
    own = seats.c.rating_hash.in_(hashes)
    await connection.execute(update(seats).where(own).values(rating_hash=None, guest_hash=None))
    return removed.rowcount


async def remove_unused(connection: AsyncConnection, before: float) -> None:
    await connection.execute(delete(ratings).where(ratings.c.changed < before))
