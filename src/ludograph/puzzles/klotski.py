"""Klotski: ten blocks in a tray of 4×5 cells slide, a cell at a time, until the large one can leave at the bottom.

L. W. Hardy's "Pennant puzzle", 1909; in China Huarong Dao, in France "L'âne rouge".
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated, NamedTuple

from ludograph.board import grids
from ludograph.core.texts import quoted
from ludograph.draw.picture import Piece, Shape
from ludograph.engine.bits import lowest
from ludograph.engine.board_game import ALL_NODES, Cells, Code, Moves, Node
from ludograph.engine.board_puzzle import BoardPuzzle
from ludograph.engine.declared.declaration import Standing
from ludograph.errors import PositionSyntaxError

WIDTH, CELLS = 4, 20
#: Left, right, up and down, as rows are numbered from the top; where a block may begin to go there.
LEFT_EDGE, RIGHT_EDGE = 0x11111, 0x88888
#: For each kind of block the cells that it covers beside its first, the highest and leftmost one.
SHAPES = {"L": (1, 4, 5), "T": (4,), "W": (1,), "S": ()}
COVERED: Sequence[int] = tuple(1 + sum(1 << cell for cell in also) for also in SHAPES.values())
EXIT = 1 << 13


class State(NamedTuple):
    """The first cells of the blocks."""

    large: Annotated[int, Cells(0, "large block", "L", Shape.BLOCK, 1, 1)]
    tall: Annotated[int, Cells(0, "tall block", "T", Shape.BLOCK, 4, 4)]
    wide: Annotated[int, Cells(0, "wide block", "W", Shape.BLOCK, 1, 1)]
    small: Annotated[int, Cells(0, "small block", "S", Shape.BLOCK, 4, 4)]


def covered(s: State) -> int:
    """All cells that are not free."""
    tall = s.tall | s.tall << 4
    wide = s.wide | s.wide << 1
    return s.large * COVERED[0] | tall | wide | s.small


def generate(s: State, out: Moves, n: int) -> int:
    """A move's code: the first cell of a block, and what will be its first cell."""
    free = ALL_NODES & ~covered(s)
    for kind in range(4):
        blocks = s[kind]
        while blocks:
            source = lowest(blocks)
            blocks &= blocks - 1
            body = COVERED[kind] << source
            room = free | body
            if body & LEFT_EDGE == 0 and (body >> 1) & ~room == 0:
                out[n] = source | (source - 1) << 6
                n += 1
            if body & RIGHT_EDGE == 0 and (body << 1) & ~room == 0:
                out[n] = source | (source + 1) << 6
                n += 1
            if body & 15 == 0 and (body >> 4) & ~room == 0:
                out[n] = source | (source - 4) << 6
                n += 1
            if (body << 4) & ~room == 0:
                out[n] = source | (source + 4) << 6
                n += 1
    return n


def apply(s: State, move: int) -> State:
    source = 1 << (move & 63)
    change = source | 1 << (move >> 6)
    if s.small & source:
        return State(s.large, s.tall, s.wide, s.small ^ change)
    if s.tall & source:
        return State(s.large, s.tall ^ change, s.wide, s.small)
    if s.wide & source:
        return State(s.large, s.tall, s.wide ^ change, s.small)
    return State(s.large ^ change, s.tall, s.wide, s.small)


def is_solution(s: State) -> bool:
    return s.large == EXIT


class Klotski(BoardPuzzle):
    """Klotski, the classic set-up."""

    name, title = "klotski", "Klotski"
    summary = "slide ten blocks until the large one can leave at the bottom"
    goals_lead_out = True
    other_names = ("Huarong Dao", "華容道", "L'âne rouge", "Daughter in the Box", "клоцки", "Khun Chang Phi Phan")
    board = grids.square(WIDTH, CELLS // WIDTH, first_row="top", is_chequered=False)
    code = Code(source=Node(), target=Node())
    max_moves = 40
    tints = {"L": 5, "T": 3, "W": 2, "S": 1}  # noqa: RUF012

    def start_text(self) -> str:
        return "TLLT/TLLT/TWWT/TSST/S..S"

    @property
    def goals(self) -> Sequence[int]:
        return (17, 18)

    def piece(self, node: int, standing: Standing) -> Piece:
        also = SHAPES[standing.kind.letter]
        return replace(super().piece(node, standing), also=tuple(node + cell for cell in also))

    def write(self, state: State) -> str:
        signs = ["."] * CELLS
        for letter, blocks in zip(SHAPES, state, strict=True):
            for node in (node for node in range(CELLS) if blocks >> node & 1):
                for cell in (node, *(node + other for other in SHAPES[letter])):
                    signs[cell] = letter
        return "/".join("".join(signs[first : first + WIDTH]) for first in range(0, CELLS, WIDTH))

    def read(self, text: str) -> State:
        """Blocks are taken from the top, each at its first cell; what is left of them must be there, too."""
        rows = text.split("/")
        if [len(row) for row in rows] != [WIDTH] * 5 or set(text) - set("./LTWS"):
            raise PositionSyntaxError(
                "The position can't be read", ["it needs five rows of four of L, T, W, S and ."], text
            )
        firsts, used = dict.fromkeys(SHAPES, 0), 0
        for node, letter in enumerate("".join(rows)):
            if letter != "." and not used >> node & 1:
                firsts[letter] |= 1 << node
                used |= COVERED[list(SHAPES).index(letter)] << node
        state = State(*firsts.values())
        if self.write_or_none(state) != text:
            raise PositionSyntaxError("The position can't be read", [f"{quoted(text)} has incomplete blocks"], text)
        super().read("/".join(self.anchored(state)))  # are there as many blocks as there should be?
        return state

    def write_or_none(self, state: State) -> str | None:
        try:
            return self.write(state)
        except IndexError:
            return None

    def anchored(self, state: State) -> Iterator[str]:
        """The rows with the first cells only, as the declaration writes them."""
        for first in range(0, CELLS, WIDTH):
            yield "".join(
                next((letter for letter, blocks in zip(SHAPES, state, strict=True) if blocks >> node & 1), ".")
                for node in range(first, first + WIDTH)
            )
