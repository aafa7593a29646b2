"""Dodgem: cars leave the board at its far side; who has none left, or is shut in, wins.

Rules by Colin Vout, about 1972: Right's cars go right, up and down and leave at the right edge, Up's go up, left and
right and leave at the upper one. There is no taking. Who leaves the other side without a move loses.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from ludograph.board import Board, grids
from ludograph.core.parameters import IntParameter
from ludograph.engine.bits import lowest
from ludograph.engine.blocks.connection import edge_mask, visible_mask
from ludograph.engine.blocks.moving import generate_to
from ludograph.engine.blocks.placing import generate_new
from ludograph.engine.board_game import ALL_NODES, NODES, BoardGame, Cells, Code, Moves, Node, Turn

ONWARDS: Sequence[int] = ()  # where a car may go from each node, for either side
EXITS: Sequence[int] = ()  # the edge at which each side leaves


class State(NamedTuple):
    right: Annotated[int, Cells(0, "car", most=7)]
    up: Annotated[int, Cells(1, "car", most=7)]
    turn: Turn


def generate(s: State, out: Moves, n: int) -> int:
    mine = s.up if s.turn else s.right
    if (s.right if s.turn else s.up) == 0:
        return n
    n = generate_new(mine & EXITS[s.turn], out, n)  # who leaves has the same source and target
    empty = ALL_NODES & ~(s.right | s.up)
    while mine:
        car = lowest(mine)
        mine &= mine - 1
        n = generate_to(car, ONWARDS[s.turn * NODES + car] & empty, out, n)
    return n


def apply(s: State, move: int) -> State:
    source = move & 63
    target = 0 if source == move >> 6 else 1 << (move >> 6)
    if s.turn:
        return State(s.right, s.up & ~(1 << source) | target, 0)
    return State(s.right & ~(1 << source) | target, s.up, 1)


def winners(s: State) -> int:
    """Who has just left with his last car; else who can't move."""
    return 2 >> s.turn if (s.right if s.turn else s.up) == 0 else 1 << s.turn


class Dodgem(BoardGame):
    """Dodgem on a square board."""

    name, title, seats = "dodgem", "Dodgem", ("Right", "Up")
    summary = "drive your cars off the far side; don't shut the other side in"
    other_names = ("доджем",)
    parameters = (IntParameter("size", 3, "columns and rows", 3, 8),)
    takes, keeps_pieces, repetition_limit = False, False, 3
    code = Code(source=Node(), target=Node())

    def make_board(self, size: int) -> Board:
        return grids.square(size, size)

    def start_text(self, size: int) -> str:
        return "R:" + "/".join([*["R" + "." * (size - 1)] * (size - 1), "." + "U" * (size - 1)])

    def make_tables(self, size: int) -> Mapping[str, Any]:
        ways = [
            visible_mask(self.board, [self.board.step(node, way) for way in each])
            for each in ((0, 90, 270), (90, 0, 180))
            for node in range(size * size)
        ]
        return {"ONWARDS": tuple(ways), "EXITS": (edge_mask(self.board, 0), edge_mask(self.board, 90))}
