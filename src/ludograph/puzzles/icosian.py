"""The Icosian game: a traveller goes round the world, along the edges of a dodecahedron, to each of its 20 towns only
once and back to where he began.

By W. R. Hamilton, 1857. From each town there are 60 ways round, 30 when the direction doesn't matter.
"""

from collections.abc import Mapping
from math import cos, radians, sin
from typing import Any

from ludograph.board import Board, Node, tables
from ludograph.puzzles._tours import State, Tour

# Four rings of five towns: how far from the middle each is, and by how many degrees it is turned.
RINGS = ((3.4, 90.0), (2.2, 90.0), (1.5, 126.0), (0.75, 126.0))
#: The outer five towns and the inner five are rings, each town between them has two of the other ring between.
LINKS = (
    *((spoke, (spoke + 1) % 5) for spoke in range(5)),
    *((spoke, 5 + spoke) for spoke in range(5)),
    *((5 + spoke, 10 + spoke) for spoke in range(5)),
    *((5 + spoke, 10 + (spoke - 1) % 5) for spoke in range(5)),
    *((10 + spoke, 15 + spoke) for spoke in range(5)),
    *((15 + spoke, 15 + (spoke + 1) % 5) for spoke in range(5)),
)


def dodecahedron() -> Board:
    """Its towns and edges, seen through one of the faces."""
    places = [(radius, turned + 72.0 * spoke) for radius, turned in RINGS for spoke in range(5)]
    nodes = [
        Node(index, "ABCDEFGHIJKLMNOPQRST"[index], round(r * cos(radians(a)), 3), round(r * sin(radians(a)), 3))
        for index, (r, a) in enumerate(places)
    ]
    return Board(nodes, [link for a, b in LINKS for link in ((a, b), (b, a))], name="dodecahedron", max_turn=0.0)


class Icosian(Tour):
    """Hamilton's game."""

    name, title = "icosian", "Icosian Game"
    summary = "travel round the world to twenty towns, each only once, and home again"
    other_names = ("Hamilton's game", "Around the World", "игра «Икосиан»", "Icosian-Spiel")
    board = dodecahedron()

    def start_text(self) -> str:
        return self.write(State(0, 1))

    def make_tables(self) -> Mapping[str, Any]:
        return {"WAYS": tuple(tables.mask(self.board.neighbours(node)) for node in range(20)), "HOME": 1}
