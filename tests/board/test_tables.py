"""Boards as numpy tables say what the board says, and OUTSIDE is the last row of each."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from ludograph.board import Board, grids, tables

from .strategies import EVERY_GRID, boards

SMALL = {name: board for name, board in EVERY_GRID.items() if len(board) <= tables.WORD_BITS}
every_grid = pytest.mark.parametrize("board", EVERY_GRID.values(), ids=EVERY_GRID)
small_grid = pytest.mark.parametrize("board", SMALL.values(), ids=SMALL)


def members(word: int) -> list[int]:
    return [node for node in range(64) if int(word) >> node & 1]


def list_at(found: tables.Lists, number: int, outside: int) -> list[int]:
    """As a kernel reads it: from the start up to OUTSIDE."""
    place = int(found.starts[number])
    nodes = []
    while found.nodes[place] != outside:
        nodes.append(int(found.nodes[place]))
        place += 1
    return nodes


@small_grid
def test_bits_are_one_for_each_node_and_none_outside(board: Board) -> None:
    table = tables.bits(board)
    assert [members(word) for word in table[:-1]] == [[node] for node in range(len(board))]
    assert table[board.outside] == 0
    assert len(table) == len(board) + 1


def test_all_64_bits_are_used() -> None:
    table = tables.bits(grids.square(8, 8))
    assert int(table[63]) == 1 << 63
    assert int(np.bitwise_or.reduce(table)) == 2**64 - 1


@small_grid
def test_neighbour_masks(board: Board) -> None:
    table = tables.neighbour_masks(board)
    assert [members(word) for word in table[:-1]] == [sorted(board.neighbours(node)) for node in range(len(board))]
    assert table[board.outside] == 0


def test_a_word_is_too_small_for_65_nodes() -> None:
    for make in (tables.bits, tables.neighbour_masks):
        with pytest.raises(ValueError, match="65 nodes does not fit a word"):
            make(grids.square(13, 5))


@every_grid
def test_steps_are_the_boards_and_outside_leads_to_itself(board: Board) -> None:
    directions = (0.0, 30.0, 45.0, 60.0, 90.0, 180.0, 270.0)
    table = tables.steps(board, directions)
    assert table.shape == (len(board) + 1, len(directions))
    for node in range(len(board)):
        assert table[node].tolist() == [board.step(node, direction) for direction in directions]
    assert set(table[board.outside].tolist()) == {board.outside}


def test_walking_by_the_table_off_the_board_and_on_ends_outside() -> None:
    """A kernel steps without asking where it is."""
    board = grids.square(3, 3)
    table = tables.steps(board, (0.0, 90.0))
    node = 4
    for direction in (0, 0, 1, 0, 1, 1):
        node = int(table[node, direction])
    assert node == board.outside


@every_grid
def test_lists_of_neighbours(board: Board) -> None:
    found = tables.lists(board, board.neighbours)
    for node in range(len(board)):
        assert list_at(found, node, board.outside) == list(board.neighbours(node))
    assert list_at(found, board.outside, board.outside) == []
    assert len(found.starts) == len(board) + 1


@every_grid
@pytest.mark.parametrize("kind", ["rays", "diagonal_rays"])
def test_rays(board: Board, kind: str) -> None:
    check_rays(board, kind)


@given(board=boards())
def test_rays_of_any_board(board: Board) -> None:
    check_rays(board, "rays")
    check_rays(board, "diagonal_rays")


def check_rays(board: Board, kind: str) -> None:
    of_node = getattr(board, kind)
    first, found = tables.rays(board, of_node)
    assert len(first) == len(board) + 2
    for node in range(len(board)):
        numbers = range(int(first[node]), int(first[node + 1]))
        assert [list_at(found, number, board.outside) for number in numbers] == [list(ray) for ray in of_node(node)]
    assert first[board.outside] == first[board.outside + 1] == len(found.starts)  # OUTSIDE has no rays


@every_grid
def test_every_table_is_of_unsigned_words_in_one_piece(board: Board) -> None:
    first, found = tables.rays(board, board.rays)
    every = [tables.steps(board, (0.0, 90.0)), *tables.lists(board, board.diagonals), first, *found]
    if len(board) <= tables.WORD_BITS:
        every += [tables.bits(board), tables.neighbour_masks(board)]
    for table in every:
        assert table.dtype == np.uint64
        assert table.flags.c_contiguous


def test_mask() -> None:
    assert tables.mask([0, 3, 3, 63]) == 1 | 8 | 1 << 63
    assert tables.mask([]) == 0
