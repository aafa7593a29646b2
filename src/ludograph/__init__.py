"""Ludograph: abstract board games and puzzles on graphs.

    >>> import ludograph
    >>> position = ludograph.game("trimok").start()
    >>> position = position.play("A2-A3")
    >>> len(position.moves())
    16

``core/game.py`` is the page to read first. Nothing heavy is imported until it is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludograph.core.game import Game, Position
    from ludograph.core.match import Match, MatchRecord
    from ludograph.core.moves import Move, MoveKind, PartialMove
    from ludograph.core.outcome import Outcome
    from ludograph.core.portable.files import read_games, write_games
    from ludograph.core.portable.model import GameText
    from ludograph.core.registry import game, game_names
    from ludograph.core.showing import show
    from ludograph.errors import LudographError
    from ludograph.solver.any_solution import AnySolution

__version__ = "0.2.0"


def solve(game: Game | str, *, threads: int | None = None) -> AnySolution:
    """Solve a puzzle or a game completely: the value and the remoteness of every position that can be reached."""
    from ludograph.solver.solve import solve as solve_puzzle

    return solve_puzzle(game, threads=threads)


_HOMES = {
    "Game": "core.game",
    "GameText": "core.portable.model",
    "LudographError": "errors",
    "Match": "core.match",
    "MatchRecord": "core.match",
    "Move": "core.moves",
    "MoveKind": "core.moves",
    "Outcome": "core.outcome",
    "PartialMove": "core.moves",
    "Position": "core.game",
    "game": "core.registry",
    "game_names": "core.registry",
    "read_games": "core.portable.files",
    "show": "core.showing",
    "write_games": "core.portable.files",
}


def __getattr__(name: str) -> object:
    """Each name from the module it lives in, imported when it is first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module 'ludograph' has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"ludograph.{_HOMES[name]}"), name)
    return found


__all__ = [
    "Game",
    "GameText",
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
    "read_games",
    "show",
    "solve",
    "write_games",
]
