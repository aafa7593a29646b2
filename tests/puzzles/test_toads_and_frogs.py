"""Toads and Frogs: the published numbers, and a second, naive statement of the rules."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludograph
from ludograph import errors
from ludograph.core.moves import MoveKind
from ludograph.puzzles.toads_and_frogs import ToadsAndFrogs
from ludograph.solver.remoteness import UNSOLVABLE
from ludograph.solver.table import solve_table
from ludograph.testing import check_game


def naive_successors(text: str) -> set[str]:
    """All texts after one move, by replacing parts of the text."""
    found = set()
    for before, after in (("T.", ".T"), (".F", "F."), ("TF.", ".FT"), (".TF", "FT.")):
        at = text.find(before)
        if at >= 0:
            found.add(text[:at] + after + text[at + len(before) :])
    return found


@cache
def solutions_from(text: str, goal: str) -> int:
    """How many sequences of moves lead to the goal."""
    return 1 if text == goal else sum(solutions_from(after, goal) for after in naive_successors(text))


@pytest.mark.parametrize(("toads", "frogs"), [(3, 3), (1, 10), (4, 2), (10, 10)])
def test_it_takes_as_many_moves_as_the_formula_says(toads: int, frogs: int) -> None:
    puzzle = ToadsAndFrogs(toads=toads, frogs=frogs)
    table = solve_table(puzzle)
    moves = toads * frogs + toads + frogs
    assert table.table.get(puzzle.rank_of(puzzle.start_state())) == moves == len(table.by_remoteness) - 1


def test_there_are_two_solutions() -> None:
    """But if there is but one of a kind, the others needn't wait for each other: Fibonacci's numbers."""
    fibonacci = [1, 2]
    while len(fibonacci) <= 10:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    for toads in range(1, 11):
        for frogs in range(1, 11):
            found = solutions_from(
                str(ToadsAndFrogs(toads=toads, frogs=frogs).start()), "F" * frogs + "." + "T" * toads
            )
            assert found == (fibonacci[max(toads, frogs)] if min(toads, frogs) == 1 else 2)


def test_three_and_three_have_72_positions() -> None:
    table = solve_table(ToadsAndFrogs())
    assert table.positions == 72
    assert table.by_remoteness == [1, *[2] * 14, 1]
    assert sum(table.table.get(rank) == UNSOLVABLE for rank in range(len(table.table))) == 72 - 30


@pytest.mark.parametrize(
    "spec",
    ["toads-and-frogs", "toads-and-frogs?toads=1&frogs=1", "toads-and-frogs?toads=10", "toads-and-frogs?frogs=10"],
)
def test_conforms(spec: str) -> None:
    check_game(spec)


@pytest.mark.parametrize(("toads", "frogs"), [(1, 1), (3, 3), (2, 4), (5, 1)])
def test_every_rank_and_every_move_both_ways(toads: int, frogs: int) -> None:
    puzzle = ToadsAndFrogs(toads=toads, frogs=frogs)
    positions = [puzzle.parse(puzzle.write(puzzle.state_of(rank))) for rank in range(puzzle.ranks)]
    assert [puzzle.rank_of(position.state) for position in positions] == list(range(puzzle.ranks))
    assert len(set(positions)) == puzzle.ranks
    after = {str(position): naive_successors(str(position)) for position in positions}
    for position in positions:
        assert {str(position.play(move)) for move in position.legal_moves} == after[str(position)]
        undone = {str(position.play(move, kind="backward")) for move in position.moves("backward")}
        assert undone == {before for before in after if str(position) in after[before]}
        assert position.moves(MoveKind.BIDIRECTIONAL) == ()


@given(st.integers(1, 10), st.integers(1, 10), st.data())
def test_ranks_of_large_ones(toads: int, frogs: int, data: st.DataObject) -> None:
    puzzle = ToadsAndFrogs(toads=toads, frogs=frogs)
    rank = data.draw(st.integers(0, puzzle.ranks - 1))
    text = puzzle.write(puzzle.state_of(rank))
    assert (text.count("T"), text.count("F"), text.count("."), len(text)) == (toads, frogs, 1, toads + frogs + 1)
    assert puzzle.rank_of(puzzle.read(text)) == rank


@pytest.mark.parametrize(
    ("position", "move", "reason"),
    [
        ("TTT.FFF", "D-E", "gap"),
        ("TTT.FFF", "C-E", "occupied"),
        ("TTT.FFF", "A-D", "far"),
        ("TTT.FFF", "B-D", "own-kind"),
        ("TT.TFFF", "D-C", "backwards"),
        ("TTF.TFF", "C-D", "backwards"),
    ],
)
def test_refused_moves_name_their_rule(position: str, move: str, reason: str) -> None:
    with pytest.raises(errors.IllegalMove) as refused:
        ludograph.game("toads-and-frogs").parse(position).play(move)
    assert refused.value.reason == reason


def test_who_is_stuck_has_lost() -> None:
    position = ludograph.game("toads-and-frogs").parse("TTFF.TF").play("G-E").play("F-G")
    assert str(position) == "TTFFF.T"
    assert position.outcome is not None
    assert (position.outcome.reason, position.legal_moves) == ("stuck", ())


@pytest.mark.parametrize(
    ("text", "kind", "faults"),
    [
        ("TTT.FF", errors.InvalidPosition, ["it has 2 frogs, not 3"]),
        ("TTTFFF", errors.InvalidPosition, ["it has 0 gaps, not 1"]),
        (
            "TT..FFFF",
            errors.InvalidPosition,
            ["it has 2 toads, not 3", "it has 4 frogs, not 3", "it has 2 gaps, not 1"],
        ),
        ("ttt.fff", errors.PositionSyntaxError, ["'ft' is neither T (a toad)"]),
        ("TTT-FFF", errors.PositionSyntaxError, ["'-' is neither"]),
    ],
)
def test_wrong_positions_are_refused_with_all_their_faults(text: str, kind: type, faults: list[str]) -> None:
    with pytest.raises(kind) as refused:
        ludograph.game("toads-and-frogs").parse(text)
    assert len(refused.value.faults) == len(faults)
    assert all(words in fault for words, fault in zip(faults, refused.value.faults, strict=True))


@pytest.mark.parametrize("parameter", ["toads=0", "frogs=11", "toads=-1"])
def test_wrong_sizes_are_refused(parameter: str) -> None:
    with pytest.raises(errors.InvalidParameter, match="from 1 to 10"):
        ludograph.game(f"toads-and-frogs?{parameter}")
