"""A game whose rules fail when it is over."""

ENDING = """
from collections.abc import Sequence

from ludograph.board import grids
from ludograph.engine.blocks.lines import has_line, line_constants
from ludograph.engine.blocks.placing import generate_places
from ludograph.engine.board_game import ALL_NODES, BoardGame, Code, Moves, Node, Sides

GOING_ON: Sequence[int] = ()


def generate(s: Sides, out: Moves, n: int) -> int:
    return n if has_line(s.theirs) else generate_places(ALL_NODES & ~(s.mine | s.theirs), out, n)


def apply(s: Sides, move: int) -> Sides:
    return Sides(s.theirs, s.mine | (1 << (move + GOING_ON[winners(s)])), 1 - s.turn)


def winners(s: Sides) -> int:
    return 2 >> s.turn if has_line(s.theirs) else 0


class Corridor(BoardGame):
    name, title, seats = "corridor", "Corridor", ("X", "O")
    summary = "three in a line win"
    board = grids.square(3, 3, links=8)
    code = Code(target=Node())

    def make_tables(self):
        return {**line_constants(self.board, 3), "GOING_ON": (0,)}
"""
