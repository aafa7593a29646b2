"""Three jugs without marks: pour water from one into another, until that is full or this is empty, and so divide what
the largest holds into halves.

Jugs of 8, 5 and 3 pints are from the annals of Stade, 13th century; N. Tartaglia, 1556.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from ludograph.board import Board, grids
from ludograph.board.tables import mask
from ludograph.draw.picture import Shape
from ludograph.draw.scenery import Scenery, vessel
from ludograph.engine.bits import highest, lowest, popcount
from ludograph.engine.board_game import Cells, Code, Moves, Node
from ludograph.engine.board_puzzle import BoardPuzzle

APART = 1.5  # from the middle of a jug to that of the next
JUGS: Sequence[int] = ()  # the places for pints of each jug; a jug's numbers grow upwards, without a gap
JUG_OF: Sequence[int] = ()  # of each place, likewise
GOAL = 0


class State(NamedTuple):
    water: Annotated[int, Cells(0, "pint of water", "w", Shape.TILE, figures="≈")]


def pour_code(s: State, source: int, target: int, pints: int) -> int:
    """The lowest of the pints that leave a jug, which is not empty, and where it comes to."""
    top = highest(s.water & source)
    return (top + 1 - pints) | (lowest(target & ~s.water) << 6)


def generate(s: State, out: Moves, n: int) -> int:
    for a in range(len(JUGS)):
        for b in range(len(JUGS)):
            pints = min(popcount(s.water & JUGS[a]), popcount(JUGS[b] & ~s.water))
            if a != b and pints > 0:
                out[n] = pour_code(s, JUGS[a], JUGS[b], pints)
                n += 1
    return n


def generate_back(s: State, out: Moves, n: int) -> int:
    """What was poured into a jug goes back: any number of pints, if that jug is full now or the other one empty."""
    for a in range(len(JUGS)):
        for b in range(len(JUGS)):
            if a == b or not (s.water & JUGS[b] == 0 or s.water & JUGS[a] == JUGS[a]):
                continue
            for pints in range(1, min(popcount(s.water & JUGS[a]), popcount(JUGS[b] & ~s.water)) + 1):
                out[n] = pour_code(s, JUGS[a], JUGS[b], pints)
                n += 1
    return n


def apply(s: State, move: int) -> State:
    """The pint of the source and those above it go to the target and above."""
    leaving = s.water & JUG_OF[move & 63] & ~((1 << (move & 63)) - 1)
    return State(s.water & ~leaving | ((1 << popcount(leaving)) - 1) << (move >> 6))


def is_solution(s: State) -> bool:
    return s.water == GOAL


class WaterJugs(BoardPuzzle):
    """Three jugs."""

    name, title = "water-jugs", "Water Jugs"
    summary = "pour water between three jugs until it is divided into halves"
    other_names = ("Decanting", "Umfüllrätsel", "переливания", "jarras de agua", "Die Hard")
    variants = {  # noqa: RUF012
        "8-5-3": "jugs of 8, 5 and 3 pints",
        "10-7-3": "jugs of 10, 7 and 3 pints",
        "16-9-7": "jugs of 16, 9 and 7 pints",
    }
    is_reversible = False
    code = Code(source=Node(), target=Node())
    tints = {"w": 3}  # noqa: RUF012
    max_moves = 60

    @property
    def pints(self) -> list[int]:
        return [int(number) for number in (self.variant or "").split("-")]

    def make_board(self) -> Board:
        jugs = zip("ABC", self.pints, strict=True)
        places = {
            f"{letter}{height + 1}": (number * APART, float(height))
            for number, (letter, pints) in enumerate(jugs)
            for height in range(pints)
        }
        return grids.squares_at(places, name="three jugs")

    @property
    def scenery(self) -> Sequence[Scenery]:
        return [vessel(jug * APART, (pints - 1) / 2, pints) for jug, pints in enumerate(self.pints)]

    def start_text(self) -> str:
        return self.write(State((1 << self.pints[0]) - 1))

    def make_tables(self) -> Mapping[str, Any]:
        first, second, _ = self.pints
        jugs = [mask(range(first)), mask(range(first, first + second)), mask(range(first + second, len(self.board)))]
        jug_of = [jug for jug, pints in zip(jugs, self.pints, strict=True) for _ in range(pints)]
        half = (1 << first // 2) - 1
        return {"JUGS": tuple(jugs), "JUG_OF": tuple(jug_of), "GOAL": half | half << first}

    def faults(self, state: State) -> Iterator[str]:
        if (pints := state.water.bit_count()) != self.pints[0]:
            yield f"there are {pints} pints, not {self.pints[0]}"
        if any((state.water & jug) + (jug & -jug) & state.water & jug for jug in self.make_tables()["JUGS"]):
            yield "there is air below water"
