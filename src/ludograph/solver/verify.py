"""Verifying a solution: the file's checksums, its counts, and every number against the rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ludograph.core.game import Position
from ludograph.engine.algorithms.checking import first_wrong
from ludograph.engine.program import Mode, Program
from ludograph.errors import DamagedSolution
from ludograph.solver.memory import check_memory
from ludograph.solver.remoteness import special_values
from ludograph.solver.solution import Solution
from ludograph.solver.table import PLAIN_RANKS, Progress

CHUNK = 1_000_000


def verify(solution: Solution, progress: Progress | None = None) -> None:
    """Check everything; DamagedSolution with the first thing that is wrong."""
    import numpy as np

    table, puzzle = solution.table, solution.puzzle
    check_memory(len(table) * (8 + table.bits // 8), f"Verifying the solution of {puzzle.id}")
    blocks = list(table.blocks())
    keys = np.concatenate([block[0] for block in blocks]) if blocks else np.zeros(0, np.uint64)
    numbers = np.concatenate([block[1] for block in blocks]) if blocks else np.zeros(0, np.uint8)
    _check_keys(solution, keys)
    _check_counts(solution, numbers)
    is_small = len(numbers) <= PLAIN_RANKS
    kernel = replace(puzzle.kernel, distance_bits=table.bits)
    program = Program(kernel, [first_wrong], Mode.PLAIN if is_small else Mode.COMPILED)
    searched = keys[:0] if len(keys) == puzzle.ranks else keys  # where all ranks are there, places are ranks
    arrays = (searched.tolist(), numbers.tolist()) if is_small else (searched, numbers)
    for first in range(0, len(numbers), CHUNK):
        last = min(len(numbers), first + CHUNK)
        where = (first, last, *special_values(table.bits), program.words(puzzle.max_moves))
        wrong = program.first_wrong(*arrays, *where)
        if wrong < last:
            position = Position(puzzle, puzzle.state_of(int(keys[wrong])))
            raise _damaged(solution, f"its number for {position} is {numbers[wrong]}, which the rules contradict")
        if progress:
            progress(last, 0)


def _check_keys(solution: Solution, keys: Any) -> None:
    if len(keys) and (int(keys[-1]) >= solution.puzzle.ranks or (keys[1:] <= keys[:-1]).any()):
        raise _damaged(solution, "its keys are not sorted or not those of this puzzle")


def _check_counts(solution: Solution, numbers: Any) -> None:
    import numpy as np

    unsolvable, outside = special_values(solution.table.bits)
    counts = np.bincount(numbers[numbers < outside], minlength=1).tolist()
    if counts != list(solution.by_remoteness or (0,)):
        raise _damaged(solution, "its counts are not those of its numbers")
    if solution.table.is_complete and int((numbers == unsolvable).sum()) != solution.unsolvable:
        raise _damaged(solution, "its number of unsolvable positions is wrong")


def _damaged(solution: Solution, what: str) -> DamagedSolution:
    return DamagedSolution(f"The solution of {solution.puzzle.id} is wrong: {what}.")
