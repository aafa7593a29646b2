"""Solves that were ordered: queued, one at a time, each in its own process, so that it can be cancelled."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import structlog

from ludograph.core.files import CONTENT_NAME, read_text
from ludograph.core.game import Game
from ludograph.engine.kernel_game import KernelGame
from ludograph.server.problems import Busy, NotFound
from ludograph.server.secrets import new_id
from ludograph.server.truth import Truth
from ludograph.solver.solve import check_solvable, estimated_bytes

MOST_FINISHED = 100

log = structlog.get_logger()


@dataclass
class Solve:
    """One order: queued, running, done, failed or cancelled."""

    id: str
    game: Game
    estimated_bytes: int | None
    status: str = "queued"
    done: int = 0
    total: int = 0
    summary: dict[str, Any] | None = None
    error: dict[str, Any] | None = None
    ordered: float = field(default_factory=time.time)
    process: asyncio.subprocess.Process | None = None

    @property
    def is_over(self) -> bool:
        return self.status in ("done", "failed", "cancelled")

    def data(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "game": self.game.id,
            "status": self.status,
            "done": self.done,
            "total": self.total,
            "estimated_bytes": self.estimated_bytes,
            "summary": self.summary,
            "error": self.error,
            "ordered": self.ordered,
        }


class Solves:
    """The queue. ``start`` it within the event loop."""

    def __init__(self, truth: Truth, most_waiting: int) -> None:
        self._truth = truth
        self._most_waiting = most_waiting
        self._solves: OrderedDict[str, Solve] = OrderedDict()
        self._queue: asyncio.Queue[Solve] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._work())

    async def close(self) -> None:
        for solve in self._solves.values():
            _kill(solve)
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def order(self, game: Game, memory: int | None) -> Solve:
        """Queue a solve; one of the same game that isn't over is that one."""
        for solve in self._solves.values():
            if solve.game == game and not solve.is_over:
                return solve
        if sum(not solve.is_over for solve in self._solves.values()) >= self._most_waiting:
            raise Busy("Too many solves wait already.")
        solve = Solve(new_id(), game, memory)
        self._solves[solve.id] = solve
        self._forget_old()
        self._queue.put_nowait(solve)
        return solve

    def named(self, solve_id: str) -> Solve:
        if solve_id not in self._solves:
            raise NotFound(f"There is no solve {solve_id}.")
        return self._solves[solve_id]

    def all(self) -> list[Solve]:
        return list(self._solves.values())

    def cancel(self, solve_id: str) -> Solve:
        """End a solve, whether it runs or waits; one that is over stays as it is."""
        solve = self.named(solve_id)
        if not solve.is_over:
            solve.status = "cancelled"
            _kill(solve)
        return solve

    async def _work(self) -> None:
        while True:
            solve = await self._queue.get()
            if solve.is_over:
                continue
            solve.status = "running"
            log.info("solve begins", game=solve.game.id, solve=solve.id)
            try:
                await self._run(solve)
            except Exception:
                log.exception("mistake in a solve", game=solve.game.id)
            if not solve.is_over:
                solve.status = "failed"
            log.info("solve ends", game=solve.game.id, solve=solve.id, status=solve.status)

    async def _run(self, solve: Solve) -> None:
        pipe = asyncio.subprocess.PIPE
        arguments = (sys.executable, "-m", "ludograph.server.solve_process")
        solve.process = await asyncio.create_subprocess_exec(*arguments, stdin=pipe, stdout=pipe)
        if solve.is_over:  # cancelled while it was starting
            _kill(solve)
        assert solve.process.stdin
        assert solve.process.stdout
        order = {"game": solve.game.id, "texts": _texts_for(solve.game), "threads": 1}
        solve.process.stdin.write(json.dumps(order).encode())
        solve.process.stdin.close()
        async for line in solve.process.stdout:
            _hear(solve, json.loads(line))
        await solve.process.wait()
        if solve.summary and not solve.is_over:
            self._truth.forget(solve.game.id)
            solve.status = "done"

    def _forget_old(self) -> None:
        over = [solve.id for solve in self._solves.values() if solve.is_over]
        for solve_id in over[: max(0, len(over) - MOST_FINISHED)]:
            del self._solves[solve_id]


def checked(game: Game) -> int | None:
    """The memory that solving a game takes; refuses one that can't be solved. To be called in a thread."""
    check_solvable(game)
    return estimated_bytes(game) if isinstance(game, KernelGame) else None


def _texts_for(game: Game) -> list[str]:
    """The uploads that a game is made of."""
    names = [value for value in game.values.values() if isinstance(value, str) and CONTENT_NAME.fullmatch(value)]
    return [read_text(Path(name)) for name in names]


def _hear(solve: Solve, facts: dict[str, Any]) -> None:
    solve.done, solve.total = facts.get("done", solve.done), facts.get("total", solve.total)
    solve.summary = facts.get("summary", solve.summary)
    solve.error = facts.get("error", solve.error)


def _kill(solve: Solve) -> None:
    if solve.process and solve.process.returncode is None:
        solve.process.kill()
