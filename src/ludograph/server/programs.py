"""Programs at seats, and analyses: a bounded number of them thinks at the same time, in threads of their own.

Compiled rules run without Python's lock, so that the event loop goes on meanwhile. A program makes its moves by the
same road as everybody; what it was thinking about when the server stopped, it thinks about again.
"""

from __future__ import annotations

import asyncio
import hashlib
import math
import os
import sys
import threading
import time
from collections.abc import Callable, Collection, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

import structlog
from sqlalchemy.exc import SQLAlchemyError

from ludograph.core.game import Game
from ludograph.core.match import Match
from ludograph.core.moves import Move
from ludograph.errors import LudographError, Unavailable
from ludograph.players.analysis import Analysis
from ludograph.players.named import player_named
from ludograph.players.player import Analyst, Player, ThinkingPlayer
from ludograph.server.clocks import allowance
from ludograph.server.live_match import Help, LiveMatch
from ludograph.server.matches import Matches, OwnProgram
from ludograph.server.problems import Busy, DamagedMatch, InvalidRequest, UnknownMatch
from ludograph.server.seat_players import SeatPlayers
from ludograph.server.settings import Settings
from ludograph.server.shares import Shares
from ludograph.server.thinking import Thinking, Unwanted
from ludograph.store import matches as store
from ludograph.store.turns import Turns

REPORT_SECONDS = 0.2
#: So often it is looked for programs that nobody lets think, because a process has died.
LOOK_SECONDS = 2.0
THINKING_NICENESS = 10
Result = TypeVar("Result")

log = structlog.get_logger()


def give_way() -> None:
    """Let this thread have what others leave of the processor: thinking goes on for seconds, without the interpreter's
    lock, and moves of others come in between. Elsewhere than on Linux it would be the whole process that gives way."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), THINKING_NICENESS)


class Programs:
    """Lets programs think. ``start`` it within the event loop."""

    def __init__(self, matches: Matches, settings: Settings) -> None:
        self._matches = matches
        self._settings = settings
        self._pool = ThreadPoolExecutor(settings.program_threads, "program", initializer=give_way)
        self._players = SeatPlayers(settings.kept_players)
        self._turns = Turns(matches.database)
        self._shares = Shares(settings.program_threads, settings.patience_seconds, settings.waiting_per_guest)
        self._queued: set[str] = set()
        self._at_work: dict[str, _Turn] = {}
        self._delayed: dict[str, asyncio.TimerHandle | asyncio.Task[None]] = {}
        self._stepping: set[str] = set()
        #: Matches in which a program has failed, until they change.
        self._given_up: set[str] = set()
        self._thinking: set[Thinking] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        #: Told the seconds of each choice of a program.
        self.thought: Callable[[float], None] = lambda seconds: None

    @property
    def load(self) -> dict[str, int]:
        return self._shares.load

    @property
    def thinking(self) -> int:
        """How many think just now, programs and analyses."""
        return len(self._thinking)

    async def start(self) -> None:
        """Programs go on where they were interrupted, and where another process has left them."""
        self._matches.wake_program = self.wake
        self._matches.seen_by.append(self._see)
        self._matches.missed_by.append(self._miss)
        await self.look(math.inf if self._matches.database.is_sqlite else self._matches.now())
        self._keep(self._watch())

    def end_thinking(self) -> None:
        """The server ends: nobody waits for what is thought about now."""
        for thinking in self._thinking:
            thinking.end()

    async def close(self) -> None:
        for waiting in self._delayed.values():
            waiting.cancel()
        self.end_thinking()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._players.close()
        await self._turns.close()

    def wake(self, match_id: str, delay: float, is_left: bool = False) -> None:
        """It is a program's turn in this match, after some seconds; what was said before counts no longer. Where it is
        left to a page, only when that takes too long."""
        self._given_up.discard(match_id)
        if waiting := self._delayed.pop(match_id, None):
            waiting.cancel()
        if is_left:
            self._delayed[match_id] = self._keep(self._leave_to_page(match_id, delay + self._settings.think_seconds))
        elif delay > 0:
            self._delayed[match_id] = asyncio.get_running_loop().call_later(delay, self.wake, match_id, 0.0)
        elif match_id not in self._queued:
            self._queued.add(match_id)
            self._keep(self._work(match_id))

    async def look(self, until: float) -> None:
        """Wake those programs whose turn has come by a moment, and which nobody lets think."""
        async with self._matches.database.reading() as connection:
            waiting = await store.waiting_for_programs(connection, until)
        for match_id in waiting:
            if not any(match_id in known for known in (self._at_work, self._delayed, self._given_up)):
                self.wake(match_id, 0.0)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self.look(self._matches.now() - LOOK_SECONDS)
            except (Unavailable, SQLAlchemyError, OSError) as error:
                log.warning("programs not watched", reason=str(error).splitlines()[0])

    def reconsider(self, match_id: str) -> None:
        """Pages have come or gone that think for the programs of a match."""
        self._keep(self._reconsidered(match_id))

    async def _reconsidered(self, match_id: str) -> None:
        with suppress(UnknownMatch, DamagedMatch, Unavailable):
            async with self._matches.opened(match_id) as live:
                turn = self._at_work.get(match_id)
                if turn and turn.thinking and self._matches.is_left_to_page(live):
                    turn.is_left = True
                    turn.thinking.end()
                self._matches.wake(live)

    async def _leave_to_page(self, match_id: str, seconds: float) -> None:
        """Wait for a page's move, which ends this; no other process thinks meanwhile."""
        taking = asyncio.ensure_future(self._turns.take(match_id))
        try:
            await asyncio.shield(taking)  # in the middle of a statement its connection would be lost, with all turns
            await asyncio.sleep(seconds)
        except (Unavailable, SQLAlchemyError, OSError) as error:
            log.warning("page not waited for", match=match_id, reason=str(error).splitlines()[0])
        finally:
            await self._let_go(match_id, taking)
        del self._delayed[match_id]
        self._matches.hub.give_up_pages(match_id)
        self.wake(match_id, 0.0)

    async def _let_go(self, match_id: str, taking: asyncio.Future[bool]) -> None:
        """Give a turn back, if it was taken; where the database is away it has gone."""
        with suppress(Unavailable, SQLAlchemyError, OSError):
            if await taking:
                await self._turns.give_back(match_id)

    def _keep(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def step(self, match_id: str) -> None:
        """One move of a program, although they are paused."""
        self._stepping.add(match_id)
        self.wake(match_id, 0.0)

    async def run(self, function: Callable[[], Result]) -> Result:
        """Call something that thinks for a moment, in its turn."""
        async with self._shares.place():
            return await asyncio.get_running_loop().run_in_executor(self._pool, function)

    async def analyse(self, match: Match, player_name: str, lines: int = 1, only: Collection[Move] = ()) -> Analysis:
        """What a player that thinks finds in a match."""
        thinking = self._thinking_of(lambda: self._analyst(player_name, match.game, lines, only))
        try:
            async with self._shares.place(thinking.hurry):
                await thinking.choose(self._pool, match)
        except Unwanted:
            raise Busy("The server ends.") from None
        finally:
            self._thinking.discard(thinking)
            if thinking.player:
                thinking.player.close()
        if thinking.analysis is None:
            raise InvalidRequest(f"{player_name} plays without thinking.")
        return thinking.analysis

    # -- turns -----------------------------------------------------------------------------------------------

    async def _work(self, match_id: str) -> None:
        """A turn in a match, when it is that of the guest for whom the program plays."""
        turn = _Turn()
        try:
            async with self._shares.place(turn.hurry, is_bounded=False):
                self._queued.discard(match_id)
                if match_id in self._at_work:  # one player thinks about one thing at a time
                    self._at_work[match_id].is_again = True
                    return
                self._at_work[match_id] = turn
                if await self._turns.take(match_id):  # else another process lets it think
                    try:
                        await self._turn(match_id, turn)
                    finally:
                        await self._turns.give_back(match_id)
        except Unwanted:
            log.debug("program's thoughts unwanted", match=match_id)
        except (Unavailable, SQLAlchemyError, OSError) as error:  # it is looked for again
            log.warning("program interrupted", match=match_id, reason=str(error).splitlines()[0])
        except LudographError as error:
            self._given_up.add(match_id)
            log.info("program's move refused", match=match_id, reason=error.message)
        except Exception:
            self._given_up.add(match_id)
            log.exception("mistake of a program", match=match_id)
        finally:
            if self._at_work.get(match_id) is turn:
                del self._at_work[match_id]
                if turn.is_again:
                    self.wake(match_id, 0.0)

    async def _turn(self, match_id: str, turn: _Turn) -> None:
        async with self._matches.opened(match_id) as live:
            is_step = match_id in self._stepping
            self._stepping.discard(match_id)
        if not live.is_programs_turn or (live.row.is_paused and not is_step):
            return
        if self._matches.is_left_to_page(live) and not is_step:  # it has come meanwhile
            return
        seat, began = live.match.position.seat, time.monotonic()
        kept = self._players.take(match_id, seat)
        thinking = self._thinking_of(
            lambda: kept or self._made(live.seats[seat].player, live.game, _seed(live, seat)),
            allowance(live.row, self._matches.now()),
        )
        turn.thinking, turn.version = thinking, live.row.version
        try:
            move = await thinking.choose(self._pool, live.match.copy(), self._reporter(live, seat))
        finally:
            self._thinking.discard(thinking)
            if player := thinking.player or kept:
                self._players.put(match_id, seat, player)
            if turn.is_last:
                self._players.forget(match_id)
        if turn.is_left:
            return
        self.thought(time.monotonic() - began)
        log.debug("program has chosen", match=match_id, ply=live.row.ply, seat=seat, seconds=time.monotonic() - began)
        await self._matches.move(match_id, OwnProgram(seat, live.row.version), move.text, live.row.ply)

    def _see(self, live: LiveMatch) -> None:
        """A match was read or changed: what is thought about an older version of it is thought in vain."""
        turn = self._at_work.get(live.row.id)
        if turn and turn.thinking and turn.version != live.row.version:
            turn.thinking.end()
        if not live.is_programs_turn and (waiting := self._delayed.pop(live.row.id, None)):
            waiting.cancel()
        if live.row.outcome:
            self._forget(live.row.id)

    def _miss(self, match_id: str) -> None:
        """A match is no more."""
        if (turn := self._at_work.get(match_id)) and turn.thinking:
            turn.thinking.end()
        if waiting := self._delayed.pop(match_id, None):
            waiting.cancel()
        self._given_up.discard(match_id)
        self._stepping.discard(match_id)
        self._forget(match_id)

    def _forget(self, match_id: str) -> None:
        """Nobody plays in a match any longer, not even who thinks just now."""
        if turn := self._at_work.get(match_id):
            turn.is_last = True
        self._players.forget(match_id)

    def _thinking_of(self, make: Callable[[], Player], allowed: float | None = None) -> Thinking:
        most = self._settings.think_seconds
        thinking = Thinking(make, most if allowed is None else min(most, allowed))
        self._thinking.add(thinking)
        return thinking

    def _made(self, name: str, game: Game, seed: int) -> Player:
        player = player_named(name, game, seed=seed, table_words=self._settings.table_words)
        if player is None:
            raise InvalidRequest("A human can't be asked to think.")
        return player

    def _analyst(self, name: str, game: Game, lines: int, only: Collection[Move]) -> Player:
        player = self._made(name, game, 0)
        if not isinstance(player, ThinkingPlayer):
            return player
        return Analyst(name, player.thinker, player.limits, lines=lines, only=only)

    def _reporter(self, live: LiveMatch, seat: int) -> Callable[[Analysis], None]:
        """Tells watchers what a program thinks, not too often."""
        loop = asyncio.get_running_loop()
        last = time.monotonic()

        def report(analysis: Analysis) -> None:
            nonlocal last
            now = time.monotonic()
            if now - last >= REPORT_SECONDS and live.help is not Help.OFF:
                last = now
                found = analysis.told(live.match.position)
                message = {"type": "thinking", "seat": seat, "ply": live.row.ply, "analysis": found}
                loop.call_soon_threadsafe(self._matches.hub.mention, live.row.id, message)

        return report


class _Turn:
    """What is done for a match just now."""

    thinking: Thinking | None = None
    version = 0
    #: Whether the match has ended meanwhile.
    is_last = False
    #: Whether a page has begun to think for it.
    is_left = False
    #: Whether the match has to be looked at once more afterwards.
    is_again = False

    def hurry(self) -> None:
        if self.thinking:
            self.thinking.hurry()


def _seed(live: LiveMatch, seat: int) -> int:
    """Another one for each match and seat, and the same after a restart."""
    return int.from_bytes(hashlib.sha256(f"{live.row.id}:{seat}".encode()).digest()[:4])
