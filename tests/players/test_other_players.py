"""Players that are other programs or know a solution, names of players, and who sits where by default."""

from __future__ import annotations

import shlex
import shutil
import sys
import threading
from pathlib import Path

import pytest

import ludograph
from ludograph import errors
from ludograph.players.alpha_beta import AlphaBeta
from ludograph.players.analysis import Limits, Thinker
from ludograph.players.named import player_named, split_names, thinker_for, usual_players
from ludograph.players.perfect import PerfectPlayer
from ludograph.players.player import ThinkingPlayer
from ludograph.players.tree_search import TreeSearch
from ludograph.players.uci import UciPlayer
from ludograph.solver.kept import keep

TRIMOK = ludograph.game("trimok")
FAKE = Path(__file__).with_name("fake_uci.py")


def fake(habit: str = "", **limits: object) -> UciPlayer:
    command = shlex.join([sys.executable, str(FAKE), *([habit] if habit else [])])
    return UciPlayer("uci:fake", command, Limits(**(limits or {"time": 0.5})), {"Skill": "3"})  # type: ignore[arg-type]


# -- UCI -------------------------------------------------------------------------------------------------------


def test_a_program_plays() -> None:
    player, match = fake(), ludograph.Match(TRIMOK)
    try:
        for _ in range(4):
            assert match.play(player.choose(match))
        assert player.analysis is not None
        assert (player.analysis.score, player.analysis.depth, player.analysis.nodes) == (25, 3, 1000)
        other = ludograph.Match(TRIMOK, TRIMOK.parse("R:2B2R,1C3B"))
        assert player.choose(other) == other.moves()[0]
    finally:
        player.close()


def test_a_program_can_be_told_to_move_now() -> None:
    player, match = fake("thinks"), ludograph.Match(TRIMOK)
    try:
        threading.Timer(0.2, player.stop).start()
        assert player.choose(match, report=lambda found: player.stop()) == match.moves()[-1]
    finally:
        player.close()


@pytest.mark.parametrize(
    ("habit", "sentence"), [("ends", "has ended"), ("cheats", "wants 'A1-F6'"), ("silent", "never said uciok")]
)
def test_a_program_that_misbehaves_is_refused(habit: str, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if habit == "silent":
        monkeypatch.setattr("ludograph.players.uci.PATIENCE", 0.5)
    player = fake(habit)
    try:
        with pytest.raises(errors.PlayerFailed, match=sentence):
            player.choose(ludograph.Match(TRIMOK))
    finally:
        player.close()


def test_an_option_that_a_program_does_not_have_is_refused() -> None:
    """A misspelt UCI_LimitStrength would make a match against another opponent than the one that is meant."""
    player = fake()
    player.options = {"skill": "1", "UCI_LimitStrenght": "true"}
    for _ in range(2):
        with pytest.raises(errors.PlayerFailed, match="has no option 'UCI_LimitStrenght'"):
            player.choose(ludograph.Match(TRIMOK))


def test_a_program_that_is_not_there_is_refused() -> None:
    with pytest.raises(errors.PlayerFailed, match="can't be started"):
        UciPlayer("uci:x", "/nowhere/at-all", Limits(time=1)).choose(ludograph.Match(TRIMOK))


def test_chess_programs_are_for_chess() -> None:
    with pytest.raises(errors.InvalidParameter, match="chess on 8×8"):
        player_named("uci:stockfish", TRIMOK)
    for other in ("nchess/glinski", "nchess/ring", "nchess?kings=capture", "nchess?pawns=adjacent"):
        with pytest.raises(errors.InvalidParameter, match="chess on 8×8"):
            player_named("uci:stockfish", ludograph.game(other))
    with pytest.raises(errors.InvalidParameter, match="'fast' is not written as OPTION=VALUE"):
        player_named("uci:stockfish,fast", ludograph.game("nchess"))
    player = player_named("uci:stockfish,time=0.5,UCI_Elo=1700", ludograph.game("nchess"))
    assert isinstance(player, UciPlayer)
    assert (player.command, player.limits, player.options) == ("stockfish", Limits(time=0.5), {"UCI_Elo": "1700"})


@pytest.mark.skipif(not shutil.which("stockfish", path="/usr/games:/usr/bin"), reason="Stockfish is not installed")
@pytest.mark.parametrize("name", ["nchess", "nchess?setup=100"])
def test_stockfish_plays(name: str) -> None:
    program = shutil.which("stockfish", path="/usr/games:/usr/bin")
    chess = ludograph.game(name)
    player = player_named(f"uci:{program},nodes=2000", chess)
    assert player is not None
    match = ludograph.Match(chess)
    try:
        while match.ply < 40 and match.outcome is None:
            match.play(player.choose(match))
    finally:
        player.close()
    assert match.ply > 5


# -- perfect ---------------------------------------------------------------------------------------------------


def test_the_perfect_player_solves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOGRAPH_DATA", str(tmp_path))
    hanoi = ludograph.game("hanoi?disks=4")
    with pytest.raises(errors.InvalidParameter, match="'ludograph solve hanoi"):
        player_named("perfect", hanoi)
    keep(ludograph.solve(hanoi))
    player = player_named("perfect", hanoi)
    assert isinstance(player, PerfectPlayer)
    match = ludograph.Match(hanoi)
    while match.outcome is None:
        match.play(player.choose(match))
    assert match.ply == 15


def test_the_perfect_player_wins_soon_and_loses_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOGRAPH_DATA", str(tmp_path))
    game = ludograph.game("abalone?size=4&repetition=0")
    with pytest.raises(errors.InvalidParameter, match="no solution at hand"):
        player_named("perfect", game)
    solution = ludograph.solve(game)
    keep(solution)
    player = player_named("perfect", game)
    assert player is not None
    for text in ("B:BA1,B2,B3,B4/WA3,A4,C1,C4", "W:BC1,C4,D1,D3/WA1,A2,A3,C3"):
        match = ludograph.Match(game, game.parse(text))
        remoteness = solution.remoteness(match.position)
        while match.outcome is None:
            match.play(player.choose(match))
        assert match.ply == remoteness


# -- names -----------------------------------------------------------------------------------------------------


def test_lists_of_players() -> None:
    assert split_names("human,ai:5") == ["human", "ai:5"]
    assert split_names("ai:time=0.5,nodes=100,mcts:nodes=5") == ["ai:time=0.5,nodes=100", "mcts:nodes=5"]
    assert split_names("uci:sf,UCI_Elo=1500,time=1,human") == ["uci:sf,UCI_Elo=1500,time=1", "human"]
    assert split_names("human,uci:sf,UCI_Chess960=true") == ["human", "uci:sf,UCI_Chess960=true"]
    assert usual_players(TRIMOK) == ["human", "ai"]
    assert usual_players(ludograph.game("hanoi")) == ["human"]
    assert usual_players(ludograph.game("chinese-checkers?players=4")) == ["human", "ai", "ai", "ai"]


@pytest.mark.parametrize(
    "text", ["ai:0", "ai:11", "ai:x", "ai:time=0", "ai:depth=1.5", "mcts:depth=0", "perfect:1", "uci:"]
)
def test_names_that_are_refused(text: str) -> None:
    with pytest.raises(errors.InvalidParameter):
        player_named(text, TRIMOK)


@pytest.mark.parametrize("digits", [19, 400, 5000])
def test_limits_of_any_length_are_refused_in_words(digits: int) -> None:
    for name in ("time", "nodes", "depth"):
        with pytest.raises(errors.InvalidParameter) as refused:
            player_named(f"ai:{name}={'9' * digits}", TRIMOK)
        assert len(refused.value.message) < 200


@pytest.mark.parametrize(
    ("game", "kind"), [("abalone?size=4", AlphaBeta), ("othello", AlphaBeta), ("othello?size=6", TreeSearch)]
)
def test_who_thinks_where_nothing_tells_who_is_ahead(game: str, kind: type[Thinker]) -> None:
    assert isinstance(thinker_for(ludograph.game(game), "ai"), kind)


def test_a_level_of_tree_search_is_a_tenth_in_rounds() -> None:
    game = ludograph.game("connect-four?columns=6")
    player = player_named("ai:4", game)
    assert isinstance(player, ThinkingPlayer)
    assert player.limits == Limits(nodes=120)
    player.choose(ludograph.Match(game))
    assert player.analysis is not None
    assert player.analysis.nodes == 120


def test_the_greedy_player_wins_at_once() -> None:
    game = ludograph.game("connect-four?columns=4&rows=4")
    match = ludograph.Match(game, game.parse("R:..../R.../RY../RY.Y"))
    greedy = player_named("greedy", game)
    assert greedy is not None
    assert {greedy.choose(match).text for _ in range(5)} == {"A4"}
