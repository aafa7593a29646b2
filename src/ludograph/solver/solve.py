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
        return _solve_plain(puzzle, start, progress)
    state = start.state if start else None
    if puzzle.is_dense:
        found = table.solve_table(puzzle, start=state, threads=threads or os.cpu_count() or 1, progress=progress)
    else:
        found = levels.solve_levels(puzzle, start=state, most=most, progress=progress)
    return Solution(puzzle, found.table, found.by_remoteness, found.positions)


def _solve_plain(puzzle: Game, start: Position | None, progress: Progress | None) -> PlainSolution:
    if len(puzzle.seats) != 1:
        raise CannotSolve(f"{puzzle.id} can't be solved: only puzzles can, so far.")
    return solve_plain(puzzle, start=start, progress=progress)


def estimated_bytes(puzzle: KernelPuzzle) -> int:
    """The memory that solving takes from the beginning."""
    return table.estimated_bytes(puzzle) if puzzle.is_dense else levels.estimated_bytes(puzzle)


def puzzle_of(game: Game | str) -> KernelPuzzle:
    """The kernel puzzle that a game is; CannotSolve when it is none."""
    named = game_named(game) if isinstance(game, str) else game
    if not isinstance(named, KernelPuzzle):
        raise CannotSolve(f"{named.id} can't be searched: it is no puzzle written as a kernel.")
    return named
