"""Guarini's knights: all arrangements, the moves by coordinates, refusals. The kit runs over the registry elsewhere."""

from __future__ import annotations

import pytest

import ludograph
from ludograph import errors
from ludograph.core.moves import MoveKind
from ludograph.solver.remoteness import OUTSIDE
from ludograph.solver.solve import solve

START, SOLVED = "B.B/.../R.R", "R.R/.../B.B"


@pytest.fixture(scope="module")
def game():
    return ludograph.game("knights-swap")


def naive_moves(text: str) -> dict[str, str]:
    rows = text.split("/")
    cells = {f"{'ABC'[column]}{3 - row}": rows[row][column] for row in range(3) for column in range(3)}
    found = {}
    for source, target in ((source, target) for source in cells for target in cells):
        across, up = abs(ord(source[0]) - ord(target[0])), abs(int(source[1]) - int(target[1]))
        if {across, up} == {1, 2} and cells[source] != "." and cells[target] == ".":
            after = {**cells, source: ".", target: cells[source]}
            found[f"{source}-{target}"] = "/".join("".join(after[f"{file}{rank}"] for file in "ABC") for rank in "321")
    return found


def test_counts(game) -> None:
    solution = solve(game)
    assert solution.positions == 280
    assert solution.unsolvable == 0
    assert solution.remoteness(game.start()) == 16
    assert len(solution.line(game.start())) == 16


def test_every_rank_and_its_moves(game) -> None:
    solution = solve(game)
    states = [game.state_of(rank) for rank in range(game.ranks)]
    assert len(set(states)) == 420
    for rank, state in enumerate(states):
        assert game.rank_of(state) == rank
        position = game.parse(game.write(state))
        assert position.state == state
        assert {move.text: str(position.play(move)) for move in position.legal_moves} == naive_moves(str(position))
        assert (game.cannot_be_solved(state) is None) == (solution.table.get(rank) != OUTSIDE)


def test_texts_and_ends(game) -> None:
    assert str(game.start()) == START
    solved = game.parse(SOLVED)
    assert solved.outcome is not None
    assert solved.outcome.reason == "solved"
    assert {move.text for move in solved.moves(MoveKind.BIDIRECTIONAL)} == set(naive_moves(SOLVED))
    assert solved.moves(MoveKind.FORWARD) == solved.moves(MoveKind.BACKWARD) == ()


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("B.B/.../R.", errors.PositionSyntaxError, "row 3 has 2 cells, not 3"),
        ("B.B/.../R.R/...", errors.PositionSyntaxError, "it has 4 rows, not 3"),
        ("B.B/.../r.r", errors.PositionSyntaxError, "'r' is none of the letters .RB"),
        ("BBB/.../R..", errors.InvalidPosition, "1 red knight, less than 2; there are 3 blue knights, more than 2"),
        ("B../.B./R.R", errors.InvalidPosition, "a knight on B2"),
    ],
)
def test_wrong_positions(game, text: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        game.parse(text)


@pytest.mark.parametrize(
    ("move", "reason"),
    [("A2-C1", "no-knight"), ("A1-A2", "no-knight-move"), ("A1-B2", "no-knight-move"), ("A1-B3-C1", "one-move")],
)
def test_illegal_moves_name_the_rule(game, move: str, reason: str) -> None:
    with pytest.raises(errors.IllegalMove) as refused:
        game.start().play(move)
    assert refused.value.reason == reason


def test_an_occupied_target(game) -> None:
    with pytest.raises(errors.IllegalMove, match="a knight on B3 already"):
        game.parse("BB./.../R.R").play("A1-B3")
