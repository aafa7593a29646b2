"""Verifying a solution: the file's checksums, its counts, and every number against the rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from ludograph.core.game import Game, Position
from ludograph.engine.algorithms.retrograde import enter_keys, first_wrong_in_game
from ludograph.engine.algorithms.verify import first_wrong
from ludograph.engine.kernel import Kernel
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.kernel_puzzle import KernelPuzzle
from ludograph.engine.program import Mode, Program
from ludograph.errors import DamagedSolution
from ludograph.solver import retrograde
from ludograph.solver.game_solution import GameSolution
from ludograph.solver.memory import check_memory
from ludograph.solver.plain import ListedPositions, end_of, states_after
from ludograph.solver.remoteness import RemotenessTable, special_values
from ludograph.solver.solution import Solution
from ludograph.solver.table import PLAIN_RANKS, Progress

CHUNK = 1_000_000


def verify(solution: Solution | GameSolution, progress: Progress | None = None) -> None:
    """Check everything; DamagedSolution with the first thing that is wrong."""
    if isinstance(solution.numbering, ListedPositions):
        _verify_plain(solution, solution.numbering, progress or (lambda positions, level: None))
    elif isinstance(solution, GameSolution):
        _verify_game(solution, progress or (lambda positions, level: None))
    else:
        _verify_puzzle(solution, progress)


def _verify_game(solution: GameSolution, progress: Progress) -> None:
    """Every number is what the rules make of those of the next positions, from the ends on."""
    table, game = solution.table, cast(KernelGame, solution.game)
    check_memory(len(table) * (8 + table.bits // 8) + retrograde.estimated_bytes(game), f"Verifying {game.id}")
    keys, numbers = _content(table)
    _check_keys(solution, keys)
    undecided, _ = special_values(table.bits)
    _check_game_counts(solution, numbers, undecided)
    program = retrograde.program_for(game, table.bits, first_wrong_in_game, enter_keys)
    reached = retrograde.Reached.of_keys(game, keys, program)
    buffer = program.words(game.max_moves)
    for first, last in retrograde.parts_of(reached.positions, retrograde.POSITIONS_AT_ONCE):
        wrong = int(program.first_wrong_in_game(*reached.parts, first, last, numbers, undecided, buffer))
        if wrong < last:
            position = Position(game, game.state_of(int(keys[wrong])))
            raise _damaged(solution, f"what it says of {position} is contradicted by the rules")
        progress(last, 0)


def _verify_plain(solution: Solution | GameSolution, listed: ListedPositions, progress: Progress) -> None:
    """Every number is what the rules make of those of the next positions, in plain Python."""
    _, numbers = _content(solution.table)
    undecided, _ = special_values(solution.table.bits)
    if isinstance(solution, GameSolution):
        _check_game_counts(solution, numbers, undecided)
    else:
        _check_counts(solution, numbers)
    known = [None if number == undecided else int(number) for number in numbers]
    expected = expected_in_game if isinstance(solution, GameSolution) else expected_in_puzzle
    for rank, text in enumerate(listed.texts):
        state = listed.state_of(rank)
        after = [(listed.rank_of(other), other) for other in states_after(listed.game, state)]
        if any(other == listed.ranks for other, _ in after):
            raise _damaged(solution, f"it misses a position that follows {text}")
        if known[rank] != expected(listed.game, state, [(known[other], reached) for other, reached in after]):
            raise _damaged(solution, f"what it says of {text} is contradicted by the rules")
        progress(rank + 1, 0)


def expected_in_puzzle(puzzle: Game, state: Any, after: list[tuple[int | None, Any]]) -> int | None:
    """One more than the nearest of the next positions; 0 for a solution."""
    if end_of(puzzle, state):
        return 0
    nearer = [number for number, _ in after if number is not None]
    return min(nearer) + 1 if nearer else None


def expected_in_game(game: Game, state: Any, after: list[tuple[int | None, Any]]) -> int | None:
    """The soonest win among the next positions; else, where nothing but losses is left, the latest of them."""
    seat = game.seat_of(state)
    if not after:
        winners = end_of(game, state)
        return int(seat in winners) if winners else None
    decided = [(number, game.seat_of(other) == seat) for number, other in after if number is not None]
    wins = [number // 2 for number, is_own in decided if bool(number % 2) == is_own]
    if wins:
        return 2 * (min(wins) + 1) + 1
    return 2 * (max(number // 2 for number, _ in decided) + 1) if len(decided) == len(after) else None


def _content(table: RemotenessTable) -> tuple[Any, Any]:
    """All keys and all numbers."""
    import numpy as np

    blocks = list(table.blocks())
    keys = np.concatenate([block[0] for block in blocks]) if blocks else np.zeros(0, np.uint64)
    numbers = np.concatenate([block[1] for block in blocks]) if blocks else np.zeros(0, np.uint8)
    return keys, numbers


def _verify_puzzle(solution: Solution, progress: Progress | None) -> None:
    table, puzzle = solution.table, cast(KernelPuzzle, solution.game)
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
    if len(keys) and (int(keys[-1]) >= solution.numbering.ranks or (keys[1:] <= keys[:-1]).any()):
        raise _damaged(solution, "its keys are not sorted or not those of this game")


def _check_game_counts(solution: GameSolution, numbers: Any, undecided: int) -> None:
    import numpy as np

    counts = np.bincount(numbers[numbers != undecided], minlength=1).tolist()
    if counts != list(solution.by_number or (0,)) or len(numbers) != solution.positions:
        raise _damaged(solution, "its counts are not those of its numbers")


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
    puzzle = cast(KernelPuzzle, solution.game)
    return puzzle.kernel_up_to_symmetry if solution.table.up_to_symmetry else puzzle.kernel


def _damaged(solution: Solution | GameSolution, what: str) -> DamagedSolution:
    return DamagedSolution(f"The solution of {solution.game.id} is wrong: {what}.")
