"""Atari go: the first who captures stones as in Go wins. Stones without a free point beside their chain are captured;
who would only capture himself may not play there. There is no passing: who has no point to play on loses.

As Yasutoshi Yasuda teaches Go to beginners.
"""

from collections.abc import Mapping
from typing import Any

from ludograph.board import Board, grids
from ludograph.core.parameters import IntParameter
from ludograph.engine.bits import lowest
from ludograph.engine.blocks.connection import NEIGHBOURS, connection_constants, flooded, neighbours_of
from ludograph.engine.board_game import ALL_NODES, BoardGame, Code, Moves, Node, Sides


def has_captured(stones: int, empty: int) -> bool:
    """Whether some chain among the stones has no empty point beside it."""
    return flooded(neighbours_of(empty) & stones, stones) != stones


def generate(s: Sides, out: Moves, n: int) -> int:
    empty = ALL_NODES & ~(s.mine | s.theirs)
    left = 0 if has_captured(s.mine, empty) else empty
    while left:
        point = lowest(left)
        left &= left - 1
        rest = empty & ~(1 << point)
        has_liberty = NEIGHBOURS[point] & rest != 0  # most points have, and nothing more needs to be asked
        if has_liberty or has_captured(s.theirs, rest) or not has_captured(s.mine | 1 << point, rest):
            out[n] = point
            n += 1
    return n


def apply(s: Sides, move: int) -> Sides:
    return Sides(s.theirs, s.mine | 1 << move, 1 - s.turn)


def winners(s: Sides) -> int:
    return 2 >> s.turn


class AtariGo(BoardGame):
    """Atari go on a small board."""

    name, title, seats = "atari-go", "Atari Go", ("Black", "White")
    summary = "who first captures a stone, as in Go, wins"
    other_names = ("Capture Go", "One-capture Go", "Fang-Go", "атари-го", "吃子棋", "ポン抜き囲碁")
    parameters = (IntParameter("size", 7, "lines each way", 2, 8),)
    takes = False
    code = Code(target=Node())

    def make_board(self, size: int) -> Board:
        return grids.crossings(size)

    def make_tables(self, size: int) -> Mapping[str, Any]:
        return connection_constants(self.board)
