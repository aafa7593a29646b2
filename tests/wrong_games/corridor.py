"""Corridor, a right game of which the tests make wrong ones: pawns go straight ahead, and who gets across wins."""

from collections.abc import Mapping, Sequence
from typing import Any

from ludograph.board import grids
from ludograph.engine.bits import lowest
from ludograph.engine.board_game import NODES, BoardGame, Code, Moves, Node, Sides

AHEAD: Sequence[int] = ()  # the cell before each node, for the first side and then for the second
LAST_ROW: Sequence[int] = ()


def generate(s: Sides, out: Moves, n: int) -> int:
    pawns = 0 if s.theirs & LAST_ROW[1 - s.turn] else s.mine
    while pawns:
        source = lowest(pawns)
        pawns &= pawns - 1
        target = AHEAD[s.turn * NODES + source]
        if not (s.mine >> target) & 1:
            out[n] = source | (target << 6)
            n += 1
    return n


def apply(s: Sides, move: int) -> Sides:
    source, target = 1 << (move & 63), 1 << (move >> 6)
    return Sides(s.theirs & ~target, s.mine - source | target, 1 - s.turn)


def winners(s: Sides) -> int:
    return 2 >> s.turn


class Corridor(BoardGame):
    """Three columns, four rows."""

    name, title = "corridor", "Corridor"
    summary = "who gets across wins"
    seats = ("White", "Black")
    code = Code(source=Node(), target=Node())
    board = grids.square(3, 4)

    def start_text(self) -> str:
        return "W:BBB/.../.../WWW"

    def make_tables(self) -> Mapping[str, Any]:
        nodes = range(len(self.board))
        ahead = [min(max(node + step, 0), 11) for step in (3, -3) for node in nodes]
        return {"AHEAD": tuple(ahead), "LAST_ROW": (0o7000, 0o7)}
