"""Counting the move sequences of a position: the proof of a move generator, and its speed.

Known counts are data: the file ``othello.perft.json`` stands beside ``othello.py`` and is read by tests, command
and benchmarks. Known results stand in the same file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any

from ludograph.core.beside import file_beside
from ludograph.core.game import Game, Position
from ludograph.engine.algorithms.perft import perft as count_leaves
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.program import Mode, Program

#: What plain Python counts before the compiled module is even loaded.
PLAIN_LEAVES = 200_000
#: About so many leaves are counted at a time: short enough to be interrupted, long enough to be worth a call.
CHUNK_LEAVES = 50_000_000

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class KnownCounts:
    """Published or independently computed counts: ``counts[i]`` sequences of i + 1 moves."""

    game: str
    position: str | None
    counts: tuple[int, ...]
    source: str


@dataclass(frozen=True)
class KnownResult:
    """What is known of a position: its winner when it is an end, or its value for the side to move. A winner is the
    name of a seat, or "draw"."""

    game: str
    position: str | None
    winner: str | None
    value: str | None
    source: str


@dataclass(frozen=True)
class _Task:
    """A part of the tree: what follows after a first move and perhaps some more."""

    first: str
    state: Any
    depth: int


def known_counts(game: type[Game]) -> list[KnownCounts]:
    """The known counts of a game, from the file beside its module; none when there is no file."""
    return [
        KnownCounts(item["game"], item.get("position"), tuple(item["counts"]), item["source"])
        for item in _known(game).get("positions", ())
    ]


def known_results(game: type[Game]) -> list[KnownResult]:
    """The known results of a game, from the same file."""
    return [
        KnownResult(item["game"], item.get("position"), item.get("winner"), item.get("value"), item["source"])
        for item in _known(game).get("results", ())
    ]


def _known(game: type[Game]) -> dict[str, Any]:
    """What the file beside a game's module has; nothing without a file."""
    file = file_beside(game, "perft.json")
    data: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file else {}
    return data


def perft(
    position: Position,
    depth: int,
    *,
    mode: Mode = Mode.AUTO,
    threads: int = 1,
    progress: Progress | None = None,
) -> int:
    """The number of move sequences of this length; draw rules are ignored, a won game ends them."""
    return 1 if depth == 0 else sum(divide(position, depth, mode=mode, threads=threads, progress=progress).values())


def divide(
    position: Position,
    depth: int,
    *,
    mode: Mode = Mode.AUTO,
    threads: int = 1,
    progress: Progress | None = None,
) -> dict[str, int]:
    """The same number for each first move; ``depth`` must be at least 1.

    ``progress`` is called with the parts that are done and their total, from the calling thread.
    """
    game = position.game
    counts = {move.text: 0 for move in position.legal_moves}
    if not isinstance(game, KernelGame):
        return {text: _walk(position.play(text), depth - 1) for text in counts}
    if mode is Mode.AUTO:
        mode = Mode.PLAIN if len(counts) ** depth <= PLAIN_LEAVES else Mode.COMPILED
    program = game.program(count_leaves, mode=mode)
    tasks = list(_tasks(game, position, depth))
    with ThreadPoolExecutor(threads) as pool:
        waiting = {pool.submit(_run, program, task): task for task in tasks}
        try:
            for number, done in enumerate(as_completed(waiting), 1):
                counts[waiting[done].first] += done.result()
                if progress:
                    progress(number, len(tasks))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return counts


def _run(program: Program, task: _Task) -> int:
    if task.depth == 0:
        return 1
    stack = program.stack(task.depth)
    return int(program.perft(program.state(task.state), stack, program.word(0), task.depth))


def _tasks(game: KernelGame, position: Position, depth: int) -> Iterator[_Task]:
    """The tree in parts of about :data:`CHUNK_LEAVES` leaves."""
    branching = max(2, len(position.legal_moves))
    for move in position.legal_moves:
        tasks = [_Task(move.text, game.after(position.state, move), depth - 1)]
        left = depth - 1
        while left > 1 and branching**left > CHUNK_LEAVES:
            tasks = [
                _Task(task.first, game.plain.apply(task.state, code), left - 1)
                for task in tasks
                for code in game.codes(task.state)
            ]
            left -= 1
        yield from tasks


def _walk(position: Position, depth: int) -> int:
    """perft for games that are no kernels."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(position.legal_moves)
    return sum(_walk(position.play(move), depth - 1) for move in position.legal_moves)
