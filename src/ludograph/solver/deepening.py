"""Searching for a shortest solution of one position by IDA*, within a budget: for puzzles too large to be solved."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

from ludograph.core.game import Position
from ludograph.core.moves import Move
from ludograph.engine.algorithms.deepening import BUDGET, FOUND, NEVER, deepen
from ludograph.engine.kernel_puzzle import KernelPuzzle
from ludograph.engine.program import Mode
from ludograph.solver.solve import puzzle_of

#: About half a minute.
USUAL_BUDGET = 300_000_000
LONGEST = 1000
INTERVAL = 0.2  # seconds between two reports


@dataclass(frozen=True)
class Found:
    """What a search found: a shortest solution, that there is none, or only that it has at least so many moves."""

    line: tuple[Move, ...] | None
    is_decided: bool
    at_least: int
    looked_at: int


def search(
    position: Position, *, budget: int = USUAL_BUDGET, progress: Callable[[int, int], None] | None = None
) -> Found:
    """Look for a shortest solution by iterative deepening with the puzzle's lower bound.

    ``progress`` is called with the number of positions looked at and with the number of moves that is tried.
    """
    puzzle = puzzle_of(position.game)
    if puzzle.cannot_be_solved(position.state):
        return Found(None, True, 0, 0)
    program = puzzle.program(deepen, mode=Mode.COMPILED)
    stack, path, report = program.stack(LONGEST), program.words(LONGEST + 1), program.words(2)
    report[BUDGET] = budget
    state: Any = position.state
    start = program.state(state)
    limit = int(puzzle.plain.lower_bound(state))
    while limit <= LONGEST:

        def attempt(limit: int = limit) -> int:
            return int(program.deepen(start, start, stack, program.word(0), 0, limit, path, report))

        result = _interruptible(attempt, report, lambda at=limit: _tell(progress, budget, report, at))  # type: ignore[misc]
        looked_at = budget - int(report[BUDGET])
        if report[FOUND]:
            return Found(_line(puzzle, position, path, result), True, result, looked_at)
        if result >= NEVER and report[BUDGET]:
            return Found(None, True, 0, looked_at)
        if not report[BUDGET]:
            break
        limit = result
    return Found(None, False, limit, budget - int(report[BUDGET]))


def _tell(progress: Callable[[int, int], None] | None, budget: int, report: Any, limit: int) -> None:
    if progress:
        progress(budget - int(report[BUDGET]), limit)


def _interruptible(work: Callable[[], int], report: Any, tell: Callable[[], None]) -> int:
    """Do compiled work in a thread, so that Ctrl-C is heard meanwhile: it takes the budget away."""
    with ThreadPoolExecutor(1) as pool:
        future: Future[int] = pool.submit(work)
        try:
            while not wait([future], INTERVAL).done:
                tell()
        except BaseException:
            report[BUDGET] = 0
            raise
        return future.result()


def _line(puzzle: KernelPuzzle, position: Position, path: Any, length: int) -> tuple[Move, ...]:
    moves = []
    for code in path[:length]:
        move = next(move for move in position.legal_moves if move.code == int(code))
        moves.append(move)
        position = position.play(move)
    return tuple(moves)
