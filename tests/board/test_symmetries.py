"""The symmetries of boards against what is known of shapes, and against all permutations of small boards."""

from __future__ import annotations

from itertools import permutations, product
from pathlib import Path

import pytest
from hypothesis import given, settings

import ludograph.games.nchess
from ludograph.board import Board, Node, grids
from ludograph.board.graph import direction_between, distance_between, turn_between
from ludograph.board.maps import read_map
from ludograph.board.symmetries import Symmetry, symmetries
from ludograph.board.tilings import cut

from .strategies import EVERY_GRID, boards

MAPS = {path.stem: path for path in sorted((Path(ludograph.games.nchess.__file__).parent / "maps").glob("*.json"))}

TRIANGLE_OF_HEXAGONS = """
   .
  . .
 . . .
. . . .
"""
TRIANGLE_OF_TRIANGLES = """
  .
 ...
.....
"""
RHOMBUS_OF_HEXAGONS = """
  . . .
 . . .
. . .
"""
PARALLELOGRAM_OF_HEXAGONS = """
 . . .
. . .
"""


@pytest.mark.parametrize(
    ("board", "number"),
    [
        *((grids.square(side, side, links=links), 8) for side in (2, 3, 8) for links in (4, 8)),
        (grids.square(20, 20), 8),
        (grids.square(8, 8, first_row="top"), 8),
        (grids.square(5, 3), 4),
        (grids.square(5, 3, links=8), 4),
        (grids.square(5, 1), 2),  # a mirror along the row leaves every node where it is
        (grids.square(1, 1), 1),
        (grids.dark_squares(8), 4),  # no quarter turn carries dark squares to dark squares
        (grids.dark_squares(9), 8),
        *((grids.hexagon(side, layout=layout), 12) for side in (2, 3, 6) for layout in ("rows", "files")),
        (grids.hexagon(12), 12),
        (cut("hex", RHOMBUS_OF_HEXAGONS).board, 4),  # half a turn, and mirrors along both of its diagonals
        (cut("hex", PARALLELOGRAM_OF_HEXAGONS).board, 2),  # half a turn
        (cut("hex", TRIANGLE_OF_HEXAGONS).board, 6),
        (cut("triangle", TRIANGLE_OF_TRIANGLES).board, 6),
        (grids.ring(16, 4), 32),
        (grids.ring(3), 6),
        (grids.ring(7, 2), 14),
    ],
)  # fmt: skip
def test_the_number_of_symmetries_of_a_shape(board: Board, number: int) -> None:
    assert len(symmetries(board)) == number


@pytest.mark.parametrize(
    ("name", "number"),
    [("chess", 8), ("glinski", 12), ("holes", 4), ("mccooey", 12), ("ring", 32), ("three", 12), ("twins", 4)],
)
def test_the_maps_of_the_package(name: str, number: int) -> None:
    assert len(symmetries(board_of(name))) == number


def board_of(name: str) -> Board:
    return read_map(MAPS[name].read_text(encoding="utf-8")).board


# -- the definition, tried on every permutation -------------------------------------------------------------------


def naive_symmetries(board: Board) -> set[Symmetry]:
    linked = {(start, link.target) for start, links in enumerate(board.links) for link in links}
    return {each for each in permutations(range(len(board))) if is_symmetry(board, linked, each)}


def is_symmetry(board: Board, linked: set[tuple[int, int]], images: Symmetry) -> bool:
    if {(images[start], images[end]) for start, end in linked} != linked:
        return False
    if any(board.nodes[node].visible != board.nodes[image].visible for node, image in enumerate(images)):
        return False
    related = linked | {(end, start) for start, end in linked}
    if not is_connected(len(board), related):
        related = {(one, two) for one in range(len(board)) for two in range(len(board)) if one != two}
    if not related:
        return True

    def direction(start: int, end: int) -> float:
        return direction_between(board.nodes[start], board.nodes[end])

    first = min(related)
    for sign in (1, -1):
        turn = direction(images[first[0]], images[first[1]]) - sign * direction(*first)
        if all(
            turn_between(direction(images[start], images[end]), sign * direction(start, end) + turn) < 3e-5
            for start, end in related
        ) and keeps_order(board, related, images):
            return True
    return False


def keeps_order(board: Board, related: set[tuple[int, int]], images: Symmetry) -> bool:
    """Whether of two neighbours in one direction the nearer one is carried to the nearer one."""
    for (start, near), (other, far) in product(related, related):
        here, there = board.nodes[start], board.nodes[images[start]]
        if start != other or distance_between(here, board.nodes[near]) >= distance_between(here, board.nodes[far]):
            continue
        if turn_between(direction_between(here, board.nodes[near]), direction_between(here, board.nodes[far])) < 1e-5:
            distances = [distance_between(there, board.nodes[images[end]]) for end in (near, far)]
            if distances[0] >= distances[1]:
                return False
    return True


def is_connected(nodes: int, related: set[tuple[int, int]]) -> bool:
    piece = {0}
    for _ in range(nodes):
        piece |= {end for start, end in related if start in piece}
    return len(piece) == nodes


@pytest.mark.parametrize(
    "board",
    [
        grids.square(2, 2),
        grids.square(3, 2, links=8),
        grids.square(7, 1),
        grids.hexagon(2),
        grids.ring(5),
        grids.ring(3, 2),
        grids.dark_squares(4),
        cut("hex", " . .\n. .").board,
        cut("hex", "  .\n . .\n. . .").board,
        cut("square", "...\n# #\n...").board,
        cut("triangle", " .\n...").board,
    ],
    ids=lambda board: board.name,
)
def test_small_boards_against_all_permutations(board: Board) -> None:
    assert set(symmetries(board)) == naive_symmetries(board)


@given(board=boards(max_nodes=6))
@settings(max_examples=200, deadline=None)
def test_random_boards_against_all_permutations(board: Board) -> None:
    assert set(symmetries(board)) == naive_symmetries(board)


def line(*places: float, links: list[tuple[int, int]]) -> Board:
    return Board([Node(number, str(number), x, 0) for number, x in enumerate(places)], links)


def test_what_counts() -> None:
    both_ways = [(0, 1), (1, 0), (1, 2), (2, 1)]
    assert symmetries(line(0, 1, 3, links=both_ways)) == ((0, 1, 2), (2, 1, 0))  # lengths don't
    assert symmetries(line(0, 1, 2, links=[(0, 1), (1, 2)])) == ((0, 1, 2),)  # the way of a link does
    hidden = [Node(0, "a", 0, 0, visible=False), Node(1, "b", 1, 0)]
    assert symmetries(Board(hidden, [(0, 1), (1, 0)])) == ((0, 1),)
    assert symmetries(line(0, 1, 2, links=[])) == ((0, 1, 2), (2, 1, 0))  # pieces move as one
    far_away = line(0, 1, 5, 6, links=[(0, 1), (1, 0), (2, 3), (3, 2)])
    assert symmetries(far_away) == ((0, 1, 2, 3), (3, 2, 1, 0))


def test_the_two_colours_of_bishops_move_as_one() -> None:
    squares = grids.square(4, 4)
    diagonal = [(node, end) for node in range(16) for end in squares.diagonals(node)]
    assert symmetries(Board(squares.nodes, diagonal)) == symmetries(squares)


# -- what every group of symmetries has to hold ------------------------------------------------------------------


EVERY_BOARD = {**EVERY_GRID, **{name: board_of(name) for name in MAPS}}


@pytest.mark.parametrize("board", EVERY_BOARD.values(), ids=EVERY_BOARD)
def test_they_are_a_group_in_order(board: Board) -> None:
    every = symmetries(board)
    assert every[0] == tuple(range(len(board)))
    assert list(every) == sorted(set(every))
    for first in every:
        assert tuple(sorted(range(len(board)), key=first.__getitem__)) in every
        for second in every:
            assert tuple(second[image] for image in first) in every


@pytest.mark.parametrize("board", EVERY_BOARD.values(), ids=EVERY_BOARD)
def test_they_carry_rays_to_rays(board: Board) -> None:
    """But on small rings, where ties are common."""
    if len(board) == 3:
        return
    rays = [set(board.rays(node)) | set(board.diagonal_rays(node)) for node in range(len(board))]
    for symmetry in symmetries(board):
        for node, image in enumerate(symmetry):
            assert {tuple(symmetry[passed] for passed in ray) for ray in rays[node]} == rays[image]
