"""Quixo: take a cube from the rim that is blank or yours, and push it back in, with your sign, at an end of its row or
column; a whole line of your signs wins. Who completes a line of the other side's loses, even if he completes his own.

Rules by Thierry Chapeau, 1995.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from ludograph.board import Board, grids
from ludograph.board.tables import mask
from ludograph.core.parameters import IntParameter
from ludograph.engine.bits import lowest
from ludograph.engine.blocks.lines import has_line, line_constants
from ludograph.engine.blocks.moving import generate_to
from ludograph.engine.board_game import NODES, BoardGame, Code, Moves, Node, Sides

RIM = 0
ENDS: Sequence[int] = ()  # where a cube of the rim can be pushed in
ROWS: Sequence[int] = ()  # the cells from one to another, both included, in a row or in a column
STEPS: Sequence[int] = ()  # how far apart neighbours in it are numbered


def pushed(cells: int, source: int, target: int) -> int:
    """A set after the row from source to target has moved up by one, which leaves the target free."""
    row = ROWS[source * NODES + target]
    step = STEPS[source * NODES + target]
    moved = (cells & row) >> step if target > source else (cells & row) << step
    return cells & ~row | moved & row


def generate(s: Sides, out: Moves, n: int) -> int:
    cubes = 0 if has_line(s.mine) or has_line(s.theirs) else RIM & ~s.theirs
    while cubes:
        n = generate_to(lowest(cubes), ENDS[lowest(cubes)], out, n)
        cubes &= cubes - 1
    return n


def apply(s: Sides, move: int) -> Sides:
    source = move & 63
    target = move >> 6
    return Sides(pushed(s.theirs, source, target), pushed(s.mine, source, target) | 1 << target, 1 - s.turn)


def winners(s: Sides) -> int:
    return 1 << s.turn if has_line(s.mine) else 2 >> s.turn


class Quixo(BoardGame):
    """Quixo on a square board."""

    name, title, seats = "quixo", "Quixo", ("X", "O")
    summary = "push cubes in from the rim; a whole line of your sign wins"
    other_names = ("квиксо",)
    parameters = (IntParameter("size", 5, "columns and rows", 3, 7),)
    takes, keeps_pieces, repetition_limit = False, False, 3
    code = Code(source=Node(), target=Node())

    def make_board(self, size: int) -> Board:
        return grids.square(size, size, links=8, is_chequered=False)

    def make_tables(self, size: int) -> Mapping[str, Any]:
        cells = range(size * size)
        rows, steps, ends = [0] * size**4, [0] * size**4, [0] * size**2
        for ends_of_row, step in ((((0, size - 1)), 1), (((0, size * (size - 1))), size)):
            for source in cells:
                first = source - source // step % size * step
                for target in {first + end for end in ends_of_row} - {source}:
                    low, high = sorted((source, target))
                    rows[source * size**2 + target] = mask(range(low, high + 1, step))
                    steps[source * size**2 + target] = step
                    ends[source] |= 1 << target
        rim = mask(cell for cell in cells if {cell % size, cell // size} & {0, size - 1})
        tables = {"RIM": rim, "ENDS": tuple(ends), "ROWS": tuple(rows), "STEPS": tuple(steps)}
        return {**tables, **line_constants(self.board, size)}
