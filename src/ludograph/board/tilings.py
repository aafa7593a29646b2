"""Boards cut out of regular tilings by a small text picture.

Each character of the picture is a place of the tiling: a blank is no cell, ``#`` a cell that is not visible, anything
else a cell, and what it is stays with the cell for those who know its meaning.

    square    triangle    hex      hex-files

     ...       .....       . .       .
     ...        ...       . . .     . .
     ...         .         . .       .
                                    . .
                                     .

Triangles of a line stand on their base and on their head by turns. In rows of hexagons (hex) two that share an edge are
two characters apart in a line, or one aside in the next line; in files of hexagons (hex-files) lines and columns are
exchanged.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ludograph.board.graph import MAX_NODES, Board, Node
from ludograph.board.grids import Cell, Point, regular_outline, round_position
from ludograph.board.labels import LETTERS_WITHOUT_J, letter
from ludograph.errors import InvalidMap

BLANK, HIDDEN = " ", "#"
ROW_HEIGHT = math.sqrt(3) / 2

#: Places are (column, line from the bottom).
Places = Mapping[Cell, str]


@dataclass(frozen=True)
class Tiling:
    """A way to lay out cells: where a place is, what it is linked to, what it looks like and how it is called."""

    title: str
    place: Callable[[int, int], Point]
    steps: Callable[[int, int], Sequence[Cell]]
    outline: Callable[[int, int], tuple[Point, ...]]
    shade: Callable[[int, int], int]
    is_place: Callable[[int, int], bool]
    label: Callable[[Cell, Sequence[Cell]], str]


@dataclass(frozen=True)
class Cut:
    """A board cut out of a tiling, and the character of the picture for each of its nodes."""

    board: Board
    signs: tuple[str, ...]


def cut(tiling: str, picture: str, *, name: str = "") -> Cut:
    """The board that a picture cuts out of a tiling; InvalidMap lists what is wrong with the picture."""
    kind = TILINGS[tiling]
    places = _places(picture)
    first = next(iter(places), (0, 0))
    faults = _faults(places, kind, first)
    if faults:
        raise InvalidMap("The picture is no board", faults)
    cells = sorted(places, key=lambda cell: (cell[1], cell[0]))
    shifted = {cell: (cell[0] - _parity(kind, first), cell[1]) for cell in cells}
    index = {cell: number for number, cell in enumerate(cells)}
    nodes = (_node(kind, number, shifted[cell], cell, cells, places[cell]) for cell, number in index.items())
    links = (
        (start, index[end])
        for (column, line), start in index.items()
        for right, up in kind.steps(*shifted[column, line])
        if (end := (column + right, line + up)) in index
    )
    return Cut(Board(nodes, links, name=name or f"{kind.title} cut to shape"), tuple(places[cell] for cell in cells))


def _places(picture: str) -> dict[Cell, str]:
    lines = picture.rstrip().splitlines()
    return {
        (column, len(lines) - 1 - number): sign
        for number, line in enumerate(lines)
        for column, sign in enumerate(line.rstrip())
        if sign != BLANK
    }


def _parity(kind: Tiling, first: Cell) -> int:
    """How far a picture is moved aside, so that its places are places of the tiling."""
    return 0 if kind.is_place(*first) else 1


def _faults(places: Places, kind: Tiling, first: Cell) -> list[str]:
    faults = []
    if not 1 <= len(places) <= MAX_NODES:
        faults.append(f"it has {len(places):,} cells, not 1 to {MAX_NODES:,}")
    aside = _parity(kind, first)
    for (column, line), sign in places.items():
        if not sign.isprintable():
            faults.append(f"it has the character {sign!r}, which is not printable")
        if not kind.is_place(column - aside, line):
            faults.append(f"{sign!r} in column {column + 1} lies between two hexagons of its neighbours")
    return faults


def _node(kind: Tiling, number: int, place: Cell, cell: Cell, cells: Sequence[Cell], sign: str) -> Node:
    x, y = kind.place(*place)
    outline = tuple((round_position(x + dx), round_position(y + dy)) for dx, dy in kind.outline(*place))
    return Node(
        id=number + 1,
        label=kind.label(cell, cells),
        x=round_position(x),
        y=round_position(y),
        visible=sign != HIDDEN,
        shade=kind.shade(*place),
        outline=outline,
    )


def _file_and_rank(cell: Cell, cells: Sequence[Cell]) -> str:
    """The column's letter from the left, the line's number from the bottom."""
    left = min(column for column, _ in cells)
    return f"{letter(cell[0] - left).lower()}{cell[1] + 1}"


def _row_and_place(cell: Cell, cells: Sequence[Cell]) -> str:
    """The row's letter from the bottom, the number in the row from the left."""
    before = sum(1 for column, line in cells if line == cell[1] and column <= cell[0])
    return f"{letter(cell[1]).lower()}{before}"


def _file_and_place(cell: Cell, cells: Sequence[Cell]) -> str:
    """The file's letter from the left without j, the number in the file from the bottom."""
    left = min(column for column, _ in cells)
    before = sum(1 for column, line in cells if column == cell[0] and line <= cell[1])
    return f"{letter(cell[0] - left, LETTERS_WITHOUT_J).lower()}{before}"


def _points_up(column: int, line: int) -> bool:
    return (column + line) % 2 == 0


def _triangle_place(column: int, line: int) -> Point:
    third = ROW_HEIGHT / 3
    return column / 2, line * ROW_HEIGHT + (third if _points_up(column, line) else 2 * third)


def _triangle_steps(column: int, line: int) -> Sequence[Cell]:
    return ((1, 0), (-1, 0), (0, -1 if _points_up(column, line) else 1))


def _triangle_outline(column: int, line: int) -> tuple[Point, ...]:
    return regular_outline(3, 90.0 if _points_up(column, line) else 270.0, 1 / math.sqrt(3))


TILINGS: dict[str, Tiling] = {
    "square": Tiling(
        title="squares",
        place=lambda column, line: (column, line),
        steps=lambda column, line: ((1, 0), (0, 1), (-1, 0), (0, -1)),
        outline=lambda column, line: regular_outline(4, 45.0, 1 / math.sqrt(2)),
        shade=lambda column, line: (column + line) % 2,
        is_place=lambda column, line: True,
        label=_file_and_rank,
    ),
    "hex": Tiling(
        title="rows of hexagons",
        place=lambda column, line: (column / 2, line * ROW_HEIGHT),
        steps=lambda column, line: ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)),
        outline=lambda column, line: regular_outline(6, 30.0, 1 / math.sqrt(3)),
        shade=lambda column, line: (column + 3 * line) // 2 % 3,
        is_place=lambda column, line: (column + line) % 2 == 0,
        label=_row_and_place,
    ),
    "hex-files": Tiling(
        title="files of hexagons",
        place=lambda column, line: (column * ROW_HEIGHT, line / 2),
        steps=lambda column, line: ((1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1)),
        outline=lambda column, line: regular_outline(6, 0.0, 1 / math.sqrt(3)),
        shade=lambda column, line: (line + 3 * column) // 2 % 3,
        is_place=lambda column, line: (column + line) % 2 == 0,
        label=_file_and_place,
    ),
    "triangle": Tiling(
        title="triangles",
        place=_triangle_place,
        steps=_triangle_steps,
        outline=_triangle_outline,
        shade=lambda column, line: (column + line) % 2,
        is_place=lambda column, line: True,
        label=_file_and_rank,
    ),
}
