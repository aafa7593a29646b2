"""Matches of many games: fair, repeatable, counted right; the command and what it refuses."""

from __future__ import annotations

import json
import math
import threading
from pathlib import Path

import pytest

import ludograph
from ludograph import errors
from ludograph.core.match import MatchRecord
from ludograph.core.portable.files import read_games
from ludograph.players import tournament
from ludograph.players.alpha_beta import AlphaBeta
from ludograph.players.analysis import Limits
from ludograph.players.player import Player
from ludograph.players.tournament import Effort, Plan, PlayedGame, Score, opening, play_game, play_match

TRIMOK = ludograph.game("trimok")


def plan(*players: str, games: int = 4, **more) -> Plan:
    return Plan(TRIMOK, players, games, **more)  # type: ignore[arg-type]


def played(points: float, reason: str = "won") -> PlayedGame:
    return PlayedGame(0, points, reason, MatchRecord("trimok", "x"), (Effort(), Effort()))


def test_each_opening_is_played_twice_with_sides_exchanged() -> None:
    given = plan("random", "greedy", opening_plies=6, longest=30)
    first, second, third = (play_game(given, number).record for number in (0, 1, 2))
    assert first.moves[:6] == second.moves[:6]
    assert first.moves[:6] != third.moves[:6]
    assert (first.tags["Red"], first.tags["Blue"]) == ("random", "greedy")
    assert (second.tags["Red"], second.tags["Blue"]) == ("greedy", "random")


def test_the_same_seed_gives_the_same_games() -> None:
    def moves(seed: int) -> list[tuple[str, ...]]:
        games: list[PlayedGame] = []
        play_match(plan("random", "ai:nodes=200", seed=seed, longest=40), finished=games.append)
        assert [game.number for game in games] == [0, 1, 2, 3]
        return [game.record.moves for game in games]

    assert moves(1) == moves(1)
    assert moves(1) != moves(2)


def test_games_that_go_on_too_long_are_drawn_and_said_to_be_unfinished() -> None:
    games: list[PlayedGame] = []
    score = play_match(plan("random", "random", games=2, longest=8), finished=games.append)
    assert (score.draws, score.games) == (2, 2)
    assert score.reasons == {"unfinished": 2}
    assert "unfinished after 8 moves" in games[0].record.tags["Adjudication"]
    assert games[0].record.replay().ply == 8


def test_thinking_beats_chance() -> None:
    score = play_match(plan("ai:nodes=300", "random", games=4))
    assert score.wins == 4
    assert score.efforts[0].nodes > 1000
    assert score.efforts[1].nodes_per_second is None


def test_openings_leave_something_to_play() -> None:
    assert opening(plan("random", "random", opening_plies=0), 0).ply == 0
    short = Plan(ludograph.game("abalone?size=4"), ("random", "random"), 2, opening_plies=12)
    for number in range(10):
        match = opening(short, number)
        assert match.ply == 12
        assert match.outcome is None


def test_scores_and_their_errors() -> None:
    score = Score()
    for points in [1.0] * 60 + [0.5] * 20 + [0.0] * 20:
        score.add(played(points))
    assert score.share == 0.7
    # By hand: the variance is .6·.09 + .2·.04 + .2·.49 = 0.16.
    assert score.share_error == pytest.approx(1.96 * 0.4 / 10)
    low, elo, high = score.elo
    assert elo == pytest.approx(147.19, abs=0.01)
    assert low < elo < high
    all_won = Score()
    for _ in range(50):
        all_won.add(played(1.0))
    assert all_won.elo[1] == math.inf
    assert 300 < all_won.elo[0] < 500
    assert all_won.as_dict()["elo"] is None
    assert Score().share == 0.5


@pytest.mark.parametrize(
    ("game", "players", "sentence"),
    [
        ("hanoi", ("random", "random"), "A match is for two seats, but hanoi has 1."),
        ("trimok", ("human", "random"), "without humans"),
        ("trimok", ("random", "ai:11"), "the levels of ai are 1 to 10"),
        ("trimok", ("random", "nobody"), "There is no player 'nobody'"),
        ("trimok", ("uci:stockfish", "random"), "UCI programs play chess"),
        ("trimok", ("perfect", "random"), "no solution at hand"),
    ],
)
def test_what_cannot_be_played_is_refused(run, game: str, players: tuple[str, str], sentence: str) -> None:
    code, out, err = run("match", game, "--players", *players, "--games", "2")
    assert (code, out) == (1, "")
    assert sentence in err
    with pytest.raises(errors.InvalidParameter):
        play_match(Plan(ludograph.game(game), players, 2))


def test_openings_are_shorter_than_the_longest_games(run) -> None:
    players = ("--players", "random", "random", "--games", "2")
    code, out, err = run("match", "trimok", *players, "--openings", "9", "--longest", "9")
    assert (code, out) == (1, "")
    assert "nothing is left to play" in err
    code, out, _ = run("match", "trimok", *players, "--openings", "9", "--longest", "10")
    assert code == 0
    assert "Elo difference: +0 (95 %: -∞ to +∞)" in out


def test_both_players_are_checked_before_either_is_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament, "player_named", lambda *_, **__: pytest.fail("a player was prepared"))
    with pytest.raises(errors.InvalidParameter, match="There is no player 'nobody'"):
        play_match(plan("ai:5", "nobody"))


def test_the_command_prints_the_score_and_keeps_the_games(run, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    arguments = ("match", "trimok", "--players", "greedy", "random", "--games", "4", "--seed", "3")
    code, out, _ = run(*arguments, "--record", str(file))
    assert code == 0
    assert out.startswith("greedy – random: ")
    assert "Elo difference: " in out
    records = [MatchRecord.from_json(line) for line in file.read_text().splitlines()]
    assert len(records) == 4
    for record in records:
        record.replay()
    code, out, _ = run(*arguments, "--json")
    data = json.loads(out)
    assert data["games"] == data["wins"] + data["draws"] + data["losses"] == 4
    assert sum(data["reasons"].values()) == 4


@pytest.mark.parametrize(("game", "ending"), [("nchess", "pgn"), ("draughts/russian", "pdn"), ("trimok", "pgn")])
def test_the_games_are_kept_in_portable_notation(run, tmp_path: Path, game: str, ending: str) -> None:
    file, lines = tmp_path / f"games.{ending}", tmp_path / "games.jsonl"
    arguments = ("match", game, "--players", "random", "random", "--games", "3", "--longest", "40", "--record")
    for target in (file, lines):
        assert run(*arguments, str(target))[0] == 0
    kept = [text.replay().match() for text in read_games(file)]
    assert [match.record().moves for match in kept] == [
        MatchRecord.from_json(line).moves for line in lines.read_text().splitlines()
    ]
    assert [match.tags["Round"] for match in kept] == ["1", "2", "3"]
    code, out, _ = run("read", str(file))
    assert (code, len(out.splitlines())) == (0, 3)


def test_fair_openings_give_neither_side_an_advantage(monkeypatch: pytest.MonkeyPatch) -> None:
    def scores(**more) -> list[int]:
        given = plan("random", "random", opening_plies=14, **more)
        return [abs(referee.think(opening(given, number), Limits(nodes=20_000)).score) for number in range(6)]

    referee = AlphaBeta(TRIMOK)
    assert max(scores()) > 50
    assert max(scores(is_fair=True)) <= 50
    monkeypatch.setattr(tournament, "FAIR_SCORE", -1)
    monkeypatch.setattr(tournament, "MOST_TRIES", 3)
    with pytest.raises(errors.InvalidParameter, match="goes on and is fair"):
        scores(is_fair=True)


def test_players_without_a_name_can_be_guests() -> None:
    class First(Player):
        name = "first"

        def choose(self, match, *, report=None):
            return match.moves()[0]

    games: list[PlayedGame] = []
    guests = {"first": lambda game, seed: First()}
    play_match(plan("first", "random", games=2, longest=10, guests=guests), finished=games.append, at_once=2)
    match = games[0].record.replay()
    assert match.tags["Red"] == "first"
    for ply in range(4, match.ply, 2):
        assert match.played[ply] == match.positions[ply].legal_moves[0]


def test_whoever_has_enough_does_not_wait_for_games_to_end() -> None:
    is_thinking, was_told = threading.Event(), threading.Event()

    class Waiting(Player):
        name = "waiting"

        def choose(self, match, *, report=None):
            is_thinking.set()
            was_told.wait(5)
            return match.moves()[0]

        def stop(self) -> None:
            was_told.set()

    class Interrupting(Waiting):
        name = "interrupting"

        def choose(self, match, *, report=None):
            assert is_thinking.wait(60)
            raise KeyboardInterrupt

    guests = {kind.name: lambda game, seed, kind=kind: kind() for kind in (Interrupting, Waiting)}
    with pytest.raises(KeyboardInterrupt):
        play_match(plan("interrupting", "waiting", games=2, guests=guests), at_once=2)
    assert was_told.is_set()


def test_what_was_played_before_ctrl_c_is_told_and_kept(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play = tournament.play_game

    def play_two(plan: Plan, number: int, *more) -> PlayedGame:
        if number == 2:
            raise KeyboardInterrupt
        return play(plan, number, *more)

    monkeypatch.setattr(tournament, "play_game", play_two)
    file = tmp_path / "games.jsonl"
    arguments = ("match", "trimok", "--players", "random", "random", "--games", "9", "--record", str(file))
    code, out, err = run(*arguments)
    assert (code, err) == (130, "Stopped.\n")
    assert "of 2 games" in out
    assert len(file.read_text().splitlines()) == 2
    code, out, _ = run(*arguments, "--json")
    assert (code, json.loads(out)["games"]) == (130, 2)


def test_a_file_that_cannot_be_written_is_refused_before_the_match(run, tmp_path: Path) -> None:
    file = tmp_path / "missing" / "games.jsonl"
    code, _, err = run("match", "trimok", "--players", "random", "random", "--record", str(file))
    assert code == 1
    assert "can't be written" in err
