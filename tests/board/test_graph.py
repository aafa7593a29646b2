"""The board graph against geometry computed another way, and its promises on random graphs."""

from __future__ import annotations

import copy
import math
import pickle
from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludograph.board import Board, Cells, Heading, Node, grids
from ludograph.board.graph import MAX_NODES, direction_between, turn_between

from .strategies import EVERY_GRID, boards

DIRECTIONS = st.floats(0, 360, exclude_max=True) | st.sampled_from([0.0, 22.5, 45.0, 90.0, 135.0, 270.0, 315.0])


def star(*degrees: float, max_turn: float = 45.0) -> Board:
    """Node 0 in the middle, the nodes 1, 2, … around it in these directions."""
    middle = Node(0, "0", 0, 0)
    around = [
        Node(number, str(number), math.cos(math.radians(angle)), math.sin(math.radians(angle)))
        for number, angle in enumerate(degrees, 1)
    ]
    return Board([middle, *around], [(0, node.id) for node in around], max_turn=max_turn)


def line(*xs: float, links: list[tuple[int, int]], **options: object) -> Board:
    nodes = [Node(number, str(number), x, 0) for number, x in enumerate(xs)]
    return Board(nodes, links, **options)  # type: ignore[arg-type]


class TestDirections:
    @pytest.mark.parametrize(
        ("x", "y", "degrees"),
        [(1, 0, 0), (1, 1, 45), (0, 1, 90), (-1, 1, 135), (-1, 0, 180), (-2, -2, 225), (0, -1, 270), (1, -1, 315)],
    )
    def test_right_is_0_up_90_left_180_down_270(self, x: float, y: float, degrees: float) -> None:
        assert direction_between(Node(0, "a", 5, 5), Node(1, "b", 5 + x, 5 + y)) == degrees

    def test_a_hair_below_0_is_0_and_not_360(self) -> None:
        assert direction_between(Node(0, "a", 0, 0), Node(1, "b", 1, -1e-10)) == 0.0
        assert direction_between(Node(0, "a", 0, 0), Node(1, "b", 1, -1e-300)) == 0.0

    @given(x=st.floats(-1e6, 1e6), y=st.floats(-1e6, 1e6))
    def test_every_direction_is_in_0_to_360(self, x: float, y: float) -> None:
        assert 0.0 <= direction_between(Node(0, "a", 0, 0), Node(1, "b", x, y)) < 360.0

    @pytest.mark.parametrize(
        ("first", "second", "turn"), [(350, 10, 20), (10, 350, 20), (0, 180, 180), (270, 90, 180), (0, 359, 1)]
    )
    def test_a_turn_is_the_shorter_way_round(self, first: float, second: float, turn: float) -> None:
        assert turn_between(first, second) == turn


class TestStep:
    def test_the_seeds_example_45_between_0_and_90_picks_0(self) -> None:
        assert star(0, 90).step(0, 45) == 1
        assert star(90, 0).step(0, 45) == 2

    def test_lower_degree_is_meant_as_a_number(self) -> None:
        assert star(350, 10).step(0, 0) == 2  # 10 < 350

    def test_max_turn_is_inclusive(self) -> None:
        assert star(90).step(0, 45) == 1
        assert star(90).step(0, 44.99) == star(90).outside
        assert star(90, max_turn=90).step(0, 0) == 1
        assert star(180, max_turn=180).step(0, 0) == 1

    def test_max_turn_and_ties_hold_on_a_turned_board(self) -> None:
        """Positions are decimals: after a turn, 45 degrees are 44.9999999 or 45.0000001."""
        for angle in range(1, 90):
            exact = 45 + angle + 1 / 3
            turned = star(angle + 1 / 3, 90 + angle + 1 / 3)
            nodes = [replace(node, x=round(node.x, 9), y=round(node.y, 9)) for node in turned.nodes]
            assert Board(nodes, [(0, 1), (0, 2)]).step(0, exact) == 1

    def test_a_hair_below_360_and_0_are_one_direction(self) -> None:
        """Node 1 lies at 359.999997, node 2 at 0: to the right both, 0 is the lower degree."""
        nodes = [Node(0, "0", 0, 0), Node(1, "1", 1, -5e-8), Node(2, "2", 2, 0), Node(3, "3", 0, 1), Node(4, "4", 1, 1)]
        board = Board(nodes, [(0, 1), (0, 2), (0, 3), (1, 4), (3, 4)])
        assert [link.target for link in board.links[0]] == [2, 3, 1]
        assert [board.step(0, direction) for direction in (0, 359.999997, 359.9, 0.1, 330)] == [2] * 5
        assert board.rays(0) == ((2,), (3,))
        assert board.diagonals(0) == (4,)  # 3 follows 1 as it follows 2

    def test_a_full_turn_more_or_less_is_the_same_direction(self) -> None:
        assert star(0, 90).step(0, 450) == star(0, 90).step(0, -270) == 2

    def test_a_step_from_outside_stays_outside(self) -> None:
        board = grids.square(3, 3)
        assert board.step(board.outside, 0) == board.outside
        assert board.ray(board.outside, 0) == board.rays(board.outside) == board.neighbours(board.outside) == ()
        assert board.diagonals(board.outside) == board.diagonal_rays(board.outside) == ()

    def test_of_two_in_one_direction_the_nearest(self) -> None:
        """0 → 2 stands behind 0 → 1 although it may have the lower number."""
        assert line(0, 1, 2, links=[(0, 1), (0, 2)]).step(0, 0) == 1
        assert line(0, 2, 1, links=[(0, 1), (0, 2)]).step(0, 0) == 2

    def test_a_step_may_lead_to_an_invisible_node(self) -> None:
        board = Board([Node(0, "a", 0, 0), Node(1, "b", 1, 0, visible=False)], [(0, 1)])
        assert board.step(0, 0) == 1

    @given(board=boards(), direction=DIRECTIONS, data=st.data())
    def test_it_is_the_least_turn_and_ties_go_low(self, board: Board, direction: float, data: st.DataObject) -> None:
        node = data.draw(st.integers(0, len(board) - 1))
        taken = board.step(node, direction)
        links = board.links[node]
        if taken == board.outside:
            assert all(turn_between(link.direction, direction) > board.max_turn for link in links)
            return
        step = next(link for link in links if link.target == taken)
        turn = turn_between(step.direction, direction)
        assert turn <= board.max_turn + 1e-5
        for other in links:
            other_turn = turn_between(other.direction, direction)
            assert other_turn >= turn - 1e-5
            assert other_turn > turn or other.direction >= step.direction


class TestLinks:
    @given(board=boards())
    def test_neighbours_are_sorted_by_direction(self, board: Board) -> None:
        for node, links in enumerate(board.links):
            directions = [link.direction for link in links]
            assert directions == sorted(directions)
            assert all(0.0 <= direction < 360.0 for direction in directions)
            assert board.neighbours(node) == tuple(link.target for link in links)
            assert len(set(board.neighbours(node))) == len(links)

    @pytest.mark.parametrize("board", EVERY_GRID.values(), ids=EVERY_GRID)
    def test_links_of_grids_go_both_ways_in_opposite_directions(self, board: Board) -> None:
        back = {(start, link.target): link.direction for start, links in enumerate(board.links) for link in links}
        for (start, end), direction in back.items():
            assert turn_between(back[end, start], direction) == pytest.approx(180)

    def test_a_link_given_twice_is_one(self) -> None:
        assert line(0, 1, links=[(0, 1), (0, 1)]).links == line(0, 1, links=[(0, 1)]).links

    @pytest.mark.parametrize("link", [(0, 0), (0, 2), (2, 0), (-1, 0), (0, -1)])
    def test_links_from_or_to_nowhere_are_refused(self, link: tuple[int, int]) -> None:
        with pytest.raises(ValueError, match="link"):
            line(0, 1, links=[link])

    def test_other_things_that_are_no_board_are_refused(self) -> None:
        with pytest.raises(ValueError, match="same place"):
            line(1, 1, links=[(0, 1)])
        with pytest.raises(ValueError, match="same label"):
            Board([Node(0, "a", 0, 0), Node(1, "a", 1, 0)], [])
        with pytest.raises(ValueError, match="1 to 1,024 nodes"):
            Board([], [])
        with pytest.raises(ValueError, match="1 to 1,024 nodes"):
            line(*range(MAX_NODES + 1), links=[])
        with pytest.raises(ValueError, match="no place"):
            line(0, math.nan, links=[])
        with pytest.raises(ValueError, match="max_turn"):
            line(0, links=[], max_turn=math.nan)
        assert len(line(*range(MAX_NODES), links=[])) == MAX_NODES


class TestRays:
    def test_a_ray_ends_before_an_invisible_node(self) -> None:
        nodes = [Node(number, str(number), number, 0, visible=number != 2) for number in range(4)]
        board = Board(nodes, [(0, 1), (1, 2), (2, 3)])
        assert board.ray(0, 0) == (1,)
        assert board.rays(1) == ((),)

    def test_follow_runs_round_a_ring_up_to_the_start(self) -> None:
        """
           3 2
         4     1        from 0 on, against the clock: 1 2 3 … 11; the next step would be 0 again
        …       0
        """
        ring = grids.ring(12)
        assert ring.rays(0) == (tuple(range(1, 12)), tuple(range(11, 0, -1)))
        assert ring.links[11][0].target == 0 or ring.links[11][1].target == 0

    def test_fixed_does_not_run_round_a_ring(self) -> None:
        ring = grids.ring(12)
        fixed = Board(ring.nodes, pairs_of(ring), heading=Heading.FIXED)
        up, down = fixed.rays(0)
        assert up == (1, 2)  # headed for 105 degrees; the fourth step would go to 195
        assert down == (11, 10)

    def test_a_ray_stops_where_it_comes_back_to_its_own_middle(self) -> None:
        """0 → 1 → 2 → 3 → 1: a loop with a tail, walked with the heading that was just taken.

          3 - 2
           \\  |
        0 --- 1
        """
        nodes = [Node(0, "0", 0, 0), Node(1, "1", 2, 0), Node(2, "2", 2.5, 1), Node(3, "3", 1.5, 1)]
        board = Board(nodes, [(0, 1), (1, 2), (2, 3), (3, 1)], max_turn=150, heading=Heading.FOLLOW)
        assert board.ray(0, 0) == (1, 2, 3)

    def test_two_neighbours_in_one_direction_share_a_ray(self) -> None:
        board = line(0, 1, 2, links=[(0, 1), (0, 2), (1, 2)])
        assert board.rays(0) == ((1, 2),)

    @given(board=boards(), direction=DIRECTIONS, data=st.data())
    def test_rays_have_no_repeats_and_follow_links(self, board: Board, direction: float, data: st.DataObject) -> None:
        node = data.draw(st.integers(0, len(board) - 1))
        for ray, neighbours in [
            (board.ray(node, direction), board.neighbours),
            (board.diagonal_ray(node, direction), board.diagonals),
        ]:
            assert len({node, *ray}) == len(ray) + 1
            assert all(board.nodes[passed].visible for passed in ray)
            for before, after in zip((node, *ray), ray, strict=False):
                assert after in neighbours(before)

    @given(board=boards())
    def test_fixed_heading_keeps_every_step_within_max_turn(self, board: Board) -> None:
        fixed = Board(board.nodes, pairs_of(board), max_turn=board.max_turn, heading=Heading.FIXED)
        for node in range(len(fixed)):
            for link in fixed.links[node]:
                way = (node, *fixed.ray(node, link.direction))
                for before, after in pairwise(way):
                    taken = direction_between(fixed.nodes[before], fixed.nodes[after])
                    assert turn_between(taken, link.direction) <= fixed.max_turn + 1e-5


class TestSquareBoard:
    """On the 8×8 board rooks and bishops go where everybody knows."""

    board = grids.square(8, 8)

    def squares(self, column: int, row: int, right: int, up: int) -> tuple[int, ...]:
        """The nodes passed on the way to the edge, by coordinates alone."""
        way = []
        while 0 <= column + right < 8 and 0 <= row + up < 8:
            column, row = column + right, row + up
            way.append(8 * row + column)
        return tuple(way)

    def ways(self, node: int, steps: list[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
        found = (self.squares(node % 8, node // 8, *step) for step in steps)
        return tuple(way for way in found if way)

    def test_rook_rays(self) -> None:
        for node in range(64):
            assert self.board.rays(node) == self.ways(node, [(1, 0), (0, 1), (-1, 0), (0, -1)])

    def test_bishop_rays(self) -> None:
        for node in range(64):
            assert self.board.diagonal_rays(node) == self.ways(node, [(1, 1), (-1, 1), (-1, -1), (1, -1)])

    def test_textbook_counts(self) -> None:
        """On the empty board a rook always has 14 moves, a bishop 7 at the rim and 13 in the centre; all bishops'
        moves together are 560, all kings' 420."""
        assert {sum(map(len, self.board.rays(node))) for node in range(64)} == {14}
        bishop = [sum(map(len, self.board.diagonal_rays(node))) for node in range(64)]
        assert sum(bishop) == 560
        assert (bishop[0], bishop[self.board.index("E4") or 0]) == (7, 13)
        assert sum(len(self.board.neighbours(node) + self.board.diagonals(node)) for node in range(64)) == 420


class TestHexBoard:
    """The 91 cells in cube coordinates (q + r + s = 0): rooks keep one of them, bishops go like (2, -1, -1)."""

    board = grids.hexagon(6, layout="files")
    sides = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
    corners = ((1, 1), (2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2))

    def cube(self) -> dict[tuple[int, int], int]:
        """Axial coordinates, q to the right along the files, from the positions in the plane."""
        found = {}
        for index, node in enumerate(self.board.nodes):
            q = node.x / (math.sqrt(3) / 2) - 5
            r = node.y - 2.5 - q / 2
            assert (q, r) == pytest.approx((round(q), round(r)), abs=1e-6)
            found[round(q), round(r)] = index
        return found

    def ways(self, steps: tuple[tuple[int, int], ...], of_node: object) -> None:
        cells = self.cube()
        assert set(cells) == {(q, r) for q in range(-5, 6) for r in range(-5, 6) if abs(q + r) <= 5}
        for (q, r), node in cells.items():
            naive = set()
            for dq, dr in steps:
                way, place = [], (q + dq, r + dr)
                while place in cells:
                    way.append(cells[place])
                    place = (place[0] + dq, place[1] + dr)
                naive.add(tuple(way))
            found = of_node(node)  # type: ignore[operator]
            assert set(found) == naive - {()}
            assert len(found) == len(naive - {()})

    def test_rook_rays(self) -> None:
        self.ways(self.sides, self.board.rays)

    def test_bishop_rays(self) -> None:
        self.ways(self.corners, self.board.diagonal_rays)

    def test_a_bishop_stays_on_its_colour_and_there_are_three(self) -> None:
        shades = [node.shade for node in self.board.nodes]
        assert sorted(shades.count(shade) for shade in range(3)) == [30, 30, 31]
        for node in range(91):
            assert {shades[target] for target in self.board.diagonals(node)} == {shades[node]}
            assert shades[node] not in {shades[target] for target in self.board.neighbours(node)}


class TestDiagonals:
    def test_a_half_turn_apart_is_too_far(self) -> None:
        """
           3                  1 and 2 are opposite each other seen from 0, whatever the angle of the line,
        1  0  2               so their common neighbour 3 is no diagonal one
        """
        for angle in [0.0, 33.69, 56.309932, 123.4567]:
            right, up = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            places = [(0, 0), (-right, -up), (right, up), (-up, right)]
            nodes = [Node(number, str(number), x, y) for number, (x, y) in enumerate(places)]
            board = Board(nodes, [(0, 1), (0, 2), (1, 3), (2, 3)])
            assert board.diagonals(0) == ()

    def test_links_are_directed(self) -> None:
        """
        2   3       0 → 1 → 3 and 0 → 2 → 3 make 3 a diagonal neighbour of 0; nothing leads back
        0   1
        """
        nodes = [Node(number, str(number), number % 2, number // 2) for number in range(4)]
        board = Board(nodes, [(0, 1), (0, 2), (1, 3), (2, 3)])
        assert board.diagonals(0) == (3,)
        assert board.diagonals(3) == ()

    def test_an_invisible_node_makes_diagonals_and_blocks_them(self) -> None:
        corner = grids.square(3, 3)
        hidden = [replace(node, visible=node.label not in ("B1", "B2")) for node in corner.nodes]
        board = Board(hidden, pairs_of(corner))
        assert board.diagonals(0) == (corner.index("B2"),)
        assert board.diagonal_rays(0) == ((),)
        assert board.diagonal_rays(2) == ((),)  # C1: only B2
        assert board.diagonal_rays(1) == ((5,), (3,))  # B1 → C2 and A2, over neighbours seen or unseen

    def test_neighbours_in_one_direction_count_with_all_around_them(self) -> None:
        """
        3     4         1 and 2 both lie to the right of 0, 3 above it; 4 joins 3 with the far one only,
        0 1 2           5 joins 1 and 2
          5
        """
        nodes = [
            Node(0, "0", 0, 0), Node(1, "1", 1, 0), Node(2, "2", 2, 0),
            Node(3, "3", 0, 1), Node(4, "4", 2, 1), Node(5, "5", 1, -1),
        ]  # fmt: skip
        board = Board(nodes, [(0, 1), (0, 2), (0, 3), (2, 4), (3, 4), (1, 5), (2, 5)])
        assert board.diagonals(0) == (4, 5)

    @given(board=boards())
    def test_they_are_what_the_definition_says(self, board: Board) -> None:
        """Two neighbours are consecutive when no third lies strictly between them on the shorter arc."""
        for node in range(len(board)):
            links = board.links[node]
            expected = set()
            for first, second in combinations(links, 2):
                apart = turn_between(first.direction, second.direction)
                between = any(
                    turn_between(first.direction, other.direction) > 1e-4
                    and turn_between(other.direction, second.direction) > 1e-4
                    and turn_between(first.direction, other.direction) + turn_between(other.direction, second.direction)
                    < apart + 1e-4
                    for other in links
                )
                if apart < 180 - 1e-4 and not between:
                    common = set(board.neighbours(first.target)) & set(board.neighbours(second.target))
                    expected |= common - {node, *board.neighbours(node)}
            assert set(board.diagonals(node)) == expected
            directions = [link.direction for link in board.diagonal_links[node]]
            assert directions == sorted(directions)


class TestSameBoardSeenOtherwise:
    @given(board=boards(), data=st.data())
    def test_renumbering_keeps_steps_rays_and_diagonals(self, board: Board, data: st.DataObject) -> None:
        order = data.draw(st.permutations(range(len(board))))
        number = {old: new for new, old in enumerate(order)}
        links = [(number[start], number[end]) for start, end in pairs_of(board)]
        nodes = [board.nodes[old] for old in order]
        renumbered = Board(nodes, links, max_turn=board.max_turn, heading=board.heading)
        for old in range(len(board)):
            for of_board, of_renumbered in [
                (board.rays(old), renumbered.rays(number[old])),
                (board.diagonal_rays(old), renumbered.diagonal_rays(number[old])),
            ]:
                assert tuple(tuple(number[node] for node in ray) for ray in of_board) == of_renumbered

    @pytest.mark.parametrize("board", EVERY_GRID.values(), ids=EVERY_GRID)
    @pytest.mark.parametrize("degrees", [1 / 3, 29.7, 45, 90, 179.999, 301.01])
    def test_turning_shifting_and_scaling_a_grid_keeps_rays(self, board: Board, degrees: float) -> None:
        right, up = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        nodes = [
            replace(
                node,
                x=round(7 + 30 * (node.x * right - node.y * up), 9),
                y=round(-3 + 30 * (node.x * up + node.y * right), 9),
            )
            for node in board.nodes
        ]
        turned = Board(nodes, pairs_of(board), max_turn=board.max_turn, heading=board.heading)
        for node in range(len(board)):
            assert set(turned.rays(node)) == set(board.rays(node))
            assert set(turned.diagonal_rays(node)) == set(board.diagonal_rays(node))


class TestImmutable:
    def test_nothing_of_a_board_can_be_set(self) -> None:
        board = grids.square(2, 2)
        for name in ("nodes", "links", "name", "max_turn", "heading", "anything"):
            with pytest.raises(AttributeError, match="immutable"):
                setattr(board, name, None)
        with pytest.raises(AttributeError, match="immutable"):
            del board.nodes
        with pytest.raises(AttributeError):
            board.nodes[0].x = 5  # type: ignore[misc]
        assert board == grids.square(2, 2)

    def test_equal_boards_are_one_key(self) -> None:
        board = grids.hexagon(3)
        _ = board.diagonal_links  # what was computed on the way doesn't count
        for twin in (grids.hexagon(3), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
            assert twin == board
            assert hash(twin) == hash(board)
        assert board != grids.hexagon(4)
        assert board != Board(board.nodes, pairs_of(board), name=board.name, max_turn=46)
        assert board != Board(board.nodes, pairs_of(board), name=board.name, heading=Heading.FOLLOW)
        assert board != "hexagon of side 3"


class TestCells:
    def test_outside_reads_as_empty_and_swallows_writes(self) -> None:
        board = grids.square(2, 2)
        cells = board.cells(".")
        cells[3] = "x"
        cells[board.outside] = "o"
        assert cells[board.outside] == "."
        assert list(cells) == [".", ".", ".", "x"]
        assert len(cells) == 4

    def test_no_other_number_is_a_node(self) -> None:
        cells = grids.square(2, 2).cells(0)
        for number in (-1, 5, 100):
            with pytest.raises(IndexError):
                cells[number]
            with pytest.raises(IndexError):
                cells[number] = 1
        assert list(cells) == [0] * 4

    def test_a_copy_is_apart_and_still_has_an_outside(self) -> None:
        cells = grids.square(2, 1).cells(0)
        twin = cells.copy()
        assert twin == cells
        twin[0] = 7
        twin[2] = 7
        assert (cells[0], twin[0], twin[2]) == (0, 7, 0)
        assert twin != cells
        assert cells != [0, 0]
        assert repr(twin) == "Cells([7, 0], 0)"
        assert Cells([7, 0], 0) == twin


def pairs_of(board: Board) -> list[tuple[int, int]]:
    return [(start, link.target) for start, links in enumerate(board.links) for link in links]
