"""The board as text: every cell has its own place, whatever the board, and says what is on it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludograph.board import Board, Node, grids
from ludograph.draw.picture import Piece, Shape
from ludograph.draw.text import Layout, layout, to_text

from .pictures import BOARDS, GRIDS, PLAIN_GRAPH, picture, piece

every_board = pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
far = st.floats(-1e6, 1e6) | st.integers(-3, 3).map(float)


def check_apart(plan: Layout, cells: int, cell_width: int) -> None:
    assert len(plan.places) == cells
    for (line, column), (next_line, next_column) in pairwise(sorted(plan.places.values())):
        assert line != next_line or next_column - column > cell_width
    for line, column in plan.places.values():
        assert 0 <= line < plan.height
        assert 0 <= column <= plan.width - cell_width


class TestLayout:
    @given(board=GRIDS, cell_width=st.integers(1, 6))
    def test_cells_never_overlap_on_any_grid(self, board: Board, cell_width: int) -> None:
        check_apart(layout(board, cell_width), len(board), cell_width)

    @given(places=st.lists(st.tuples(far, far), min_size=1, max_size=12, unique=True), cell_width=st.integers(1, 6))
    def test_nor_on_any_graph_and_the_text_stays_small(
        self, places: list[tuple[float, float]], cell_width: int
    ) -> None:
        board = Board([Node(number, str(number), x, y) for number, (x, y) in enumerate(places)], [])
        plan = layout(board, cell_width)
        check_apart(plan, len(places), cell_width)
        assert plan.width * plan.height < 1_000_000

    @given(board=GRIDS)
    def test_what_is_higher_is_not_lower_and_what_is_right_is_not_left(self, board: Board) -> None:
        plan = layout(board)
        nodes = [(node, *plan.places[index]) for index, node in enumerate(board.nodes)]
        for (node, line, column), (other, other_line, other_column) in pairwise(nodes):
            if node.y > other.y + 1e-6:
                assert line <= other_line
            if node.x < other.x - 1e-6:
                assert column <= other_column

    @given(board=GRIDS)
    def test_a_scale_makes_no_difference(self, board: Board) -> None:
        """A map may count in pixels."""
        nodes = [Node(node.id, node.label, node.x * 64, node.y * 64) for node in board.nodes]
        pairs = [(start, link.target) for start, links in enumerate(board.links) for link in links]
        plan = layout(Board(nodes, pairs))
        assert (plan.width, plan.height) < (1000, 300)

    def test_invisible_nodes_have_no_place(self) -> None:
        nodes = [Node(0, "a", 0, 0), Node(1, "b", 1, 0, visible=False), Node(2, "c", 2, 0)]
        assert set(layout(Board(nodes, [])).places) == {0, 2}
        assert layout(Board([nodes[1]], [])) == Layout({}, 0, 0)
        assert to_text(picture(Board([nodes[1]], []), ())) == ""


class TestText:
    def test_squares(self) -> None:
        board = grids.square(3, 3)
        pieces = (piece(0, sign="R3"), piece(4, sign="b"), piece(8, sign="B1"))
        text = to_text(picture(board, pieces, last_move=(0, 1), marks=(4, 5)))
        assert text.splitlines() == [
            "3  ·    ·    B1",
            "2  ·   *b * *· *",
            "1 [R3] [· ]  ·",
            "   A    B    C",
        ]

    def test_hexagons_have_straight_rows(self) -> None:
        text = to_text(picture(grids.hexagon(3), (piece(9, sign="x"),)))
        assert text.splitlines() == [
            "e3        ·     ·     ·",
            "d2     ·     ·     ·     ·",
            "c1  ·     ·     x     ·     ·",
            "b1     ·     ·     ·     ·",
            "a1        ·     ·     ·",
        ]

    def test_files_of_hexagons_are_columns(self) -> None:
        text = to_text(picture(grids.hexagon(2, layout="files"), ()))
        assert text.splitlines() == [
            "b3     ·",
            "a2  ·     ·",
            "b2     ·",
            "a1  ·     ·",
            "b1     ·",
            "    a  b  c",
        ]

    def test_dark_squares(self) -> None:
        text = to_text(picture(grids.dark_squares(4), (piece(0, sign="b"), piece(7, sign="w"))))
        assert text.splitlines() == [
            "1     b     ·",
            "3  ·     ·",
            "5     ·     ·",
            "7  ·     w",
        ]

    @every_board
    def test_every_piece_last_move_and_mark_is_there(self, board: Board) -> None:
        last = len(board) - 1
        pieces = tuple(piece(node, sign=f"{node:02}") for node in range(len(board)))
        text = to_text(picture(board, pieces, last_move=(last,)))
        assert f"[{last:02}]" in text
        assert all(f"{node:02}" in text for node in range(len(board)))
        assert text.count("[") == 1
        assert f"*{last:02}*" in to_text(picture(board, pieces, marks=(last,)))
        assert f"[{last:02}*" in to_text(picture(board, pieces, marks=(last,), last_move=(last,)))

    def test_a_long_sign_makes_all_cells_wide_enough(self) -> None:
        board = grids.square(3, 2)
        long = picture(board, (piece(0, sign="Kn!?"), piece(2, sign="x")))
        assert to_text(long).splitlines() == ["2   ·      ·      ·", "1  Kn!?    ·      x", "    A      B      C"]

    def test_letters_below_a_single_row_are_all_it_needs(self) -> None:
        board = grids.square(3, 1, label=lambda column, _row: "ABC"[column])
        assert to_text(picture(board, (piece(1, sign="x"),))).splitlines() == [" ·    x    ·", " A    B    C"]

    def test_every_cell_has_its_label_where_none_follows_from_the_first(self) -> None:
        board = Board([Node(1, "1", 0, 0), Node(2, "2", 1, 0), Node(3, "3", 0, 1), Node(4, "4", -1, 0)], [])
        assert to_text(picture(board, (piece(0, sign="@"),))).splitlines() == [
            "      ·",
            "      3",
            " ·    @    ·",
            " 4    1    2",
        ]

    def test_towers_have_disks_of_different_width(self) -> None:
        board = grids.square(3, 1, label=lambda column, _row: "ABC"[column])
        towers = [(3, 1), (), (2,)]
        pieces = tuple(Piece(peg, 0, Shape.TOWER, "", "", 3, tower) for peg, tower in enumerate(towers))
        assert to_text(picture(board, pieces, last_move=(0,), marks=(1,))).splitlines() == [
            "    │         │         │",
            "    │         │         │",
            "   ━1━        │         │",
            "[━━━3━━━] *   │   *   ━━2━━",
            "    A         B         C",
        ]

    def test_a_plain_graph_is_as_it_lies(self) -> None:
        lines = to_text(picture(PLAIN_GRAPH, tuple(piece(node, sign=str(node)) for node in range(5)))).splitlines()
        assert "2" in lines[0]  # north
        assert "4" in lines[-1]  # the lowest
