"""Sorting balls: the uppermost ball of a tube goes onto one of its own colour, or into an empty tube, until every tube
has one colour only. A tube has room for four.

After the mobile games of that kind, about 2020.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Annotated, Any, NamedTuple

from ludograph.board import Board, grids
from ludograph.board.tables import mask
from ludograph.core.parameters import IntParameter
from ludograph.draw.picture import Shape
from ludograph.draw.scenery import Scenery, vessel
from ludograph.engine.bits import highest, lowest
from ludograph.engine.board_game import Cells, Code, Moves, Node
from ludograph.engine.board_puzzle import BoardPuzzle

ROOM = 4
#: The fewest moves that each level with three colours needs, found by our solver.
RATED = (
    11, 10, 11, 11, 11, 9, 11, 11, 11, 11, 9, 8, 11, 11, 9, 11, 8, 9, 10, 10, 11, 9, 11, 10, 11,
    10, 11, 10, 10, 10, 10, 6, 11, 12, 11, 11, 10, 11, 12, 11, 10, 11, 12, 10, 8, 11, 10, 7, 7, 6,
    11, 11, 11, 11, 9, 10, 11, 10, 11, 11, 11, 11, 11, 12, 9, 11, 11, 12, 11, 11, 11, 10, 10, 10, 12,
    8, 10, 10, 10, 10, 11, 11, 10, 9, 9, 11, 10, 11, 10, 8, 11, 11, 10, 10, 9, 12, 10, 11, 11, 10,
)  # fmt: skip
TUBES: Sequence[int] = ()  # the places of each, upwards
COLUMNS = 0  # how far apart two places of a tube are numbered


class State(NamedTuple):
    red: Annotated[int, Cells(0, "red ball", "R", Shape.TOKEN, 0, 4)]
    blue: Annotated[int, Cells(0, "blue ball", "B", Shape.TOKEN, 0, 4)]
    green: Annotated[int, Cells(0, "green ball", "G", Shape.TOKEN, 0, 4)]
    yellow: Annotated[int, Cells(0, "yellow ball", "Y", Shape.TOKEN, 0, 4)]


def same_colour(s: State, one: int, other: int) -> bool:
    both = 1 << one | 1 << other
    return s.red & both == both or s.blue & both == both or s.green & both == both or s.yellow & both == both


def generate(s: State, out: Moves, n: int) -> int:
    balls = s.red | s.blue | s.green | s.yellow
    for a in range(len(TUBES)):
        for b in range(len(TUBES)):
            if a == b or balls & TUBES[a] == 0 or TUBES[b] & ~balls == 0:
                continue
            source = highest(balls & TUBES[a])
            if balls & TUBES[b] == 0 or same_colour(s, source, highest(balls & TUBES[b])):
                out[n] = source | lowest(TUBES[b] & ~balls) << 6
                n += 1
    return n


def generate_back(s: State, out: Moves, n: int) -> int:
    """A ball that is alone, or on one of its colour, goes back onto anything."""
    balls = s.red | s.blue | s.green | s.yellow
    for a in range(len(TUBES)):
        if balls & TUBES[a] == 0:
            continue
        source = highest(balls & TUBES[a])
        if source >= COLUMNS and not same_colour(s, source, source - COLUMNS):
            continue
        for b in range(len(TUBES)):
            if a != b and TUBES[b] & ~balls:
                out[n] = source | lowest(TUBES[b] & ~balls) << 6
                n += 1
    return n


def apply(s: State, move: int) -> State:
    source = 1 << (move & 63)
    change = source | 1 << (move >> 6)
    return State(
        s.red ^ change if s.red & source else s.red,
        s.blue ^ change if s.blue & source else s.blue,
        s.green ^ change if s.green & source else s.green,
        s.yellow ^ change if s.yellow & source else s.yellow,
    )


def is_solution(s: State) -> bool:
    for tube in range(len(TUBES)):
        for colour in range(4):
            found = s[colour] & TUBES[tube]
            if found != 0 and found != TUBES[tube]:
                return False
    return True


class BallSort(BoardPuzzle):
    """Sorting balls into tubes."""

    name, title = "ball-sort", "Ball Sort"
    summary = "sort coloured balls into tubes, always onto the same colour"
    other_names = ("Water sort", "Bubble sort puzzle", "Kugeln sortieren", "сортировка шариков")
    parameters = (
        IntParameter("colours", 3, "how many colours there are, four balls of each", 2, 4),
        IntParameter("level", 1, "which of the starts", 1, len(RATED), rated=RATED),
    )
    is_reversible = False
    code = Code(source=Node(), target=Node())
    max_moves = 30
    tints = {"R": 5, "B": 3, "G": 2, "Y": 1}  # noqa: RUF012

    def make_board(self, colours: int, level: int) -> Board:
        return grids.square(colours + 2, ROOM, is_chequered=False)

    @property
    def scenery(self) -> Sequence[Scenery]:
        return [vessel(tube, (ROOM - 1) / 2, ROOM) for tube in range(self.values["colours"] + 2)]

    def start_text(self, colours: int, level: int) -> str:
        """Tubes filled by chance, the same for the same level, and two that are empty."""
        chance, balls = Random(level), sorted("RBGY"[:colours] * ROOM)
        while all(len(set(balls[first : first + ROOM])) == 1 for first in range(0, len(balls), ROOM)):
            chance.shuffle(balls)
        return "/".join("".join(balls[row::ROOM]) + ".." for row in range(ROOM))

    def make_tables(self, colours: int, level: int) -> Mapping[str, Any]:
        tubes = colours + 2
        return {"TUBES": tuple(mask(range(tube, tubes * ROOM, tubes)) for tube in range(tubes)), "COLUMNS": tubes}

    def faults(self, state: State) -> Iterator[str]:
        colours = self.values["colours"]
        counts = [cells.bit_count() for cells in state]
        if counts != [ROOM] * colours + [0] * (4 - colours):
            yield f"there are not {ROOM} balls of each of {colours} colours"
        balls = state.red | state.blue | state.green | state.yellow
        if balls & ~(balls << colours + 2) & ~((1 << colours + 2) - 1):
            yield "a ball hangs in the air"

    def ending(self, state: State) -> tuple[str, str]:
        return "stuck", "No ball fits onto another tube."
