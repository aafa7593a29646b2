"""Tours: one traveller goes along the links of a graph, or by leaps, and may come to each node only once."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from ludograph.draw.picture import Shape
from ludograph.engine.bits import lowest
from ludograph.engine.blocks.placing import generate_places
from ludograph.engine.board_game import ALL_NODES, NOBODY, Cells, Code, Moves, Node
from ludograph.engine.board_puzzle import BoardPuzzle

WAYS: Sequence[int] = ()  # where one step leads from each node
HOME = 0  # the node that the last step of all has to lead to from the last node; every node where any will do


class State(NamedTuple):
    visited: Annotated[int, Cells(NOBODY, "visited place", "x", Shape.TOKEN, figures="×")]
    traveller: Annotated[int, Cells(0, "traveller", "N", Shape.FIGURE, 1, 1, "♞")]


def generate(s: State, out: Moves, n: int) -> int:
    return generate_places(WAYS[lowest(s.traveller)] & ~(s.visited | s.traveller), out, n)


def apply(s: State, move: int) -> State:
    return State(s.visited | s.traveller, 1 << move)


def generate_back(s: State, out: Moves, n: int) -> int:
    return generate_places(WAYS[lowest(s.traveller)] & s.visited, out, n)


def apply_back(s: State, move: int) -> State:
    return State(s.visited & ~(1 << move), 1 << move)


def is_solution(s: State) -> bool:
    return s.visited | s.traveller == ALL_NODES and WAYS[lowest(s.traveller)] & HOME != 0


class Tour(BoardPuzzle):
    """One of these puzzles."""

    is_reversible = False
    code = Code(target=Node())
    tints = {"x": 7}  # noqa: RUF012

    def ending(self, state: State) -> tuple[str, str]:
        return "stuck", "Every place that the next step could lead to has been visited."
