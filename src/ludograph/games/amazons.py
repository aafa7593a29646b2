"""Amazons: a queen moves and then shoots an arrow, both like a queen of chess; who can't move loses.

Rules by Walter Zamkauskas, 1988.
"""

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from ludograph.board import Board, grids
from ludograph.core.parameters import IntParameter
from ludograph.draw.picture import Shape
from ludograph.engine.blocks.listing import wide_list_each
from ludograph.engine.blocks.moving import slide_constants, wide_slides
from ludograph.engine.blocks.pairs import Pair, free, is_empty, lowest_of, with_node, without, without_lowest
from ludograph.engine.board_game import MOVER, NOBODY, OTHER, BoardGame, Cells, Code, Further, Moves, Node, Turn

STARTS = {4: ".B../...B", 6: "..BB../....../B....B", 8: "..B..B../......../B......B/........"}
STARTS[10] = "...B..B.../........../........../B........B/.........."


class State(NamedTuple):
    mine: Annotated[int, Cells(MOVER, "queen", shape=Shape.FIGURE, figures="♕♛")]
    mine_high: Further
    theirs: Annotated[int, Cells(OTHER, "queen", shape=Shape.FIGURE, figures="♕♛")]
    theirs_high: Further
    arrows: Annotated[int, Cells(NOBODY, "arrow", "x", Shape.TILE)]
    arrows_high: Further
    turn: Turn


def generate(s: State, out: Moves, n: int) -> int:
    queens = Pair(s.mine, s.mine_high)
    empty = without(free(queens, Pair(s.theirs, s.theirs_high)), Pair(s.arrows, s.arrows_high))
    while not is_empty(queens):
        source = lowest_of(queens)
        queens = without_lowest(queens)
        targets = wide_slides(source, empty, Pair(0, 0))
        while not is_empty(targets):
            target = lowest_of(targets)
            targets = without_lowest(targets)
            arrows = wide_slides(target, without(with_node(empty, source), with_node(Pair(0, 0), target)), Pair(0, 0))
            n = wide_list_each(source | target << 7, arrows, 14, out, n)
    return n


def apply(s: State, move: int) -> State:
    mine = without(Pair(s.mine, s.mine_high), with_node(Pair(0, 0), move & 127))
    mine = with_node(mine, move >> 7 & 127)
    arrows = with_node(Pair(s.arrows, s.arrows_high), move >> 14)
    return State(s.theirs, s.theirs_high, mine.low, mine.high, arrows.low, arrows.high, 1 - s.turn)


def winners(s: State) -> int:
    return 2 >> s.turn


class Amazons(BoardGame):
    """Amazons on 4×4 to 10×10 cells."""

    name, title, seats = "amazons", "Amazons", ("White", "Black")
    summary = "queens move and shoot; who can't move loses"
    other_names = ("Amazonen", "amazonas", "амазонки", "アマゾン")
    parameters = (IntParameter("size", 10, "columns and rows", 4, 10, step=2),)
    takes = False
    code = Code(source=Node(7), target=Node(7), arrow=Node(7, "/"))

    def make_board(self, size: int) -> Board:
        return grids.square(size, size, links=8)

    def start_text(self, size: int) -> str:
        return f"W:{STARTS[size]}/{STARTS[size][::-1].replace('B', 'W')}"

    def make_tables(self, size: int) -> Mapping[str, Any]:
        return slide_constants(self.board)
