"""Breakthrough: pieces go one step ahead, straight or aslant, and take aslant; the first on the last row wins.

Rules by Dan Troyka, 2000.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from ludograph.board import Board, grids
from ludograph.board.tables import mask
from ludograph.core.parameters import IntParameter
from ludograph.engine.bits import lowest
from ludograph.engine.blocks.moving import generate_to
from ludograph.engine.board_game import NODES, BoardGame, Code, Moves, Node, Sides

AHEAD: Sequence[int] = ()  # the cell before each node, for the first side and then for the second
ASLANT: Sequence[int] = ()
LAST_ROW: Sequence[int] = ()


def generate(s: Sides, out: Moves, n: int) -> int:
    pieces = 0 if s.theirs & LAST_ROW[1 - s.turn] else s.mine
    while pieces:
        source = lowest(pieces)
        pieces &= pieces - 1
        way = s.turn * NODES + source
        n = generate_to(source, (AHEAD[way] & ~s.theirs | ASLANT[way]) & ~s.mine, out, n)
    return n


def apply(s: Sides, move: int) -> Sides:
    target = 1 << (move >> 6)
    return Sides(s.theirs & ~target, s.mine & ~(1 << (move & 63)) | target, 1 - s.turn)


def winners(s: Sides) -> int:
    return 2 >> s.turn


class Breakthrough(BoardGame):
    """Breakthrough on a board of a chosen size."""

    name, title, seats = "breakthrough", "Breakthrough", ("White", "Black")
    summary = "who first reaches the last row wins"
    parameters = (IntParameter("columns", 8, "columns", 2, 8), IntParameter("rows", 8, "rows", 4, 8))
    code = Code(source=Node(), target=Node())

    def make_board(self, columns: int, rows: int) -> Board:
        return grids.square(columns, rows, links=8)

    def start_text(self, columns: int, rows: int) -> str:
        return f"W:{'/'.join([columns * 'B'] * 2 + [columns * '.'] * (rows - 4) + [columns * 'W'] * 2)}"

    def make_tables(self, columns: int, rows: int) -> Mapping[str, Any]:
        nodes, cells = range(columns * rows), (1 << columns * rows) - 1
        ways = [[1 << self.board.step(n, turn + a) & cells for a in (45, 90, 135)] for turn in (0, 180) for n in nodes]
        tables = {"AHEAD": tuple(way[1] for way in ways), "ASLANT": tuple(way[0] | way[2] for way in ways)}
        return {**tables, "LAST_ROW": (mask(nodes[-columns:]), mask(nodes[:columns]))}
