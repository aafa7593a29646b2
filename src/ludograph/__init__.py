"""Ludograph: abstract board games and puzzles on graphs.

    >>> import ludograph
    >>> position = ludograph.game("trimok").start()
    >>> position = position.play("A2-A3")
    >>> len(position.moves())
    16

``core/game.py`` is the page to read first. Nothing heavy is imported until it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludograph.core.game import Game, Position
from ludograph.core.match import Match, MatchRecord
from ludograph.core.moves import Move, MoveKind, PartialMove
from ludograph.core.outcome import Outcome
from ludograph.core.registry import game, game_names
from ludograph.errors import LudographError

if TYPE_CHECKING:
    from ludograph.solver.plain import PlainSolution
    from ludograph.solver.solution import Solution

__version__ = "0.1.0"


def solve(game: Game | str, *, threads: int | None = None) -> Solution | PlainSolution:
    """Solve a puzzle completely: the value and the remoteness of every position that can be reached."""
    from ludograph.solver.solve import solve as solve_puzzle

    return solve_puzzle(game, threads=threads)


__all__ = [
    "Game",
    "LudographError",
    "Match",
    "MatchRecord",
    "Move",
    "MoveKind",
    "Outcome",
    "PartialMove",
    "Position",
    "game",
    "game_names",
    "solve",
]
