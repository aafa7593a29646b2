"""Pictures for the drawing tests: boards of every shape with a few pieces, a last move and marks."""

from __future__ import annotations

from hypothesis import strategies as st

from ludograph.board import Board, Node, grids
from ludograph.draw.picture import Picture, Piece, Shape

PLAIN_GRAPH = Board(
    [
        Node(1, "1", 0, 0), Node(2, "2", 100, 20), Node(3, "north", 60, 110), Node(4, "4", 180, 90),
        Node(5, "5", 120, -60),
    ],
    [(0, 1), (1, 0), (1, 2), (2, 1), (0, 2), (2, 3), (3, 1), (1, 4), (4, 0)],
)  # fmt: skip

BOARDS = {
    "squares": grids.square(6, 6, links=8),
    "one square": grids.square(1, 1),
    "hexagon of rows": grids.hexagon(5),
    "hexagon of files": grids.hexagon(6, layout="files"),
    "rings": grids.ring(16, 4),
    "dark squares": grids.dark_squares(8),
    "plain graph": PLAIN_GRAPH,
}

GRIDS = st.one_of(
    st.builds(
        grids.square, st.integers(1, 16), st.integers(1, 16), links=st.sampled_from([4, 8]),
        first_row=st.sampled_from(["bottom", "top"]),
    ),
    st.builds(grids.dark_squares, st.integers(2, 14), mirrored=st.booleans()),
    st.builds(grids.hexagon, st.integers(1, 9), layout=st.sampled_from(["rows", "files"])),
    st.builds(grids.ring, st.integers(1, 24), st.integers(1, 5)),
)  # fmt: skip


def piece(node: int, seat: int = 0, size: int = 0, *, sign: str = "x", name: str = "a piece") -> Piece:
    """A disc, or a stack of this size."""
    return Piece(node, seat, Shape.STACK if size else Shape.DISC, sign, name, size or 1)


def picture(board: Board, pieces: tuple[Piece, ...] | None = None, **more: object) -> Picture:
    """A picture with a piece on every node, unless told."""
    every = tuple(piece(node, node % 4, node % 4) for node in range(len(board))) if pieces is None else pieces
    return Picture(board, every, **{"title": "A title", "description": "A description", **more})  # type: ignore[arg-type]
