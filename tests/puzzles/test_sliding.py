"""Sliding tiles against published counts and against a second, naive statement of the rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludograph
from ludograph import errors
from ludograph.engine.kernel_puzzle import children
from ludograph.puzzles.sliding import Sliding
from ludograph.solver.table import solve_table
from ludograph.testing import check_game

BY_DISTANCE_3X3 = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110, 23952,
    20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
]  # fmt: skip
SIZES = [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (3, 4), (4, 3), (3, 5), (5, 3), (4, 4), (2, 8), (8, 2)]


def sliding(rows: int, columns: int) -> Sliding:
    return Sliding(rows=rows, columns=columns)


def naive_successors(text: str) -> set[str]:
    """All positions one slide away: exchange the blank with each cell beside it."""
    grid = [row.split(",") for row in text.split("/")]
    cells = [(row, column) for row in range(len(grid)) for column in range(len(grid[0]))]
    (blank_row, blank_column) = next((row, column) for row, column in cells if grid[row][column] == "-")
    found = set()
    for row, column in cells:
        if abs(row - blank_row) + abs(column - blank_column) == 1:
            after = [list(line) for line in grid]
            after[blank_row][blank_column], after[row][column] = grid[row][column], "-"
            found.add("/".join(",".join(line) for line in after))
    return found


# -- counts ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "columns", "positions", "farthest"),
    [(2, 2, 12, 6), (2, 3, 360, 21), (3, 2, 360, 21), (2, 4, 20_160, 36), (4, 2, 20_160, 36), (2, 5, 1_814_400, 55)],
)
def test_published_counts(rows: int, columns: int, positions: int, farthest: int) -> None:
    table = solve_table(sliding(rows, columns))
    assert (table.positions, len(table.by_remoteness) - 1) == (positions, farthest)
    assert sum(table.by_remoteness) == positions == sliding(rows, columns).ranks


def test_3x3_by_distance_and_no_lower_bound_is_too_high() -> None:
    puzzle = sliding(3, 3)
    table = solve_table(puzzle)
    assert table.by_remoteness == BY_DISTANCE_3X3
    for rank in range(0, puzzle.ranks, 7):
        assert puzzle.plain.lower_bound(puzzle.state_of(rank)) <= table.table.get(rank)
    farthest = {puzzle.write(puzzle.state_of(rank)) for rank in range(puzzle.ranks) if table.table.get(rank) == 31}
    assert farthest == {"8,6,7/2,5,4/3,-,1", "6,4,7/8,5,-/3,2,1"}


def test_two_threads_find_what_one_finds() -> None:
    one, two = solve_table(sliding(2, 5)), solve_table(sliding(2, 5), threads=2)
    assert one.by_remoteness == two.by_remoteness
    assert (one.table.numbers == two.table.numbers).all()


@pytest.mark.parametrize("text", ["2,1,3/4,5,6/7,8,-", "1,2,3/4,5,6/8,7,-", "-,2,1/3,4,5/6,7,8"])
def test_what_cannot_be_solved_is_known_at_once_but_plays(text: str) -> None:
    puzzle = sliding(3, 3)
    position = puzzle.parse(text)
    assert "exchange just two tiles" in (puzzle.cannot_be_solved(position.state) or "")
    for move in position.legal_moves:
        assert puzzle.cannot_be_solved(position.play(move).state)


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_exactly_half_of_all_exchanges_can_be_solved(rows: int, columns: int) -> None:
    puzzle = sliding(rows, columns)
    numbers = [*map(str, range(1, rows * columns)), "-"]
    assert puzzle.cannot_be_solved(puzzle.start_state()) is None
    for first in range(rows * columns - 2):
        exchanged = list(numbers)
        exchanged[first], exchanged[first + 1] = exchanged[first + 1], exchanged[first]
        lines = [",".join(exchanged[at : at + columns]) for at in range(0, rows * columns, columns)]
        assert puzzle.cannot_be_solved(puzzle.read("/".join(lines)))


# -- moves ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["sliding?rows=2&columns=2", "sliding?rows=4&columns=4"])
def test_conforms(spec: str) -> None:
    check_game(spec)


@given(st.sampled_from(SIZES), st.data())
def test_moves_ranks_and_naive_rules_agree(size: tuple[int, int], data: st.DataObject) -> None:
    puzzle = sliding(*size)
    rank = data.draw(st.integers(0, puzzle.ranks - 1))
    state = puzzle.state_of(rank)
    position = puzzle.parse(puzzle.write(state))
    assert puzzle.rank_of(position.state) == rank
    assert puzzle.cannot_be_solved(state) is None
    after = {position.play(move) for move in position.legal_moves}
    assert {str(reached) for reached in after} == naive_successors(str(position))
    ranks = [0] * 4
    end = puzzle.plain.children(rank, ranks, 0)
    assert sorted(ranks[:end]) == sorted(puzzle.rank_of(reached.state) for reached in after)


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 3), (3, 2)])
def test_ranks_number_exactly_the_solvable_positions(rows: int, columns: int) -> None:
    puzzle = sliding(rows, columns)
    states = [puzzle.state_of(rank) for rank in range(puzzle.ranks)]
    assert len(set(states)) == puzzle.ranks
    assert [puzzle.rank_of(state) for state in states] == list(range(puzzle.ranks))


def test_compiled_children_go_the_way_of_the_states() -> None:
    """The table that is solved with the default ``children`` is the same."""

    class BySlowWay(Sliding):
        rules = {**Sliding.rules, "children": children}  # noqa: RUF012

    for size in ((2, 4), (3, 3)):
        slow = BySlowWay(rows=size[0], columns=size[1])
        assert (solve_table(slow).table.numbers == solve_table(sliding(*size)).table.numbers).all()


@given(st.sampled_from(SIZES), st.data())
def test_a_move_changes_the_lower_bound_by_one(size: tuple[int, int], data: st.DataObject) -> None:
    puzzle = sliding(*size)
    state = puzzle.state_of(data.draw(st.integers(0, puzzle.ranks - 1)))
    bound = puzzle.plain.lower_bound
    assert all(abs(bound(puzzle.plain.apply(state, code)) - bound(state)) == 1 for code in puzzle.codes(state))
    assert all(bound(solution) == 0 for solution in puzzle.solution_states())


# -- texts ----------------------------------------------------------------------------------------------------


def test_a_move_may_be_called_by_its_tile() -> None:
    position = ludograph.game("sliding").parse("1,2,3/4,5,6/7,-,8")
    assert {move.text for move in position.legal_moves} == {"A3-B3", "C3-B3", "B2-B3"}
    solved = position.play("8")
    assert str(solved) == "1,2,3/4,5,6/7,8,-"
    assert solved == position.play("c3-b3")
    assert solved.outcome is not None
    assert solved.outcome.reason == "solved"


@pytest.mark.parametrize(
    ("move", "reason", "words"),
    [
        ("1", "far", "The tile on A1 is not beside the blank on B3"),
        ("A1-B3", "far", "not beside the blank"),
        ("B3-A3", "blank", "There is no tile on B3"),
        ("A3-A2", "not-blank", "can only slide into the blank on B3"),
    ],
)
def test_refused_moves_name_their_rule(move: str, reason: str, words: str) -> None:
    position = ludograph.game("sliding").parse("1,2,3/4,5,6/7,-,8")
    with pytest.raises(errors.IllegalMove, match=words) as refused:
        position.play(move)
    assert refused.value.reason == reason


@pytest.mark.parametrize("move", ["9", "0", "-", "A3", "A4-B3", "A3–B3", " 8", "08"])
def test_what_is_no_move_is_refused(move: str) -> None:
    with pytest.raises(errors.MoveError):
        ludograph.game("sliding").parse("1,2,3/4,5,6/7,-,8").play(move)


WRONG_TEXTS = {
    "1,2,3/4,5,6/7,8": (errors.PositionSyntaxError, ["row 3 has 2 cells, not 3"]),
    "1,2,3,4/5,6/7,8,-": (errors.PositionSyntaxError, ["row 1 has 4 cells, not 3", "row 2 has 2 cells, not 3"]),
    "1,2,3/4,5,6": (errors.PositionSyntaxError, ["it has 2 rows, not 3"]),
    "1,2,3/4,5,6/7,9,-": (errors.PositionSyntaxError, ["'9' is no tile from 1 to 8"]),
    "1,2,3/4,5,6/7,08,0": (errors.PositionSyntaxError, ["'08' is no tile", "'0' is no tile"]),
    "1,2,3/4,5,6/7,8,8": (errors.InvalidPosition, ["there is no blank"]),
    "1,2,3/4,5,-/7,8,-": (errors.InvalidPosition, ["there is no tile 6"]),
    "1,1,1/1,5,6/7,8,-": (errors.InvalidPosition, ["there is no tile 2", "there is no tile 3", "there is no tile 4"]),
}


@pytest.mark.parametrize("text", WRONG_TEXTS)
def test_wrong_positions_are_refused_with_all_their_faults(text: str) -> None:
    kind, faults = WRONG_TEXTS[text]
    with pytest.raises(kind) as refused:
        ludograph.game("sliding").parse(text)
    assert len(refused.value.faults) == len(faults)
    assert all(words in fault for words, fault in zip(faults, refused.value.faults, strict=True))


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("sliding?rows=1", "from 2 to 8"),
        ("sliding?columns=9", "from 2 to 8"),
        ("sliding?rows=4&columns=5", "4×5 are 20 cells, but there may be at most 16"),
        ("sliding?rows=3.0", "whole number"),
    ],
)
def test_wrong_sizes_are_refused(spec: str, words: str) -> None:
    with pytest.raises(errors.InvalidParameter, match=words):
        ludograph.game(spec)
