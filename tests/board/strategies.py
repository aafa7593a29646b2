"""Random boards for property tests, and the regular boards of the package."""

from __future__ import annotations

from hypothesis import strategies as st

from ludograph.board import Board, Heading, Node, grids

EVERY_GRID = {
    "6×6 squares, 8 links": grids.square(6, 6, links=8),
    "8×8 squares": grids.square(8, 8),
    "5×3 squares from the top": grids.square(5, 3, first_row="top"),
    "hexagon of rows": grids.hexagon(5),
    "hexagon of files": grids.hexagon(6, layout="files"),
    "rings": grids.ring(16, 4),
    "a small ring": grids.ring(3),
    "dark squares": grids.dark_squares(8),
    "dark squares, mirrored": grids.dark_squares(10, mirrored=True),
    "one cell": grids.square(1, 1),
}

OUTLINE = ((0.0, 0.0), (0.25, 0.0), (0.1, 1 / 3))


@st.composite
def boards(draw: st.DrawFn, max_nodes: int = 10) -> Board:
    """Boards of a few nodes on a coarse lattice, where ties and neighbours in one direction are common."""
    coordinate = st.integers(-3, 3) | st.floats(-3, 3, width=16)
    places = draw(st.lists(st.tuples(coordinate, coordinate), min_size=1, max_size=max_nodes, unique=True))
    ids = draw(st.lists(st.integers(-99, 2**53 - 1), min_size=len(places), max_size=len(places), unique=True))
    nodes = [
        Node(
            id=identity,
            label=str(identity),
            x=x,
            y=y,
            visible=draw(st.integers(0, 5)) > 0,
            shade=draw(st.integers(0, 15)),
            outline=draw(st.sampled_from([(), OUTLINE])),
        )
        for identity, (x, y) in zip(ids, places, strict=True)
    ]
    pairs = [(start, end) for start in range(len(nodes)) for end in range(len(nodes)) if start != end]
    links = draw(st.lists(st.sampled_from(pairs), max_size=4 * len(nodes))) if pairs else []
    return Board(
        nodes,
        links,
        name=draw(st.sampled_from(["", "Dreiländereck", "盤"])),
        max_turn=draw(st.sampled_from([0.0, 30.0, 45.0, 90.0, 180.0])),
        heading=draw(st.sampled_from(Heading)),
    )
