"""Pancakes against the known greatest numbers of flips, and against stacks that are lists."""

from __future__ import annotations

from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludograph
from ludograph import errors
from ludograph.engine.ranking import reverse_first
from ludograph.solver.table import solve_table
from ludograph.testing import check_game

MOST_FLIPS = {1: 0, 2: 1, 3: 3, 4: 4, 5: 5, 6: 7, 7: 8, 8: 9, 9: 10, 10: 11}


def pancakes(n: int):
    return ludograph.game(f"pancakes?n={n}")


def levels(game) -> list[int]:
    """How many ranks there are at each distance from the solution, found by the plain kernel."""
    level = {game.rank_of(state) for state in game.solution_states()}
    seen, counts, children = set(level), [], [0] * game.max_moves
    while level:
        counts.append(len(level))
        found = {rank for each in level for rank in children[: game.plain.children(each, children, 0)]}
        level = found - seen
        seen |= level
    return counts


def test_conforms() -> None:
    check_game("pancakes?n=3")


@pytest.mark.parametrize("n", range(1, 8))
def test_most_flips_of_small_stacks(n: int) -> None:
    counts = levels(pancakes(n))
    assert len(counts) - 1 == MOST_FLIPS[n]
    assert sum(counts) == factorial(n)


@pytest.mark.parametrize("n", range(8, 11))
def test_most_flips(n: int) -> None:
    table = solve_table(pancakes(n))
    assert len(table.by_remoteness) - 1 == MOST_FLIPS[n]
    assert sum(table.by_remoteness) == table.positions == factorial(n)


def test_whole_distributions() -> None:
    # https://oeis.org/A092113
    assert levels(pancakes(4)) == [1, 3, 6, 11, 3]
    assert levels(pancakes(6)) == [1, 5, 20, 79, 199, 281, 133, 2]


@pytest.mark.parametrize("n", [1, 2, 3, 6])
def test_every_rank_is_one_position(n: int) -> None:
    game = pancakes(n)
    texts = {game.write(game.state_of(rank)) for rank in range(game.ranks)}
    assert len(texts) == game.ranks == factorial(n)
    assert all(game.rank_of(game.state_of(rank)) == rank for rank in range(game.ranks))


@given(st.permutations(range(1, 13)))
def test_ranks_of_the_largest(stack: list[int]) -> None:
    position = pancakes(12).parse(",".join(map(str, stack)))
    rank = position.game.rank_of(position.state)
    assert 0 <= rank < position.game.ranks
    assert position.game.state_of(rank) == position.state


@given(st.integers(1, 12).flatmap(lambda n: st.permutations(range(1, n + 1))))
def test_moves_turn_the_top_over(stack: list[int]) -> None:
    position = pancakes(len(stack)).parse(",".join(map(str, stack)))
    assert {move.text for move in position.moves()} == {str(count) for count in range(2, len(stack) + 1)}
    for move in position.moves():
        count = int(move.text)
        turned = stack[:count][::-1] + stack[count:]
        assert str(position.play(move)) == ",".join(map(str, turned))


@given(st.lists(st.integers(0, 15), min_size=16, max_size=16), st.integers(1, 15))
def test_reverse_first(places: list[int], count: int) -> None:
    def word(numbers: list[int]) -> int:
        return sum(number << 4 * place for place, number in enumerate(numbers))

    assert reverse_first(word(places), count) == word(places[:count][::-1] + places[count:])


def test_solved_stack_still_has_moves() -> None:
    position = pancakes(3).parse("1,2,3")
    assert position.outcome is not None
    assert position.outcome.reason == "solved"
    assert [move.text for move in position.moves("undo")] == ["2", "3"]


@pytest.mark.parametrize("n", range(2, 13))
def test_start_is_not_solved(n: int) -> None:
    assert pancakes(n).start().outcome is None


@pytest.mark.parametrize("text", ["1", "5", "0", "-2", "2 3", "two", "02"])
def test_other_moves_are_refused(text: str) -> None:
    with pytest.raises(errors.IllegalMove, match="is none of the moves 2, 3, 4"):
        pancakes(4).start().play(text)


def test_one_pancake_has_no_moves() -> None:
    with pytest.raises(errors.GameOver):
        pancakes(1).start().play("1")
    assert "there are none" in pancakes(1).start().partial(["1"]).message


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("1,2,x,", ["'x' is no pancake", "'' is no pancake"]),
        ("1,-2,3,4", ["'-2' is no pancake"]),
        ("1,02,3,4", ["'02' is no pancake"]),
        ("1, 2,3,4", ["' 2' is no pancake"]),
        ("1,٢,3,4", ["'٢' is no pancake"]),
        ("0,1,2,3", ["'0' is no pancake"]),
    ],
)
def test_texts_that_are_no_stack(text: str, faults: list[str]) -> None:
    with pytest.raises(errors.PositionSyntaxError) as refusal:
        pancakes(4).parse(text)
    assert list(refusal.value.faults) == faults


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("1,2,3", ["the pancake 4 is missing"]),
        ("1,2,3,3", ["the pancake 3 is there more than once", "the pancake 4 is missing"]),
        ("1,2,3,4,5", ["there is no pancake 5"]),
    ],
)
def test_stacks_that_are_not_possible(text: str, faults: list[str]) -> None:
    with pytest.raises(errors.InvalidPosition) as refusal:
        pancakes(4).parse(text)
    assert list(refusal.value.faults) == faults


@pytest.mark.parametrize("n", ["0", "13", "-1", "x", ""])
def test_bounds(n: str) -> None:
    with pytest.raises(errors.InvalidParameter, match="a whole number from 1 to 12"):
        ludograph.game(f"pancakes?n={n}")
