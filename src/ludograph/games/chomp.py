"""Chomp: bite a square off a bar of chocolate, with all squares above it and to its right; the one in the corner is
poisoned, and who is left with it loses.

Rules by Frederik Schuh, 1952, and David Gale, 1974.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from ludograph.board import Board, grids
from ludograph.board.tables import mask
from ludograph.core.parameters import IntParameter
from ludograph.draw.picture import Shape
from ludograph.engine.blocks.placing import generate_places
from ludograph.engine.board_game import NOBODY, BoardGame, Cells, Code, Moves, Node, Turn

BITES: Sequence[int] = ()  # what leaves with each square


class State(NamedTuple):
    bar: Annotated[int, Cells(NOBODY, "square of chocolate", "#", Shape.TILE, figures=" ")]
    turn: Turn


def generate(s: State, out: Moves, n: int) -> int:
    return generate_places(s.bar & ~1, out, n)


def apply(s: State, move: int) -> State:
    return State(s.bar & ~BITES[move], 1 - s.turn)


def winners(s: State) -> int:
    return 2 >> s.turn


class Chomp(BoardGame):
    """Chomp with a bar of a chosen size."""

    name, title, seats = "chomp", "Chomp", ("First", "Second")
    summary = "bite off a corner of the chocolate; who is left with the poisoned square loses"
    other_names = ("Chocolate game", "Schokoladenspiel", "щёлк")
    parameters = (IntParameter("columns", 5, "columns", 1, 8), IntParameter("rows", 4, "rows", 1, 8))
    short_parameters = {"size": ("columns", "rows")}  # noqa: RUF012
    keeps_pieces = False
    code = Code(target=Node())

    def make_board(self, columns: int, rows: int) -> Board:
        return grids.square(columns, rows, is_chequered=False)

    def start_text(self, columns: int, rows: int) -> str:
        return "F:" + "/".join(["#" * columns] * rows)

    def make_tables(self, columns: int, rows: int) -> Mapping[str, Any]:
        cells = [(node % columns, node // columns) for node in range(columns * rows)]
        return {"BITES": tuple(mask(n for n, (a, b) in enumerate(cells) if a >= x and b >= y) for x, y in cells)}

    def faults(self, state: State) -> list[str]:
        tables = self.make_tables(**self.values)["BITES"]
        odd = [node for node in range(len(self.board)) if not state.bar >> node & 1 and state.bar & tables[node]]
        return [f"there is chocolate behind {self.board.label(node)}, which is gone" for node in odd[:1]]
