"""The pyraminx, by Uwe Mèffert (1981), without its tips, which are turned alone and make it no harder.

A tetrahedron with four corners and six edges; a move turns a corner, with the three edges at it, by a third. Corners
stay in their places. So there are 6!/2 · 2**5 · 3**4 = 933,120 positions; all can be solved in 11 moves.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ludograph.draw.solid import Space
from ludograph.puzzles._twisty import Aspect, Face, NumberedTwisty, Point, Sticker, Vector, dot, total, turns_about

#: The corners: up, left, right and at the back. Each face looks away from one of them.
CORNERS: dict[str, Vector] = {"U": (1, 1, 1), "L": (1, -1, -1), "R": (-1, 1, -1), "B": (-1, -1, 1)}


def _away_from(corner: str) -> Vector:
    x, y, z = CORNERS[corner]
    return -x, -y, -z


class Triangle(NamedTuple):
    """A face in the net: its corners in reading order, and where they are."""

    face: Face
    corners: str
    points: tuple[Point, Point, Point]


HEIGHT = 3 * math.sqrt(3) / 2  # of a face whose sides are three long
GAP = 0.3
TRIANGLES = (
    Triangle(Face("L", _away_from("R"), 5, "red"), "BUL", ((-1.5 - GAP, HEIGHT), (1.5 - GAP, HEIGHT), (-GAP, 0))),
    Triangle(Face("F", _away_from("B"), 2, "green"), "ULR", ((1.5, HEIGHT), (0, 0), (3, 0))),
    Triangle(Face("R", _away_from("L"), 3, "blue"), "UBR", ((1.5 + GAP, HEIGHT), (4.5 + GAP, HEIGHT), (3 + GAP, 0))),
    Triangle(Face("D", _away_from("U"), 1, "yellow"), "LRB", ((0, -GAP), (3, -GAP), (1.5, -HEIGHT - GAP))),
)


def _stickers(triangle: Triangle) -> Iterator[Sticker]:
    """Three stickers of corners and three of edges around the middle, row by row."""
    one, two, three = tuple(triangle.corners)
    is_upright = triangle.points[0][1] > triangle.points[1][1]
    order = (one + two, one, one + three, two, two + three, three)
    if not is_upright:
        order = (one, one + two, two, one + three, three, two + three)
    return (_sticker(triangle, corners) for corners in order)


def _sticker(triangle: Triangle, corners: str) -> Sticker:
    """The sticker of a corner, or of the edge between two."""
    points = dict(zip(triangle.corners, triangle.points, strict=True))
    ends = [(corner, other) for corner in corners for other in points if other != corner]
    if len(corners) == 2:
        ends = [(corners[0], corners[1]), (corners[1], corners[0])]
    thirds = [_between(points[near], points[far]) for near, far in ends]
    if len(corners) == 1:
        thirds.insert(1, points[corners])  # with the tip, which turns with its corner
    outline = (_middle(triangle.points), *thirds)
    return Sticker(total(*(CORNERS[corner] for corner in corners)), triangle.face.normal, outline)


def _between(near: Point, far: Point) -> Point:
    """The point a third of the way from one to the other."""
    return (2 * near[0] + far[0]) / 3, (2 * near[1] + far[1]) / 3


def _middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def is_corner(piece: Vector) -> bool:
    return dot(piece, piece) == 3


def is_edge(piece: Vector) -> bool:
    return not is_corner(piece)


class Pyraminx(NumberedTwisty):
    """The pyraminx without tips."""

    name = "pyraminx"
    title = "Pyraminx"
    summary = "turn the corners of a tetrahedron until each face has one colour"
    max_moves = 8
    remoteness_bound = 11
    faces = tuple(triangle.face for triangle in TRIANGLES)
    stickers = tuple(sticker for triangle in TRIANGLES for sticker in _stickers(triangle))
    turns = turns_about(CORNERS, {"": 1, "'": 2})
    aspects = (
        Aspect(lambda _: False, is_corner, "a corner is twisted"),
        Aspect(lambda _: False, is_edge, "an edge is flipped"),
        Aspect(lambda _: True, lambda _: False, "two edges are exchanged"),
    )
    up, front = (1, 1, 1), (0.8, 1.2, -0.8)  # a little from the right: two faces are seen
    start_text = "DLRLDLFLFLFDFRLRFRFDRDRD"  # one of the 32 that need 11 moves

    def in_space(self, letter: str, point: Point) -> Space:
        """By the shares that the corners of the face have in a point."""
        triangle = next(triangle for triangle in TRIANGLES if triangle.face.letter == letter)
        shares = _shares(triangle.points, point)
        corners = [CORNERS[corner] for corner in triangle.corners]
        x, y, z = (
            sum(share * at for share, at in zip(shares, axis, strict=True)) for axis in zip(*corners, strict=True)
        )
        return x, y, z


def _shares(corners: tuple[Point, Point, Point], point: Point) -> tuple[float, float, float]:
    """How much of each corner is in a point of a triangle."""
    (ax, ay), (bx, by), (cx, cy) = corners
    x, y = point
    whole = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    second = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / whole
    third = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / whole
    return 1 - second - third, second, third
