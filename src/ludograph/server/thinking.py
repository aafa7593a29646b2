"""One choice of a player, in a thread: it can be ended at any moment, and takes no longer than it may."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor

from ludograph.core.match import Match
from ludograph.core.moves import Move
from ludograph.players.analysis import Analysis, Report
from ludograph.players.player import Player

#: A player that is told to stop before it has begun doesn't hear it: it is told again.
AGAIN_SECONDS = 0.02


class Unwanted(Exception):
    """Nobody waits for the choice any longer."""


class Thinking:
    """Made and used within the event loop; only ``make`` and the player's choice run in the thread."""

    def __init__(self, make: Callable[[], Player], most_seconds: float) -> None:
        self._make = make
        self._most_seconds = most_seconds
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._is_unwanted = False
        self._is_over = False
        #: The player, when it was made.
        self.player: Player | None = None

    @property
    def analysis(self) -> Analysis | None:
        """What the player has found, if it is one that thinks."""
        return self.player.analysis if self.player else None

    async def choose(self, pool: Executor, match: Match, report: Report | None = None) -> Move:
        """The player's move; the best that it knows when its time is over. Unwanted, if it was ended before."""
        try:
            return await self._loop.run_in_executor(pool, self._chosen, match, report)
        finally:
            if self._timer:
                self._timer.cancel()

    def hurry(self) -> None:
        """Let the player choose the best that it knows."""
        self._stop()

    def end(self) -> None:
        """Let the player choose now, or never."""
        self._is_unwanted = True
        self._stop()

    def _stop(self) -> None:
        if not self._is_over:
            if self.player:
                self.player.stop()
            self._loop.call_later(AGAIN_SECONDS, self._stop)

    def _chosen(self, match: Match, report: Report | None) -> Move:
        try:
            self._check()
            self.player = self._make()
            self._check()
            self._loop.call_soon_threadsafe(self._start_clock)
            return self.player.choose(match, report=report)
        finally:
            self._is_over = True

    def _check(self) -> None:
        if self._is_unwanted:
            raise Unwanted

    def _start_clock(self) -> None:
        """Time that was spent with waiting for a thread, or with compiling, is not the player's."""
        if not self._is_over:
            self._timer = self._loop.call_later(self._most_seconds, self._stop)
