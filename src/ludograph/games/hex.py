"""Hex: stones are placed on a rhombus of hexagons; who joins his two edges wins, and one always does.

Rules by Piet Hein, 1942, and John Nash, 1948. With the swap, the second side may take over the first stone, mirrored
onto the cell that is to its edges what the stone's was to the other's.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from ludograph.board import Board, grids
from ludograph.core.parameters import IntParameter
from ludograph.engine.blocks.connection import connection_constants, wide_connects
from ludograph.engine.blocks.pairs import Pair, wide_tables
from ludograph.engine.blocks.swapping import SWAP, SWAP_PARAMETER, generate_stones, swap_constants, with_stone
from ludograph.engine.board_game import BoardGame, Code, Moves, Node, WideSides

EDGES: Sequence[int] = ()  # the two of the first side, the two of the second
EDGES_HIGH: Sequence[int] = ()


def edge(number: int) -> Pair:
    return Pair(EDGES[number], EDGES_HIGH[number])


def generate(s: WideSides, out: Moves, n: int) -> int:
    first = 2 * (1 - s.turn)
    is_over = wide_connects(Pair(s.theirs, s.theirs_high), edge(first), edge(first + 1))
    return n if is_over else generate_stones(s, out, n)


def apply(s: WideSides, move: int) -> WideSides:
    return with_stone(s, move)


def winners(s: WideSides) -> int:
    return 2 >> s.turn


class Hex(BoardGame):
    """Hex on a rhombus of a chosen size."""

    name, title, seats = "hex", "Hex", ("Red", "Blue")
    summary = "who joins his two edges by his stones wins"
    other_names = ("Nash", "Polygon", "Con-Tac-Tix", "гекс")
    parameters = (IntParameter("size", 11, "cells along each edge", 2, 11), SWAP_PARAMETER)
    state_type = WideSides
    takes, keeps_pieces = False, False
    edges = {90: 0, 270: 0, 0: 1, 180: 1}  # noqa: RUF012
    code = Code({SWAP: "swap"}, target=Node(7))

    def make_board(self, size: int, **_: Any) -> Board:
        return grids.rhombus(size, size)

    def make_tables(self, size: int, swap: str) -> Mapping[str, Any]:
        cells = range(size * size)
        edges = [cells[:size], cells[-size:], cells[::size], cells[size - 1 :: size]]
        mirrored = [cell % size * size + cell // size for cell in cells]
        sets = wide_tables("EDGES", (sum(1 << c for c in e) for e in edges))
        return {**connection_constants(self.board), **sets, **swap_constants(swap, mirrored)}
