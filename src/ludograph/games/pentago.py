"""Pentago: place a stone, then turn one of the four quarters of the board by 90 degrees; five in a line win. Who makes
a line by placing need not turn. If turning makes lines of both sides, or the board is full without one, it is a draw.

Rules by Tomas Flodén, 2005. G. Irving, "Pentago is a first player win", 2014.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from ludograph.board import grids
from ludograph.board.tables import mask
from ludograph.engine.bits import lowest
from ludograph.engine.blocks.lines import has_line, line_constants
from ludograph.engine.board_game import ALL_NODES, BoardGame, Choice, Code, Moves, Node, Sides

TURNS = 8
QUARTERS: Sequence[int] = ()  # for each turn the cells that it moves
TURNED: Sequence[int] = ()  # for each turn and each cell where it comes to, as a set


def turned(stones: int, turn: int) -> int:
    """A set after a quarter has been turned."""
    moving = stones & QUARTERS[turn]
    stones &= ~moving
    while moving:
        stones |= TURNED[turn * 36 + lowest(moving)]
        moving &= moving - 1
    return stones


def generate(s: Sides, out: Moves, n: int) -> int:
    empty = 0 if has_line(s.mine) or has_line(s.theirs) else ALL_NODES & ~(s.mine | s.theirs)
    while empty:
        cell = lowest(empty)
        empty &= empty - 1
        if has_line(s.mine | 1 << cell):
            out[n] = cell
            n += 1
            continue
        for turn in range(TURNS):
            out[n] = cell | (turn + 1) << 6
            n += 1
    return n


def apply(s: Sides, move: int) -> Sides:
    mine = s.mine | 1 << (move & 63)
    turn = move >> 6
    if turn == 0:
        return Sides(s.theirs, mine, 1 - s.turn)
    return Sides(turned(s.theirs, turn - 1), turned(mine, turn - 1), 1 - s.turn)


def winners(s: Sides) -> int:
    mine = has_line(s.mine)
    theirs = has_line(s.theirs)
    if mine == theirs:
        return 0
    return 1 << s.turn if mine else 2 >> s.turn


class Pentago(BoardGame):
    """Pentago on 6×6 cells."""

    name, title, seats = "pentago", "Pentago", ("White", "Black")
    summary = "place a stone and turn a quarter of the board; five in a line win"
    other_names = ("пентаго", "Pentago five")
    takes = False
    code = Code(target=Node(), turn=Choice("", "a+", "a-", "b+", "b-", "c+", "c-", "d+", "d-"))
    board = grids.square(6, 6, links=8, shade=lambda column, row: (column // 3 + row // 3) % 2)

    def make_tables(self) -> Mapping[str, Any]:
        quarters, to = [], []
        for x, y in ((0, 3), (3, 3), (0, 0), (3, 0)):  # a, b above, c, d below, from the left
            cells = {(x + right, y + up) for right in range(3) for up in range(3)}
            for is_clockwise in (False, True):
                quarters.append(mask(up * 6 + right for right, up in cells))
                for cell in range(36):
                    right, up = cell % 6 - x, cell // 6 - y
                    after = (up, 2 - right) if is_clockwise else (2 - up, right)
                    to.append(1 << (y + after[1]) * 6 + x + after[0] if (cell % 6, cell // 6) in cells else 0)
        return {**line_constants(self.board, 5), "QUARTERS": tuple(quarters), "TURNED": tuple(to)}
