"""The regular boards against what is published about them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludograph.board import Board, Heading, grids
from ludograph.board.graph import MAX_NODES, distance_between

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
