"""Verifying a solution: the file's checksums, its counts, and every number against the rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ludograph.core.game import Position
from ludograph.engine.algorithms.retrograde import enter_keys, first_wrong_in_game
from ludograph.engine.algorithms.verify import first_wrong
from ludograph.engine.kernel import Kernel
from ludograph.engine.program import Mode, Program
from ludograph.errors import DamagedSolution
from ludograph.solver import retrograde
from ludograph.solver.game_solution import GameSolution
from ludograph.solver.memory import check_memory
from ludograph.solver.remoteness import RemotenessTable, special_values
from ludograph.solver.solution import Solution
from ludograph.solver.table import PLAIN_RANKS, Progress

CHUNK = 1_000_000


def verify(solution: Solution | GameSolution, progress: Progress | None = None) -> None:
    """Check everything; DamagedSolution with the first thing that is wrong."""
    if isinstance(solution, GameSolution):
        _verify_game(solution, progress or (lambda positions, level: None))
    else:
        _verify_puzzle(solution, progress)


def _verify_game(solution: GameSolution, progress: Progress) -> None:
    """Every number is what the rules make of those of the next positions, from the ends on."""
    import numpy as np

    table, game = solution.table, solution.game
    check_memory(len(table) * (8 + table.bits // 8) + retrograde.estimated_bytes(game), f"Verifying {game.id}")
    keys, numbers = _content(table)
    _check_keys(solution, keys)
    undecided, _ = special_values(table.bits)
    counts = np.bincount(numbers[numbers != undecided], minlength=1).tolist()
    if counts != list(solution.by_number) or len(keys) != solution.positions:
        raise _damaged(solution, "its counts are not those of its numbers")
    program = retrograde.program_for(game, table.bits, first_wrong_in_game, enter_keys)
    reached = retrograde.Reached.of_keys(game, keys, program)
    buffer = program.words(game.max_moves)
    for first, last in retrograde.parts_of(reached.positions, retrograde.POSITIONS_AT_ONCE):
        wrong = int(program.first_wrong_in_game(*reached.parts, first, last, numbers, undecided, buffer))
        if wrong < last:
            position = Position(game, game.state_of(int(keys[wrong])))
            raise _damaged(solution, f"what it says of {position} is contradicted by the rules")
        progress(last, 0)


def _content(table: RemotenessTable) -> tuple[Any, Any]:
    """All keys and all numbers."""
    import numpy as np

    blocks = list(table.blocks())
    keys = np.concatenate([block[0] for block in blocks]) if blocks else np.zeros(0, np.uint64)
    numbers = np.concatenate([block[1] for block in blocks]) if blocks else np.zeros(0, np.uint8)
    return keys, numbers


def _verify_puzzle(solution: Solution, progress: Progress | None) -> None:
    table, puzzle = solution.table, solution.game
    check_memory(len(table) * (8 + table.bits // 8), f"Verifying the solution of {puzzle.id}")
    keys, numbers = _content(table)
    _check_keys(solution, keys)
    _check_counts(solution, numbers)
    is_small = len(numbers) <= PLAIN_RANKS
    kernel = replace(_kernel(solution), distance_bits=table.bits)
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


def _check_keys(solution: Solution | GameSolution, keys: Any) -> None:
    if len(keys) and (int(keys[-1]) >= solution.game.ranks or (keys[1:] <= keys[:-1]).any()):
        raise _damaged(solution, "its keys are not sorted or not those of this game")


def _check_counts(solution: Solution, numbers: Any) -> None:
    import numpy as np

    unsolvable, outside = special_values(solution.table.bits)
    counts = np.bincount(numbers[numbers < outside], minlength=1).tolist()
    if solution.table.up_to_symmetry:
        return  # the counts are of all images, and were checked level by level when they were made
    if counts != list(solution.by_remoteness or (0,)):
        raise _damaged(solution, "its counts are not those of its numbers")
    if solution.table.is_complete and int((numbers == unsolvable).sum()) != solution.unsolvable:
        raise _damaged(solution, "its number of unsolvable positions is wrong")


def _kernel(solution: Solution) -> Kernel:
    puzzle = solution.game
    return puzzle.kernel_up_to_symmetry if solution.table.up_to_symmetry else puzzle.kernel


def _damaged(solution: Solution | GameSolution, what: str) -> DamagedSolution:
    return DamagedSolution(f"The solution of {solution.game.id} is wrong: {what}.")
