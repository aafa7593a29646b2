"""Lunar Lockout: ships without brakes slide along rows and columns until they meet another one, never over the edge;
the red one has to come to a stop in the centre.

By Hiroshi Yamamoto, 1989, and N. Yoshigahara (ThinkFun, 1998). The levels are our own.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from ludograph.board import grids
from ludograph.board.graph import direction_between
from ludograph.core.parameters import IntParameter
from ludograph.draw.picture import Shape
from ludograph.engine.bits import lowest
from ludograph.engine.blocks.moving import FIRST_RAY, RAY_NODES, RAY_STARTS, slide_constants
from ludograph.engine.blocks.rays import rays_from
from ludograph.engine.board_game import OUTSIDE, Cells, Code, Moves, Node
from ludograph.engine.board_puzzle import BoardPuzzle

CENTRE = 1 << 12
BEHIND: Sequence[int] = ()  # for each ray the node on the other side of where it begins
#: Each harder than the one before; found at random and rated by our solver.
LEVELS: Sequence[str] = (
    "..B../...B./..B../B.R../B....",
    ".B.../...../...B./.B.../.RB..",
    ".B.../...../..B.B/.B.../.R...",
    "...B./..B../B...R/....B/.B...",
    "...../.B.../....B/B..../.B.R.",
    ".B..B/.B.../....B/...../..BR.",
    "B..../....R/B..../B..B./...B.",
    "R...B/...../....B/.B.../B...B",
    "BR..B/...../B..../...../.B..B",
    "..B../.B.../B..../...B./B..R.",
    ".B.BB/...../...../B..../R...B",
    "..B../B..../....B/...B./BR...",
)
#: The fewest moves of each.
RATED = tuple(range(2, 14))


class State(NamedTuple):
    red: Annotated[int, Cells(0, "red ship", "R", Shape.TOKEN, 1, 1)]
    others: Annotated[int, Cells(0, "other ship", "B", Shape.TOKEN, 2, 6)]


def generate(s: State, out: Moves, n: int) -> int:
    ships = s.red | s.others
    left = ships
    while left:
        source = lowest(left)
        left &= left - 1
        for ray in range(FIRST_RAY[source], FIRST_RAY[source + 1]):
            place = RAY_STARTS[ray]
            target = source
            while RAY_NODES[place] != OUTSIDE and (ships >> RAY_NODES[place]) & 1 == 0:
                target = RAY_NODES[place]
                place += 1
            if target != source and RAY_NODES[place] != OUTSIDE:
                out[n] = source | target << 6
                n += 1
    return n


def generate_back(s: State, out: Moves, n: int) -> int:
    """Away from a ship that has stopped it, any distance."""
    ships = s.red | s.others
    left = ships
    while left:
        source = lowest(left)
        left &= left - 1
        for ray in range(FIRST_RAY[source], FIRST_RAY[source + 1]):
            place = RAY_STARTS[ray]
            if BEHIND[ray] != OUTSIDE and (ships >> BEHIND[ray]) & 1:
                while RAY_NODES[place] != OUTSIDE and (ships >> RAY_NODES[place]) & 1 == 0:
                    out[n] = source | RAY_NODES[place] << 6
                    n += 1
                    place += 1
    return n


def apply(s: State, move: int) -> State:
    source = 1 << (move & 63)
    change = source | 1 << (move >> 6)
    return State(s.red ^ change, s.others) if s.red & source else State(s.red, s.others ^ change)


def is_solution(s: State) -> bool:
    return s.red == CENTRE


class LunarLockout(BoardPuzzle):
    """Lunar Lockout."""

    name, title = "lunar-lockout", "Lunar Lockout"
    summary = "slide ships against each other until the red one stops in the centre"
    other_names = ("UFO", "Pete's Pike", "лунный локаут")
    parameters = (IntParameter("level", 1, "which of the levels, the hardest last", 1, len(LEVELS), rated=RATED),)
    board = grids.square(5, 5, is_chequered=False)
    is_reversible = False
    code = Code(source=Node(), target=Node())
    tints = {"R": 5, "B": 3}  # noqa: RUF012

    @property
    def goals(self) -> Sequence[int]:
        return (12,)

    def start_text(self, level: int) -> str:
        return LEVELS[level - 1]

    def make_tables(self, level: int) -> Mapping[str, Any]:
        nodes = self.board.nodes
        behind = [
            self.board.step(node, (direction_between(nodes[node], nodes[ray[0]]) + 180) % 360)
            for node in range(len(nodes))
            for ray in rays_from(self.board, node)
        ]
        return {**slide_constants(self.board), "BEHIND": tuple(behind)}
