"""The old checkers services, with their own cases as whole moves."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ludograph.adapters.draughts import Checkers, CheckersState, PossibleMove, Side
from ludograph.errors import IllegalMove

CHECKERS = Checkers()
state = CheckersState.of


def test_starting_state() -> None:
    assert CHECKERS.starting_state() == state(range(1, 13), range(21, 33))


def test_diagonals_are_the_lines_of_the_board() -> None:
    lines = CHECKERS.diagonals()
    assert [4, 8, 11, 15, 18, 22, 25, 29] in lines
    pairs = {frozenset(pair) for line in lines for pair in pairwise(line)}
    links = CHECKERS.game.board.links
    assert pairs == {frozenset((start + 1, link.target + 1)) for start, near in enumerate(links) for link in near}


def test_possible_moves_of_a_side_from_the_start() -> None:
    moves = CHECKERS.moves_of_side(Side.DARK, CHECKERS.starting_state())
    targets = {start: [move.target for move in of_piece] for start, of_piece in moves.items()}
    assert targets == {9: [13, 14], 10: [14, 15], 11: [15, 16], 12: [16]}
    assert not any(move.is_capture for of_piece in moves.values() for move in of_piece)


@pytest.mark.parametrize(
    ("side", "start", "where", "targets"),
    [
        (Side.DARK, 1, state({1}, {6, 15}), [19]),
        (Side.DARK, 25, state({25}, {18, 11}, {25}), [4, 8]),
        (Side.LIGHT, 1, state({10, 19}, {1}, {1}), [24, 28]),
        (Side.DARK, 22, state({22}, {18}), [15]),
        (Side.LIGHT, 17, state({14, 7}, {17}), [3]),
    ],
)
def test_captures_of_a_piece(side: Side, start: int, where: CheckersState, targets: list[int]) -> None:
    assert CHECKERS.moves_of_piece(start, where) == [PossibleMove(start, target, True) for target in targets]
    assert list(CHECKERS.moves_of_side(side, where)) == [start]


def test_capture_is_compulsory_for_the_side() -> None:
    where = state({*range(1, 9), 11, 12, 14, 15}, {17, 18, 20, 23, *range(25, 33)})
    assert CHECKERS.moves_of_side(Side.DARK, where) == {
        14: [PossibleMove(14, 21, True)],
        15: [PossibleMove(15, 13, True)],
    }
    assert CHECKERS.moves_of_piece(11, where) == []


def test_state_after_a_move_knows_captures_kings_and_promotion() -> None:
    assert CHECKERS.state_after(state({25}, {18, 11}, {25}), Side.DARK, "25x8") == state({8}, (), {8})
    assert CHECKERS.state_after(state({14, 7}, {17}), Side.LIGHT, "17x3") == state((), {3}, {3})
    assert CHECKERS.does_promote(state({14, 7}, {17}), Side.LIGHT, "17x3")
    assert not CHECKERS.does_promote(state({22}, {18}), Side.DARK, "22x15")
    with pytest.raises(IllegalMove):
        CHECKERS.state_after(state({22, 1}, {18}), Side.DARK, "1-5")


def test_captured_square_is_the_one_enemy_between() -> None:
    assert CHECKERS.captured_square(state({25}, {18}, {25}), Side.DARK, 25, 8) == 18  # not the middle, 15
    for dark, light in (({25}, ()), ({25}, {18, 15}), ({25, 18}, ())):
        with pytest.raises(IllegalMove):
            CHECKERS.captured_square(state(dark, light, {25}), Side.DARK, 25, 8)


def test_cells_and_pieces() -> None:
    start = CHECKERS.starting_state()
    assert [square for square in range(1, 33) if CHECKERS.is_empty(square, start)] == list(range(13, 21))
    assert CHECKERS.pieces_of(Side.LIGHT, start) == frozenset(range(21, 33))
    with pytest.raises(IllegalMove, match="numbered from 1 to 32"):
        CHECKERS.is_empty(33, start)
    with pytest.raises(IllegalMove, match="13 is empty"):
        CHECKERS.moves_of_piece(13, start)
