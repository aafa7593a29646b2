"""Havannah: stones are placed on a hexagon of hexagons; who first has a ring, a bridge or a fork wins.

A ring is a chain around at least one cell, whatever is on it; a bridge joins two corners; a fork joins three sides, to
which corners don't belong. A full board without any of them is a draw. Rules by Christian Freeling, 1980, as MindSports
has them. With the swap, the second side may take over the first stone.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from ludograph.board import Board, grids
from ludograph.board.tables import words
from ludograph.core.parameters import IntParameter
from ludograph.engine.bits import popcount, replaced
from ludograph.engine.blocks.large import (
    MINE,
    THEIRS,
    chosen_side,
    generate_large_places,
    has_node,
    large_constants,
    large_size,
    lowest_large,
    sides_exchanged,
    with_large_node,
    without_large_node,
)
from ludograph.engine.blocks.swapping import SWAP_PARAMETER
from ludograph.engine.board_game import NODES, BoardGame, Code, LargeSides, Moves, Node

SWAP, TURN = 511, 12  # the code of the move, and where the seat stands in the state
HAS_SWAP = False
WAYS = (0.0, 60.0, 120.0, 180.0, 240.0, 300.0)
AWAY: Sequence[int] = ()  # for each cell and way the cell there, or OUTSIDE
CORNERS: Sequence[int] = ()  # for each cell the corner that it is, as a set
SIDES: Sequence[int] = ()  # and the side to which it belongs


def has_won(s: LargeSides) -> bool:
    """Whether who has moved has one of the three. Chains are walked through stone by stone: ``left`` has the stones not
    seen yet as the mover's, those that wait as the other side's. Stones, links and triangles of neighbours tell whether
    something is enclosed: by Euler, holes are chains less stones, plus links, less triangles."""
    left = chosen_side(s, THEIRS)
    more, less = 0, 0
    start = lowest_large(left, MINE)
    while start < NODES:
        left = with_large_node(without_large_node(left, MINE, start), THEIRS, start)
        more += 1
        corners, sides = 0, 0
        at = start
        while at < NODES:
            left = without_large_node(left, THEIRS, at)
            corners |= CORNERS[at]
            sides |= SIDES[at]
            around = 0
            for way in range(6):
                cell = AWAY[6 * at + way]
                if has_node(s, THEIRS, cell):
                    around |= 1 << way
                    if has_node(left, MINE, cell):
                        left = with_large_node(without_large_node(left, MINE, cell), THEIRS, cell)
            if around == 63:
                return True
            more += popcount(around & 7)
            less += 1 + popcount(around & around >> 1 & 3)
            at = lowest_large(left, THEIRS)
        if popcount(corners) > 1 or popcount(sides) > 2:
            return True
        start = lowest_large(left, MINE)
    return more > less


def generate(s: LargeSides, out: Moves, n: int) -> int:
    if has_won(s):
        return n
    if HAS_SWAP and s.turn == 1 and large_size(s, THEIRS) == 1 and large_size(s, MINE) == 0:
        out[n] = SWAP
        n += 1
    return generate_large_places(s, out, n)


def apply(s: LargeSides, move: int) -> LargeSides:
    if move == SWAP:  # what was the other side's stays so, but for the other seat
        return replaced(s, TURN, 0)
    return replaced(sides_exchanged(with_large_node(s, MINE, move)), TURN, 1 - s.turn)


def winners(s: LargeSides) -> int:
    return 2 >> s.turn if has_won(s) else 0


class Havannah(BoardGame):
    """Havannah on a hexagon of a chosen size."""

    name, title, seats = "havannah", "Havannah", ("White", "Black")
    summary = "a ring, a bridge between corners or a fork of three sides wins"
    other_names = ("гаванна", "ハバナ")
    parameters = (IntParameter("size", 8, "cells along each side", 2, 10), SWAP_PARAMETER)
    state_type = LargeSides
    takes, keeps_pieces = False, False
    code = Code({SWAP: "swap"}, target=Node(9))

    def make_board(self, size: int, **_: Any) -> Board:
        return grids.hexagon(size)

    def make_tables(self, swap: str, **_: Any) -> Mapping[str, Any]:
        cells, outside = range(len(self.board)), self.board.outside
        away = [[self.board.step(cell, way) for way in WAYS] for cell in cells]
        open_ways = [[way for way, cell in enumerate(near) if cell == outside] for near in away]
        corners = [cell for cell in cells if len(open_ways[cell]) == 3]
        # A cell of a side has two neighbours too few, one after the other, counted round the cell.
        sides = [1 << (5 if ways == [0, 5] else ways[0]) if len(ways) == 2 else 0 for ways in open_ways]
        return {
            **large_constants(self.board),
            "AWAY": words([cell for near in away for cell in near]),
            "CORNERS": words([1 << corners.index(cell) if cell in corners else 0 for cell in cells]),
            "SIDES": words(sides),
            "HAS_SWAP": swap == "yes",
        }
