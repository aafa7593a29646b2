"""Queens: the published numbers of solutions, the whole tree against permutations, refusals.

The bounds and the default are in the registry, over which the kit runs elsewhere.
"""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludograph
from ludograph import errors
from ludograph.core.moves import MoveKind
from ludograph.solver.solve import solve


def is_peaceful(columns: tuple[int, ...]) -> bool:
    return all(
        abs(columns[one] - columns[other]) not in (0, other - one)
        for one in range(len(columns))
        for other in range(one + 1, len(columns))
    )


@pytest.mark.parametrize(("n", "solutions"), [(4, 2), (6, 4), (8, 92)])
def test_published_numbers_of_solutions(n: int, solutions: int) -> None:
    game = ludograph.game(f"n-queens?n={n}")
    solution = solve(game)
    assert solution.by_remoteness[0] == solutions
    assert solution.remoteness(game.start()) == n
    tree = sum(is_peaceful(columns) for rows in range(n + 1) for columns in permutations(range(n), rows))
    assert solution.positions == tree


@pytest.mark.parametrize("n", [4, 5])
def test_ranks_are_all_the_arrangements_in_different_columns(n: int) -> None:
    game = ludograph.game(f"n-queens?n={n}")
    states = [game.state_of(rank) for rank in range(game.ranks)]
    assert [game.rank_of(state) for state in states] == list(range(game.ranks))
    found = {tuple(column for _, column in game._queens(state)) for state in states}
    assert found == {columns for rows in range(n + 1) for columns in permutations(range(n), rows)}


@given(st.permutations(range(10)), st.integers(0, 10))
def test_ranks_of_the_largest_board(columns: list[int], rows: int) -> None:
    game = ludograph.game("n-queens?n=10")
    state = game.state_type(rows, sum(column << (4 * row) for row, column in enumerate(columns[:rows])))
    number = game.rank_of(state)
    assert number < game.ranks
    assert game.state_of(number) == state


def test_moves_place_and_undo_takes_away() -> None:
    position = ludograph.game("n-queens?n=4").parse("B---")
    assert [move.text for move in position.legal_moves] == ["D2"]
    assert str(position.play("d2")) == "BD--"
    back = position.play("D2").moves(MoveKind.UNDO)
    assert [(move.text, move.source, move.target, str(move.kind)) for move in back] == [("-D2", "D2", None, "backward")]
    assert position.play("D2").play("-D2", kind="backward") == position
    assert position.game.start().moves(MoveKind.UNDO) == ()


def test_ends() -> None:
    game = ludograph.game("n-queens?n=4")
    solved, stuck = game.parse("BDAC").outcome, game.parse("AC--").outcome
    assert solved is not None
    assert solved.reason == "solved"
    assert stuck is not None
    assert stuck.text == "Every cell of the row 3 is attacked."


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("A", errors.PositionSyntaxError, "1 characters, not 4"),
        ("AE--", errors.PositionSyntaxError, "other characters than A to D"),
        ("-A--", errors.PositionSyntaxError, "row without a queen"),
        ("-AE", errors.PositionSyntaxError, "3 characters.*other characters.*row without"),
        ("AA--", errors.InvalidPosition, "A1 and A2 attack each other"),
        ("ABC-", errors.InvalidPosition, "A1 and B2 .*; .* A1 and C3 .*; .* B2 and C3"),
    ],
)
def test_wrong_positions(text: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        ludograph.game("n-queens?n=4").parse(text)


@pytest.mark.parametrize(
    ("move", "reason"),
    [("C1", "row-done"), ("A3", "row-order"), ("B2", "attacked"), ("C2", "attacked"), ("-B1", "backward")],
)
def test_illegal_moves_name_the_rule(move: str, reason: str) -> None:
    with pytest.raises(errors.IllegalMove) as refused:
        ludograph.game("n-queens?n=4").parse("B---").play(move)
    assert refused.value.reason == reason


@pytest.mark.parametrize("n", [3, 11])
def test_sizes_beyond_the_bounds(n: int) -> None:
    with pytest.raises(errors.InvalidParameter, match="from 4 to 10"):
        ludograph.game(f"n-queens?n={n}")
