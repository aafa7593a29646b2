"""Several lines, some moves only, chances: the same questions to both ways of thinking."""

from __future__ import annotations

import threading

import pytest
from minimax import Minimax, random_positions

import ludograph
from ludograph.engine.algorithms.alpha_beta import SURE_WIN, WIN
from ludograph.players.alpha_beta import AlphaBeta
from ludograph.players.analysis import Analysis, Limits, Thinker
from ludograph.players.chances import chance_of
from ludograph.players.named import thinker_for
from ludograph.players.tree_search import TreeSearch

TRIMOK = ludograph.game("trimok?repetition=0")
GAMES = ("trimok", "nchess", "draughts/russian", "abalone?size=4", "othello", "connect-four", "nchess/three")


def test_every_move_has_the_score_of_plain_negamax() -> None:
    """As many lines as moves: each is judged as if it were the only one. Two moves ahead nothing is reduced yet."""
    minimax, thinker = Minimax(TRIMOK), AlphaBeta(TRIMOK)
    for position in random_positions(TRIMOK, 4, 11, 6):
        if len(position.legal_moves) < 2:
            continue
        found = thinker.think(ludograph.Match(TRIMOK, position), Limits(depth=1), lines=1000)
        expected = {move.text: -minimax.score(position.play(move).state, 0, 1) for move in position.legal_moves}
        assert {line.move.text: line.score for line in found.lines} == expected
        scores = [line.score for line in found.lines]
        assert scores == sorted(scores, reverse=True)


def test_without_any_time_each_move_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that is busy elsewhere tells no mate for an even game."""
    monkeypatch.setattr("ludograph.players.alpha_beta.INTERVAL", 0)  # it is told to stop before it begins
    game = ludograph.game("chess")
    start = game.parse("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
    found = AlphaBeta(game).think(ludograph.Match(game, start), Limits(time=1e-9), lines=3)
    assert (found.lines[0].move.text, found.win_in) == ("h5f7", 1)
    assert all(line.depth for line in found.lines)


def test_lines_are_in_the_order_of_their_scores_whenever_the_search_ends() -> None:
    game = ludograph.game("chess")
    for nodes in range(200, 20_000, 900):
        found = AlphaBeta(game).think(ludograph.Match(game), Limits(nodes=nodes), lines=3)
        scores = [line.score for line in found.lines]
        assert scores == sorted(scores, reverse=True), nodes
        assert len({line.depth for line in found.lines}) == 1, nodes


@pytest.mark.parametrize("name", GAMES)
def test_lines_and_chosen_moves(name: str) -> None:
    game = ludograph.game(name)
    match = ludograph.Match(game)
    thinker, limits = thinker_for(game, "x", seed=1), Limits(nodes=3000)
    alone = thinker.think(match, limits)
    told = thinker.think(match, limits, lines=3)
    assert len({line.move.text for line in told.lines}) == 3
    assert alone.lines[0].chance == pytest.approx(alone.best.chance)
    for line in told.lines:
        assert 0 <= line.chance <= 100
        position = match.position
        for move in line.moves:
            position = position.play(move)
    moves = match.moves()
    only = (moves[-1], moves[1])
    found = thinker.think(match, limits, lines=5, only=only)
    assert {line.move.text for line in found.lines} <= {move.text for move in only}
    assert thinker.think(match, limits, only=only[:1]).move == only[0]
    # What was left out once is looked at again.
    assert thinker.think(match, limits).lines == alone.lines


def test_moves_that_are_left_out_leave_no_trace_in_a_table_that_is_kept() -> None:
    thinker = AlphaBeta(TRIMOK)
    position = TRIMOK.parse("R:2B2R,1C3B")  # B2xC3 wins at once
    match = ludograph.Match(TRIMOK, position)
    wasteful = [move for move in match.moves() if move.text != "B2xC3"]
    for _ in range(2):
        assert thinker.think(match, Limits(time=60, depth=5)).win_in == 1
        assert thinker.think(match, Limits(time=60, depth=5), only=wasteful).win_in != 1


@pytest.mark.parametrize("kind", [AlphaBeta, TreeSearch])
def test_a_stop_is_heard_among_many_lines(kind: type[Thinker]) -> None:
    stop, reports = threading.Event(), list[Analysis]()

    def report(found: Analysis) -> None:
        reports.append(found)
        stop.set()

    game = ludograph.game("nchess")
    found = kind(game).think(ludograph.Match(game), Limits(time=3600), report=report, stop=stop, lines=20)
    assert len(reports) >= 1
    assert len(found.lines) == 20
    assert found.seconds < 60


def test_chances() -> None:
    assert chance_of(0, 200) == 50
    assert chance_of(200, 200) == pytest.approx(73.1, abs=0.05)
    assert chance_of(-200, 200) == pytest.approx(26.9, abs=0.05)
    assert chance_of(WIN - 7, 200) == 100
    assert chance_of(-SURE_WIN, 200) == 0
    assert 99 < chance_of(10**5, 200) <= 100


def test_shares_of_tree_search_are_chances() -> None:
    """Three seats have a third each, which is an even game."""
    game = ludograph.game("nchess/three")
    found = TreeSearch(game, seed=2).think(ludograph.Match(game), Limits(nodes=2000))
    assert found.best.chance == pytest.approx(33, abs=12)
    won = TRIMOK.parse("R:2B2R,1C3B")
    assert TreeSearch(TRIMOK).think(ludograph.Match(TRIMOK, won), Limits(nodes=20_000)).best.chance > 90
