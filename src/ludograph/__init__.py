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
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path
    from typing import BinaryIO, TextIO

    from ludograph.core.portable.model import GameText
    from ludograph.errors import InvalidGameText
    from ludograph.solver.plain import PlainSolution
    from ludograph.solver.solution import Solution

__version__ = "0.1.0"


def solve(game: Game | str, *, threads: int | None = None) -> Solution | PlainSolution:
    """Solve a puzzle completely: the value and the remoteness of every position that can be reached."""
    from ludograph.solver.solve import solve as solve_puzzle

    return solve_puzzle(game, threads=threads)


def read_games(
    source: str | Path | TextIO | BinaryIO, *, on_fault: Callable[[InvalidGameText], object] | None = None
) -> Iterator[GameText]:
    """The games of a PGN or PDN file or stream, one by one; a broken one is told to ``on_fault``, or raised.

    >>> for text in ludograph.read_games("games.pgn"):  # doctest: +SKIP
    ...     match = text.replay().match()
    """
    from ludograph.core.portable.files import read_games as read

    return read(source, on_fault=on_fault)


def write_games(target: str | Path | TextIO, games: Iterable[GameText | Match | MatchRecord]) -> int:
    """Write games as PGN or PDN into a file or stream; returns how many there were."""
    from ludograph.core.portable.files import write_games as write

    return write(target, games)


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
    "read_games",
    "solve",
    "write_games",
]
