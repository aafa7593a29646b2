"""Mistakes of played games: by the chance that a move gives away, by solutions where there are some, for any seats."""

from __future__ import annotations

import pytest

import ludograph
from ludograph.core.match import Match
from ludograph.players.analysis import Limits
from ludograph.players.named import thinker_for
from ludograph.players.review import Fault, Judged, judged, reviewed
from ludograph.solver.known import Solutions


def played(name: str, *moves: str, position: str | None = None) -> Match:
    game = ludograph.game(name)
    match = Match(game, game.parse(position) if position else None)
    for move in moves:
        match.play(move)
    return match


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        (60, 61, None),
        (60, 55.1, None),
        (60, 55, Fault.INACCURACY),
        (60, 50, Fault.MISTAKE),
        (60, 40, Fault.BLUNDER),
        (None, None, None),
    ],
)
def test_faults_by_what_they_cost(before: float | None, after: float | None, fault: Fault | None) -> None:
    move = ludograph.game("trimok").start().legal_moves[0]
    assert Judged(1, 0, move, before, after, (move,), "", "", is_solved=False).fault is fault


def test_solved_games_are_judged_by_their_solution() -> None:
    solutions = Solutions()
    match = played("tic-tac-toe", "B2", "A2", "A1", "A3")
    found = list(reviewed(match, lambda then: solutions.known(then.position), None, Limits()))
    assert [each.fault for each in found] == [None, Fault.BLUNDER, None, None]
    assert [each.loss for each in found] == [0, 50, 0, 0]  # what is lost already can't be lost once more
    assert all(each.is_solved for each in found)


def test_a_search_finds_a_blunder_and_what_was_better() -> None:
    match = played("nchess", "e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6")
    move = match.played[-1]
    match.undo()
    found = judged(match, move, None, lambda: thinker_for(match.game, "x"), Limits(nodes=20_000))
    assert found.fault is Fault.BLUNDER
    assert found.chance_after == 0
    assert found.best_line[0].text != move.text
    assert found.sentence(match.position).startswith("A blunder: lose in 2, 0 %; best was ")


def test_three_seats() -> None:
    match = played("nchess/three")
    move = match.moves()[0]
    found = judged(match, move, None, lambda: thinker_for(match.game, "x"), Limits(nodes=300))
    assert 0 <= found.loss <= 100
    assert found.seat == match.position.seat
