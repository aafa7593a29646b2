"""Sim: colour the lines between six points in turn; who completes a triangle of his own colour loses.

Rules by G. J. Simmons, 1969. There is no draw, by a theorem of F. P. Ramsey.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import cos, radians, sin
from typing import Any

from ludograph.board import Board, Node
from ludograph.board.tables import mask
from ludograph.engine.blocks.placing import generate_places
from ludograph.engine.board_game import BoardGame, Code, Moves, Sides
from ludograph.engine.board_game import Node as NodeField

LINES = 0
TRIANGLES: Sequence[int] = ()


def has_triangle(lines: int) -> bool:
    number = 0
    while number < len(TRIANGLES) and TRIANGLES[number] & ~lines:
        number += 1
    return number < len(TRIANGLES)


def generate(s: Sides, out: Moves, n: int) -> int:
    return n if has_triangle(s.theirs) else generate_places(LINES & ~(s.mine | s.theirs), out, n)


def apply(s: Sides, move: int) -> Sides:
    return Sides(s.theirs, s.mine | 1 << move, 1 - s.turn)


def winners(s: Sides) -> int:
    return 1 << s.turn


PAIRS = list(combinations(range(6), 2))


def hexagon() -> Board:
    """Six points, and a place to touch on each of the lines between them, called by its ends: at its middle, but for
    the long ones, which all meet there."""
    corners = [(4 * sin(radians(60 * point)), 4 * cos(radians(60 * point))) for point in range(6)]
    nodes = [Node(index, str(index + 1), round(x, 3), round(y, 3)) for index, (x, y) in enumerate(corners)]
    for a, b in PAIRS:
        part = 0.375 if b - a == 3 else 0.5
        x, y = (corners[a][axis] + part * (corners[b][axis] - corners[a][axis]) for axis in (0, 1))
        nodes.append(Node(len(nodes), f"{a + 1}{b + 1}", round(x, 3), round(y, 3)))
    links = [link for line, pair in enumerate(PAIRS, 6) for end in pair for link in ((line, end), (end, line))]
    return Board(nodes, links, name="six points", max_turn=0.0)


class Sim(BoardGame):
    """Sim."""

    name, title, seats = "sim", "Sim", ("Red", "Blue")
    summary = "colour lines between six points; who completes a triangle loses"
    other_names = ("Hexagon game", "игра Сим", "Dreiecke vermeiden")
    code = Code(target=NodeField())
    board = hexagon()

    def make_tables(self) -> Mapping[str, Any]:
        numbers = {pair: line for line, pair in enumerate(PAIRS, 6)}
        triangles = (mask(numbers[side] for side in combinations(points, 2)) for points in combinations(range(6), 3))
        return {"LINES": mask(numbers.values()), "TRIANGLES": tuple(triangles)}

    def faults(self, state: Sides) -> list[str]:
        return ["a point is coloured, and not a line"] if (state.mine | state.theirs) & 0b111111 else []
