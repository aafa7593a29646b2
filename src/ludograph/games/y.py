"""Y: stones are placed on a triangle of hexagons; who joins all three sides by one chain wins, and one always does.

Rules by Craige Schensted and Charles Titus, 1953. With the swap, the second side may take over the first stone.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from ludograph.board import Board, grids
from ludograph.core.parameters import IntParameter
from ludograph.engine.blocks.connection import connection_constants, edge_mask, wide_flooded
from ludograph.engine.blocks.pairs import Pair, common, is_empty, lowest_of, wide_tables, with_node, without
from ludograph.engine.blocks.swapping import SWAP, SWAP_PARAMETER, generate_stones, swap_constants, with_stone
from ludograph.engine.board_game import BoardGame, Code, Moves, Node, WideSides

BORDERS: Sequence[int] = ()  # the three sides of the triangle
BORDERS_HIGH: Sequence[int] = ()


def touches(stones: Pair, number: int) -> bool:
    return not is_empty(common(stones, Pair(BORDERS[number], BORDERS_HIGH[number])))


def joins_all(stones: Pair) -> bool:
    """Whether a chain from the first side touches the others."""
    starts = common(stones, Pair(BORDERS[0], BORDERS_HIGH[0]))
    while not is_empty(starts):
        chain = wide_flooded(with_node(Pair(0, 0), lowest_of(starts)), stones)
        if touches(chain, 1) and touches(chain, 2):
            return True
        starts = without(starts, chain)
    return False


def generate(s: WideSides, out: Moves, n: int) -> int:
    return n if joins_all(Pair(s.theirs, s.theirs_high)) else generate_stones(s, out, n)


def apply(s: WideSides, move: int) -> WideSides:
    return with_stone(s, move)


def winners(s: WideSides) -> int:
    return 2 >> s.turn


class Y(BoardGame):
    """Y on a triangle of a chosen size."""

    name, title, seats = "y", "Y", ("Red", "Blue")
    summary = "who joins all three sides by one chain wins"
    other_names = ("The Game of Y",)
    parameters = (IntParameter("size", 11, "cells along each side", 2, 15), SWAP_PARAMETER)
    state_type = WideSides
    takes, keeps_pieces = False, False
    code = Code({SWAP: "swap"}, target=Node(7))

    def make_board(self, size: int, **_: Any) -> Board:
        return grids.triangle(size)

    def make_tables(self, swap: str, **_: Any) -> Mapping[str, Any]:
        sides = (edge_mask(self.board, direction) for direction in (180.0, 0.0, 240.0))
        tables = {**connection_constants(self.board), **wide_tables("BORDERS", sides)}
        return {**tables, **swap_constants(swap, range(len(self.board)))}
