"""Othello: a disc is placed so that it encloses a row of the other side's, which are turned over; who has more at the
end wins. Who can't move passes; the game ends when neither side can.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ludograph.board import grids, tables
from ludograph.core.parameters import IntParameter
from ludograph.engine.bits import popcount
from ludograph.engine.board_game import BoardGame, Code, Mine, Moves, Node, Theirs, Turn

NODES = 0
FIRST_RAY: Sequence[int] = ()  # of each node; its rays are nodes up to NODES
RAY_STARTS: Sequence[int] = ()
RAY_NODES: Sequence[int] = ()
PASS = 64


class State(NamedTuple):
    mine: Mine
    theirs: Theirs
    turn: Turn


def turned(mine: int, theirs: int, node: int) -> int:
    """The discs that one on this node turns over."""
    found = 0
    for ray in range(FIRST_RAY[node], FIRST_RAY[node + 1]):
        place, row = RAY_STARTS[ray], 0
        while theirs >> RAY_NODES[place] & 1:
            row |= 1 << RAY_NODES[place]
            place += 1
        if mine >> RAY_NODES[place] & 1:
            found |= row
    return found


def placed(mine: int, theirs: int, out: Moves, n: int) -> int:
    for node in range(NODES):
        if not (mine | theirs) >> node & 1 and turned(mine, theirs, node):
            out[n] = node
            n += 1
    return n


def generate(s: State, out: Moves, n: int) -> int:
    end = placed(s.mine, s.theirs, out, n)
    if end == n and placed(s.theirs, s.mine, out, n) > n:
        out[n] = PASS
        return n + 1
    return end


def apply(s: State, move: int) -> State:
    if move == PASS:
        return State(s.theirs, s.mine, 1 - s.turn)
    row = turned(s.mine, s.theirs, move)
    return State(s.theirs ^ row, s.mine | row | 1 << move, 1 - s.turn)


def winners(s: State) -> int:
    mine, theirs = popcount(s.mine), popcount(s.theirs)
    return 0 if mine == theirs else 1 << s.turn if mine > theirs else 2 >> s.turn


class Othello(BoardGame):
    """Othello on a square board."""

    name, title, seats = "othello", "Othello", ("Black", "White")
    summary = "enclosed discs are turned over; who has more at the end wins"
    parameters = (IntParameter("size", 8, "columns and rows, an even number", 4, 8),)
    code = Code({PASS: "pass"}, target=Node())

    def __init__(self, variant: str | None = None, **values: object) -> None:
        super().__init__(variant, **values)
        size = self.values["size"]
        if size % 2:
            raise self.invalid_parameter(f"the size has to be even, and {size} is not.")
        self.board = grids.square(size, size, links=8, first_row="top")
        edge, beside = ["." * size] * (size // 2 - 1), "." * (size // 2 - 1)
        self.start_text = "B:" + "/".join([*edge, f"{beside}WB{beside}", f"{beside}BW{beside}", *edge])

    def constants(self) -> Mapping[str, Any]:
        first, rays = tables.rays(self.board, self.board.rays)
        return {"NODES": len(self.board), "FIRST_RAY": first, "RAY_STARTS": rays.starts, "RAY_NODES": rays.nodes}
