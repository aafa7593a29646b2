"""New matches: their seats, their secrets, their first row."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludograph.core.game import Game, Position
from ludograph.core.match import Match
from ludograph.core.texts import counted
from ludograph.core.time_control import TAG, TimeControl
from ludograph.errors import InvalidParameter
from ludograph.players.named import HUMAN, check_guest
from ludograph.server.clocks import wound_up
from ludograph.server.live_match import LiveMatch
from ludograph.server.lobby import check_may_list
from ludograph.server.matches import Matches
from ludograph.server.ratings import claimed, rated_seats
from ludograph.server.secrets import hash_of, new_id, new_token
from ludograph.store import matches as store
from ludograph.store.matches import StoredMatch, StoredMove, StoredSeat


@dataclass(frozen=True)
class WantedSeat:
    """Who is to sit somewhere; an invited human gets the token in exchange for the invite."""

    player: str = HUMAN
    name: str = ""
    is_invited: bool = False


@dataclass(frozen=True)
class Wanted:
    """How a match is wanted, beside its game and its moves."""

    seats: Sequence[WantedSeat]
    tags: Mapping[str, str]
    pace: float = 0.0
    is_paused: bool = False
    clock: TimeControl | None = None
    #: In the lobby, by whom (the hash of the guest).
    listed_by: str | None = None
    rating_token: str | None = None


async def create(matches: Matches, game_name: str, start: str | None, wanted: Wanted) -> dict[str, Any]:
    """Begin a match; the answer holds its secrets, which are told only now."""
    game = await matches.games.named(game_name)
    position = await matches.games.run(_start, game, start)
    return await keep(matches, Match(game, position, wanted.tags), wanted)


async def keep(
    matches: Matches, match: Match, wanted: Wanted, clock_times: Sequence[float | None] = ()
) -> dict[str, Any]:
    """Store a new match, which may have moves already, with what clocks showed then; the answer holds its secrets."""
    seats, secrets = _seats(match.game, wanted.seats)
    if wanted.rating_token:
        seats = rated_seats(match, seats, await claimed(matches, wanted.rating_token, match.game.id))
    if wanted.listed_by:
        await check_may_list(matches, seats, wanted.listed_by)
    owner = new_token()
    live = await matches.games.run(new_match, match, seats, hash_of(owner), wanted, clock_times)
    async with matches.database.writing() as connection:
        await store.create(connection, live.row, live.seats, live.moves)
    matches.remember(live)
    shown = await matches.shown(live, [seat for seat, kept in enumerate(secrets) if "token" in kept])
    return {"id": live.row.id, "owner_token": owner, "seats": secrets, "match": shown}


def _start(game: Game, text: str | None) -> Position:
    return game.start() if text is None else game.parse(text)


def _seats(game: Game, wanted: Sequence[WantedSeat]) -> tuple[list[StoredSeat], list[dict[str, Any]]]:
    """The seats to be stored, and the secrets to be told; humans on one screen when nothing is said."""
    chosen = wanted or [WantedSeat()] * len(game.seats)
    if len(chosen) != len(game.seats):
        raise InvalidParameter(
            f"{game.name} has {counted(len(game.seats), 'seat')}, {', '.join(game.seats)}, not {len(chosen)}."
        )
    stored, secrets = [], []
    for number, seat in enumerate(chosen):
        check_guest(seat.player, game)
        secret = new_token()
        is_human, kept = seat.player == HUMAN, hash_of(secret)
        name = seat.name or (game.seats[number] if is_human else seat.player)
        token_hash = kept if is_human and not seat.is_invited else None
        invite_hash = kept if is_human and seat.is_invited else None
        stored.append(StoredSeat(number, seat.player, name, token_hash, invite_hash))
        told = {} if not is_human else {"invite" if seat.is_invited else "token": secret}
        secrets.append({"seat": number, "player": seat.player, **told})
    return stored, secrets


def new_match(
    match: Match,
    seats: Sequence[StoredSeat],
    owner_hash: str,
    wanted: Wanted,
    clock_times: Sequence[float | None] = (),
) -> LiveMatch:
    """A match as it is stored first."""
    now = time.time()
    if wanted.clock:
        match.tags[TAG] = str(wanted.clock)
    row = StoredMatch(
        id=new_id(),
        game=match.game.id,
        start=str(match.start),
        tags=dict(match.tags),
        owner_hash=owner_hash,
        version=match.ply,
        ply=0,
        position="",
        turn=None,
        waits_for_program=False,
        outcome=None,
        offers={},
        is_paused=wanted.is_paused,
        pace=wanted.pace,
        created=now,
        changed=now,
        clock=str(wanted.clock) if wanted.clock else None,
        clock_left=wound_up(wanted.clock, len(seats)),
        listed=now if wanted.listed_by else None,
        listed_by=wanted.listed_by,
    )
    before, after = match.positions[:-1], match.positions[1:]
    times = clock_times or [None] * match.ply
    moves = tuple(
        StoredMove(ply, was.seat, move.text, str(reached), now, left)
        for ply, (was, move, reached, left) in enumerate(zip(before, match.played, after, times, strict=True), 1)
    )
    live = LiveMatch(row, tuple(seats), moves, match)
    return LiveMatch(StoredMatch(**{**vars(row), **live.columns_after(match)}), live.seats, moves, match)
