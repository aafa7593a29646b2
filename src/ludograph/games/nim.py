"""Nim: take as many sticks as you like from one row; who takes the last one wins or, as people mostly play it, loses.

C. L. Bouton, "Nim, a game with a complete mathematical theory", 1901. The rows of 1, 3, 5 and 7 are those of Marienbad.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from ludograph.board import Board, grids
from ludograph.board.tables import mask
from ludograph.core.parameters import ChoiceParameter
from ludograph.draw.picture import Shape
from ludograph.engine.blocks.placing import generate_places
from ludograph.engine.board_game import NOBODY, BoardGame, Cells, Code, Moves, Node, Turn

TAKEN: Sequence[int] = ()  # what goes with each stick
LAST_LOSES = False


class State(NamedTuple):
    sticks: Annotated[int, Cells(NOBODY, "stick", "|", Shape.FIGURE)]
    turn: Turn


def generate(s: State, out: Moves, n: int) -> int:
    return generate_places(s.sticks, out, n)


def apply(s: State, move: int) -> State:
    return State(s.sticks & ~TAKEN[move], 1 - s.turn)


def winners(s: State) -> int:
    return 1 << s.turn if LAST_LOSES else 2 >> s.turn


class Nim(BoardGame):
    """Nim with some rows."""

    name, title, seats = "nim", "Nim", ("First", "Second")
    summary = "take sticks from one row at a time; who takes the last one loses, or wins"
    other_names = ("Marienbad", "Tac Tix", "ним", "Streichholzspiel", "拈")
    variants = {  # noqa: RUF012
        "1-3-5-7": "rows of 1, 3, 5 and 7 sticks",
        "3-4-5": "rows of 3, 4 and 5 sticks",
        "2-3-4-5-6": "rows of 2, 3, 4, 5 and 6 sticks",
    }
    parameters = (
        ChoiceParameter("last", "loses", "whether who takes the last stick loses or wins", ("loses", "wins")),
    )
    keeps_pieces = False
    code = Code(target=Node())

    @property
    def rows(self) -> list[int]:
        return [int(number) for number in (self.variant or "").split("-")]

    def make_board(self, last: str) -> Board:
        rows = enumerate(zip("ABCDE", self.rows, strict=False))
        places = {
            f"{letter}{place + 1}": (float(place), -float(row))
            for row, (letter, sticks) in rows
            for place in range(sticks)
        }
        return grids.squares_at(places, name="rows of sticks")

    def start_text(self, last: str) -> str:
        return "F:" + "/".join("|" * sticks for sticks in self.rows)

    def make_tables(self, last: str) -> Mapping[str, Any]:
        labels = self.board.labels
        taken = [mask(b for b in range(a, len(labels)) if labels[b][0] == labels[a][0]) for a in range(len(labels))]
        return {"TAKEN": tuple(taken), "LAST_LOSES": last == "loses"}

    def faults(self, state: State) -> list[str]:
        taken = self.make_tables(**self.values)["TAKEN"]
        odd = [node for node in range(len(taken)) if not state.sticks >> node & 1 and state.sticks & taken[node]]
        return [f"there is a stick behind {self.board.label(node)}, which is gone" for node in odd[:1]]
