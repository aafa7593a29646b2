"""Programs at seats, and analyses: a bounded number of them thinks at the same time, in threads of their own.

Compiled rules run without Python's lock, so that the event loop goes on meanwhile. A program makes its moves by the
same road as everybody; what it was thinking about when the server stopped, it thinks about again.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import structlog

from ludograph.core.game import Game
from ludograph.core.match import Match
from ludograph.errors import LudographError
from ludograph.players.analysis import Analysis
from ludograph.players.named import player_named
from ludograph.players.player import Player
from ludograph.server.live_match import LiveMatch
from ludograph.server.matches import Matches, OwnProgram
from ludograph.server.problems import Busy, InvalidRequest
from ludograph.server.seat_players import SeatPlayers
from ludograph.server.settings import Settings
from ludograph.server.thinking import Thinking, Unwanted

REPORT_SECONDS = 0.2

log = structlog.get_logger()


class Programs:
    """Lets programs think. ``start`` it within the event loop."""

    def __init__(self, matches: Matches, settings: Settings) -> None:
        self._matches = matches
        self._settings = settings
        self._pool = ThreadPoolExecutor(settings.program_threads, thread_name_prefix="program")
        self._players = SeatPlayers(settings.kept_players)
        self._turns: asyncio.Queue[str] = asyncio.Queue()
        self._queued: set[str] = set()
        self._at_work: dict[str, _Turn] = {}
        self._delayed: dict[str, asyncio.TimerHandle] = {}
        self._stepping: set[str] = set()
        self._thinking: set[Thinking] = set()
        self._analyses = 0
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._matches.wake_program = self.wake
        self._matches.match_seen = self._see
        self._tasks = [asyncio.create_task(self._work()) for _ in range(self._settings.program_threads)]

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

    def wake(self, match_id: str, delay: float) -> None:
        """It is a program's turn in this match, after some seconds; what was said before counts no longer."""
        if waiting := self._delayed.pop(match_id, None):
            waiting.cancel()
        if delay > 0:
            self._delayed[match_id] = asyncio.get_running_loop().call_later(delay, self.wake, match_id, 0.0)
        elif match_id not in self._queued:
            self._queued.add(match_id)
            self._turns.put_nowait(match_id)

    def step(self, match_id: str) -> None:
        """One move of a program, although they are paused."""
        self._stepping.add(match_id)
        self.wake(match_id, 0.0)

    async def analyse(self, match: Match, player_name: str) -> Analysis:
        """What a player that thinks finds in a match."""
        if self._analyses >= self._settings.most_waiting:
            raise Busy("Too many analyses wait already.")
        self._analyses += 1
        thinking = self._thinking_of(lambda: self._made(player_name, match.game, 0))
        try:
            await thinking.choose(self._pool, match)
        except Unwanted:
            raise Busy("The server ends.") from None
        finally:
            self._analyses -= 1
            self._thinking.discard(thinking)
            if thinking.player:
                thinking.player.close()
        if thinking.analysis is None:
            raise InvalidRequest(f"{player_name} plays without thinking.")
        return thinking.analysis

    # -- turns -----------------------------------------------------------------------------------------------

    async def _work(self) -> None:
        while True:
            match_id = await self._turns.get()
            self._queued.discard(match_id)
            if match_id in self._at_work:  # one player thinks about one thing at a time
                self._at_work[match_id].is_again = True
                continue
            turn = self._at_work[match_id] = _Turn()
            try:
                await self._turn(match_id, turn)
            except Unwanted:
                log.debug("program's thoughts unwanted", match=match_id)
            except LudographError as error:
                log.info("program's move refused", match=match_id, reason=error.message)
            except Exception:
                log.exception("mistake of a program", match=match_id)
            finally:
                del self._at_work[match_id]
                if turn.is_again:
                    self.wake(match_id, 0.0)

    async def _turn(self, match_id: str, turn: _Turn) -> None:
        async with self._matches.opened(match_id) as live:
            is_step = match_id in self._stepping
            self._stepping.discard(match_id)
        if not live.is_programs_turn or (live.row.is_paused and not is_step):
            return
        seat, began = live.match.position.seat, time.monotonic()
        kept = self._players.take(match_id, seat)
        thinking = self._thinking_of(lambda: kept or self._made(live.seats[seat].player, live.game, _seed(live, seat)))
        turn.thinking, turn.version = thinking, live.row.version
        try:
            move = await thinking.choose(self._pool, live.match.copy(), self._reporter(live, seat))
        finally:
            self._thinking.discard(thinking)
            if player := thinking.player or kept:
                self._players.put(match_id, seat, player)
        log.debug("program has chosen", match=match_id, ply=live.row.ply, seat=seat, seconds=time.monotonic() - began)
        await self._matches.move(match_id, OwnProgram(seat, live.row.version), move.text, live.row.ply)

    def _see(self, live: LiveMatch) -> None:
        """A match was read or changed: what is thought about an older version of it is thought in vain."""
        turn = self._at_work.get(live.row.id)
        if turn and turn.thinking and turn.version != live.row.version:
            turn.thinking.end()
        if live.row.outcome:
            self._players.forget(live.row.id)

    def _thinking_of(self, make: Callable[[], Player]) -> Thinking:
        thinking = Thinking(make, self._settings.think_seconds)
        self._thinking.add(thinking)
        return thinking

    def _made(self, name: str, game: Game, seed: int) -> Player:
        player = player_named(name, game, seed=seed, table_words=self._settings.table_words)
        if player is None:
            raise InvalidRequest("A human can't be asked to think.")
        return player

    def _reporter(self, live: LiveMatch, seat: int) -> Callable[[Analysis], None]:
        """Tells watchers what a program thinks, not too often."""
        loop = asyncio.get_running_loop()
        last = time.monotonic()

        def report(analysis: Analysis) -> None:
            nonlocal last
            now = time.monotonic()
            if now - last >= REPORT_SECONDS:
                last = now
                message = {"type": "thinking", "seat": seat, "ply": live.row.ply, "analysis": analysis.as_dict()}
                loop.call_soon_threadsafe(self._matches.hub.mention, live.row.id, message)

        return report


class _Turn:
    """What is done for a match just now."""

    thinking: Thinking | None = None
    version = 0
    #: Whether the match has to be looked at once more afterwards.
    is_again = False


def _seed(live: LiveMatch, seat: int) -> int:
    """Another one for each match and seat, and the same after a restart."""
    return int.from_bytes(hashlib.sha256(f"{live.row.id}:{seat}".encode()).digest()[:4])
