"""Ratings, for those who want one: bound to a token that a player makes up and keeps, by game, without any account.

A match counts if both of its players have asked for it with tokens of their own, and have come from two addresses; it
is counted in the transaction that ends it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sqlalchemy.ext.asyncio import AsyncConnection

from ludograph.core.glicko import Rating, Result, aged, updated
from ludograph.core.match import Match
from ludograph.core.time_control import DAY
from ludograph.errors import InvalidParameter
from ludograph.players.named import HUMAN
from ludograph.server.addresses import current_guest
from ludograph.server.live_match import LiveMatch
from ludograph.server.problems import Forbidden
from ludograph.server.secrets import hash_of
from ludograph.server.settings import Settings
from ludograph.store import matches as match_store
from ludograph.store import ratings as store
from ludograph.store.matches import Change, StoredSeat
from ludograph.store.ratings import StoredRating

if TYPE_CHECKING:
    from ludograph.server.matches import Matches

#: In which the deviation grows by the volatility, if nothing is played.
PERIOD = 7.0 * DAY
#: Matches of the same two that count within a day.
MOST_OF_TWO = 10


@dataclass(frozen=True)
class Claim:
    """What somebody brings who wants to play for a rating."""

    rating_hash: str
    guest_hash: str
    rating: float
    deviation: float

    def taking(self, seat: StoredSeat) -> StoredSeat:
        """A seat that is taken for a rating."""
        return replace(seat, **vars(self))

    def counts_against(self, other: StoredSeat) -> bool:
        """Whether these are two, as far as can be known."""
        return (
            other.rating_hash is not None
            and other.rating_hash != self.rating_hash
            and other.guest_hash != self.guest_hash
        )


async def claimed(matches: Matches, token: str, game: str) -> Claim:
    """What the guest at hand brings, with the rating that the token has in a game."""
    check_is_on(matches.settings)
    token_hash = hash_of(token)
    async with matches.database.reading() as connection:
        found = await store.find(connection, token_hash, game)
    rating = _at(found[0], matches.now()) if found else Rating()
    return Claim(token_hash, hash_of(current_guest.get()), rating.rating, rating.deviation)


def check_is_on(settings: Settings) -> None:
    if not settings.ratings:
        raise Forbidden("This server keeps no ratings.")


def rated_seats(match: Match, seats: list[StoredSeat], claim: Claim) -> list[StoredSeat]:
    """The seats of a new match, one of which is its beginner's and plays for a rating."""
    own = [seat for seat in seats if seat.player == HUMAN and not seat.invite_hash]
    others = [seat for seat in seats if seat.invite_hash]
    if len(own) != 1 or len(others) != 1 or len(seats) != 2:
        raise InvalidParameter("A rated match is one of two people, of whom one is invited.")
    if match.ply or str(match.start) != str(match.game.start()):
        raise InvalidParameter("A rated match begins at the beginning.")
    return [claim.taking(seat) if seat in own else seat for seat in seats]


def rating_view(found: StoredRating, now: float) -> dict[str, Any]:
    rating = _at(found, now)
    return {
        "game": found.game,
        "rating": round(rating.rating, 2),
        "deviation": round(rating.deviation, 2),
        "volatility": round(rating.volatility, 6),
        "played": found.played,
        "changed": found.changed,
    }


async def settle(
    connection: AsyncConnection, live: LiveMatch, change: Change, now: float
) -> tuple[Change, tuple[StoredSeat, ...]]:
    """Count a match that ends with this change, if it is rated; returns the change, which tells of it, and the seats.

    Who has played no move has lost nothing yet. What tokens there are now is asked of the database: they may have been
    renewed or forgotten."""
    outcome = change.columns.get("outcome")
    if not outcome or not live.is_rated or change.columns["ply"] < len(live.seats):
        return change, live.seats
    seats = await match_store.seats_of(connection, live.row.id)
    hashes = [seat.rating_hash or "" for seat in seats]
    if not all(hashes) or len({*hashes}) < 2:
        return change, live.seats
    if await store.counted(connection, hashes, live.row.game, now - DAY) >= MOST_OF_TWO:
        return change, live.seats
    held = await store.held(connection, hashes, live.row.game, now)
    before = [_at(held[each], now) for each in hashes]
    scores = _scores(outcome["winners"])
    settled, told = [], []
    for seat, own, other, score in zip(seats, before, before[::-1], scores, strict=True):
        after = updated(own, [Result(other, score)], 0.0)
        await store.keep(connection, held[hashes[seat.seat]], after, now)
        settled.append(replace(seat, gained=after.rating - own.rating))
        await store.gain(connection, live.row.id, settled[-1])
        told.append(
            {"seat": seat.seat, "rating": round(after.rating, 2), "gained": round(after.rating - own.rating, 2)}
        )
    return replace(change, event={**change.event, "ratings": told}), tuple(settled)


def _scores(winners: list[int]) -> tuple[float, float]:
    return (1.0, 0.0) if winners == [0] else (0.0, 1.0) if winners == [1] else (0.5, 0.5)


def _at(found: StoredRating, now: float) -> Rating:
    """A rating as it is known at a moment."""
    return aged(found.value, max(0.0, now - found.changed) / PERIOD)
