"""Texts of draughts: the two names of a square, positions as PDN FEN, and the least path that names a capture."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from ludograph.board import Board
from ludograph.core.texts import quoted
from ludograph.games.draughts.variants import Variant

Path = tuple[int, ...]
#: A square's node, whether White's, whether a king.
Placed = tuple[int, bool, bool]

SIDE = {"W": True, "B": False}
ENTRY = re.compile(r"(?P<king>K?)(?P<first>[a-zA-Z]?[0-9]+)(?:-(?P<last>[0-9]+))?")
#: A piece that is taken and still lies there, a man or a king, as lidraughts writes it while a capture goes on.
GHOST = re.compile("[GP][0-9]+")
LINK = re.compile("([-x: ])")
SQUARE = re.compile("[a-z][0-9]+")
#: Squares by file and rank, with nothing between them.
JOINED = re.compile(f"({SQUARE.pattern}){{2,}}")
#: Stands between squares in a text that doesn't say whether something is taken.
UNSAID = " "
SHORTEST_RANGE = 3


class SquareNames:
    """Squares are called by their number, from the top left, or by file and rank; one of them is the label."""

    def __init__(self, variant: Variant) -> None:
        self.board: Board = variant.board
        self._nodes: dict[str, int] = {str(node + 1): node for node in range(len(self.board))}
        self._files_and_ranks = [
            f"{chr(ord('a') + round(node.x))}{variant.size + round(node.y)}" for node in self.board.nodes
        ]
        self._nodes |= {name: node for node, name in enumerate(self._files_and_ranks)}
        self.lettered_board = self.board.relabelled(self._files_and_ranks)

    def node(self, name: str) -> int | None:
        """The square of this name; a number may begin with zeros."""
        return self._nodes.get(name.lstrip("0") if name.isdecimal() else name.lower())

    def file_and_rank(self, name: str) -> str:
        """A square by file and rank, whatever it was called by."""
        return self._files_and_ranks[self._nodes[name]]

    def are_lettered(self, text: str) -> bool:
        """Whether a text calls squares by file and rank."""
        return any(self.node(name) is not None for name in SQUARE.findall(text.lower()))

    def normal(self, text: str) -> str:
        """A move text with the labels of its squares and ``x`` for captures; what is no such text stays as it is.

        Squares in one word, like ``c3d4``, don't say whether something is taken: they get ``UNSAID`` between them.
        """
        word = text.lower()
        parts = LINK.split(UNSAID.join(SQUARE.findall(word)) if JOINED.fullmatch(word) else word)
        nodes = [self.node(name) for name in parts[::2]]
        if None in nodes:
            return text
        parts[::2] = [self.board.label(node) for node in nodes if node is not None]
        return "".join(parts).replace(":", "x")


def placed_pieces(body: str, names: SquareNames, faults: list[str]) -> tuple[bool, list[Placed]]:
    """Whether White is to move, and the pieces of a PDN FEN; what is wrong with it is added to the faults."""
    turn, *lists = body.removesuffix(".").split(":")
    if turn not in SIDE:
        faults.append("it must begin with W: or B:, the side to move")
    letters = [part[:1] for part in lists]
    if sorted(letters) != ["B", "W"]:
        faults.append("behind the side to move stand the pieces of White and of Black, like :W21-32:B1-12")
    ghosts = ghosts_among(body)
    placed: list[Placed] = []
    for part in lists:
        for entry in part[1:].split(",") if part[1:] else ():
            if entry in ghosts:
                faults.append(f"{quoted(entry)} is a piece that is taken already, in the middle of a capture")
            else:
                placed += _entry(entry, SIDE.get(part[:1], True), names, faults)
    return SIDE.get(turn, True), placed


def ghosts_among(body: str) -> list[str]:
    """The entries that are pieces taken already. Where all squares go by file and rank, G3 is one of them."""
    entries = [entry for part in body.split(":")[1:] for entry in part[1:].split(",")]
    has_numbers = any(entry.removeprefix("K")[:1].isdecimal() for entry in entries)
    return [entry for entry in entries if has_numbers and GHOST.fullmatch(entry)]


def _entry(entry: str, is_white: bool, names: SquareNames, faults: list[str]) -> Iterator[Placed]:
    """The pieces of one entry: a square or a range of numbers, K before it for kings."""
    found = ENTRY.fullmatch(entry)
    if found is None:
        faults.append(f"{quoted(entry)} is no piece, which is written like 12, K12, c3 or 1-12")
        return
    ends = (found["first"], found["last"] or found["first"])
    first, last = (names.node(end) for end in ends)
    unknown = next((end for end in ends if names.node(end) is None), None)
    if first is None or last is None:
        faults.append(f"{quoted(str(unknown))} is no square of this board")
    elif first > last or (found["last"] and not found["first"].isdecimal()):
        faults.append(f"{quoted(entry)} is no range of squares")
    else:
        yield from ((node, is_white, bool(found["king"])) for node in range(first, last + 1))


def written_pieces(board: Board, nodes: Sequence[int], kings: Iterable[int]) -> str:
    """The pieces of one side: ranges for men in a row of three or more, where squares are numbered."""
    crowned = set(kings)
    is_numbered = board.label(0) == "1"
    texts: list[str] = []
    men: list[int] = []
    for node in [*nodes, None]:
        if men and (node is None or node in crowned or node != men[-1] + 1 or not is_numbered):
            texts += _run(board, men)
            men = []
        if node in crowned:
            texts.append(f"K{board.label(node)}")
        elif node is not None:
            men.append(node)
    return ",".join(texts)


def _run(board: Board, men: Sequence[int]) -> list[str]:
    labels = [board.label(node) for node in men]
    return [f"{labels[0]}-{labels[-1]}"] if len(labels) >= SHORTEST_RANGE else labels


def least_path(own: Sequence[Path], others: Sequence[Path]) -> Path:
    """The fewest squares, from start to end, that lie on one of the own ways and in this order on none of the others;
    a whole way where there are no such."""
    for count in range(len(own[0]) - 1):
        for way in own:
            for between in combinations(way[1:-1], count):
                if not any(_lie_on(between, other[1:-1]) for other in others):
                    return (way[0], *between, way[-1])
    return own[0]


def _lie_on(squares: Path, way: Path) -> bool:
    """Whether a way visits these squares in this order."""
    rest = iter(way)
    return all(square in rest for square in squares)
