"""Figures to be drawn in one stroke: the pen goes along lines, along each only once, and draws them all.

The house of Nikolaus is drawn from its lower left corner. The seven bridges of Königsberg can't be crossed so, as L.
Euler showed in 1736: more than two places have an odd number of lines.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from ludograph.board import Board, Node
from ludograph.board.tables import mask
from ludograph.draw.picture import Shape
from ludograph.engine.bits import lowest
from ludograph.engine.blocks.placing import generate_places
from ludograph.engine.board_game import NOBODY, Cells, Code, Moves
from ludograph.engine.board_game import Node as NodeField
from ludograph.engine.board_puzzle import BoardPuzzle

Lines = Mapping[str, tuple[str, float, float]]
#: Corners by their names, with their places; lines by theirs, with their ends and the place where they are touched.
FIGURES: Mapping[str, tuple[Mapping[str, tuple[float, float]], Lines]] = {
    "house": (
        {"1": (0, 0), "2": (3, 0), "3": (3, 3), "4": (0, 3), "5": (1.5, 5)},
        {
            "a": ("12", 1.5, 0),
            "b": ("23", 3, 1.5),
            "c": ("34", 1.5, 3),
            "d": ("14", 0, 1.5),
            "e": ("13", 2.2, 2.2),
            "f": ("24", 0.8, 2.2),
            "g": ("45", 0.75, 4),
            "h": ("35", 2.25, 4),
        },
    ),
    "konigsberg": (
        {"1": (0, 0), "2": (0, 2), "3": (0, 4), "4": (3.6, 2)},
        {
            "a": ("12", -0.7, 1),
            "b": ("12", 0.7, 1),
            "c": ("23", -0.7, 3),
            "d": ("23", 0.7, 3),
            "e": ("14", 1.8, 1),
            "f": ("24", 1.8, 2),
            "g": ("34", 1.8, 3),
        },
    ),
}

FROM: Sequence[int] = ()  # the lines at each corner
ENDS: Sequence[int] = ()  # both ends of each line
LINES = 0


class State(NamedTuple):
    drawn: Annotated[int, Cells(NOBODY, "line drawn", "x", Shape.TOKEN, figures="×")]
    pen: Annotated[int, Cells(0, "pen", "P", Shape.FIGURE, 1, 1, "✎")]


def generate(s: State, out: Moves, n: int) -> int:
    return generate_places(FROM[lowest(s.pen)] & ~s.drawn, out, n)


def apply(s: State, move: int) -> State:
    return State(s.drawn ^ 1 << move, ENDS[move] ^ s.pen)


def generate_back(s: State, out: Moves, n: int) -> int:
    return generate_places(FROM[lowest(s.pen)] & s.drawn, out, n)


def is_solution(s: State) -> bool:
    return s.drawn == LINES


class OneStroke(BoardPuzzle):
    """A figure to be drawn in one stroke."""

    name, title = "one-stroke", "One Stroke"
    summary = "draw a figure without lifting the pen, each line only once"
    other_names = ("Haus vom Nikolaus", "Königsberger Brücken", "Seven bridges", "одним росчерком")
    variants = {"house": "the house of Nikolaus", "konigsberg": "the seven bridges of Königsberg"}  # noqa: RUF012
    is_reversible = False
    code = Code(target=NodeField())
    node_noun = "line of the figure"
    tints = {"x": 8}  # noqa: RUF012

    def make_board(self) -> Board:
        corners, lines = FIGURES[self.variant or ""]
        places = {**corners, **{name: (x, y) for name, (_, x, y) in lines.items()}}
        nodes = [Node(index, name, x, y) for index, (name, (x, y)) in enumerate(places.items())]
        names = list(places)
        halves = [(names.index(name), names.index(end)) for name, (ends, _, _) in lines.items() for end in ends]
        return Board(
            nodes, [link for a, b in halves for link in ((a, b), (b, a))], name=self.variant or "", max_turn=0.0
        )

    def start_text(self) -> str:
        return self.write(State(0, 1))

    def make_tables(self) -> Mapping[str, Any]:
        corners, _ = FIGURES[self.variant or ""]
        beside = [mask(self.board.neighbours(node)) for node in range(len(self.board))]
        lines = mask(range(len(corners), len(self.board)))
        return {"FROM": tuple(beside), "ENDS": tuple(beside), "LINES": lines}

    def faults(self, state: State) -> list[str]:
        lines = self.make_tables()["LINES"]
        return (
            ["a line is drawn where there is none, or the pen is on no corner"]
            if state.drawn & ~lines or state.pen & lines
            else []
        )

    def ending(self, state: State) -> tuple[str, str]:
        return "stuck", "All lines at this corner are drawn, but others are not."
