"""Verifying a solution: the file's checksums, its counts, and every number against the rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from ludograph.core.game import Position, Road
from ludograph.engine.algorithms import retrograde as algorithms
from ludograph.engine.algorithms.backwards import UNDECIDED
from ludograph.engine.algorithms.verify import first_wrong
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.kernel_puzzle import KernelPuzzle
from ludograph.engine.program import Mode, Program
from ludograph.errors import DamagedSolution
from ludograph.solver import retrograde
from ludograph.solver.any_solution import AnySolution
from ludograph.solver.memory import check_memory
from ludograph.solver.plain import ListedPositions, states_after, winners_in
from ludograph.solver.remoteness import RemotenessTable, special_values
from ludograph.solver.retrograde import RanksUpToSymmetry
from ludograph.solver.table import PLAIN_RANKS, Progress
from ludograph.solver.tiers.endings import TierSolution
from ludograph.solver.tiers.verify import first_wrong_of

CHUNK = 1_000_000


def verify(solution: AnySolution, progress: Progress | None = None) -> None:
    """Check everything; DamagedSolution with the first thing that is wrong."""
    table = solution.table
    check_memory(len(table) * (8 + table.bits // 8), f"Verifying the solution of {solution.game.id}")
    keys, numbers = _content(table)
    if len(keys) and (int(keys[-1]) >= solution.numbering.ranks or (keys[1:] <= keys[:-1]).any()):
        raise _damaged(solution, "its keys are not sorted or not those of this game")
    if fault := solution.counts_fault(numbers):
        raise _damaged(solution, fault)
    verifier = _verify_tier if isinstance(solution, TierSolution) else VERIFIERS[solution.game.road]
    verifier(solution, keys, numbers, progress or (lambda positions, level: None))


def _verify_tier(solution: AnySolution, keys: Any, numbers: Any, progress: Progress) -> None:
    """Every number, and that of every image of a position, is what the rules make of those of the next ones, which are
    in the solutions of other tiers beside this one."""
    assert isinstance(solution, TierSolution)
    wrong = first_wrong_of(solution, progress)
    if wrong is not None:
        position = Position(solution.game, solution.numbering.state_of(wrong))
        raise _damaged(solution, f"what it says of {position} is contradicted by the rules")


def _verify_game(solution: AnySolution, keys: Any, numbers: Any, progress: Progress) -> None:
    """Every number, and that of every image of a position, is what the rules make of those of the next positions."""
    import numpy as np

    table, game = solution.table, cast(KernelGame, solution.game)
    ranks = RanksUpToSymmetry(game, up_to_symmetry=table.up_to_symmetry)
    used = algorithms.enter_sorted, algorithms.first_wrong_in_game, algorithms.count_images
    program = Program(ranks.kernel, used, Mode.COMPILED)
    check_memory(8 << (2 * len(keys)).bit_length(), f"Verifying {game.id}")
    slots = np.zeros(1 << (2 * len(keys)).bit_length(), np.uint64)
    program.enter_sorted(keys, 0, len(keys), slots)
    buffer, counts = program.words(game.max_moves), np.zeros(UNDECIDED + 1, np.uint64)
    for first, last in retrograde.parts_of(len(keys), retrograde.POSITIONS_AT_ONCE):
        wrong = int(program.first_wrong_in_game(keys, slots, first, last, numbers, buffer))
        if wrong < last:
            position = Position(game, game.state_of(int(keys[wrong])))
            raise _damaged(solution, f"what it says of {position} is contradicted by the rules")
        program.count_images(keys, first, last, numbers, counts)
        progress(last, 0)
    if retrograde.counted(counts) != (list(solution.counts), solution.positions):
        raise _damaged(solution, "its counts are not those of its numbers")


def _verify_plain(solution: AnySolution, _keys: Any, numbers: Any, progress: Progress) -> None:
    """Every number is what the rules make of those of the next positions, in plain Python."""
    listed = cast(ListedPositions, solution.numbering)
    undecided, _ = special_values(solution.table.bits)
    known = [None if number == undecided else int(number) for number in numbers]
    for rank, text in enumerate(listed.texts):
        state = listed.state_of(rank)
        after = [(listed.rank_of(other), other) for other in states_after(listed.game, state)]
        if any(other == listed.ranks for other, _ in after):
            raise _damaged(solution, f"it misses a position that follows {text}")
        numbered = [(known[other], reached) for other, reached in after]
        if known[rank] != solution.expected_number(state, winners_in(listed.game, state), numbered):
            raise _damaged(solution, f"what it says of {text} is contradicted by the rules")
        progress(rank + 1, 0)


def _content(table: RemotenessTable) -> tuple[Any, Any]:
    """All keys and all numbers."""
    import numpy as np

    blocks = list(table.blocks())
    keys = np.concatenate([block[0] for block in blocks]) if blocks else np.zeros(0, np.uint64)
    numbers = np.concatenate([block[1] for block in blocks]) if blocks else np.zeros(0, np.uint8)
    return keys, numbers


def _verify_puzzle(solution: AnySolution, keys: Any, numbers: Any, progress: Progress) -> None:
    """Every number is one more than the nearest of the next positions'."""
    table, puzzle = solution.table, cast(KernelPuzzle, solution.game)
    is_small = len(numbers) <= PLAIN_RANKS
    kernel = puzzle.kernel_up_to_symmetry if table.up_to_symmetry else puzzle.kernel
    kernel = replace(kernel, distance_bits=table.bits)
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
        progress(last, 0)


def _damaged(solution: AnySolution, what: str) -> DamagedSolution:
    return DamagedSolution(f"The solution of {solution.game.id} is wrong: {what}.")


VERIFIERS = {
    Road.PLAIN: _verify_plain,
    Road.RETROGRADE: _verify_game,
    Road.TABLE: _verify_puzzle,
    Road.LEVELS: _verify_puzzle,
}
