"""Hexapawn: pawns go one step straight ahead and take aslant; the last row wins, and so does the last move.

Rules by Martin Gardner, 1962. The board and its tables are those of Breakthrough.
"""

from typing import Annotated, NamedTuple

from ludograph.core.parameters import IntParameter
from ludograph.draw.picture import Shape
from ludograph.engine.bits import lowest
from ludograph.engine.blocks.moving import generate_to
from ludograph.engine.board_game import MOVER, NODES, OTHER, Cells, Moves, Turn
from ludograph.games.breakthrough import AHEAD, ASLANT, LAST_ROW, Breakthrough


class State(NamedTuple):
    mine: Annotated[int, Cells(MOVER, "pawn", shape=Shape.FIGURE, figures="♙♟")]
    theirs: Annotated[int, Cells(OTHER, "pawn", shape=Shape.FIGURE, figures="♙♟")]
    turn: Turn


def generate(s: State, out: Moves, n: int) -> int:
    pawns = 0 if s.theirs & LAST_ROW[1 - s.turn] else s.mine
    while pawns:
        source = lowest(pawns)
        pawns &= pawns - 1
        way = s.turn * NODES + source
        n = generate_to(source, AHEAD[way] & ~(s.mine | s.theirs) | ASLANT[way] & s.theirs, out, n)
    return n


def apply(s: State, move: int) -> State:
    target = 1 << (move >> 6)
    return State(s.theirs & ~target, s.mine & ~(1 << (move & 63)) | target, 1 - s.turn)


def winners(s: State) -> int:
    return 2 >> s.turn


class Hexapawn(Breakthrough):
    """Hexapawn on a board of a chosen size."""

    name, title = "hexapawn", "Hexapawn"
    summary = "pawns go ahead and take aslant; the last row wins, and so does the last move"
    parameters = (IntParameter("columns", 3, "columns", 2, 8), IntParameter("rows", 3, "rows", 3, 8))
    short_parameters = {"size": ("columns", "rows")}  # noqa: RUF012

    def start_text(self, columns: int, rows: int) -> str:
        return f"W:{'/'.join([columns * 'B'] + [columns * '.'] * (rows - 2) + [columns * 'W'])}"
