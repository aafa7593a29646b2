"""Burnt pancakes against the known greatest numbers of flips, and against stacks that are lists."""

from __future__ import annotations

from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludograph
from ludograph import errors
from ludograph.solver.table import solve_table
from ludograph.testing import check_game

MOST_FLIPS = {1: 1, 2: 4, 3: 6, 4: 8, 5: 10, 6: 12, 7: 14, 8: 15}


def burnt(n: int):
    return ludograph.game(f"burnt-pancakes?n={n}")


@st.composite
def stacks(draw, smallest: int = 1) -> list[int]:
    n = draw(st.integers(smallest, 10))
    return [size * draw(st.sampled_from((1, -1))) for size in draw(st.permutations(range(1, n + 1)))]


def text(stack: list[int]) -> str:
    return ",".join(map(str, stack))


def naive_levels(n: int) -> list[int]:
    """How many stacks there are at each distance, found with tuples."""
    level = {tuple(range(1, n + 1))}
    seen, counts = set(level), []
    while level:
        counts.append(len(level))
        level = {
            tuple(-size for size in stack[:count][::-1]) + stack[count:] for stack in level for count in range(1, n + 1)
        } - seen
        seen |= level
    return counts


def test_conforms() -> None:
    check_game("burnt-pancakes?n=2")


@pytest.mark.parametrize("n", [6, 7, 8])
def test_most_flips(n: int) -> None:
    table = solve_table(burnt(n))
    assert len(table.by_remoteness) - 1 == MOST_FLIPS[n]
    assert sum(table.by_remoteness) == table.positions == factorial(n) * 2**n
    if n == 6:
        assert table.by_remoteness == naive_levels(n)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_most_flips_of_small_stacks(n: int) -> None:
    """By the plain kernel and by tuples, level by level."""
    game = burnt(n)
    level = {game.rank_of(state) for state in game.solution_states()}
    seen, counts, children = set(level), [], [0] * game.max_moves
    while level:
        counts.append(len(level))
        level = {rank for each in level for rank in children[: game.plain.children(each, children, 0)]} - seen
        seen |= level
    assert counts == naive_levels(n)
    assert len(counts) - 1 == MOST_FLIPS[n]


@pytest.mark.parametrize("n", [1, 2, 4])
def test_every_rank_is_one_position(n: int) -> None:
    game = burnt(n)
    texts = {game.write(game.state_of(rank)) for rank in range(game.ranks)}
    assert len(texts) == game.ranks == factorial(n) * 2**n
    assert all(game.rank_of(game.state_of(rank)) == rank for rank in range(game.ranks))


@given(stacks(smallest=10))
def test_ranks_of_the_largest(stack: list[int]) -> None:
    position = burnt(10).parse(text(stack))
    rank = position.game.rank_of(position.state)
    assert 0 <= rank < position.game.ranks
    assert position.game.state_of(rank) == position.state


@given(stacks())
def test_moves_turn_the_top_over(stack: list[int]) -> None:
    position = burnt(len(stack)).parse(text(stack))
    assert {move.text for move in position.moves()} == {str(count) for count in range(1, len(stack) + 1)}
    for move in position.moves():
        count = int(move.text)
        assert str(position.play(move)) == text([-size for size in stack[:count][::-1]] + stack[count:])


def test_only_the_right_side_up_is_solved() -> None:
    assert burnt(3).parse("1,2,3").outcome is not None
    assert burnt(3).parse("1,-2,3").outcome is None
    assert burnt(3).parse("1,3,2").outcome is None


@pytest.mark.parametrize("move", ["0", "5", "-1", "1 2", "one"])
def test_other_moves_are_refused(move: str) -> None:
    with pytest.raises(errors.IllegalMove, match="is none of the moves 1, 2, 3, 4"):
        burnt(4).start().play(move)


@pytest.mark.parametrize(
    ("stack", "faults"),
    [
        ("1,--2,+3,4", ["'--2' is no pancake", "'+3' is no pancake"]),
        ("-0,1,2,3", ["'-0' is no pancake"]),
        ("1;2;3;4", ["'1;2;3;4' is no pancake"]),
    ],
)
def test_texts_that_are_no_stack(stack: str, faults: list[str]) -> None:
    with pytest.raises(errors.PositionSyntaxError) as refusal:
        burnt(4).parse(stack)
    assert list(refusal.value.faults) == faults


@pytest.mark.parametrize(
    ("stack", "faults"),
    [
        ("1,-2,3", ["the pancake 4 is missing"]),
        ("1,-1,2,-5", ["there is no pancake 5", "the pancake 1 is there more than once", "the pancake 3 is missing",
                       "the pancake 4 is missing"]),
    ],
)  # fmt: skip
def test_stacks_that_are_not_possible(stack: str, faults: list[str]) -> None:
    with pytest.raises(errors.InvalidPosition) as refusal:
        burnt(4).parse(stack)
    assert list(refusal.value.faults) == faults


@pytest.mark.parametrize("n", [0, 11])
def test_bounds(n: int) -> None:
    with pytest.raises(errors.InvalidParameter, match="a whole number from 1 to 10"):
        burnt(n)
