"""Solving: the right way for each puzzle and game."""

from __future__ import annotations

import os

from ludograph.core.game import Game, Position
from ludograph.core.registry import game as game_named
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.kernel_puzzle import KernelPuzzle
from ludograph.errors import CannotSolve
from ludograph.solver import levels, retrograde, table
from ludograph.solver.game_solution import GameSolution
from ludograph.solver.plain import MOST_POSITIONS, check_plain, solve_plain
from ludograph.solver.solution import Solution
from ludograph.solver.table import Progress


def solve(
    game: Game | str,
    *,
    start: Position | None = None,
    threads: int | None = None,
    most: int = levels.MOST_SORTED_KEYS,
    progress: Progress | None = None,
) -> Solution | GameSolution:
    """The value and the remoteness of every position that can be reached from the start, or from another position.

    Raises TooLarge, before it begins, when that does not fit into memory, and CannotSolve for what has no ranks.
    """
    solved = game_named(game) if isinstance(game, str) else game
    state = start.state if start else None
    if not isinstance(solved, KernelGame):
        return solve_plain(solved, start=start, limit=min(most, MOST_POSITIONS), progress=progress)
    if not isinstance(solved, KernelPuzzle):
        found = retrograde.solve_game(solved, start=state, most=most, progress=progress)
        return GameSolution(solved, found.table, found.by_remoteness, found.positions)
    if solved.is_dense:
        found = table.solve_table(solved, start=state, threads=threads or os.cpu_count() or 1, progress=progress)
    else:
        found = levels.solve_levels(solved, start=state, most=most, progress=progress)
    return Solution(solved, found.table, found.by_remoteness, found.positions)


def check_solvable(game: Game) -> None:
    """Refuse what :func:`solve` would refuse before it begins."""
    if not isinstance(game, KernelGame):
        check_plain(game)
    elif not isinstance(game, KernelPuzzle):
        retrograde.check_game(game)
    elif game.is_dense:
        table.check_table(game)
    else:
        levels.check_levels(game, game.start_state())


def estimated_bytes(game: Game) -> int:
    """The memory that solving takes from the beginning."""
    if not isinstance(game, KernelGame):
        return 0
    if not isinstance(game, KernelPuzzle):
        return retrograde.estimated_bytes(game)
    return table.estimated_bytes(game) if game.is_dense else levels.estimated_bytes(game)


def most_positions(game: Game) -> int | None:
    """How many positions can be found at most; None when that isn't known before."""
    return game.ranks if isinstance(game, KernelPuzzle) and game.is_dense else None


def puzzle_of(game: Game | str) -> KernelPuzzle:
    """The kernel puzzle that a game is; CannotSolve when it is none."""
    named = game_named(game) if isinstance(game, str) else game
    if not isinstance(named, KernelPuzzle):
        raise CannotSolve(f"{named.id} can't be searched: it is no puzzle written as a kernel.")
    return named
