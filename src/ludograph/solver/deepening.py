"""Searching for a shortest solution of one position by IDA*, within a budget: for puzzles too large to be solved."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from typing import Any

from ludograph.core.game import Position
from ludograph.core.moves import Move
from ludograph.engine.algorithms.deepening import (
    BUDGET,
    BY_PATTERNS,
    BY_RULES,
    FOUND,
    NEVER,
    deepen,
    estimate_first,
)
from ludograph.engine.kernel_puzzle import KernelPuzzle
from ludograph.engine.program import Mode, Program
from ludograph.solver.patterns import Databases, Preparing, are_at_hand, databases_of
from ludograph.solver.solve import puzzle_of
from ludograph.solver.table import Progress

#: About half a minute.
USUAL_BUDGET = 300_000_000
#: What is searched before pattern databases are read or made: a moment.
EASY = 2_000_000
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
    position: Position,
    *,
    budget: int = USUAL_BUDGET,
    progress: Progress | None = None,
    preparing: Preparing | None = None,
) -> Found:
    """Look for a shortest solution by iterative deepening: with the puzzle's pattern databases, if it has some, and
    for a moment before they are read or made with the lower bound that the rules know.

    ``progress`` is called with the number of positions looked at and with the number of moves that is tried;
    ``preparing`` when databases have to be made.
    """
    puzzle = puzzle_of(position.game)
    if puzzle.cannot_be_solved(position.state):
        return Found(None, True, 0, 0)
    if puzzle.patterns is None:
        return _Search(puzzle, None, progress).of(position, budget)
    if are_at_hand(puzzle):
        return _Search(puzzle, databases_of(puzzle), progress).of(position, budget)
    found = _Search(puzzle, None, progress).of(position, min(budget, EASY))
    if found.is_decided or budget <= EASY:
        return found
    found = _Search(puzzle, databases_of(puzzle, preparing), progress).of(position, budget - EASY)
    return replace(found, looked_at=found.looked_at + EASY)


class _Search:
    """A search by one way of estimating."""

    def __init__(self, puzzle: KernelPuzzle, databases: Databases | None, progress: Progress | None) -> None:
        import numpy as np

        self.puzzle = puzzle
        self.progress = progress or (lambda looked_at, moves: None)
        functions: dict[str, Callable[..., Any]] = {
            **puzzle.kernel.functions,
            **(BY_PATTERNS if databases else BY_RULES),
        }
        kernel = replace(puzzle.kernel, functions=functions)
        self.program = Program(kernel, [deepen, estimate_first], Mode.COMPILED)
        self.tables = databases.tables if databases else np.zeros(0, np.uint8)
        self.views = databases.views if databases else self.program.words(0)

    def estimate(self, state: Any) -> int:
        """At least so many moves are needed."""
        return int(self.program.estimate_first(self.program.state(state), self.tables, self.views))

    def of(self, position: Position, budget: int) -> Found:
        program = self.program
        stack = program.words(2 * self.puzzle.max_moves * (LONGEST + 1))
        path, report = program.words(LONGEST + 1), program.words(2)
        report[BUDGET] = budget
        state: Any = position.state
        start = program.state(state)
        none = program.word(self.puzzle.max_moves)
        limit = self.estimate(state)
        while limit <= LONGEST:

            def attempt(limit: int = limit) -> int:
                where = (start, start, none, stack, program.word(0), 0, limit, path, report)
                return int(program.deepen(*where, self.tables, self.views))

            def tell(limit: int = limit) -> None:
                self.progress(budget - int(report[BUDGET]), limit)

            result = _interruptible(attempt, report, tell)
            looked_at = budget - int(report[BUDGET])
            if report[FOUND]:
                return Found(_line(position, path, result), True, result, looked_at)
            if result >= NEVER and report[BUDGET]:
                return Found(None, True, 0, looked_at)
            if not report[BUDGET]:
                break
            limit = result
        return Found(None, False, limit, budget - int(report[BUDGET]))


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


def _line(position: Position, path: Any, length: int) -> tuple[Move, ...]:
    moves = []
    for code in path[:length]:
        move = next(move for move in position.legal_moves if move.code == int(code))
        moves.append(move)
        position = position.play(move)
    return tuple(moves)
