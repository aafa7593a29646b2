"""Missionaries and cannibals: as many of either cross a river in a small boat, which never goes empty. On no bank may
missionaries be outnumbered by cannibals, those in the boat at the bank counted.

After the jealous husbands of Alcuin, about 800; with missionaries since the 19th century.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from ludograph.board import Board
from ludograph.board.tables import mask
from ludograph.core.parameters import IntParameter
from ludograph.draw.picture import Shape
from ludograph.engine.bits import popcount
from ludograph.engine.board_game import Cells, Code, Moves
from ludograph.puzzles._banks import RiverPuzzle, banks

PAIRS = BOAT = 0
LEFT_BOAT = RIGHT_BOAT = 0  # where the boat lies
FIRST: Sequence[int] = ()  # for each place for people so many of them, from below: column by column


class State(NamedTuple):
    missionaries: Annotated[int, Cells(0, "missionary", "M", Shape.TOKEN)]
    cannibals: Annotated[int, Cells(0, "cannibal", "C", Shape.TOKEN)]
    boat: Annotated[int, Cells(0, "boat", "B", Shape.TILE, 1, 1)]


def on_left(people: int, column: int) -> int:
    """How many of them are on the left bank, whose column is this."""
    return popcount(people & FIRST[column * (PAIRS + 1) + PAIRS])


def placed_people(left: int, column: int) -> int:
    """So many on the left bank, the others on the right."""
    return FIRST[column * (PAIRS + 1) + left] | FIRST[(column + 2) * (PAIRS + 1) + PAIRS - left]


def is_peaceful(missionaries: int, cannibals: int) -> bool:
    """Whether nobody is eaten on either bank, with so many on the left."""
    return missionaries == cannibals or missionaries % PAIRS == 0


def generate(s: State, out: Moves, n: int) -> int:
    missionaries = on_left(s.missionaries, 0)
    cannibals = on_left(s.cannibals, 1)
    if s.boat == RIGHT_BOAT:  # both banks have the same rules: look from where the boat is
        missionaries = PAIRS - missionaries
        cannibals = PAIRS - cannibals
    for m in range(min(BOAT, missionaries) + 1):
        for c in range(min(BOAT - m, cannibals) + 1):
            if m + c > 0 and is_peaceful(missionaries - m, cannibals - c):
                out[n] = m * 8 + c
                n += 1
    return n


def apply(s: State, move: int) -> State:
    missionaries = on_left(s.missionaries, 0)
    cannibals = on_left(s.cannibals, 1)
    m = move >> 3
    c = move & 7
    if s.boat == LEFT_BOAT:
        return State(placed_people(missionaries - m, 0), placed_people(cannibals - c, 1), RIGHT_BOAT)
    return State(placed_people(missionaries + m, 0), placed_people(cannibals + c, 1), LEFT_BOAT)


def is_solution(s: State) -> bool:
    return s.boat == RIGHT_BOAT and on_left(s.missionaries, 0) + on_left(s.cannibals, 1) == 0


class Missionaries(RiverPuzzle):
    """Missionaries and cannibals."""

    name, title = "missionaries-and-cannibals", "Missionaries and Cannibals"
    summary = "cross a river in a small boat, with nowhere more cannibals than missionaries"
    other_names = ("Jealous husbands", "Missionare und Kannibalen", "миссионеры и каннибалы", "misioneros y caníbales")
    parameters = (
        IntParameter("pairs", 3, "how many missionaries, and how many cannibals", 1, 6),
        IntParameter("boat", 2, "how many fit into the boat", 2, 4),
    )
    max_moves = 14
    tints = {"M": 0, "C": 5, "B": 3}  # noqa: RUF012

    @property
    def code(self) -> Code:  # type: ignore[override]
        boat = self.values["boat"]
        pairs = ((m, c) for m in range(boat + 1) for c in range(boat + 1 - m) if m + c)
        return Code({m * 8 + c: "M" * m + "C" * c for m, c in pairs})

    def make_board(self, pairs: int, boat: int) -> Board:
        return banks(pairs + 1, 2, 2.5)

    def start_text(self, pairs: int, boat: int) -> str:
        return "/".join([*["MC.."] * pairs, ".B.."])

    def make_tables(self, pairs: int, boat: int) -> Mapping[str, Any]:
        first = (
            mask(4 * row + column for row in range(1, many + 1)) for column in range(4) for many in range(pairs + 1)
        )
        return {"PAIRS": pairs, "BOAT": boat, "LEFT_BOAT": 2, "RIGHT_BOAT": 4, "FIRST": tuple(first)}

    def faults(self, state: State) -> Iterator[str]:
        pairs, plain = self.values["pairs"], self.plain
        left = plain.on_left(state.missionaries, 0), plain.on_left(state.cannibals, 1)
        if state[:2] != (plain.placed_people(left[0], 0), plain.placed_people(left[1], 1)) or state.boat not in (2, 4):
            yield f"there are not {pairs} of either, from below in their columns, and the boat in the lowest row"
        elif not plain.is_peaceful(*left):
            yield "missionaries are outnumbered by cannibals on one of the banks"
