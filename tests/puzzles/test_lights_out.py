"""Lights Out against published counts, and its linear algebra against tables and against chasing the lights."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludograph
from ludograph import errors
from ludograph.puzzles.lights_out import LightsOut, State, fewest_presses
from ludograph.solver.table import solve_table
from ludograph.testing import Sample, check_game
from ludograph.testing.conformance import compiled_equals_plain

SIZES = [
    (rows, columns)
    for rows in range(1, 13)
    for columns in range(1, 13)
    if rows * columns <= 64 and min(rows, columns) < 8
]
BY_PRESSES_5X5 = [
    1, 25, 300, 2300, 12650, 53130, 176176, 467104, 982335, 1596279, 1935294, 1684446, 1004934, 383670, 82614, 7350,
]  # fmt: skip


def naive_press(text: str, cell: str) -> str:
    """Switch a cell and whatever is one step from it."""
    grid = [list(row) for row in text.split("/")]
    column, row = ord(cell[0]) - ord("A"), int(cell[1:]) - 1
    for y, line in enumerate(grid):
        for x, sign in enumerate(line):
            if abs(x - column) + abs(y - row) <= 1:
                line[x] = "0" if sign == "1" else "1"
    return "/".join("".join(line) for line in grid)


def fewest_by_chasing(text: str) -> int | None:
    """Try every set of presses in the first row; each lamp still lit then has to be pressed for from below."""
    grid = [[int(sign) for sign in row] for row in text.split("/")]
    if len(grid[0]) > len(grid):
        grid = [list(column) for column in zip(*grid, strict=True)]
    width = len(grid[0])
    found = []
    for first in range(2**width):
        pressed = [[first >> x & 1 for x in range(width)]]
        above = [0] * width
        for row in grid:
            now = pressed[-1]
            sides = [(now[x - 1] if x else 0) ^ (now[x + 1] if x + 1 < width else 0) for x in range(width)]
            pressed.append([row[x] ^ now[x] ^ above[x] ^ sides[x] for x in range(width)])
            above = now
        if not any(pressed[-1]):
            found.append(sum(map(sum, pressed)))
    return min(found, default=None)


# -- counts ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "solvable", "most"), [(3, 2**9, 9), (4, 2**12, 7), (5, 2**23, 15)])
def test_published_counts_and_the_algebra_agrees_with_the_table(size: int, solvable: int, most: int) -> None:
    puzzle = LightsOut(rows=size, columns=size)
    table = solve_table(puzzle)
    assert (table.positions, len(table.by_remoteness) - 1) == (solvable, most)
    assert sum(table.by_remoteness) == solvable
    if size == 5:
        assert table.by_remoteness == BY_PRESSES_5X5
    for rank in range(0, puzzle.ranks, max(1, puzzle.ranks // 5000 | 1)):
        state = puzzle.state_of(rank)
        presses = fewest_presses(puzzle, state)
        known = table.table.get(rank)
        assert (known if known >= 0 else None) == (None if presses is None else len(presses))
        assert (presses is None) == (puzzle.cannot_be_solved(state) is not None)
        assert known < 0 or known >= puzzle.plain.lower_bound(state)


@given(st.sampled_from(SIZES), st.data())
def test_fewest_presses_solve_and_none_are_fewer(size: tuple[int, int], data: st.DataObject) -> None:
    puzzle = LightsOut(rows=size[0], columns=size[1])
    position = puzzle.parse(puzzle.write(State(data.draw(st.integers(0, 2**puzzle.lamps - 1)))))
    presses = fewest_presses(puzzle, position.state)
    assert (None if presses is None else len(presses)) == fewest_by_chasing(str(position))
    for cell in presses or ():
        position = position.play(cell)
    assert (presses is None) == (position.outcome is None)


@pytest.mark.parametrize(("rows", "columns"), [*SIZES, (8, 8)])
def test_the_start_can_be_solved_on_every_board(rows: int, columns: int) -> None:
    position = LightsOut(rows=rows, columns=columns).start()
    assert set(str(position)) <= {"1", "/"}
    for cell in fewest_presses(position.game, position.state) or ():
        position = position.play(cell)
    assert position.outcome is not None
    assert position.outcome.reason == "solved"


def test_presses_that_switch_nothing_are_few_on_every_board() -> None:
    """So that trying all of them is no work."""
    idle = {size: len(LightsOut(rows=size[0], columns=size[1]).elimination.idle) for size in SIZES}
    assert max(idle.values()) == 6
    assert (idle[4, 4], idle[5, 5], idle[3, 3], idle[6, 6]) == (4, 2, 0, 0)


# -- moves ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["lights-out?size=1", "lights-out?rows=2&columns=3"])
def test_conforms(spec: str) -> None:
    check_game(spec)


def test_a_whole_word_of_lamps_is_compiled_right() -> None:
    compiled_equals_plain(Sample(LightsOut(rows=8, columns=8), matches=1, longest=20))


@given(st.sampled_from([*SIZES, (8, 8)]), st.data())
def test_presses_switch_what_the_naive_rule_says(size: tuple[int, int], data: st.DataObject) -> None:
    puzzle = LightsOut(rows=size[0], columns=size[1])
    position = puzzle.parse(puzzle.write(State(data.draw(st.integers(0, 2**puzzle.lamps - 1)))))
    assert puzzle.state_of(puzzle.rank_of(position.state)) == position.state
    assert [move.text for move in position.legal_moves] == sorted(puzzle.board.labels)
    cell = data.draw(st.sampled_from(puzzle.board.labels))
    pressed = position.play(cell.lower())
    assert str(pressed) == naive_press(str(position), cell)
    assert pressed.play(cell) == position


# -- texts ----------------------------------------------------------------------------------------------------


def test_the_first_sign_is_the_upper_left_lamp() -> None:
    game = ludograph.game("lights-out?rows=2&columns=3")
    assert str(game.parse("000/000").play("C1")) == "011/001"


@pytest.mark.parametrize("move", ["", "F1", "A6", "A1-A2", "A1 A2", "0", "11", "A1,A2", "AA1"])
def test_what_is_no_lamp_is_refused(move: str) -> None:
    with pytest.raises(errors.MoveSyntaxError):
        ludograph.game("lights-out").start().play(move)


WRONG_TEXTS = {
    "11/11": ["it has 2 rows, not 3", "row 1 has 2 cells, not 3", "row 2 has 2 cells, not 3"],
    "111/1111/111": ["row 2 has 4 cells, not 3"],
    "111/121/111": ["'2' is none of the letters 01"],
    "111/111/11１": ["'１' is none of the letters 01"],
    "111,111,111": ["it has 1 rows, not 3", "row 1 has 11 cells, not 3", "',' is none of the letters 01"],
}


@pytest.mark.parametrize("text", WRONG_TEXTS)
def test_wrong_positions_are_refused_with_all_their_faults(text: str) -> None:
    with pytest.raises(errors.PositionSyntaxError) as refused:
        ludograph.game("lights-out?size=3").parse(text)
    assert list(refused.value.faults) == WRONG_TEXTS[text]


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("lights-out?rows=0", "from 1 to 12"),
        ("lights-out?columns=13", "from 1 to 12"),
        ("lights-out?size=9", "9×9 are 81 lamps, but there may be at most 64"),
    ],
)
def test_wrong_sizes_are_refused(spec: str, words: str) -> None:
    with pytest.raises(errors.InvalidParameter, match=words):
        ludograph.game(spec)
