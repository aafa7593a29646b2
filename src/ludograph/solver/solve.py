"""Solving: the right way for each puzzle."""

from __future__ import annotations

import os

from ludograph.core.game import Game, Position
from ludograph.core.registry import game as game_named
from ludograph.engine.kernel_puzzle import KernelPuzzle
from ludograph.errors import CannotSolve
from ludograph.solver import levels, table
from ludograph.solver.plain import PlainSolution, solve_plain
from ludograph.solver.solution import Solution
from ludograph.solver.table import Progress


def solve(
    game: Game | str,
    *,
    start: Position | None = None,
    threads: int | None = None,
    most: int = levels.MOST_SORTED_KEYS,
    progress: Progress | None = None,
) -> Solution | PlainSolution:
    """The value and the remoteness of every position that can be reached from the start, or from another position.

    Raises TooLarge, before it begins, when that does not fit into memory, and CannotSolve for what is no puzzle.
    """
    puzzle = game_named(game) if isinstance(game, str) else game
    if not isinstance(puzzle, KernelPuzzle):
        _check_plain(puzzle)
        return solve_plain(puzzle, start=start, progress=progress)
    state = start.state if start else None
    if puzzle.is_dense:
        found = table.solve_table(puzzle, start=state, threads=threads or os.cpu_count() or 1, progress=progress)
    else:
        found = levels.solve_levels(puzzle, start=state, most=most, progress=progress)
    return Solution(puzzle, found.table, found.by_remoteness, found.positions)


def check_solvable(puzzle: Game) -> None:
    """Refuse what :func:`solve` would refuse before it begins."""
    if not isinstance(puzzle, KernelPuzzle):
        _check_plain(puzzle)
    elif puzzle.is_dense:
        table.check_table(puzzle)
    else:
        levels.check_levels(puzzle, puzzle.start_state())


def _check_plain(puzzle: Game) -> None:
    if len(puzzle.seats) != 1:
        raise CannotSolve(f"{puzzle.id} can't be solved: only puzzles can, so far.")


def estimated_bytes(puzzle: KernelPuzzle) -> int:
    """The memory that solving takes from the beginning."""
    return table.estimated_bytes(puzzle) if puzzle.is_dense else levels.estimated_bytes(puzzle)


def puzzle_of(game: Game | str) -> KernelPuzzle:
    """The kernel puzzle that a game is; CannotSolve when it is none."""
    named = game_named(game) if isinstance(game, str) else game
    if not isinstance(named, KernelPuzzle):
        raise CannotSolve(f"{named.id} can't be searched: it is no puzzle written as a kernel.")
    return named
