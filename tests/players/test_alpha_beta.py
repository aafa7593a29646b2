"""Alpha-beta: against plain negamax, against a proof search, against the draw rules, within its limits."""

from __future__ import annotations

import threading
import time

import pytest
from minimax import Minimax, random_positions
from wins import ABALONE_WINS, CHESS_WINS, DRAUGHTS_WINS, TRIMOK_WINS, Proof

import ludograph
from ludograph.core.game import Position
from ludograph.engine.algorithms import alpha_beta as algorithm
from ludograph.engine.algorithms.alpha_beta import search
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.program import Mode
from ludograph.players.alpha_beta import AlphaBeta, _Thinking
from ludograph.players.analysis import Limits

TABLE_WORDS = 1 << 14
# Without repetitions: which line led to a position would matter to the table, but not to negamax.
PROVEN = ("trimok?repetition=0", "abalone?size=4&repetition=0", "kalah?houses=3")


class Searcher:
    """The algorithm by itself, without players around it."""

    def __init__(self, game: KernelGame, mode: Mode = Mode.COMPILED, *, is_selective: bool = False) -> None:
        self.program = game.program(search, mode=mode)
        self.stack = self.program.words(2 * game.max_moves * (algorithm.LONGEST + 2))
        self.memory = self.program.words(algorithm.MEMORY_SIZE)
        self.memory[algorithm.IS_SELECTIVE] = int(is_selective)
        self.memory[algorithm.NODE_LIMIT] = 10**9
        self.table = self.program.words(TABLE_WORDS)

    def score(self, position: Position, depth: int, *, low: int = -algorithm.INFINITE, high: int = algorithm.INFINITE):
        state = self.program.state(position.state)
        return int(self.program.search(state, depth, low, high, 0, 0, self.stack, self.memory, self.table))

    def forget(self) -> None:
        self.table[:] = self.program.words(TABLE_WORDS)

    @property
    def line(self) -> list[int]:
        first = algorithm.LINES + 1
        return [int(code) for code in self.memory[first : first + int(self.memory[algorithm.LINES])]]


def think(name: str, text: str | None, **limits) -> ludograph.Match:
    game = ludograph.game(name)
    match = ludograph.Match(game, game.parse(text) if text else None)
    return AlphaBeta(game).think(match, Limits(**limits))


# -- the truth of the scores -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PROVEN)
@pytest.mark.parametrize("is_table_shared", [False, True])
def test_the_score_is_that_of_plain_negamax(name: str, is_table_shared: bool) -> None:
    game = ludograph.game(name)
    searcher, minimax = Searcher(game), Minimax(game)
    for depth, number, pieces in ((1, 20, 12), (2, 8, 8), (3, 4, 5)):
        for position in random_positions(game, number, depth, pieces):
            expected = minimax.score(position.state, depth)
            assert searcher.score(position, depth) == expected, str(position)
            if not is_table_shared:
                searcher.forget()


@pytest.mark.parametrize("name", PROVEN)
def test_a_narrow_window_says_on_which_side_the_score_lies(name: str) -> None:
    game = ludograph.game(name)
    searcher, minimax = Searcher(game), Minimax(game)
    for position in random_positions(game, 8, 9, 10):
        expected = minimax.score(position.state, 2)
        for low in (expected - 1, expected, expected + 40, expected - 40):
            searcher.forget()
            found = searcher.score(position, 2, low=low, high=low + 1)
            assert (found > low) == (expected > low), str(position)


@pytest.mark.parametrize("name", PROVEN)
def test_the_line_leads_to_the_score(name: str) -> None:
    """Whoever plays the line finds the same score at every step, with one move less to look ahead."""
    game = ludograph.game(name)
    searcher, minimax = Searcher(game), Minimax(game)
    for position in random_positions(game, 4, 4, 8):
        searcher.forget()
        score = searcher.score(position, 3)
        line = searcher.line
        state = position.state
        for ply, code in enumerate(line, 1):
            assert code in game.codes(state)
            state = game.plain.apply(state, code)
            assert minimax.seen_from(position.state, state, minimax.score(state, 3 - ply, ply)) == score


@pytest.mark.parametrize("name", PROVEN)
@pytest.mark.parametrize("is_selective", [False, True])
def test_plain_and_compiled_search_do_the_same(name: str, is_selective: bool) -> None:
    game = ludograph.game(name)
    compiled, plain = (Searcher(game, mode, is_selective=is_selective) for mode in (Mode.COMPILED, Mode.PLAIN))
    for position in random_positions(game, 3, 6, 12):
        for depth in (1, 3):
            assert compiled.score(position, depth) == plain.score(position, depth)
            assert compiled.line == plain.line
            assert int(compiled.memory[algorithm.NODES]) == plain.memory[algorithm.NODES]


# -- wins -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "wins"),
    [
        ("trimok", TRIMOK_WINS),
        ("abalone?size=4", ABALONE_WINS),
        ("draughts/russian", DRAUGHTS_WINS),
        ("nchess", CHESS_WINS),
    ],
)
def test_wins_are_found_as_early_as_they_are_there(name: str, wins: dict[str, int]) -> None:
    game = ludograph.game(name)
    searcher, proof, thinker = Searcher(game), Proof(game), AlphaBeta(game)
    assert len(wins) >= 10
    for text, number in wins.items():
        position = game.parse(text)
        assert proof.moves_to_win(position, number) == number, text
        searcher.forget()
        # One move deeper, because some ends are seen only when there is no move.
        assert searcher.score(position, number + 1) == algorithm.WIN - number, text
        found = thinker.think(ludograph.Match(game, position), Limits(nodes=200_000))
        assert found.win_in is not None, text
        assert found.win_in >= number
        after = position.play(found.move)
        assert not after.legal_moves or found.win_in > 1


def test_a_win_is_brought_home() -> None:
    """Against a player of the same strength, the side that sees a win wins in so many moves."""
    game = ludograph.game("trimok")
    text = next(text for text, number in TRIMOK_WINS.items() if number == max(TRIMOK_WINS.values()))
    match = ludograph.Match(game, game.parse(text))
    thinker = AlphaBeta(game)
    first = thinker.think(match, Limits(nodes=100_000))
    winner = match.position.seat
    while match.outcome is None:
        match.play(thinker.think(match, Limits(nodes=100_000)).move)
        assert match.ply <= first.win_in
    assert match.outcome.winner == winner


# -- draws ------------------------------------------------------------------------------------------------------

# Red is far ahead.
AHEAD = "R:3A1R,2B1R,1C1R,3D1R,2E1R,1F1R,3F6B"


def shuffled(game: KernelGame, text: str, rounds: int) -> ludograph.Match:
    """A match in which both sides went to and fro so often."""
    match = ludograph.Match(game, game.parse(text))
    for _ in range(rounds):
        for move in ("A1-A2", "F6-F5", "A2-A1", "F5-F6"):
            match.play(move)
    return match


def test_a_side_that_is_ahead_avoids_the_third_repetition() -> None:
    game = ludograph.game("trimok")
    match = shuffled(game, AHEAD, 1)
    for move in ("A1-A2", "F6-F5", "A2-A1"):
        match.play(move)
    # Blue, who is behind, is to move: F5-F6 repeats for the third time and is a draw.
    found = AlphaBeta(game).think(match, Limits(depth=3))
    assert found.move.text == "F5-F6"
    assert found.score == 0
    # Red, who is ahead, would repeat with A2-A1 if Blue had gone back: it finds something else.
    match = shuffled(game, AHEAD, 1)
    for move in ("A1-A2", "F6-F5"):
        match.play(move)
    found = AlphaBeta(game).think(match, Limits(depth=4))
    assert found.score > 0
    assert found.move.text != "A2-A1"


def test_without_the_rule_repetitions_are_nothing() -> None:
    game = ludograph.game("trimok?repetition=0")
    match = shuffled(game, AHEAD, 3)
    match.play("A1-A2")
    assert AlphaBeta(game).think(match, Limits(depth=3)).score < -100


def test_the_limit_of_quiet_moves_is_seen() -> None:
    game = ludograph.game("trimok?quiet_limit=10")
    quiet = game.parse(AHEAD + ";quiet=9")
    found = AlphaBeta(game).think(ludograph.Match(game, quiet), Limits(depth=3))
    assert found.score == 0  # no capture is possible, whatever Red does


@pytest.mark.parametrize("text", [AHEAD, "B" + AHEAD.removeprefix("R")])
def test_who_thinks_with_contempt_holds_a_draw_for_worse(text: str) -> None:
    game = ludograph.game("trimok?quiet_limit=10")
    drawn = ludograph.Match(game, game.parse(f"{text};quiet=9"))
    thinker = AlphaBeta(game, contempt=30)
    assert thinker.think(drawn, Limits(depth=3)).score == -30
    # The same when it is its own turn at the draw.
    two_moves_away = ludograph.Match(game, game.parse(f"{text};quiet=8"))
    assert thinker.think(two_moves_away, Limits(depth=3)).score == -30


def test_contempt_takes_a_draw_rather_than_a_loss() -> None:
    game = ludograph.game("trimok")
    match = shuffled(game, AHEAD, 1)
    for move in ("A1-A2", "F6-F5", "A2-A1"):
        match.play(move)
    found = AlphaBeta(game, contempt=30).think(match, Limits(depth=3))
    assert (found.move.text, found.score) == ("F5-F6", -30)


# -- limits ----------------------------------------------------------------------------------------------------


def test_the_same_seed_and_limits_give_the_same_analysis() -> None:
    game = ludograph.game("trimok")
    match = ludograph.Match(game)

    def found(seed: int) -> tuple[object, ...]:
        analysis = AlphaBeta(game, seed=seed).think(match, Limits(nodes=20_000))
        return analysis.line, analysis.score, analysis.depth, analysis.nodes

    assert found(1) == found(1)
    twice = AlphaBeta(game, seed=1)
    assert twice.think(match, Limits(nodes=20_000)).line == twice.think(match, Limits(nodes=20_000)).line
    assert len({found(seed)[0] for seed in range(5)}) > 1


def test_nodes_and_depth_are_obeyed() -> None:
    assert think("trimok", None, nodes=5_000).nodes in range(5_000, 5_010)
    assert think("trimok", None, depth=3).depth == 3
    assert think("trimok", None, nodes=1).move is not None


@pytest.mark.parametrize("threads", [1, 2])
def test_thinking_ends_when_told(threads: int) -> None:
    game = ludograph.game("trimok")
    stop = threading.Event()
    seen = []

    def report(analysis) -> None:
        seen.append(analysis)
        stop.set()

    thinker = AlphaBeta(game, threads=threads)
    found = thinker.think(ludograph.Match(game), Limits(time=3600), report=report, stop=stop)
    assert found.move in game.start().legal_moves
    assert seen[0].depth == 1
    # What was stopped can think again.
    assert thinker.think(ludograph.Match(game), Limits(depth=2)).depth == 2


def test_time_is_a_limit() -> None:
    began = time.monotonic()
    assert think("trimok", None, time=0.05).seconds >= 0.05
    assert time.monotonic() - began < 120


def test_a_line_of_reports_grows_deeper() -> None:
    game = ludograph.game("trimok")
    seen = []
    AlphaBeta(game).think(ludograph.Match(game), Limits(depth=6), report=seen.append)
    assert [analysis.depth for analysis in seen] == [1, 2, 3, 4, 5, 6]
    assert all(analysis.nodes_per_second > 0 for analysis in seen)
    assert "depth 6" in str(seen[-1])


def test_a_game_of_three_seats_stays_within_the_memory() -> None:
    """Alpha-beta means nothing there, but the bounds checks of the tests would see a place that isn't its own."""
    game = ludograph.game("nchess/three")
    searcher = Searcher(game, is_selective=True)
    searcher.memory[algorithm.NODE_LIMIT] = 100_000  # nor do its cuts: it could go on for hours
    searcher.score(game.start(), 3)
    assert int(searcher.memory[algorithm.NODES]) > 100


def test_a_move_better_than_expected_is_not_forgotten_when_thinking_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move was too good for the window, and the nodes end before the next one tells anything."""
    too_good: list[tuple[int, int]] = []
    plainly = _Thinking._search

    def search_and_note(self, worker, depth, alpha, beta, without) -> int:
        reached = plainly(self, worker, depth, alpha, beta, without)
        if reached >= beta and not worker.is_stopped:
            too_good.append((worker.nodes, worker.line[0]))
        return reached

    game = ludograph.game("kalah")
    thinker = AlphaBeta(game, table_words=1 << 12)
    cases = 0
    for position in random_positions(game, 12, 4, 14):
        too_good.clear()
        with monkeypatch.context() as noted:
            noted.setattr(_Thinking, "_search", search_and_note)
            thinker.think(ludograph.Match(game, position), Limits(depth=9))
        for nodes, code in too_good:
            cases += 1
            assert thinker.think(ludograph.Match(game, position), Limits(nodes=nodes + 1)).move.code == code
    assert cases > 20
