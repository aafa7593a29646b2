"""The wolf, the goat and the cabbage: a ferryman takes all three over a river, one at a time. While he is away, the
wolf may not be left with the goat, nor the goat with the cabbage.

From "Propositiones ad acuendos juvenes", ascribed to Alcuin of York, about 800.
"""

from collections.abc import Iterator
from typing import Annotated, NamedTuple

from ludograph.draw.picture import Shape
from ludograph.engine.board_game import Cells, Code, Moves, Node
from ludograph.puzzles._banks import RiverPuzzle, banks

CABBAGE, GOAT, WOLF, FERRYMAN = 0b11, 0b1100, 0b110000, 0b11000000  # the places of each, on both banks
RIGHT_BANK = 0b10101010
NODES_OF = (CABBAGE, GOAT, WOLF, FERRYMAN)


class State(NamedTuple):
    cabbage: Annotated[int, Cells(0, "cabbage", "C", Shape.TOKEN, 1, 1)]
    goat: Annotated[int, Cells(0, "goat", "G", Shape.TOKEN, 1, 1)]
    wolf: Annotated[int, Cells(0, "wolf", "W", Shape.TOKEN, 1, 1)]
    ferryman: Annotated[int, Cells(0, "ferryman", "F", Shape.TOKEN, 1, 1)]


def is_safe(alone: int) -> bool:
    """Whether nobody of those that are left alone eats another."""
    return alone & GOAT == 0 or alone & (WOLF | CABBAGE) == 0


def generate(s: State, out: Moves, n: int) -> int:
    is_right = s.ferryman & RIGHT_BANK != 0
    bank = RIGHT_BANK if is_right else RIGHT_BANK >> 1
    here = (s.cabbage | s.goat | s.wolf) & bank
    for row in range(4):  # the ferryman, in the last one, goes alone
        source = 2 * row + is_right
        if (here | s.ferryman) >> source & 1 and is_safe(here & ~(1 << source)):
            out[n] = source | (source ^ 1) << 6
            n += 1
    return n


def apply(s: State, move: int) -> State:
    row = (move & 63) >> 1
    change = 3 << (2 * row)
    return State(
        s.cabbage ^ (change & CABBAGE), s.goat ^ (change & GOAT), s.wolf ^ (change & WOLF), s.ferryman ^ FERRYMAN
    )


def is_solution(s: State) -> bool:
    return (s.cabbage | s.goat | s.wolf | s.ferryman) & ~RIGHT_BANK == 0


class WolfGoatCabbage(RiverPuzzle):
    """The wolf, the goat and the cabbage."""

    name, title = "wolf-goat-cabbage", "Wolf, Goat and Cabbage"
    summary = "take a wolf, a goat and a cabbage over a river, one at a time"
    other_names = ("River crossing", "Fox, goose and bag of beans", "волк, коза и капуста", "Wolf, Ziege, Kohlkopf")
    board = banks(4)
    code = Code(source=Node(), target=Node())
    max_moves = 4
    tints = {"C": 2, "G": 0, "W": 7, "F": 4}  # noqa: RUF012

    def start_text(self) -> str:
        return "F./W./G./C."

    def faults(self, state: State) -> Iterator[str]:
        if any(cells & ~nodes for cells, nodes in zip(state, NODES_OF, strict=True)):
            yield "the rows from the top are those of the ferryman, the wolf, the goat and the cabbage"
        bank = RIGHT_BANK >> 1 if state.ferryman & RIGHT_BANK else RIGHT_BANK
        if not is_safe((state.cabbage | state.goat | state.wolf) & bank):
            yield "something would be eaten on the bank without the ferryman"
