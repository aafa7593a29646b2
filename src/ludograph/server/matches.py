"""The one road that every change of a match takes, whoever asks: HTTP, WebSocket or a program.

1 authenticate · 2 replay a known request · 3 order · 4 parse · 5 apply · 6 store, in one transaction · 7 broadcast.
A refusal changes nothing. What a client was told is on the disk, and what watchers hear was committed before. Step 2
is taken when an answer is to be stored under its key and there is one already: so nobody else waits for a look.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from ludograph.core.match import Match
from ludograph.core.plain_data import move_data
from ludograph.errors import GameOver, LudographError, TooLarge, Unavailable
from ludograph.players.named import HUMAN
from ludograph.server.clocks import allowance, clock_data, is_time_over, time_over, timed
from ludograph.server.games import Games
from ludograph.server.hub import Hub
from ludograph.server.live_match import LiveMatch, match_view
from ludograph.server.notices import Notices
from ludograph.server.page_programs import PageProgram, check_page
from ludograph.server.problems import Forbidden, KeyReused, StalePly, UnknownMatch, problem_of, status_of
from ludograph.server.ratings import settle
from ludograph.server.settings import Settings
from ludograph.store import matches as store
from ludograph.store.database import Database
from ludograph.store.matches import (
    NOTHING,
    Change,
    StoredAnswer,
    StoredEvent,
    StoredMatch,
    StoredMove,
    StoredSeat,
)
from ludograph.store.prepared import LostRace

MOST_EVENTS = 1000
MOST_ANSWERS = 200
Result = TypeVar("Result")
View = dict[str, Any] | None

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


Mover = Seated | OwnProgram | PageProgram


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
        self.settings = settings
        #: The matches that were asked for last (LRU).
        self._cache: OrderedDict[str, LiveMatch] = OrderedDict()
        self._locks: dict[str, asyncio.Lock] = {}
        self._users: Counter[str] = Counter()  # of each lock: those who hold it or wait for it
        #: Those of which we don't know whether what was written last is stored.
        self._doubtful: set[str] = set()
        self._begun: set[asyncio.Future[Any]] = set()
        #: Told the id of each match in which it is a program's turn, after how long, and whether a page thinks for it.
        self.wake_program: Callable[[str, float, bool], None] = lambda match_id, delay, is_left: None
        #: Told each match that was read or changed.
        self.seen_by: list[Callable[[LiveMatch], None]] = []
        #: Told the id of each match that is no more.
        self.missed_by: list[Callable[[str], None]] = []
        #: Told the kind of each change, and whether a program has made it.
        self.counted: Callable[[str, bool], None] = lambda kind, is_program: None
        #: The time of day, for clocks.
        self.now: Callable[[], float] = time.time

    # -- the road --------------------------------------------------------------------------------------------

    async def move(self, match_id: str, who: Mover, text: str, ply: int, key: str | None = None) -> Answer:
        """Play a move. ``ply`` is the number of moves that the player has seen; ``key`` makes it safe to ask again."""
        return await self._to_the_end(self._move(match_id, who, text, ply, key, self.now()))

    async def change(self, match_id: str, plan: Callable[[LiveMatch], tuple[Change, Match]]) -> LiveMatch:
        """Any other change: the plan says what it does to the match as it is now, or refuses it."""
        return await self._to_the_end(self._change(match_id, plan, self.now()))

    async def remove(self, match_id: str, check: Callable[[StoredMatch, Sequence[StoredSeat]], None]) -> None:
        """Delete a match and all that belongs to it, unless the check refuses; who watches it is told."""
        await self._to_the_end(self._remove(match_id, check))

    async def let_flag_fall(self, match_id: str) -> None:
        """End a match in which the seat to move has no time left; others stay as they are."""
        await self._to_the_end(self._let_flag_fall(match_id, self.now()))

    async def _to_the_end(self, change: Coroutine[Any, Any, Result]) -> Result:
        """What is committed is told as well, even if whoever asked has gone meanwhile."""
        task = asyncio.ensure_future(change)
        self._begun.add(task)
        task.add_done_callback(self._begun.discard)
        return await asyncio.shield(task)

    async def _move(self, match_id: str, who: Mover, text: str, ply: int, key: str | None, now: float) -> Answer:
        request = hashlib.sha256(f"{ply}\n{text}".encode("utf-8", "surrogatepass")).hexdigest()
        async with self._locked(match_id):
            live = self._remembered(match_id) or await self._fresh(match_id)
            while True:
                try:
                    return await self._played(live, who, text, ply, key, request, now)
                except Unavailable:
                    raise  # whether it was stored shows when it is asked for again
                except LudographError as refusal:
                    known, live = live, await self._fresh(match_id)
                    if known.row.version != live.row.version:
                        continue  # another process has changed the match: perhaps it is no refusal now
                    seat = _authenticated(live, who)
                    if key and (first := await self._keep_refusal(match_id, seat, key, request, refusal)):
                        return first
                    raise

    async def _played(
        self, live: LiveMatch, who: Mover, text: str, ply: int, key: str | None, request: str, now: float
    ) -> Answer:
        """Play a move, unless it is refused; so it is if the match is not as it is known here."""
        seat = _authenticated(live, who)
        live = await self._after_time(live, now)
        self._check_length(live)
        _check_order(live, seat, who, text, ply, self.most_plies)
        is_watched = self.hub.is_watched(live.row.id)
        match, change, view = await self.games.move(_applied, live, text, seat, is_watched)
        body = _move_answer(live, match, change)
        kept = _Kept(seat, key, StoredAnswer(request, 200, body)) if key else None
        await self._commit(live, change, match, view, now, kept)
        return Answer(200, body)

    async def _change(self, match_id: str, plan: Callable[[LiveMatch], tuple[Change, Match]], now: float) -> LiveMatch:
        async with self.opened(match_id) as live:
            self._check_length(live)
            change, match = plan(await self._after_time(live, now))
            if change is NOTHING:
                return live
            return await self._commit(live, change, match, await self._view_for_watchers(match_id, match), now)

    async def _remove(self, match_id: str, check: Callable[[StoredMatch, Sequence[StoredSeat]], None]) -> None:
        """Nothing is replayed for it: a match that is damaged can be deleted, too."""
        async with self._locked(match_id):
            async with self.database.reading() as connection:
                row = await store.find(connection, match_id)
                seats = await store.seats_of(connection, match_id)
            if row is None:
                raise self._unknown(match_id)
            check(row, seats)

            async def written(connection: AsyncConnection) -> None:
                await store.remove(connection, match_id, row.version)
                await self._notices.send(connection, match_id)

            try:
                await self.database.write(match_id, written)
            except Unavailable:
                self._doubtful.add(match_id)
                raise
            except LostRace:
                raise await self._overtaken(match_id) from None
            log.info("deleted", match=match_id)
            self._unknown(match_id)

    def _check_length(self, live: LiveMatch) -> None:
        """Moves that are taken back and offers that are declined could go on for ever."""
        if live.row.version >= self.settings.most_changes:
            raise TooLarge(f"The match has seen {live.row.version:,} changes, and no more are kept.")

    async def _let_flag_fall(self, match_id: str, now: float) -> None:
        async with self.opened(match_id) as live:
            await self._after_time(live, now)

    async def _after_time(self, live: LiveMatch, now: float) -> LiveMatch:
        """The match at this moment: if the time of the seat to move is over, so is the match."""
        if not is_time_over(live.row, now):
            return live
        change, match = await self.games.move(time_over, live)
        return await self._commit(live, change, match, await self._view_for_watchers(live.row.id, match), now)

    async def _view_for_watchers(self, match_id: str, match: Match) -> View:
        """None if there are none: while a match is open nobody can join them."""
        return await self.games.move(match_view, match) if self.hub.is_watched(match_id) else None

    async def _commit(
        self, live: LiveMatch, change: Change, match: Match, view: View, now: float, kept: _Kept | None = None
    ) -> LiveMatch:
        """Store a change and then tell it; StalePly when another process was first."""
        match_id, version = live.row.id, live.row.version
        change = timed(live, change, match, now)

        async def written(connection: AsyncConnection) -> tuple[StoredEvent, tuple[StoredSeat, ...]]:
            told, seats = await settle(connection, live, change, now)
            event = await store.change(connection, match_id, version, live.row.ply, told)
            if kept:
                await store.keep_answer(connection, match_id, kept.seat, kept.key, kept.answer, MOST_ANSWERS)
            await self._notices.send(connection, match_id)
            return event, seats

        try:
            event, seats = await self.database.write(match_id, written)
        except Unavailable:
            self._doubtful.add(match_id)
            raise
        except LostRace:
            raise await self._overtaken(match_id) from None
        changed = replace(live, seats=seats).after(change, match)
        self._remember(changed)
        log.info(
            event.event["kind"], match=match_id, ply=event.ply, seat=event.event.get("seat"), version=event.version
        )
        if view:
            self.hub.publish(match_id, event_message(event, view, clock_data(changed.row, self.now())))
        self.counted(event.event["kind"], change.move is not None and live.seats[change.move.seat].player != HUMAN)
        self.wake(changed)
        if change.new:
            self.remember(LiveMatch(change.new.row, change.new.seats, (), Match(match.game, match.start, match.tags)))
        return changed

    # -- reading ---------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def opened(self, match_id: str) -> AsyncIterator[LiveMatch]:
        """The match as it is now. Nobody else in this process changes it meanwhile."""
        async with self._locked(match_id):
            yield await self._fresh(match_id)

    @asynccontextmanager
    async def _locked(self, match_id: str) -> AsyncIterator[None]:
        lock = self._locks.setdefault(match_id, asyncio.Lock())
        self._users[match_id] += 1
        try:
            async with lock:
                yield
        finally:
            self._users[match_id] -= 1
            if not self._users[match_id]:
                del self._users[match_id], self._locks[match_id]

    async def data(self, match_id: str, tokens: Sequence[str] = ()) -> dict[str, Any]:
        """All that a client sees of a match."""
        async with self.opened(match_id) as live:
            return await self.shown(live, live.seats_of(tokens))

    async def shown(self, live: LiveMatch, own_seats: Iterable[int]) -> dict[str, Any]:
        """A match as those see it who have these seats."""
        clock = clock_data(live.row, self.now())
        return await self.games.run(live.data, self.hub.count(live.row.id), own_seats, clock, self.settings.chat)

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
            with suppress(UnknownMatch):  # it was deleted, and they were told
                async with self.opened(match_id):
                    pass

    @property
    def in_memory(self) -> int:
        return len(self._cache)

    async def close(self) -> None:
        """Let changes that have begun come to their end."""
        await asyncio.gather(*self._begun, return_exceptions=True)

    def remember(self, live: LiveMatch) -> None:
        """A new match, which was stored just now."""
        self._remember(live)
        self.wake(live)

    def is_left_to_page(self, live: LiveMatch) -> bool:
        """Whether a page lets the program think that is to move."""
        return self.hub.is_page_thinking(live.row.id, live.row.turn)

    def wake(self, live: LiveMatch) -> None:
        """Let the program think whose turn it is, if it is one's."""
        if live.is_programs_turn and not live.row.is_paused:
            most = allowance(live.row, self.now())
            delay = live.row.pace if most is None else min(live.row.pace, most)
            self.wake_program(live.row.id, delay, self.is_left_to_page(live))

    # -- inside ----------------------------------------------------------------------------------------------

    def _remembered(self, match_id: str) -> LiveMatch | None:
        """The match from memory: on PostgreSQL another process may have changed it since."""
        return None if match_id in self._doubtful else self._cache.get(match_id)

    async def _fresh(self, match_id: str) -> LiveMatch:
        """The match from memory if it is still the newest, else from the database; what was missed is told."""
        cached = self._cache.get(match_id)
        if cached and self.database.is_sqlite and match_id not in self._doubtful:
            self._cache.move_to_end(match_id)
            return cached  # nobody else writes
        async with self.database.reading() as connection:
            version = await store.version_of(connection, match_id)
        if version is None:
            raise self._unknown(match_id)
        self._doubtful.discard(match_id)
        if cached and cached.row.version == version:
            self._cache.move_to_end(match_id)
            return cached
        live = await self._read(match_id)
        missed = await self._missed(cached.row.version, live) if cached else []
        # Remembered only now: whoever fails above leaves the old version, and the next one tells what was missed.
        self._remember(live)
        for message in missed:
            self.hub.publish(match_id, message)
        return live

    async def _overtaken(self, match_id: str) -> StalePly:
        """Another process has changed the match first, and what it did is told."""
        fresh = await self._fresh(match_id)
        return StalePly("Another change came first; nothing was done.", ply=fresh.row.ply, version=fresh.row.version)

    def _unknown(self, match_id: str) -> UnknownMatch:
        """There is no such match, or no longer: whoever still has to do with it hears of that."""
        self._cache.pop(match_id, None)
        self._doubtful.discard(match_id)
        refusal = UnknownMatch(f"There is no match {match_id}.")
        self.hub.end(match_id, refusal)
        for miss in self.missed_by:
            miss(match_id)
        return refusal

    async def _read(self, match_id: str) -> LiveMatch:
        async with self.database.reading() as connection:
            row = await store.find(connection, match_id)
            if row is None:
                raise UnknownMatch(f"There is no match {match_id}.")
            seats = await store.seats_of(connection, match_id)
            moves = await store.moves_of(connection, match_id)
        await self.games.named(row.game)
        return await self.games.run(LiveMatch.rebuilt, row, seats, moves)

    async def _missed(self, since: int, live: LiveMatch) -> list[dict[str, Any]]:
        """What those who watch have not been told since a version."""
        if not self.hub.is_watched(live.row.id):
            return []
        view, clock = await self.games.move(match_view, live.match), clock_data(live.row, self.now())
        return [
            event_message(event, view if event.version == live.row.version else None, clock)
            for event in await self.events(live.row.id, since)
            if event.version <= live.row.version
        ]

    def _remember(self, live: LiveMatch) -> None:
        self._cache[live.row.id] = live
        self._cache.move_to_end(live.row.id)
        for see in self.seen_by:
            see(live)
        for match_id in list(self._cache)[: max(0, len(self._cache) - self.settings.most_matches_cached)]:
            if not self.hub.is_watched(match_id) and match_id not in self._users:
                del self._cache[match_id]

    async def _first_answer(self, match_id: str, seat: int, key: str, request: str) -> Answer | None:
        async with self.database.reading() as connection:
            first = await store.answer_to(connection, match_id, seat, key)
        if first and first.request_hash != request:
            raise KeyReused("This idempotency key was used for another request.")
        return Answer(first.status, dict(first.body)) if first else None

    async def _keep_refusal(
        self, match_id: str, seat: int, key: str, request: str, error: LudographError
    ) -> Answer | None:
        """Keep a refusal as the first answer; returns the one that was given before, if there is one."""
        answer = StoredAnswer(request, int(status_of(error.code)), problem_of(error))
        try:
            await self.database.write(
                match_id, lambda connection: store.keep_answer(connection, match_id, seat, key, answer, MOST_ANSWERS)
            )
        except LostRace:
            return await self._first_answer(match_id, seat, key, request)
        return None


@dataclass(frozen=True)
class _Kept:
    """An answer to be kept with the change."""

    seat: int
    key: str
    answer: StoredAnswer


def event_message(event: StoredEvent, view: View, clock: dict[str, Any] | None = None) -> dict[str, Any]:
    """An event for watchers; the view and the clocks are those of the match after it."""
    return {
        "type": "event",
        "version": event.version,
        "ply": event.ply,
        "at": event.at,
        "event": dict(event.event),
        "view": view,
        "clock": clock,
    }


def _authenticated(live: LiveMatch, who: Mover) -> int:
    if isinstance(who, PageProgram):
        check_page(live, who.token, (who.seat,))
        return who.seat
    if isinstance(who, Seated):
        return live.seat_of(who.token)
    if live.seats[who.seat].player == HUMAN:
        raise Forbidden("A program may not move for a human.")
    return who.seat


def _check_order(live: LiveMatch, seat: int, who: Mover, text: str, ply: int, most: int) -> None:
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


def _applied(live: LiveMatch, text: str, seat: int, is_watched: bool) -> tuple[Match, Change, View]:
    """A move: the match after it, what it changes, and the position as data for who watches. What rules are asked for
    is asked for here, in the thread of moves; the given match stays as it is."""
    match = live.match.copy()
    match.play(text, seat=seat)
    move = move_data(live.match.position, match.played[-1])
    return match, _move_change(live, match, move, seat), match_view(match) if is_watched else None


def _move_change(live: LiveMatch, match: Match, move: dict[str, Any], seat: int) -> Change:
    columns = live.columns_after(match)
    # An offer of a draw stands until the other side moves; one to take back is about the position before.
    draw = live.row.offers.get("draw")
    offers = {"draw": draw} if draw and draw["by"] == seat and not columns["outcome"] else {}
    offers |= live.lasting_offers
    event = {
        "kind": "move",
        "seat": seat,
        "move": move,
        "position": columns["position"],
        "turn": columns["turn"],
        "outcome": columns["outcome"],
    }
    stored = StoredMove(match.ply, seat, move["text"], columns["position"], time.time())
    return Change(event, {**columns, "offers": offers}, stored)


def _move_answer(live: LiveMatch, match: Match, change: Change) -> dict[str, Any]:
    facts = {name: change.event[name] for name in ("seat", "position", "turn", "outcome")}
    return {"version": live.row.version + 1, "ply": match.ply, "move": change.event["move"]["text"], **facts}


def renamed(live: LiveMatch, seat: int, **changes: Any) -> store.StoredSeat:
    """A seat with some of its facts changed."""
    return replace(live.seats[seat], **changes)
