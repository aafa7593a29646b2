"""The regular boards against what is published about them."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludograph.board import Board, Heading, grids
from ludograph.board.graph import MAX_NODES, direction_between, distance_between, turn_between

from .strategies import EVERY_GRID

# Every regular board of a handful of sizes.
GRIDS = st.one_of(
    st.builds(grids.square, st.integers(1, 9), st.integers(1, 9), links=st.sampled_from([4, 8])),
    st.builds(grids.dark_squares, st.integers(2, 12), mirrored=st.booleans()),
    st.builds(grids.hexagon, st.integers(1, 6), layout=st.sampled_from(["rows", "files"])),
    st.builds(grids.ring, st.integers(1, 20), st.integers(1, 4)),
)


def rows_of(board: Board) -> list[list[str]]:
    """The labels as they stand in the plane, from the top."""
    heights = sorted({node.y for node in board.nodes}, reverse=True)
    return [[n.label for n in sorted(board.nodes, key=lambda node: node.x) if n.y == height] for height in heights]


class TestSquares:
    @given(columns=st.integers(1, 12), rows=st.integers(1, 12))
    def test_the_number_of_links(self, columns: int, rows: int) -> None:
        straight = 2 * (rows * (columns - 1) + columns * (rows - 1))
        diagonal = 4 * (rows - 1) * (columns - 1)
        assert sum(map(len, grids.square(columns, rows).links)) == straight
        assert sum(map(len, grids.square(columns, rows, links=8).links)) == straight + diagonal

    def test_directions_of_4_and_of_8(self) -> None:
        middle = 4
        assert [link.direction for link in grids.square(3, 3).links[middle]] == [0, 90, 180, 270]
        eight = grids.square(3, 3, links=8)
        assert [link.direction for link in eight.links[middle]] == [0, 45, 90, 135, 180, 225, 270, 315]
        assert eight.diagonals(middle) == ()  # all are neighbours already

    def test_it_stands_as_it_is_labelled(self) -> None:
        assert rows_of(grids.square(2, 3)) == [["A3", "B3"], ["A2", "B2"], ["A1", "B1"]]
        assert rows_of(grids.square(2, 3, first_row="top")) == [["A1", "B1"], ["A2", "B2"], ["A3", "B3"]]

    def test_a1_of_a_chess_board_is_dark_and_h1_light(self) -> None:
        board = grids.square(8, 8)
        shades = {node.label: node.shade for node in board.nodes}
        assert shades["A1"] == shades["H8"] == grids.DARK
        assert shades["H1"] == shades["A8"] != grids.DARK


class TestQueens:
    """A board of 8 links has the lines of a queen."""

    @pytest.mark.parametrize(("side", "moves"), [(1, 0), (2, 12), (3, 56), (8, 1456), (10, 2940)])
    def test_the_moves_of_a_queen_from_every_square_of_an_empty_board(self, side: int, moves: int) -> None:
        """Known: n(n - 1)(10n - 2) / 3, OEIS A035006."""
        board = grids.square(side, side, links=8)
        assert sum(len(ray) for node in range(len(board)) for ray in board.rays(node)) == moves

    @pytest.mark.parametrize(
        ("cell", "lengths"), [("A1", [7, 7, 7]), ("A6", [7, 2, 2, 5, 5]), ("D4", [4, 4, 4, 3, 3, 3, 3, 3])]
    )
    def test_how_far_she_sees(self, cell: str, lengths: list[int]) -> None:
        board = grids.square(8, 8, links=8)
        assert [len(ray) for ray in board.rays(board.index(cell) or 0)] == lengths

    def test_a_step_over_the_edge_leads_outside_and_not_along_it(self) -> None:
        board = grids.square(8, 8, links=8)
        assert board.step(board.index("C8") or 0, 45) == board.outside


class TestAmazons:
    """Amazons on 6×6 squares by nothing but the board's rays: a side moves one of its queens, who shoots an arrow."""

    board = grids.square(6, 6, links=8)
    white = frozenset(map(board.labels.index, ("C1", "D1", "A3", "F3")))
    black = frozenset(map(board.labels.index, ("C6", "D6", "A4", "F4")))

    def reached(self, node: int, blocked: frozenset[int]) -> Iterator[int]:
        for ray in self.board.rays(node):
            for target in ray:
                if target in blocked:
                    break
                yield target

    def after(self, queens: frozenset[int], blocked: frozenset[int]) -> Iterator[frozenset[int]]:
        """What is blocked after each move; the cell that a queen leaves is free for her arrow."""
        for source in queens:
            without = blocked - {source}
            for target in self.reached(source, blocked):
                for arrow in self.reached(target, without):
                    yield without | {target, arrow}

    def test_the_known_number_of_first_moves_and_of_sequences_of_two(self) -> None:
        first = list(self.after(self.white, self.white | self.black))
        assert len(first) == 496
        assert sum(1 for blocked in first for _ in self.after(self.black, blocked)) == 198_070


class TestLines:
    @given(board=GRIDS)
    def test_every_line_of_a_grid_is_straight_unless_it_is_a_ring(self, board: Board) -> None:
        if "ring" in board.name:
            return
        for node in range(len(board)):
            for ray in (*board.rays(node), *board.diagonal_rays(node)):
                assert is_straight(board, (node, *ray))

    @pytest.mark.parametrize("spokes", range(7, 20))
    def test_a_line_of_a_ring_keeps_to_its_circle_or_to_its_spoke(self, spokes: int) -> None:
        board = grids.ring(spokes, 4)
        for node in range(len(board)):
            for ray in board.rays(node):
                circles = {each // spokes for each in (node, *ray)}
                on_spoke = {each % spokes for each in (node, *ray)}
                assert len(circles) == 1 or len(on_spoke) == 1

    def test_lines_bend_as_far_as_an_author_lets_them(self) -> None:
        """The way that a line of 8 links would take with a turn of 45 degrees: up to the edge, and along it."""
        straight = grids.square(8, 8, links=8)
        pairs = [(start, link.target) for start, links in enumerate(straight.links) for link in links]
        bending = Board(straight.nodes, pairs, max_turn=45)
        a6 = straight.index("A6") or 0
        assert [straight.label(node) for node in straight.ray(a6, 45)] == ["B7", "C8"]
        assert [bending.label(node) for node in bending.ray(a6, 45)] == ["B7", "C8", "D8", "E8", "F8", "G8", "H8"]


class TestDraughts:
    @pytest.mark.parametrize(("size", "squares"), [(8, 32), (10, 50), (12, 72)])
    @pytest.mark.parametrize("mirrored", [False, True])
    def test_numbering(self, size: int, squares: int, mirrored: bool) -> None:
        """rules.md, section 3: row (n−1)//4 from the top, column 2·((n−1)%4) + 1 in even rows, or 0 mirrored."""
        board = grids.dark_squares(size, mirrored=mirrored)
        assert len(board) == squares
        half = size // 2
        for n in range(1, squares + 1):
            row = (n - 1) // half
            column = 2 * ((n - 1) % half) + ((row % 2 == 0) != mirrored)
            node = board.nodes[board.index(str(n)) or 0]
            assert (node.label, node.x, node.y) == (str(n), column, -row)

    def test_it_stands_as_it_is_numbered(self) -> None:
        assert rows_of(grids.dark_squares(8))[0] == ["1", "2", "3", "4"]
        assert rows_of(grids.dark_squares(8))[-1] == ["29", "30", "31", "32"]

    def test_the_main_road_is_one_ray(self) -> None:
        """rules.md: the main road is 4-8-11-15-18-22-25-29."""
        board = grids.dark_squares(8)
        road = [board.index(label) for label in ("4", "8", "11", "15", "18", "22", "25", "29")]
        assert board.rays(road[0] or 0) == (tuple(road[1:]),)

    @pytest.mark.parametrize("mirrored", [False, True])
    def test_links_are_diagonals_and_dark_squares_are_dark(self, mirrored: bool) -> None:
        board = grids.dark_squares(8, mirrored=mirrored)
        assert {link.direction for links in board.links for link in links} == {45, 135, 225, 315}
        assert sum(map(len, board.links)) == 4 * 7 * 7 / 2  # half of the diagonal links of 64 squares
        assert {node.shade for node in board.nodes} == {grids.DARK}


class TestAbalone:
    board = grids.hexagon(5)

    def test_61_cells_in_rows_a_to_i(self) -> None:
        ends = {"a": (1, 5), "b": (1, 6), "c": (1, 7), "d": (1, 8), "e": (1, 9), "f": (2, 9), "g": (3, 9),
                "h": (4, 9), "i": (5, 9)}  # fmt: skip
        rows = [[f"{row}{number}" for number in range(first, last + 1)] for row, (first, last) in ends.items()]
        assert rows_of(self.board) == rows[::-1]
        assert list(self.board.labels) == [label for row in rows for label in row]
        assert len(self.board) == 61

    def test_six_directions_multiples_of_60(self) -> None:
        assert {link.direction for links in self.board.links for link in links} == {0, 60, 120, 180, 240, 300}

    def test_a_step_right_keeps_the_row_and_one_up_right_adds_to_both(self) -> None:
        e5 = self.board.index("e5") or 0
        around = [self.board.label(node) for node in self.board.neighbours(e5)]
        assert around == ["e6", "f6", "f5", "e4", "d4", "d5"]

    def test_a_diagonal_is_one_number(self) -> None:
        a5 = self.board.index("a5") or 0
        up_left = self.board.ray(a5, 120)
        assert [self.board.label(node) for node in up_left] == [f"{row}5" for row in "bcdefghi"]


class TestStar:
    @pytest.mark.parametrize(("side", "nodes", "links"), [(1, 13, 24), (2, 37, 84), (4, 121, 312)])
    def test_known_numbers_of_holes_and_lines(self, side: int, nodes: int, links: int) -> None:
        """6n(n + 1) + 1 holes (OEIS A003154), and 6n(3n + 1) lines between neighbours."""
        board = grids.star(side)
        assert (len(board), sum(map(len, board.links)) // 2) == (nodes, links)

    def test_rows_of_the_board_of_121_holes(self) -> None:
        board = grids.star(4)
        rows = rows_of(board)
        assert [len(row) for row in rows] == [1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1]
        assert (rows[0], rows[8][0], rows[8][-1], rows[-1]) == (["Q13"], "I5", "I13", ["A5"])
        assert sum(node.shade == 0 for node in board.nodes) == 60

    def test_a_line_leads_from_tip_to_tip(self) -> None:
        board = grids.star(2)
        assert [board.label(node) for node in board.ray(board.index("A3") or 0, 120)] == list(
            map("{}3".format, "BCDEFG")
        )


class TestGlinski:
    board = grids.hexagon(6, layout="files")

    def test_91_cells_in_files_without_j(self) -> None:
        files: dict[str, list[str]] = {}
        for node in sorted(self.board.nodes, key=lambda node: (node.x, node.y)):
            files.setdefault(node.label[0], []).append(node.label)
        assert list(files) == list("abcdefghikl")
        assert [len(labels) for labels in files.values()] == [6, 7, 8, 9, 10, 11, 10, 9, 8, 7, 6]
        for file, labels in files.items():
            assert labels == [f"{file}{rank}" for rank in range(1, len(labels) + 1)]

    def test_the_centre_and_both_kings(self) -> None:
        """f6 is the centre; g1 and g10 stand above each other; f1 is the lowest and f11 the highest cell."""
        at = {node.label: (node.x, node.y) for node in self.board.nodes}
        assert at["f6"] == pytest.approx((5 * math.sqrt(3) / 2, 2.5))
        assert at["g1"][0] == at["g10"][0]
        assert min(at, key=lambda label: at[label][1]) == "f1"
        assert max(at, key=lambda label: at[label][1]) == "f11"
        assert at["a1"][1] == pytest.approx(at["l1"][1])

    def test_up_is_a_direction(self) -> None:
        assert {link.direction for links in self.board.links for link in links} == {30, 90, 150, 210, 270, 330}

    def test_files_go_on_behind_z(self) -> None:
        big = grids.hexagon(14, layout="files")
        assert len(big) == 3 * 14 * 13 + 1
        assert "aa1" in big.labels
        assert "ab1" in big.labels


class TestRings:
    @pytest.mark.parametrize("spokes", range(3, 30))
    def test_a_ray_runs_round_however_few_the_spokes(self, spokes: int) -> None:
        assert tuple(range(1, spokes)) in grids.ring(spokes).rays(0)

    @pytest.mark.parametrize("spokes", range(7, 30))
    def test_a_ray_outwards_or_inwards_stays_on_its_spoke(self, spokes: int) -> None:
        board = grids.ring(spokes, 3)
        assert board.heading is Heading.FOLLOW
        for spoke in range(spokes):
            inner, outer = spoke, spoke + 2 * spokes
            assert board.ray(inner, spoke * 360 / spokes) == (spoke + spokes, outer)
            assert board.ray(outer, spoke * 360 / spokes + 180) == (spoke + spokes, inner)

    def test_every_node_has_three_or_four_neighbours(self) -> None:
        board = grids.ring(16, 4)
        assert [len(links) for links in board.links] == [3] * 16 + [4] * 32 + [3] * 16

    def test_a_diagonal_ray_is_a_spiral(self) -> None:
        board = grids.ring(16, 4)
        assert (1 + 16, 2 + 32, 3 + 48) in board.diagonal_rays(0)


class TestEveryGrid:
    @given(board=GRIDS)
    def test_every_node_is_in_the_middle_of_its_outline(self, board: Board) -> None:
        for node in board.nodes:
            assert len(node.outline) >= 4
            if "ring" not in board.name:  # the middle of an arc is elsewhere
                xs, ys = zip(*node.outline, strict=True)
                assert (sum(xs) / len(xs), sum(ys) / len(ys)) == pytest.approx((node.x, node.y), abs=1e-6)

    @given(board=GRIDS)
    def test_outlines_are_left_turning_and_share_corners_with_neighbours(self, board: Board) -> None:
        for node, links in zip(board.nodes, board.links, strict=True):
            area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in edges(node.outline)) / 2
            assert area > 0
            corners = {(round(x, 5), round(y, 5)) for x, y in node.outline}
            for link in links:
                others = {(round(x, 5), round(y, 5)) for x, y in board.nodes[link.target].outline}
                assert corners & others

    @given(board=GRIDS)
    def test_no_link_joins_two_cells_of_one_shade_unless_there_is_one_shade(self, board: Board) -> None:
        """A grid is coloured so that the cells of a straight step differ; odd rings can't be."""
        if "ring" in board.name or "dark" in board.name:
            return
        for node, links in enumerate(board.links):
            for link in links:
                if link.direction % 90 == 0 or "hexagon" in board.name:
                    assert board.nodes[node].shade != board.nodes[link.target].shade

    @pytest.mark.parametrize("board", EVERY_GRID.values(), ids=EVERY_GRID)
    def test_names_tell_boards_apart(self, board: Board) -> None:
        assert board.name
        assert repr(board).startswith(f"<Board {board.name}: {len(board)} nodes, ")

    def test_linked_cells_of_a_hexagon_are_one_apart(self) -> None:
        board = grids.hexagon(4)
        for node, links in zip(board.nodes, board.links, strict=True):
            for link in links:
                assert distance_between(node, board.nodes[link.target]) == pytest.approx(1)

    @pytest.mark.parametrize(
        "make",
        [
            lambda: grids.square(0, 3),
            lambda: grids.square(33, 32),
            lambda: grids.dark_squares(0),
            lambda: grids.hexagon(0),
            lambda: grids.hexagon(19),
            lambda: grids.ring(0),
            lambda: grids.ring(5, 0),
            lambda: grids.ring(MAX_NODES + 1),
        ],
    )
    def test_boards_without_or_with_too_many_cells_are_refused(self, make: object) -> None:
        with pytest.raises(ValueError, match=r"nodes|no board"):
            make()  # type: ignore[operator]


Point = tuple[float, float]


def edges(outline: tuple[Point, ...]) -> list[tuple[Point, Point]]:
    return list(zip(outline, outline[1:] + outline[:1], strict=True))


def is_straight(board: Board, line: tuple[int, ...]) -> bool:
    """Whether the nodes lie one behind the other on one line of the plane."""
    start, *others = (board.nodes[node] for node in line)
    directions = [direction_between(start, other) for other in others]
    distances = [distance_between(start, other) for other in others]
    return distances == sorted(distances) and all(turn_between(directions[0], each) < 1e-5 for each in directions)
