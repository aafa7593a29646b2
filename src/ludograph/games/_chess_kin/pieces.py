"""The pieces of chess and its relatives as data, and the tables that the kernel reads.

A piece has *ways*: steps, how far it repeats them, and whether it goes, takes or both. Everything is told as the first
seat sees the board, with its own side below; the second seat's pieces go the other way up. On each cell a way is a
*line* of cells; whatever attacks a cell is found by the tree of all lines that run into it, its *sight*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ludograph.board.tables import WORD_BITS, mask, words
from ludograph.engine.bits import WORD
from ludograph.games._chess_kin.codes import HOPS, LAME, MOVES, TAKES, THREATENS

Step = tuple[int, int]
Place = Callable[[int, int], bool]  # whether a column and a row, as the owner sees them, are among some

RIDES = 99  # as far as there are cells
BOTH_SEATS = range(2)

AHEAD: tuple[Step, ...] = ((0, 1),)
ASLANT_AHEAD: tuple[Step, ...] = ((-1, 1), (1, 1))
STRAIGHT: tuple[Step, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
ASLANT: tuple[Step, ...] = ((1, 1), (-1, 1), (-1, -1), (1, -1))
TWO_ASLANT: tuple[Step, ...] = ((2, 2), (-2, 2), (-2, -2), (2, -2))
EVERY_WAY = STRAIGHT + ASLANT
KNIGHTLY: tuple[Step, ...] = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


@dataclass(frozen=True)
class Way:
    """Steps that a piece takes, each up to ``reach`` times in a line.

    ``begins`` and ``ends`` say on which cells it may begin and end; one that is ``LAME`` can't pass over a piece on the
    first cell of its way, one that ``HOPS`` takes only what is behind another piece.
    """

    steps: tuple[Step, ...]
    reach: int = 1
    mode: int = MOVES | TAKES
    begins: Place = lambda column, row: True
    ends: Place = lambda column, row: True


@dataclass(frozen=True)
class Kin:
    """A kind of piece: its letter in FEN, its name, its ways, and what it is worth to a player that searches.

    ``becomes`` are the letters of what it may be promoted to, and ``held`` is the letter of what it is in the hand of
    who has taken it. ``figures`` are drawn instead of the letter, one for each seat.
    """

    letter: str
    name: str
    ways: tuple[Way, ...]
    worth: int
    becomes: tuple[str, ...] = ()
    held: str = ""
    figures: str = ""


class Castling(NamedTuple):
    """A castling: its letter in FEN and, as cells, from where to where the king goes and the rook."""

    letter: str
    king: str
    king_to: str
    rook: str
    rook_to: str


def pawn(becomes: Iterable[str], *, doubles: Place = lambda column, row: row == 1, **other: Any) -> Kin:
    """A pawn: ahead, from some cells two steps, and it takes aslant."""
    ways = (
        Way(AHEAD, 1, MOVES, begins=lambda column, row: not doubles(column, row)),
        Way(AHEAD, 2, MOVES, begins=doubles),
        Way(ASLANT_AHEAD, 1, TAKES),
    )
    return Kin("P", "pawn", ways, 100, tuple(becomes), figures="♙♟", **other)


KNIGHT = Kin("N", "knight", (Way(KNIGHTLY),), 320, figures="♘♞")
BISHOP = Kin("B", "bishop", (Way(ASLANT, RIDES),), 330, figures="♗♝")
ROOK = Kin("R", "rook", (Way(STRAIGHT, RIDES),), 500, figures="♖♜")
QUEEN = Kin("Q", "queen", (Way(EVERY_WAY, RIDES),), 900, figures="♕♛")
KING = Kin("K", "king", (Way(EVERY_WAY),), 0, figures="♔♚")
#: The six of chess; the pawn's choices are in the order in which people make them.
CHESS_KINDS = (pawn("QRBN"), KNIGHT, BISHOP, ROOK, QUEEN, KING)
CHESS_CASTLINGS = (
    Castling("K", "e1", "g1", "h1", "f1"),
    Castling("Q", "e1", "c1", "a1", "d1"),
    Castling("k", "e8", "g8", "h8", "f8"),
    Castling("q", "e8", "c8", "a8", "d8"),
)


def promoted(kind: Kin, letter: str, held: str) -> Kin:
    """The same piece as one that has been promoted, which is another one in the hand of who takes it."""
    return replace(kind, letter=letter, name=f"promoted {kind.name}", held=held)


# -- tables -----------------------------------------------------------------------------------------------


class Line(NamedTuple):
    """The cells that a piece comes to one after the other, and how it goes along them."""

    mode: int
    nodes: tuple[int, ...]


@dataclass(frozen=True)
class Grid:
    """Cells in columns and rows, numbered row by row from the first seat's side."""

    columns: int
    rows: int

    @property
    def size(self) -> int:
        return self.columns * self.rows

    def node(self, seat: int, column: int, row: int) -> int | None:
        """The node of a cell as a seat sees it; None outside of the board. Columns are the same for both."""
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            return None
        return (self.rows - 1 - row if seat else row) * self.columns + column

    def cell(self, seat: int, node: int) -> tuple[int, int]:
        """Column and row of a node as a seat sees it."""
        row, column = divmod(node, self.columns)
        return column, self.rows - 1 - row if seat else row

    def lines(self, kind: Kin, seat: int, node: int) -> Iterator[Line]:
        """All lines of a piece from a node."""
        column, row = self.cell(seat, node)
        for way in kind.ways:
            if way.begins(column, row):
                for right, up in way.steps:
                    legs = [self.node(seat, column + int(right / 2), row + int(up / 2))] if way.mode & LAME else []
                    nodes = [*legs, *self._along(way, seat, (column, row), (right, up))]
                    if len(nodes) > len(legs):
                        yield Line(way.mode, tuple(node for node in nodes if node is not None))

    def _along(self, way: Way, seat: int, start: Step, step: Step) -> Iterator[int]:
        for number in range(1, way.reach + 1):
            column, row = start[0] + number * step[0], start[1] + number * step[1]
            node = self.node(seat, column, row)
            if node is None or not way.ends(column, row):
                return
            yield node


Tree = dict[int, "Branch"]


class Branch:
    """A node of a sight: the kinds of pieces that attack from there, and what lies behind it."""

    def __init__(self) -> None:
        self.kinds = 0
        self.behind: Tree = {}


def line_tables(grid: Grid, kinds: Sequence[Kin]) -> Mapping[str, Any]:
    """The lines of each seat's kinds from each node, and the sight of each node."""
    outside = grid.size
    first, modes, starts, nodes = [0], list[int](), list[int](), list[int]()
    sights = [[Tree() for _ in range(grid.size)] for _ in BOTH_SEATS]
    for seat in BOTH_SEATS:
        for number, kind in enumerate(kinds):
            for node in range(grid.size):
                for line in grid.lines(kind, seat, node):
                    modes.append(line.mode)
                    starts.append(len(nodes))
                    nodes += [*line.nodes, outside]
                    _see(sights[seat], line, node, 1 << number)
                first.append(len(modes))
    return {
        "LINES_OF": words(first),
        "LINE_MODE": words(modes),
        "LINE_AT": words(starts),
        "LINE_NODES": words(nodes),
        **_sight_tables(grid, [tree for of_seat in sights for tree in of_seat]),
        **_near_tables(grid, kinds, sights),
    }


def _see(sights: list[Tree], line: Line, source: int, kind: int) -> None:
    """Tell every node that a line takes on where it is attacked from."""
    if not line.mode & (TAKES | THREATENS) or line.mode & HOPS:
        return
    for place in range(1 if line.mode & LAME else 0, len(line.nodes)):
        tree = sights[line.nodes[place]]
        way = (*reversed(line.nodes[:place]), source)
        for node in way:
            branch = tree.setdefault(node, Branch())
            tree = branch.behind
        branch.kinds |= kind


def _sight_tables(grid: Grid, sights: list[Tree]) -> Mapping[str, Any]:
    at, nodes, kinds, following = [0], list[int](), list[int](), list[int]()

    def lay_out(tree: Tree) -> None:
        for node, branch in tree.items():
            place = len(nodes)
            nodes.append(node)
            kinds.append(branch.kinds)
            following.append(0)
            lay_out(branch.behind)
            following[place] = len(nodes)

    for tree in sights:
        lay_out(tree)
        at.append(len(nodes))
    named = {"SIGHT_AT": at, "SIGHT_NODES": nodes, "SIGHT_KINDS": kinds, "SIGHT_NEXT": following}
    return {name: words(values) for name, values in named.items()}


def _near_tables(grid: Grid, kinds: Sequence[Kin], sights: list[list[Tree]]) -> Mapping[str, Any]:
    """For each attacking seat and each node all nodes of its sight, as sets: other pieces can come and go unseen."""
    hops = [number for number, kind in enumerate(kinds) if any(way.mode & HOPS for way in kind.ways)]
    seen = []
    for seat in BOTH_SEATS:
        for node in range(grid.size):
            near = mask(_nodes_in(sights[seat][node]))
            for number in hops:
                near |= mask(each for line in grid.lines(kinds[number], seat, node) for each in line.nodes)
            seen += set_words(near, grid)
    return {"SEEN": words(seen), "HOPPER": hops[0] if hops else len(kinds), "HAS_HOPPERS": int(bool(hops))}


def _nodes_in(tree: Tree) -> Iterator[int]:
    for node, branch in tree.items():
        yield node
        yield from _nodes_in(branch.behind)


def set_words(cells: int, grid: Grid) -> list[int]:
    """A set of nodes in as many words as the board needs."""
    return [cells >> shift & WORD for shift in range(0, grid.size, WORD_BITS)]
