"""Values and remoteness for clients."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from ludograph.core.game import Game, Position
from ludograph.server.problems import NotSolved
from ludograph.server.settings import Settings
from ludograph.server.shares import Shares
from ludograph.solver.known import Solutions
from ludograph.solver.query import Answer

Result = TypeVar("Result")


class Truth(Solutions):
    """Solutions, asked in a thread of their own, so that nobody who plays waits."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings.solved_at_once)
        self._shares = Shares(1, settings.patience_seconds, settings.waiting_per_guest)
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="truth")

    @property
    def load(self) -> dict[str, int]:
        return self._shares.load

    async def run(self, function: Callable[[], Result]) -> Result:
        """Call something that asks for answers, when it is the guest's turn."""
        async with self._shares.place():
            return await asyncio.get_running_loop().run_in_executor(self._pool, function)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    def answer(self, position: Position) -> Answer:
        """The value of a position and of each move; NotSolved when nobody knows."""
        if found := self.find(position):
            return found
        raise _not_solved(position.game)

    def start(self, game: Game, share: float) -> tuple[Position, int | None]:
        """A start by chance, about as far from its end as this share of the longest way, and how far that is."""
        solution = self.solution(game)
        if solution is None:
            raise _not_solved(game)
        position = solution.start_of(share)
        return position, solution.remoteness(position)


def _not_solved(game: Game) -> NotSolved:
    return NotSolved(f"{game.id} is not solved; a solve can be ordered, if it can be solved at all.")
