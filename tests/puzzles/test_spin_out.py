"""Spin-Out: the published numbers of moves, and a second statement of the rule."""

from __future__ import annotations

from itertools import product

import pytest

import ludograph
from ludograph import errors
from ludograph.puzzles.spin_out import SpinOut
from ludograph.solver.table import solve_table
from ludograph.testing import check_game

FROM_ALL_ON = [1, 2, 5, 10, 21, 42, 85]


@pytest.mark.parametrize(("rings", "moves"), list(enumerate(FROM_ALL_ON, 1)))
def test_published_counts(rings: int, moves: int) -> None:
    puzzle = SpinOut(rings=rings)
    table = solve_table(puzzle)
    assert table.table.get(puzzle.rank_of(puzzle.start_state())) == moves
    assert table.by_remoteness == [1] * 2**rings, "all positions lie on one way from end to end"
    assert table.positions == 2**rings == puzzle.ranks
    bounds = [puzzle.plain.lower_bound(puzzle.state_of(rank)) for rank in range(puzzle.ranks)]
    assert bounds == [table.table.get(rank) for rank in range(puzzle.ranks)]


def test_the_longest_way_needs_more_than_sixteen_bits() -> None:
    puzzle = SpinOut(rings=17)
    table = solve_table(puzzle)
    assert table.table.get(puzzle.rank_of(puzzle.start_state())) == 87381  # 2, 5, 10, …: twice, and one more if odd
    assert len(table.by_remoteness) == 2**17


@pytest.mark.parametrize("spec", ["spin-out", "spin-out?rings=1", "spin-out?rings=2", "spin-out?rings=20"])
def test_conforms(spec: str) -> None:
    check_game(spec)


def test_moves_are_those_of_the_rule_read_aloud() -> None:
    """Ring 1 is last in the text: what stands behind a ring that can move is 1, and then only 0."""
    game = ludograph.game("spin-out?rings=6")
    for signs in product("01", repeat=6):
        text = "".join(signs)
        free = {str(6 - at) for at in range(6) if at == 5 or text[at + 1 :] == "1" + "0" * (4 - at)}
        assert {move.text for move in game.parse(text).legal_moves} == free, text


def test_three_rings_come_off_in_five_moves() -> None:
    position = ludograph.game("spin-out?rings=3").start()
    seen = [str(position)]
    for ring in "13121":
        position = position.play(ring)
        seen.append(str(position))
    assert seen == ["111", "110", "010", "011", "001", "000"]
    assert position.outcome is not None
    assert position.outcome.reason == "solved"


@pytest.mark.parametrize(
    ("position", "ring", "reason"),
    [("1111111", "3", "ring-on"), ("0000000", "2", "neighbour-off"), ("0000100", "3", "neighbour-off")],
)
def test_refused_moves_name_their_rule(position: str, ring: str, reason: str) -> None:
    with pytest.raises(errors.IllegalMove) as refused:
        ludograph.game("spin-out").parse(position).play(ring)
    assert refused.value.reason == reason


@pytest.mark.parametrize("move", ["0", "8", "01", "1-2", "A1", "", "１"])
def test_what_is_no_ring_is_refused(move: str) -> None:
    with pytest.raises(errors.MoveSyntaxError):
        ludograph.game("spin-out").start().play(move)


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("111111", ["it has 6 rings, not 7"]),
        ("1111112", ["'2' is neither 1 (on) nor 0 (off)"]),
        ("1x1", ["it has 3 rings, not 7", "'x' is neither"]),
        ("0b11111", ["'b' is neither"]),
        ("11_1111", ["'_' is neither"]),
    ],
)
def test_wrong_positions_are_refused_with_all_their_faults(text: str, faults: list[str]) -> None:
    with pytest.raises(errors.PositionSyntaxError) as refused:
        ludograph.game("spin-out").parse(text)
    assert len(refused.value.faults) == len(faults)
    assert all(words in fault for words, fault in zip(faults, refused.value.faults, strict=True))


@pytest.mark.parametrize("rings", [0, 21])
def test_wrong_sizes_are_refused(rings: int) -> None:
    with pytest.raises(errors.InvalidParameter, match="from 1 to 20"):
        ludograph.game(f"spin-out?rings={rings}")
