"""Deletion: of a match, by whom it belongs to, and of all that somebody has stored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ludograph.core.files import forget_text
from ludograph.players.named import HUMAN
from ludograph.server import agreements
from ludograph.server.addresses import current_guest
from ludograph.server.live_match import USED_INVITE
from ludograph.server.matches import Matches
from ludograph.server.problems import Forbidden, InUse, NotAuthenticated, UnknownMatch
from ludograph.server.secrets import fits, hash_of
from ludograph.server.solves import Solves
from ludograph.store import matches as store
from ludograph.store import ratings, reports, uploads
from ludograph.store.matches import StoredMatch, StoredSeat

Check = Callable[[StoredMatch, Sequence[StoredSeat]], None]


def shown_by(tokens: Sequence[str]) -> Check:
    """Whether these tokens suffice to delete a match: those of all people in it, or that of who has begun it, unless
    others who have come are still playing."""

    def check(row: StoredMatch, seats: Sequence[StoredSeat]) -> None:
        if not tokens:
            raise NotAuthenticated("This needs the token of who has begun the match: Authorization: Bearer TOKEN.")
        own = [seat for seat in seats if any(fits(token, seat.token_hash) for token in tokens)]
        others = [seat for seat in seats if seat.player == HUMAN and seat.token_hash and seat not in own]
        if own and not others:
            return
        if not any(fits(token, row.owner_hash) for token in tokens):
            raise Forbidden("Only who has begun a match may delete it.")
        if row.turn is not None and any(seat.invite_hash == USED_INVITE for seat in others):
            raise InUse("Others are playing in this match: resign first, or wait for its end.")

    return check


def by_anybody(row: StoredMatch, seats: Sequence[StoredSeat]) -> None:
    """For the owner of the server."""


async def forget(matches: Matches, tokens: Sequence[str]) -> dict[str, Any]:
    """Delete the matches that these tokens may delete; of those of others that are over, leave. Ratings that are bound
    to them, and reports that were made with them, go as well."""
    async with matches.database.reading() as connection:
        found = await store.with_tokens(connection, [hash_of(token) for token in tokens])
    done: dict[str, list[str]] = {"deleted": [], "left": [], "still_played": []}
    for match_id in dict.fromkeys(row.id for row, _, _ in found):
        try:
            done[await _forget_one(matches, match_id, tokens)].append(match_id)
        except UnknownMatch:  # somebody else was first
            done["deleted"].append(match_id)
    hashes = [hash_of(token) for token in tokens]
    async with matches.database.writing() as connection:
        counts = {
            "ratings": await ratings.remove(connection, hashes),
            "reports": await reports.remove_all(connection, hashes=hashes),
        }
    return {**done, **counts}


async def _forget_one(matches: Matches, match_id: str, tokens: Sequence[str]) -> str:
    try:
        await matches.remove(match_id, shown_by(tokens))
    except InUse:
        return "still_played"
    except Forbidden:
        return await _leave(matches, match_id, tokens)
    return "deleted"


async def _leave(matches: Matches, match_id: str, tokens: Sequence[str]) -> str:
    async with matches.opened(match_id) as live:
        own = live.seats_of(tokens)
    try:
        for token in own.values():
            await matches.change(match_id, agreements.leave(token))
    except InUse:
        return "still_played"
    return "left"


async def forget_guest(matches: Matches, solves: Solves) -> dict[str, int]:
    """Delete what the guest at hand has sent and ordered; what a match is played with stays as long as it does."""
    async with matches.database.writing() as connection:
        names = await uploads.remove_all(connection, guest_hash=hash_of(current_guest.get()))
    for name in names:
        forget_text(name)
    return {"uploads": len(names), "solves": await solves.forget_guest()}
