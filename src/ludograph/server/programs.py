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
from typing import Any, TypeVar

import structlog

from ludograph.core.game import Game
from ludograph.core.match import Match
from ludograph.core.moves import Move
from ludograph.errors import LudographError
from ludograph.players.analysis import Analysis
from ludograph.players.named import player_named
from ludograph.players.player import Player
from ludograph.server.live_match import LiveMatch
from ludograph.server.matches import Matches, Program
from ludograph.server.problems import Busy, InvalidRequest
from ludograph.server.settings import Settings

REPORT_SECONDS = 0.2
Result = TypeVar("Result")

log = structlog.get_logger()


class Programs:
    """Lets programs think. ``start`` it within the event loop."""

    def __init__(self, matches: Matches, settings: Settings) -> None:
        self._matches = matches
        self._settings = settings
        self._pool = ThreadPoolExecutor(settings.program_threads, thread_name_prefix="program")
        self._turns: asyncio.Queue[str] = asyncio.Queue()
        self._queued: set[str] = set()
        self._delayed: dict[str, asyncio.TimerHandle] = {}
        self._stepping: set[str] = set()
        self._thinking: set[Player] = set()
        self._analyses = 0
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._matches.wake_program = self.wake
        self._tasks = [asyncio.create_task(self._work()) for _ in range(self._settings.program_threads)]

    async def close(self) -> None:
        for waiting in self._delayed.values():
            waiting.cancel()
        for task in self._tasks:
            task.cancel()
        for player in list(self._thinking):
            player.stop()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)

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
        try:
            player = await self._run(_player, player_name, match.game, 0)
            await self._choose(player, match, lambda analysis: None)
        finally:
            self._analyses -= 1
        if player.analysis is None:
            raise InvalidRequest(f"{player_name} plays without thinking.")
        return player.analysis

    async def _work(self) -> None:
        while True:
            match_id = await self._turns.get()
            self._queued.discard(match_id)
            try:
                await self._turn(match_id)
            except LudographError as error:
                log.info("program's move refused", match=match_id, reason=error.message)
            except Exception:
                log.exception("mistake of a program", match=match_id)

    async def _turn(self, match_id: str) -> None:
        async with self._matches.opened(match_id) as live:
            is_step = match_id in self._stepping
            self._stepping.discard(match_id)
        if not live.is_programs_turn or (live.row.is_paused and not is_step):
            return
        seat = live.match.position.seat
        began = time.monotonic()
        player = await self._run(_player, live.seats[seat].player, live.game, _seed(live))
        move = await self._choose(player, live.match.copy(), self._reporter(live, seat))
        log.debug("program has chosen", match=match_id, ply=live.row.ply, seat=seat, seconds=time.monotonic() - began)
        await self._matches.move(match_id, Program(seat, live.row.version), move.text, live.row.ply)

    async def _choose(self, player: Player, match: Match, report: Callable[[Analysis], None]) -> Move:
        timer = asyncio.get_running_loop().call_later(self._settings.think_seconds, player.stop)
        self._thinking.add(player)
        try:
            return await self._run(lambda: player.choose(match, report=report))
        finally:
            timer.cancel()
            self._thinking.discard(player)
            player.close()

    async def _run(self, function: Callable[..., Result], *arguments: Any) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._pool, function, *arguments)

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


def _player(name: str, game: Game, seed: int) -> Player:
    player = player_named(name, game, seed=seed)
    if player is None:
        raise InvalidRequest("A human can't be asked to think.")
    return player


def _seed(live: LiveMatch) -> int:
    """Another one for each match and ply, and the same after a restart."""
    return int.from_bytes(hashlib.sha256(f"{live.row.id}:{live.row.ply}".encode()).digest()[:4])
