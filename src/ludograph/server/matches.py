"""The one road that every change of a match takes, whoever asks: HTTP, WebSocket or a program.

1 authenticate · 2 replay a known request · 3 order · 4 parse · 5 apply · 6 store, in one transaction · 7 broadcast.
A refusal changes nothing. What a client was told is on the disk, and what watchers hear was committed before.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import structlog

from ludograph.core.match import Match
from ludograph.core.moves import Move
from ludograph.core.plain_data import move_data
from ludograph.errors import GameOver, LudographError
from ludograph.players.named import HUMAN
from ludograph.server.games import Games
from ludograph.server.hub import Hub
from ludograph.server.live_match import LiveMatch, match_view
from ludograph.server.notices import Notices
from ludograph.server.problems import Forbidden, KeyReused, StalePly, UnknownMatch, problem_of, status_of
from ludograph.server.settings import Settings
from ludograph.store import matches as store
from ludograph.store.database import Database
from ludograph.store.matches import Change, LostRace, StoredAnswer, StoredEvent, StoredMove

MOST_EVENTS = 1000
MOST_ANSWERS = 200
Result = TypeVar("Result")

log = structlog.get_logger()


@dataclass(frozen=True)
class Seated:
    """Somebody outside who shows the token of a seat."""

    token: str | None = field(repr=False)


@dataclass(frozen=True)
class OwnProgram:
    """One of our own programs, which chose its move at a version of the match."""

    seat: int
    version: int


@dataclass(frozen=True)
class Answer:
    """What a client is answered: a status and a body, the same for the same request again."""

    status: int
    body: dict[str, Any]


class Matches:
    """All matches: kept in the database, the newest also in memory."""

    def __init__(self, database: Database, games: Games, hub: Hub, notices: Notices, settings: Settings) -> None:
        self.database = database
        self.games = games
        self.hub = hub
        self.most_plies = settings.most_plies
        self._notices = notices
        self._settings = settings
        #: The matches that were asked for last (LRU).
        self._cache: OrderedDict[str, LiveMatch] = OrderedDict()
        self._locks: dict[str, asyncio.Lock] = {}
        self._users: Counter[str] = Counter()  # of each lock: those who hold it or wait for it
        self._begun: set[asyncio.Future[Any]] = set()
        #: Told the id of each match in which it is a program's turn.
        self.wake_program: Callable[[str, float], None] = lambda match_id, delay: None
        #: Told each match that was read or changed.
        self.match_seen: Callable[[LiveMatch], None] = lambda live: None

    # -- the road --------------------------------------------------------------------------------------------

    async def move(
        self, match_id: str, who: Seated | OwnProgram, text: str, ply: int, key: str | None = None
    ) -> Answer:
        """Play a move. ``ply`` is the number of moves that the player has seen; ``key`` makes it safe to ask again."""
        return await self._to_the_end(self._move(match_id, who, text, ply, key))

    async def change(self, match_id: str, plan: Callable[[LiveMatch], tuple[Change, Match]]) -> LiveMatch:
        """Any other change: the plan says what it does to the match as it is now, or refuses it."""
        return await self._to_the_end(self._change(match_id, plan))

    async def _to_the_end(self, change: Coroutine[Any, Any, Result]) -> Result:
        """What is committed is told as well, even if whoever asked has gone meanwhile."""
        task = asyncio.ensure_future(change)
        self._begun.add(task)
        task.add_done_callback(self._begun.discard)
        return await asyncio.shield(task)

    async def _move(self, match_id: str, who: Seated | OwnProgram, text: str, ply: int, key: str | None) -> Answer:
        request = hashlib.sha256(f"{ply}\n{text}".encode("utf-8", "surrogatepass")).hexdigest()
        async with self.opened(match_id) as live:
            seat = _authenticated(live, who)
            if key and (first := await self._first_answer(match_id, seat, key, request)):
                return first
            try:
                _check_order(live, seat, who, text, ply, self.most_plies)
                match, move, view = await self.games.run(_applied, live.match, text, seat)
                change = _move_change(live, match, move, seat)
                body = _move_answer(live, match, change, move)
                kept = _Kept(seat, key, StoredAnswer(request, 200, body)) if key else None
                await self._commit(live, change, match, view, kept)
            except LudographError as error:
                if key and (first := await self._keep_refusal(match_id, seat, key, request, error)):
                    return first
                raise
            return Answer(200, body)

    async def _change(self, match_id: str, plan: Callable[[LiveMatch], tuple[Change, Match]]) -> LiveMatch:
        async with self.opened(match_id) as live:
            change, match = plan(live)
            return await self._commit(live, change, match, await self.games.run(match_view, match))

    async def _commit(
        self, live: LiveMatch, change: Change, match: Match, view: dict[str, Any], kept: _Kept | None = None
    ) -> LiveMatch:
        """Store a change and then tell it; StalePly when another process was first."""
        match_id, version = live.row.id, live.row.version
        try:
            async with self.database.writing() as connection:
                event = await store.change(connection, match_id, version, live.row.ply, change)
                if kept:
                    await store.keep_answer(connection, match_id, kept.seat, kept.key, kept.answer, MOST_ANSWERS)
                await self._notices.send(connection, match_id)
        except LostRace:
            fresh = await self._fresh(match_id)
            raise StalePly(
                "Another change came first; nothing was done.", ply=fresh.row.ply, version=fresh.row.version
            ) from None
        changed = live.after(change, match)
        self._remember(changed)
        log.info(
            event.event["kind"], match=match_id, ply=event.ply, seat=event.event.get("seat"), version=event.version
        )
        self.hub.publish(match_id, event_message(event, view))
        self._wake(changed)
        return changed

    # -- reading ---------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def opened(self, match_id: str) -> AsyncIterator[LiveMatch]:
        """The match as it is now. Nobody else in this process changes it meanwhile."""
        lock = self._locks.setdefault(match_id, asyncio.Lock())
        self._users[match_id] += 1
        try:
            async with lock:
                yield await self._fresh(match_id)
        finally:
            self._users[match_id] -= 1
            if not self._users[match_id]:
                del self._users[match_id], self._locks[match_id]

    async def data(self, match_id: str, tokens: Sequence[str] = ()) -> dict[str, Any]:
        """All that a client sees of a match."""
        async with self.opened(match_id) as live:
            return await self.games.run(live.data, self.hub.count(match_id), live.seats_of(tokens))

    async def events(self, match_id: str, since: int) -> tuple[StoredEvent, ...]:
        async with self.database.reading() as connection:
            if await store.version_of(connection, match_id) is None:
                raise UnknownMatch(f"There is no match {match_id}.")
            return await store.events_of(connection, match_id, since, MOST_EVENTS)

    async def audit(self, match_id: str) -> LiveMatch:
        """Read all that is stored and replay it; DamagedMatch when it contradicts itself."""
        async with self.opened(match_id):
            return await self._read(match_id)

    async def catch_up(self, match_id: str) -> None:
        """Another process has changed a match: tell those who watch it here."""
        if self.hub.is_watched(match_id):
            async with self.opened(match_id):
                pass

    async def wake_all(self) -> None:
        """After a start: programs go on where they were interrupted."""
        async with self.database.reading() as connection:
            waiting = await store.waiting_for_programs(connection)
        for match_id in waiting:
            self.wake_program(match_id, 0.0)

    async def close(self) -> None:
        """Let changes that have begun come to their end."""
        await asyncio.gather(*self._begun, return_exceptions=True)

    def remember(self, live: LiveMatch) -> None:
        """A new match, which was stored just now."""
        self._remember(live)
        self._wake(live)

    # -- inside ----------------------------------------------------------------------------------------------

    async def _fresh(self, match_id: str) -> LiveMatch:
        """The match from memory if it is still the newest, else from the database; what was missed is told."""
        cached = self._cache.get(match_id)
        async with self.database.reading() as connection:
            version = await store.version_of(connection, match_id)
        if version is None:
            raise UnknownMatch(f"There is no match {match_id}.")
        if cached and cached.row.version == version:
            self._cache.move_to_end(match_id)
            return cached
        live = await self._read(match_id)
        self._remember(live)
        if cached:
            await self._tell_missed(cached.row.version, live)
        return live

    async def _read(self, match_id: str) -> LiveMatch:
        async with self.database.reading() as connection:
            row = await store.find(connection, match_id)
            if row is None:
                raise UnknownMatch(f"There is no match {match_id}.")
            seats = await store.seats_of(connection, match_id)
            moves = await store.moves_of(connection, match_id)
        await self.games.named(row.game)
        return await self.games.run(LiveMatch.rebuilt, row, seats, moves)

    async def _tell_missed(self, since: int, live: LiveMatch) -> None:
        if not self.hub.is_watched(live.row.id):
            return
        view = await self.games.run(match_view, live.match)
        for event in await self.events(live.row.id, since):
            if event.version <= live.row.version:
                self.hub.publish(live.row.id, event_message(event, view if event.version == live.row.version else None))

    def _remember(self, live: LiveMatch) -> None:
        self._cache[live.row.id] = live
        self._cache.move_to_end(live.row.id)
        self.match_seen(live)
        for match_id in list(self._cache)[: max(0, len(self._cache) - self._settings.most_matches_cached)]:
            if not self.hub.is_watched(match_id) and match_id not in self._users:
                del self._cache[match_id]

    def _wake(self, live: LiveMatch) -> None:
        if live.is_programs_turn and not live.row.is_paused:
            self.wake_program(live.row.id, live.row.pace)

    async def _first_answer(self, match_id: str, seat: int, key: str, request: str) -> Answer | None:
        async with self.database.reading() as connection:
            first = await store.answer_to(connection, match_id, seat, key)
        if first and first.request_hash != request:
            raise KeyReused("This idempotency key was used for another request.")
        return Answer(first.status, dict(first.body)) if first else None

    async def _keep_refusal(
        self, match_id: str, seat: int, key: str, request: str, error: LudographError
    ) -> Answer | None:
        """Keep a refusal as the first answer; returns what another process has answered before."""
        answer = StoredAnswer(request, int(status_of(error.code)), problem_of(error))
        try:
            async with self.database.writing() as connection:
                await store.keep_answer(connection, match_id, seat, key, answer, MOST_ANSWERS)
        except LostRace:
            return await self._first_answer(match_id, seat, key, request)
        return None


@dataclass(frozen=True)
class _Kept:
    """An answer to be kept with the change."""

    seat: int
    key: str
    answer: StoredAnswer


def event_message(event: StoredEvent, view: dict[str, Any] | None) -> dict[str, Any]:
    """An event for watchers; the view is that of the match after it."""
    return {
        "type": "event",
        "version": event.version,
        "ply": event.ply,
        "at": event.at,
        "event": dict(event.event),
        "view": view,
    }


def _authenticated(live: LiveMatch, who: Seated | OwnProgram) -> int:
    if isinstance(who, Seated):
        return live.seat_of(who.token)
    if live.seats[who.seat].player == HUMAN:
        raise Forbidden("A program may not move for a human.")
    return who.seat


def _check_order(live: LiveMatch, seat: int, who: Seated | OwnProgram, text: str, ply: int, most: int) -> None:
    """The match runs, the mover has seen all of it, and it is their turn."""
    row = live.row
    if outcome := live.match.outcome:
        raise GameOver(f"The game is over: {outcome.text}", text=text[:400], position=row.position)
    is_stale = ply != row.ply or (isinstance(who, OwnProgram) and who.version != row.version)
    if is_stale:
        raise StalePly(
            f"The move was meant for ply {ply}, but {row.ply} moves were played.", ply=row.ply, version=row.version
        )
    live.match.position.check_turn(seat, text)
    if row.ply >= most:
        raise GameOver(f"The match is too long: it has {most} moves.", text=text[:400], position=row.position)


def _applied(match: Match, text: str, seat: int) -> tuple[Match, Move, dict[str, Any]]:
    """The match after a move; the given one stays as it is."""
    after = match.copy()
    after.play(text, seat=seat)
    return after, after.played[-1], match_view(after)


def _move_change(live: LiveMatch, match: Match, move: Move, seat: int) -> Change:
    columns = live.columns_after(match)
    # An offer of a draw stands until the other side moves; one to take back is about the position before.
    draw = live.row.offers.get("draw")
    offers = {"draw": draw} if draw and draw["by"] == seat and not columns["outcome"] else {}
    event = {
        "kind": "move",
        "seat": seat,
        "move": move_data(move),
        "position": columns["position"],
        "turn": columns["turn"],
        "outcome": columns["outcome"],
    }
    stored = StoredMove(match.ply, seat, move.text, columns["position"], time.time())
    return Change(event, {**columns, "offers": offers}, stored)


def _move_answer(live: LiveMatch, match: Match, change: Change, move: Move) -> dict[str, Any]:
    facts = {name: change.event[name] for name in ("seat", "position", "turn", "outcome")}
    return {"version": live.row.version + 1, "ply": match.ply, "move": move.text, **facts}


def renamed(live: LiveMatch, seat: int, **changes: Any) -> store.StoredSeat:
    """A seat with some of its facts changed."""
    return replace(live.seats[seat], **changes)
