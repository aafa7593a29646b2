"""Gomoku: stones are placed on the points of a Go board; five or more in a line win (freestyle).

With the opening ``swap``, Black puts down the first three stones, two of his and one of White's, and White may then
exchange the colours: all three stones change theirs, and Black goes on. This is the opening of tournaments before swap2
(2009); the Renju International Federation's rule of that name is another one, for renju.
"""

from collections.abc import Mapping
from typing import Any

from ludograph.board import Board, grids
from ludograph.core.parameters import ChoiceParameter, IntParameter
from ludograph.engine.bits import replaced
from ludograph.engine.blocks.large import (
    MINE,
    THEIRS,
    generate_large_places,
    has_large_line,
    large_constants,
    large_line_constants,
    large_size,
    sides_exchanged,
    with_large_node,
)
from ludograph.engine.board_game import BoardGame, Code, LargeSides, Moves, Node

SWAP, TURN = 511, 12  # the code of the move, and where the seat stands in the state
HAS_SWAP = False


def generate(s: LargeSides, out: Moves, n: int) -> int:
    if has_large_line(s, THEIRS):
        return n
    if HAS_SWAP and s.turn == 1 and large_size(s, MINE) == 1 and large_size(s, THEIRS) == 2:
        out[n] = SWAP
        n += 1
    return generate_large_places(s, out, n)


def apply(s: LargeSides, move: int) -> LargeSides:
    if move == SWAP:  # what was the mover's stays so, but for the other seat
        return replaced(s, TURN, 0)
    stones = large_size(s, MINE) + large_size(s, THEIRS)
    if HAS_SWAP and stones < 2:
        return with_large_node(s, THEIRS if stones else MINE, move)
    return replaced(sides_exchanged(with_large_node(s, MINE, move)), TURN, 1 - s.turn)


def winners(s: LargeSides) -> int:
    return 2 >> s.turn if has_large_line(s, THEIRS) else 0


class Gomoku(BoardGame):
    """Gomoku, freestyle."""

    name, title, seats = "gomoku", "Gomoku", ("Black", "White")
    summary = "five stones in a line win, on the board of Go"
    other_names = (
        "Five in a Row",
        "Fünf in einer Reihe",
        "Gobang",
        "五目並べ",
        "五子棋",
        "오목",
        "гомоку",
        "пять в ряд",
    )
    parameters = (
        IntParameter("size", 15, "lines each way", 5, 15),
        ChoiceParameter("opening", "free", "how the game is begun", ("free", "swap")),
    )
    state_type = LargeSides
    takes, keeps_pieces = False, False
    code = Code({SWAP: "swap"}, target=Node(9))

    def make_board(self, size: int, **_: Any) -> Board:
        return grids.crossings(size)

    def make_tables(self, opening: str, **_: Any) -> Mapping[str, Any]:
        lines = large_line_constants(self.board, 5)
        return {**large_constants(self.board), **lines, "HAS_SWAP": opening == "swap"}
