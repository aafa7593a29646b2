"""Solving: each puzzle and game by its road."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ludograph.core.game import Game, Position, Road
from ludograph.core.registry import game as game_named
from ludograph.engine.kernel_puzzle import KernelPuzzle
from ludograph.errors import CannotSolve
from ludograph.solver import levels, retrograde, table
from ludograph.solver.any_solution import AnySolution
from ludograph.solver.game_solution import GameSolution
from ludograph.solver.plain import MOST_POSITIONS, check_plain, solve_plain
from ludograph.solver.progress import OpenProgress
from ludograph.solver.retrograde import RanksUpToSymmetry
from ludograph.solver.solution import Solution
from ludograph.solver.table import Solved
from ludograph.solver.tiers.work import MOST_WHOLE, MOVES_A_SECOND, solve_whole, whole_bytes


@dataclass(frozen=True)
class _Asked:
    """What is to be solved, from where, with how many threads, up to how many positions, and who is told."""

    game: Any
    start: Position | None
    threads: int
    most: int
    progress: OpenProgress | None

    @property
    def state(self) -> Any:
        return self.start.state if self.start else None

    def solution(self, found: Solved) -> AnySolution:
        return Solution(self.game, found.table, found.by_remoteness, found.positions)


@dataclass(frozen=True)
class _Way:
    """How a road is gone: what is refused before, the solving, and the memory that it takes from the beginning."""

    check: Callable[[Any], None]
    solve: Callable[[_Asked], AnySolution]
    estimated_bytes: Callable[[Any], int] = lambda game: 0
    #: And for each position that is found, where that is known.
    bytes_of_a_position: Callable[[Any], int] = lambda game: 0
    #: Whether all ranks are gone through, however few of them are positions.
    spans_ranks: bool = False


def _solve_plain(asked: _Asked) -> AnySolution:
    most = min(asked.most, MOST_POSITIONS)
    return solve_plain(asked.game, start=asked.start, limit=most, progress=asked.progress)


def _solve_game(asked: _Asked) -> AnySolution:
    if asked.start is None:
        most = min(asked.most, MOST_WHOLE)
        whole = solve_whole(asked.game, threads=asked.threads, most=most, progress=asked.progress)
        if whole is not None:
            return whole
    found = retrograde.solve_game(
        asked.game, start=asked.state, threads=asked.threads, most=asked.most, progress=asked.progress
    )
    ranks = RanksUpToSymmetry(asked.game, up_to_symmetry=found.table.up_to_symmetry)
    return GameSolution(asked.game, found.table, found.by_remoteness, found.positions, ranks)


def _solve_table(asked: _Asked) -> AnySolution:
    found = table.solve_table(asked.game, start=asked.state, threads=asked.threads, progress=asked.progress)
    return asked.solution(found)


def _solve_levels(asked: _Asked) -> AnySolution:
    found = levels.solve_levels(asked.game, start=asked.state, most=asked.most, progress=asked.progress)
    return asked.solution(found)


_WAYS = {
    Road.PLAIN: _Way(check_plain, _solve_plain),
    Road.RETROGRADE: _Way(
        retrograde.check_game,
        _solve_game,
        whole_bytes,
        bytes_of_a_position=retrograde.bytes_of_a_position,
        spans_ranks=True,
    ),
    Road.TABLE: _Way(table.check_table, _solve_table, table.estimated_bytes, spans_ranks=True),
    Road.LEVELS: _Way(levels.check_start, _solve_levels, levels.estimated_bytes),
}


def solve(
    game: Game | str,
    *,
    start: Position | None = None,
    threads: int | None = None,
    most: int = levels.MOST_SORTED_KEYS,
    progress: OpenProgress | None = None,
) -> AnySolution:
    """The value and the remoteness of every position that can be reached from the start, or from another position.

    Raises TooLarge, before it begins, when that does not fit into memory, and CannotSolve for what has no ranks.
    """
    solved = game_named(game) if isinstance(game, str) else game
    return _WAYS[solved.road].solve(_Asked(solved, start, threads or os.cpu_count() or 1, most, progress))


def check_solvable(game: Game) -> None:
    """Refuse what :func:`solve` would refuse before it begins."""
    _WAYS[game.road].check(game)


def estimated_bytes(game: Game) -> int:
    """The memory that solving takes from the beginning."""
    return _WAYS[game.road].estimated_bytes(game)


def bytes_of_a_position(game: Game) -> int:
    """About the memory that each position takes that is found; 0 where that isn't known before."""
    return _WAYS[game.road].bytes_of_a_position(game)


def estimated_seconds(game: Game, positions: int) -> float:
    """About how long a core takes for so many positions, if they have as many moves as the first one."""
    return positions * (1 + len(game.start().legal_moves)) / MOVES_A_SECOND


def ranks_spanned(game: Any) -> int:
    """How many ranks are gone through, positions or not; 0 where positions are counted as they are found."""
    return int(game.ranks) if _WAYS[game.road].spans_ranks else 0


def most_positions(game: Game) -> int | None:
    """How many positions can be found at most; None when that isn't known before."""
    return ranks_spanned(game) if game.road is Road.TABLE else None


def puzzle_of(game: Game | str) -> KernelPuzzle:
    """The kernel puzzle that a game is; CannotSolve when it is none."""
    named = game_named(game) if isinstance(game, str) else game
    if not isinstance(named, KernelPuzzle):
        raise CannotSolve(f"{named.id} can't be searched: it is no puzzle written as a kernel.")
    return named
