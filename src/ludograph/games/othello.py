"""Othello: a disc is placed so that it encloses a row of the other side's, which are turned over; who has more at the
end wins. Who can't move passes; the game ends when neither side can.
"""

from collections.abc import Mapping
from typing import Any

from ludograph.board import Board, grids
from ludograph.core.parameters import IntParameter
from ludograph.engine.bits import popcount
from ludograph.engine.blocks.enclosing import enclosed, enclosing_constants
from ludograph.engine.board_game import NODES, BoardGame, Code, Moves, Node, Sides

PASS = 64


def generate_for(mine: int, theirs: int, out: Moves, n: int) -> int:
    for node in range(NODES):
        if not (mine | theirs) >> node & 1 and enclosed(node, theirs, mine):
            out[n] = node
            n += 1
    return n


def generate(s: Sides, out: Moves, n: int) -> int:
    end = generate_for(s.mine, s.theirs, out, n)
    if end == n and generate_for(s.theirs, s.mine, out, n) > n:
        out[n] = PASS
        return n + 1
    return end


def apply(s: Sides, move: int) -> Sides:
    row = enclosed(move, s.theirs, s.mine) | (1 << move) if move != PASS else 0
    return Sides(s.theirs & ~row, s.mine | row, 1 - s.turn)


def winners(s: Sides) -> int:
    mine, theirs = popcount(s.mine), popcount(s.theirs)
    return (mine > theirs) << s.turn | (theirs > mine) << (1 - s.turn)


class Othello(BoardGame):
    """Othello on a square board."""

    name, title, seats = "othello", "Othello", ("Black", "White")
    summary = "enclosed discs are turned over; who has more at the end wins"
    other_names = ("Reversi", "リバーシ", "オセロ", "реверси", "отелло", "黑白棋")
    parameters = (IntParameter("size", 8, "columns and rows", 4, 8, step=2),)
    code = Code({PASS: "pass"}, target=Node())

    def make_board(self, size: int) -> Board:
        return grids.square(size, size, links=8, first_row="top")

    def start_text(self, size: int) -> str:
        return "B:" + "/".join(row.center(size, ".") for row in "WB/BW".center(size + 3, "/").split("/"))

    def make_tables(self, size: int) -> Mapping[str, Any]:
        return enclosing_constants(self.board)
