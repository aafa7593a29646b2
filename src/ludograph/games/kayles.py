"""Kayles: knock down a pin, or two that stand beside each other; who knocks down the last one wins.

H. E. Dudeney, 1908, and S. Loyd; solved by R. K. Guy and C. A. B. Smith, 1956.
"""

from typing import Annotated, NamedTuple

from ludograph.board import Board, grids
from ludograph.board.labels import letter
from ludograph.core.parameters import IntParameter
from ludograph.draw.picture import Shape
from ludograph.engine.bits import lowest
from ludograph.engine.blocks.placing import generate_new
from ludograph.engine.board_game import NOBODY, BoardGame, Cells, Code, Moves, Node, Turn


class State(NamedTuple):
    pins: Annotated[int, Cells(NOBODY, "pin", "|", Shape.TOKEN)]
    turn: Turn


def generate(s: State, out: Moves, n: int) -> int:
    n = generate_new(s.pins, out, n)
    pairs = s.pins & (s.pins >> 1)
    while pairs:
        pin = lowest(pairs)
        pairs &= pairs - 1
        out[n] = pin | (pin + 1) << 6
        n += 1
    return n


def apply(s: State, move: int) -> State:
    return State(s.pins & ~(1 << (move & 63) | 1 << (move >> 6)), 1 - s.turn)


def winners(s: State) -> int:
    return 2 >> s.turn


class Kayles(BoardGame):
    """Kayles with a row of pins."""

    name, title, seats = "kayles", "Kayles", ("First", "Second")
    summary = "knock down one pin or two neighbours; who takes the last wins"
    other_names = ("Ninepins", "Rip van Winkle's game", "кегли", "Kegelspiel")
    parameters = (IntParameter("pins", 13, "how many pins there are", 1, 26),)
    keeps_pieces = False
    code = Code(source=Node(), target=Node())

    def make_board(self, pins: int) -> Board:
        return grids.square(pins, 1, label=lambda column, _row: letter(column), is_chequered=False)

    def start_text(self, pins: int) -> str:
        return "F:" + "|" * pins
