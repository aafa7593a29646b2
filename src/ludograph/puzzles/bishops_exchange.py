"""Bishops' exchange: four white and four black bishops on 4×5 cells change places, and none ever attacks one of the
other colour.

H. E. Dudeney, Amusements in Mathematics, 1917, number 327. He lets the colours move by turns and needs 18 moves of
each; here they move in any order, and no way is shorter.
"""

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from ludograph.board import grids
from ludograph.draw.picture import Shape
from ludograph.engine.bits import lowest
from ludograph.engine.blocks.moving import generate_to, slide_constants, slides
from ludograph.engine.board_game import ALL_NODES, Cells, Code, Moves, Node
from ludograph.engine.board_puzzle import BoardPuzzle

BELOW, ABOVE = 0xF, 0xF0000  # the lowest row and the highest


class State(NamedTuple):
    white: Annotated[int, Cells(0, "white bishop", "W", Shape.FIGURE, 4, 4, "♗")]
    black: Annotated[int, Cells(0, "black bishop", "B", Shape.FIGURE, 4, 4, "♝")]


def attacked(bishops: int, empty: int) -> int:
    found = 0
    while bishops:
        found |= slides(lowest(bishops), empty, 0)
        bishops &= bishops - 1
    return found


def generate_safe(bishops: int, enemies: int, out: Moves, n: int) -> int:
    """To where no enemy looks; lines that open by a move are no danger, as who closed them was attacked or attacked."""
    empty = ALL_NODES & ~(bishops | enemies)
    safe = empty & ~attacked(enemies, empty)
    while bishops:
        source = lowest(bishops)
        bishops &= bishops - 1
        n = generate_to(source, slides(source, empty, 0) & safe, out, n)
    return n


def generate(s: State, out: Moves, n: int) -> int:
    return generate_safe(s.black, s.white, out, generate_safe(s.white, s.black, out, n))


def apply(s: State, move: int) -> State:
    source = 1 << (move & 63)
    change = source | 1 << (move >> 6)
    return State(s.white ^ change, s.black) if s.white & source else State(s.white, s.black ^ change)


def is_solution(s: State) -> bool:
    return s.white == ABOVE and s.black == BELOW


class BishopsExchange(BoardPuzzle):
    """Dudeney's bishops."""

    name, title = "bishops-exchange", "Bishops' Exchange"
    summary = "white and black bishops change places, and none attacks one of the other colour"
    other_names = ("A new bishop's puzzle", "Läufertausch", "обмен слонов", "échange des fous", "cambio de alfiles")
    board = grids.square(4, 5)
    code = Code(source=Node(), target=Node())
    tints = {"W": 0, "B": 8}  # noqa: RUF012

    def start_text(self) -> str:
        return "BBBB/..../..../..../WWWW"

    def make_tables(self) -> Mapping[str, Any]:
        return slide_constants(self.board, (45, 135, 225, 315), diagonals=True)
