"""Regular boards: square grids, hexagons, stars and rhombi of hexagons, rings.

Rows are numbered from the first one, which lies at the bottom or, with ``first_row="top"``, at the top.
Nodes are numbered row by row in that order, so that labels and indices grow together.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Literal

from ludograph.board.graph import Board, Heading, Node
from ludograph.board.labels import LETTERS_WITHOUT_J, Labeller, file_and_rank, letter

Point = tuple[float, float]
Cell = tuple[int, int]

ORTHOGONAL: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
DIAGONAL: tuple[Cell, ...] = ((1, 1), (-1, 1), (-1, -1), (1, -1))
RHOMBUS_STEPS: tuple[Cell, ...] = (*ORTHOGONAL, (-1, 1), (1, -1))

ARC_DEGREES = 4.0  # a curved outline is drawn by straight lines over at most this angle
DARK = 0  # the shade of dark squares; a square board begins with one, as chess does


def square(
    columns: int,
    rows: int,
    *,
    links: Literal[4, 8] = 4,
    first_row: Literal["bottom", "top"] = "bottom",
    label: Labeller = file_and_rank,
    is_chequered: bool = True,
    shade: Callable[[int, int], int] = lambda column, row: (column + row) % 2,
) -> Board:
    """A grid of squares, each linked to its 4 or 8 neighbours; all lines are straight.

    A step is at most half the angle between two links off its direction (``max_turn``): with 8 links one that is 45
    degrees off is another link's step, on which a diagonal would go on along the edge.
    """
    cells = [(column, row) for row in range(rows) for column in range(columns)]
    steps = ORTHOGONAL if links == 4 else ORTHOGONAL + DIAGONAL
    upwards = 1 if first_row == "bottom" else -1
    nodes = (
        _square_node(index, label(column, row), column, row * upwards, shade(column, row) if is_chequered else 0)
        for index, (column, row) in enumerate(cells)
    )
    return Board(nodes, _grid_links(cells, steps), name=f"{columns}×{rows} squares", max_turn=180.0 / links)


def squares_at(places: Mapping[str, Point], *, name: str, shades: Mapping[str, int] | None = None) -> Board:
    """Squares by their labels, in their order, with their middles at these places; neighbours are linked."""
    nodes = [
        _square_node(index, label, x, y, (shades or {}).get(label, 0))
        for index, (label, (x, y)) in enumerate(places.items())
    ]
    links = ((a.id, b.id) for a in nodes for b in nodes if abs(a.x - b.x) + abs(a.y - b.y) == 1)
    return Board(nodes, links, name=name)


def dark_squares(size: int, *, mirrored: bool = False) -> Board:
    """The dark squares of a draughts board, numbered from 1 at the top left, linked diagonally.

    The square at the lower left is dark; on a ``mirrored`` board of even size it is the one at the lower right.
    """
    parity = 0 if mirrored else 1
    cells = [(column, row) for row in range(size) for column in range(size) if (column + row) % 2 == parity]
    nodes = (_square_node(index, str(index + 1), column, -row, DARK) for index, (column, row) in enumerate(cells))
    return Board(nodes, _grid_links(cells, DIAGONAL), name=f"dark squares of {size}×{size}")


def hexagon(side: int, *, layout: Literal["rows", "files"] = "rows") -> Board:
    """A hexagon-shaped board of hexagonal cells with ``side`` cells on each edge.

    ``rows`` has horizontal rows, lettered from the bottom, and diagonals as numbers (Abalone's a1 … i9);
    ``files`` stands on its corner, with vertical files of letters without j, ranks counted from the
    bottom of each file (hexagonal chess' a1 … l6).
    """
    return _hexagon_of_rows(side) if layout == "rows" else _hexagon_of_files(side)


def rhombus(
    columns: int,
    rows: int,
    *,
    first_row: Literal["bottom", "top"] = "bottom",
    label: Labeller = file_and_rank,
) -> Board:
    """A parallelogram of hexagonal cells, the board of Hex: each row lies half a cell further to the right.

    Columns are lettered, rows numbered. The acute corners are A1 and the last cell.
    """
    cells = [(column, row) for row in range(rows) for column in range(columns)]
    return _slanted(cells, label, 1 if first_row == "bottom" else -1, f"{columns}×{rows} hexagons")


def triangle(side: int, *, label: Labeller = file_and_rank) -> Board:
    """A triangle of hexagonal cells, the board of Y: each row from the bottom has one cell less than the one below."""
    cells = [(column, row) for row in range(side) for column in range(side - row)]
    return _slanted(cells, label, 1, f"triangle of side {side}")


def _slanted(cells: Sequence[Cell], label: Labeller, upwards: int, name: str) -> Board:
    """Hexagons in rows that each lie half a cell further to the right than the one before."""
    nodes = (
        _hex_node(
            index,
            label(column, row),
            column + row / 2,
            round_position(row * upwards * math.sqrt(3) / 2),
            (column - row) % 3,
            first_corner=30.0,
        )
        for index, (column, row) in enumerate(cells)
    )
    return Board(nodes, _grid_links(cells, RHOMBUS_STEPS), name=name)


def points(*lines: str, name: str = "") -> Board:
    """A board of points on drawn lines, such as that of nine men's morris. Each line names its points one after the
    other, by column and row: ``"A1 D1 G1"``. Neighbours on a line are linked; all lines are straight."""
    ways = [line.split() for line in lines]
    labels = sorted({label for way in ways for label in way}, key=lambda label: (int(label[1:]), label[0]))
    nodes = (Node(index, label, ord(label[0]) - ord("A"), int(label[1:]) - 1) for index, label in enumerate(labels))
    pairs = {pair for way in ways for pair in pairwise(way)}
    links = sorted((labels.index(a), labels.index(b)) for pair in pairs for a, b in (pair, pair[::-1]))
    return Board(nodes, links, name=name or f"{len(labels)} points", max_turn=0.0)


def crossings(size: int) -> Board:
    """The points where so many lines each way cross, as on the board of Go; their diagonals are no lines."""
    names = [[f"{letter(column)}{row + 1}" for column in range(size)] for row in range(size)]
    rows = (" ".join(row) for row in names)
    columns = (" ".join(column) for column in zip(*names, strict=True))
    return points(*rows, *columns, name=f"{size}×{size} points")


def pits(houses: int) -> Board:
    """A board for sowing: two rows of houses, and a store at each end. Numbered as one sows, against the clock: the
    lower row from the left (A1, B1, …), the store on the right (S), the upper row from the right, the other store (N).
    """
    right, round_house = float(houses), regular_outline(48, 0.0, 0.48)
    places = [(f"{letter(column)}1", (float(column), 0.0)) for column in range(houses)]
    places += [("S", (right, 0.5))]
    places += [(f"{letter(column)}2", (float(column), 1.0)) for column in reversed(range(houses))]
    places += [("N", (-1.0, 0.5))]
    nodes = [
        Node(
            index,
            name,
            x,
            y,
            shade=int(name in "SN"),
            outline=tuple(
                (round_position(x + dx), round_position(y + dy * (2 if name in "SN" else 1))) for dx, dy in round_house
            ),
        )
        for index, (name, (x, y)) in enumerate(places)
    ]
    around = range(len(nodes))
    links = {(index, (index + 1) % len(nodes)) for index in around}
    links |= {(index, 2 * houses - index) for index in range(houses)}
    both = sorted({pair for a, b in links for pair in ((a, b), (b, a))})
    return Board(nodes, both, name=f"2×{houses} houses with stores")


def ring(spokes: int, rings: int = 1, *, hole: float = 1.0) -> Board:
    """Concentric rings of ``spokes`` nodes each, linked around, inwards and outwards; rays follow the curve.

    The label is the ring's letter, from the inside, and the number of the spoke, counted from the right
    against the clock. ``max_turn`` lets a ray run round the ring however few spokes there are; with fewer
    than seven, so wide a turn leads a ray inwards from the innermost ring round it, too.
    """
    if spokes < 1 or rings < 1:
        raise ValueError(f"there is no board of {rings} rings with {spokes} spokes")
    cells = [(spoke, circle) for circle in range(rings) for spoke in range(spokes)]
    nodes = (
        Node(
            id=index,
            label=file_and_rank(circle, spoke),
            x=x,
            y=y,
            shade=(spoke + circle) % 2,
            outline=_ring_sector(hole + circle, spoke, spokes),
        )
        for index, (spoke, circle) in enumerate(cells)
        for x, y in [_at_angle(hole + circle + 0.5, spoke * 360.0 / spokes)]
    )
    links = _grid_links(cells, ORTHOGONAL, wrap=lambda cell: (cell[0] % spokes, cell[1]))
    max_turn = max(45.0, min(180.0, 360.0 / spokes))
    return Board(nodes, links, name=f"{rings} rings of {spokes}", max_turn=max_turn, heading=Heading.FOLLOW)


def _square_node(index: int, label: str, x: float, y: float, shade: int) -> Node:
    outline = ((x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x + 0.5, y + 0.5), (x - 0.5, y + 0.5))
    return Node(id=index, label=label, x=x, y=y, shade=shade, outline=outline)


def _grid_links(
    cells: Iterable[Cell], steps: Iterable[Cell], wrap: Callable[[Cell], Cell] = lambda cell: cell
) -> Iterator[tuple[int, int]]:
    index = {cell: number for number, cell in enumerate(cells)}
    steps = tuple(steps)
    for (column, row), start in index.items():
        for right, up in steps:
            end = index.get(wrap((column + right, row + up)))
            if end is not None and end != start:
                yield start, end


# Hexagons: `row` and `diagonal` are the two coordinates of the labels; a step along the row keeps the
# row, a step up and to the right adds one to both.
HEX_STEPS: tuple[Cell, ...] = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))


def _hex_cells(side: int) -> list[Cell]:
    rows = 2 * side - 1
    return [(row, diagonal) for row in range(rows) for diagonal in range(max(0, row - side + 1), min(rows, row + side))]


def star(side: int) -> Board:
    """A star of six points with so many nodes on each edge of a point, the board of Chinese checkers: holes on drawn
    lines, in another shade in the points. Rows are lettered from the bottom, diagonals are numbered.

    By the three distances of a node from the lines through the middle it is two triangles, one upon the other.
    """
    nodes, cells, reach = list[Node](), list[Cell](), 2 * side
    for row in range(-reach, reach + 1):
        for diagonal in range(-reach, reach + 1):
            from_lines = diagonal, -row, row - diagonal
            if max(from_lines) > side and min(from_lines) < -side:
                continue
            x, y = round_position(diagonal - row / 2), round_position(row * math.sqrt(3) / 2)
            is_in_point = max(map(abs, from_lines)) > side
            nodes.append(
                Node(len(nodes), file_and_rank(row + reach, diagonal + reach), x, y, shade=int(not is_in_point))
            )
            cells.append((row, diagonal))
    return Board(nodes, _grid_links(cells, HEX_STEPS), name=f"star of side {side}")


def _hexagon_of_rows(side: int) -> Board:
    cells = _hex_cells(side)
    nodes = []
    for index, (row, diagonal) in enumerate(cells):
        x, y = round_position(diagonal - row / 2), round_position(row * math.sqrt(3) / 2)
        label = file_and_rank(row, diagonal).lower()
        nodes.append(_hex_node(index, label, x, y, (row + diagonal) % 3, first_corner=30.0))
    return Board(nodes, _grid_links(cells, HEX_STEPS), name=f"hexagon of side {side}")


def _hexagon_of_files(side: int) -> Board:
    cells = _hex_cells(side)
    nodes = []
    for index, (file, diagonal) in enumerate(cells):
        rank = diagonal - max(0, file - side + 1)
        x, y = round_position(file * math.sqrt(3) / 2), round_position(diagonal - file / 2)
        label = f"{letter(file, LETTERS_WITHOUT_J).lower()}{rank + 1}"
        nodes.append(_hex_node(index, label, x, y, (file + diagonal) % 3, first_corner=0.0))
    return Board(nodes, _grid_links(cells, HEX_STEPS), name=f"hexagon of side {side}, by files")


def _hex_node(index: int, label: str, x: float, y: float, shade: int, *, first_corner: float) -> Node:
    corners = regular_outline(6, first_corner, 1 / math.sqrt(3))
    outline = tuple((round_position(x + dx), round_position(y + dy)) for dx, dy in corners)
    return Node(id=index, label=label, x=x, y=y, shade=shade, outline=outline)


def regular_outline(corners: int, first_corner: float, radius: float) -> tuple[Point, ...]:
    """The corners of a regular polygon around the origin, the first in a direction in degrees."""
    return tuple(_at_angle(radius, first_corner + 360.0 * corner / corners) for corner in range(corners))


def _ring_sector(inner: float, spoke: int, spokes: int) -> tuple[Point, ...]:
    width = 360.0 / spokes
    points = math.ceil(width / ARC_DEGREES)
    angles = [(spoke - 0.5) * width + width * point / points for point in range(points + 1)]
    outer_arc = [_at_angle(inner + 1, angle) for angle in angles]
    inner_arc = [_at_angle(inner, angle) for angle in reversed(angles)]
    return tuple(outer_arc + inner_arc)


def _at_angle(radius: float, degrees: float) -> Point:
    return round_position(radius * math.cos(math.radians(degrees))), round_position(
        radius * math.sin(math.radians(degrees))
    )


def round_position(value: float) -> float:
    """Positions with nine digits, and no minus before a zero: short numbers in map files."""
    return round(value, 9) + 0.0
