"""Breakthrough: pieces go one step ahead, straight or aslant, and take aslant; the first on the last row wins.

Rules by Dan Troyka, 2000.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ludograph.board import grids
from ludograph.board.tables import mask
from ludograph.core.parameters import IntParameter
from ludograph.engine.bits import lowest
from ludograph.engine.board_game import BoardGame, Code, Mine, Moves, Node, Theirs, Turn

NODES = 0
AHEAD: Sequence[int] = ()  # the cell before each node, for the first side and then for the second
ASLANT: Sequence[int] = ()
LAST_ROW: Sequence[int] = ()


class State(NamedTuple):
    mine: Mine
    theirs: Theirs
    turn: Turn


def generate(s: State, out: Moves, n: int) -> int:
    pieces = 0 if s.theirs & LAST_ROW[1 - s.turn] else s.mine
    while pieces:
        source = lowest(pieces)
        pieces &= pieces - 1
        way = s.turn * NODES + source
        targets = (AHEAD[way] & ~s.theirs | ASLANT[way]) & ~s.mine
        while targets:
            out[n] = source | lowest(targets) << 6
            n += 1
            targets &= targets - 1
    return n


def apply(s: State, move: int) -> State:
    target = 1 << (move >> 6)
    return State(s.theirs & ~target, s.mine ^ 1 << (move & 63) | target, 1 - s.turn)


def winners(s: State) -> int:
    return 2 >> s.turn


class Breakthrough(BoardGame):
    """Breakthrough on a board of a chosen size."""

    name, title, seats = "breakthrough", "Breakthrough", ("White", "Black")
    summary = "who first reaches the last row wins"
    parameters = (IntParameter("columns", 8, "columns", 2, 8), IntParameter("rows", 8, "rows", 5, 8))
    code = Code(source=Node(), target=Node())
    max_moves = 3 * 16

    def __init__(self, variant: str | None = None, **values: object) -> None:
        super().__init__(variant, **values)
        columns, rows = self.values["columns"], self.values["rows"]
        self.board = grids.square(columns, rows, links=8)
        self.start_text = f"W:{'/'.join([columns * 'B'] * 2 + [columns * '.'] * (rows - 4) + [columns * 'W'] * 2)}"

    def constants(self) -> Mapping[str, Any]:
        board, nodes = self.board, range(len(self.board))
        ways = [(node, turn) for turn in (0, 180) for node in nodes]
        aslant = [[board.step(node, turn + 45), board.step(node, turn + 135)] for node, turn in ways]
        rows = [nodes[-self.values["columns"] :], nodes[: self.values["columns"]]]
        return {
            "NODES": len(board),
            "AHEAD": tuple(1 << board.step(node, turn + 90) & (1 << len(board)) - 1 for node, turn in ways),
            "ASLANT": tuple(mask(set(cells) - {board.outside}) for cells in aslant),
            "LAST_ROW": tuple(map(mask, rows)),
        }
