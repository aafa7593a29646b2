"""Hex: stones are placed on a rhombus of hexagons; who joins his two edges wins, and one always does.

Rules by Piet Hein, 1942, and John Nash, 1948; without the swap of the first stone.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from ludograph.board import Board, grids
from ludograph.core.parameters import IntParameter
from ludograph.engine.blocks.connection import connection_constants, wide_connects
from ludograph.engine.blocks.pairs import Pair, free, wide_tables, with_node
from ludograph.engine.blocks.placing import wide_generate_places
from ludograph.engine.board_game import BoardGame, Code, Moves, Node, WideSides

EDGES: Sequence[int] = ()  # the two of the first side, the two of the second
EDGES_HIGH: Sequence[int] = ()


def edge(number: int) -> Pair:
    return Pair(EDGES[number], EDGES_HIGH[number])


def generate(s: WideSides, out: Moves, n: int) -> int:
    theirs, seat = Pair(s.theirs, s.theirs_high), 1 - s.turn
    if wide_connects(theirs, edge(2 * seat), edge(2 * seat + 1)):
        return n
    return wide_generate_places(free(theirs, Pair(s.mine, s.mine_high)), out, n)


def apply(s: WideSides, move: int) -> WideSides:
    mine = with_node(Pair(s.mine, s.mine_high), move)
    return WideSides(s.theirs, s.theirs_high, mine.low, mine.high, 1 - s.turn)


def winners(s: WideSides) -> int:
    return 2 >> s.turn


class Hex(BoardGame):
    """Hex on a rhombus of a chosen size."""

    name, title, seats = "hex", "Hex", ("Red", "Blue")
    summary = "who joins his two edges by his stones wins"
    parameters = (IntParameter("size", 11, "cells along each edge", 2, 11),)
    state_type = WideSides
    takes = False
    edges = {90: 0, 270: 0, 0: 1, 180: 1}  # noqa: RUF012
    code = Code(target=Node(7))

    def make_board(self, size: int) -> Board:
        return grids.rhombus(size, size)

    def make_tables(self, size: int) -> Mapping[str, Any]:
        cells = range(size * size)
        edges = [cells[:size], cells[-size:], cells[::size], cells[size - 1 :: size]]
        return {**connection_constants(self.board), **wide_tables("EDGES", (sum(1 << c for c in e) for e in edges))}
