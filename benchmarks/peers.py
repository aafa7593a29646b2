"""Programs of others that play against ours."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from ludograph.core.game import Game
from ludograph.core.match import Match
from ludograph.core.moves import Move
from ludograph.players.analysis import Report
from ludograph.players.player import Player


class PyDraughts(Player):
    """py-draughts' own engine, for Russian draughts, with half a second for a move."""

    name = "py-draughts:time=0.5"

    def __init__(self, game: Game, seed: int) -> None:
        from draughts import RussianBoard, SimpleEngine

        self._board: Any = RussianBoard()
        # The engine ends by time, and needs some depth that it never reaches.
        self._engine: Any = SimpleEngine(depth_limit=40, time_limit=0.5)
        self._seen = 0

    def choose(self, match: Match, *, report: Report | None = None) -> Move:
        for move in match.played[self._seen :]:
            self._board.push(next(theirs for theirs in self._board.legal_moves if _effect(theirs) == _ours(move)))
        self._seen = match.ply
        # A copy: the engine leaves its board in the middle of a line when its time is up.
        chosen = _effect(self._engine.get_best_move(deepcopy(self._board)))
        return next(move for move in match.moves() if _ours(move) == chosen)


def _effect(move: Any) -> tuple[int, int, frozenset[int]]:
    """What tells a move of py-draughts from the others: from, to, and what it takes. Its squares begin with 0."""
    return move.square_list[0] + 1, move.square_list[-1] + 1, frozenset(cell + 1 for cell in move.captured_list)


def _ours(move: Move) -> tuple[int, int, frozenset[int]]:
    return int(move.source), int(move.target), frozenset(map(int, move.captures))
