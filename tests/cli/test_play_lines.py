"""Playing line by line, and sessions that are kept."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

import ludograph
from ludograph import MatchRecord, errors
from ludograph.players.named import player_named
from ludograph.players.player import RandomPlayer
from ludograph.players.session import Session

TRIMOK = ludograph.game("trimok")


@pytest.fixture
def play(run, monkeypatch: pytest.MonkeyPatch):
    def call(lines: str, *arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        return run("play", "trimok", *arguments)

    return call


def test_two_humans(play) -> None:
    code, out, _ = play("A2-A3\nA5-A4\nquit\n", "--players", "human,human")
    assert code == 0
    assert out.count("Red> ") == 2
    assert out.count("Blue> ") == 1
    assert "[B3]" in out


def test_a_wrong_move_is_explained_and_asked_again(play) -> None:
    code, out, _ = play("A1-A2\nA2-A3\n", "--players", "human,human")
    assert code == 0
    assert "Illegal move: A2 is occupied" in out
    assert "Blue> " in out


def test_a_question_mark_tells_the_rules(play) -> None:
    code, out, _ = play("?\nquit\n", "--players", "human,human")
    assert code == 0
    assert "? tells the rules." in out
    assert "3 takes 2, 2 takes 1, 1 takes 3." in out


def test_commands_of_the_line(play) -> None:
    code, out, _ = play("moves\nhelp\nA2-A3\nundo\nundo\nresign\n", "--players", "human,human")
    assert code == 0
    assert "A2-A3 A2-B3 B2-A3" in out
    assert "No move was played yet that can be taken back." in out
    assert "Red resigned." in out


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (
            "trimok",
            "There is no solution at hand: trimok can't be solved: it has more arrangements of pieces than 64",
        ),
        ("hanoi", "There is no solution at hand: 'ludograph solve hanoi' makes one."),
        ("hanoi?pegs=8&disks=20", "There is no solution at hand: Solving hanoi?pegs=8&disks=20 needs"),
    ],
)
def test_a_hint_sends_nobody_to_a_solver_that_refuses(
    run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, game: str, words: str
) -> None:
    monkeypatch.setenv("LUDOGRAPH_DATA", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("hint\n"))
    _, out, _ = run("play", game)
    assert words in out


def test_nobody_agrees_to_a_draw_in_a_puzzle(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("draw\n"))
    _, out, _ = run("play", "hanoi")
    assert out.startswith("Type a move, or: moves, hint, undo, resign, quit; ? tells the rules.")
    assert "'DRAW' is no move" in out


def test_a_random_opponent_answers(play) -> None:
    code, out, _ = play("A2-A3\n", "--players", "human,random:5")
    assert code == 0
    assert "Blue plays " in out


def test_random_players_play_to_the_end(play) -> None:
    code, out, _ = play("", "--players", "random:1,random:2")
    assert code == 0
    assert out.rstrip().endswith(("wins.", "times."))


def test_a_record_is_kept_and_continued(play, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    play("A2-A3\nA5-A4\n", "--players", "human,human", "--record", str(file))
    assert MatchRecord.from_json(file.read_text(encoding="utf-8")).moves == ("A2-A3", "A5-A4")
    code, out, _ = play("B2-B3\nundo\n", "--players", "human,human", "--record", str(file))
    assert code == 0
    assert "Blue> " in out
    assert MatchRecord.from_json(file.read_text(encoding="utf-8")).moves == ("A2-A3", "A5-A4")


def test_a_foreign_or_broken_record_is_refused(play, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text("{}", encoding="utf-8")
    code, _, err = play("", "--record", str(file))
    assert code == 1
    assert "its format is not" in err
    assert file.read_text(encoding="utf-8") == "{}"
    other = Session(ludograph.game("trimok?exchange=none"), ["human", "human"], record=file.with_name("b"))
    other.play("A2-A3")
    code, _, err = play("", "--record", str(file.with_name("b")))
    assert code == 1
    assert "it holds a match of trimok?exchange=none" in err


def test_a_move_that_cannot_be_kept_is_not_played(tmp_path: Path) -> None:
    session = Session(TRIMOK, ["human", "human"], record=tmp_path / "missing" / "match.json")
    with pytest.raises(errors.FileRefused):
        session.play("A2-A3")
    assert session.match.ply == 0


def test_undo_takes_back_the_answer_too() -> None:
    session = Session(TRIMOK, ["human", "random:3"])
    session.play("A2-A3")
    session.let_player_move()
    session.undo()
    assert session.match.ply == 0


def test_random_players_repeat_with_their_seed() -> None:
    match = ludograph.Match(TRIMOK)
    assert RandomPlayer(4).choose(match) == RandomPlayer(4).choose(match)
    assert player_named("human", TRIMOK) is None
    for wrong in ("", "random:", "random:-1", "random:x", "Human", "human:1"):
        with pytest.raises(errors.InvalidParameter):
            player_named(wrong, TRIMOK)


def test_with_json_stdout_is_the_record_alone(play) -> None:
    code, out, err = play("A2-A3\nA5-A4\n", "--players", "human,human", "--json")
    assert code == 0
    assert json.loads(out)["moves"] == ["A2-A3", "A5-A4"]
    assert "Red> " in err


def test_the_usual_opponent_thinks_and_analysis_is_given_on_demand(play) -> None:
    code, out, _ = play("analysis\nA2-A3\n")
    assert code == 0
    assert "Red: depth " in out
    assert "Blue plays " in out
