"""The names that people know a game by are understood wherever a game's name is typed."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

import ludograph
from ludograph.cli.options import complete_game
from ludograph.core.registry import OTHER_NAMES, game_class_named
from ludograph.errors import UnknownGame

EACH = pytest.mark.parametrize(("said", "meant"), OTHER_NAMES.items())


@EACH
def test_the_game_and_its_class(said: str, meant: str) -> None:
    assert ludograph.game(said) == ludograph.game(meant)
    assert game_class_named(said) is game_class_named(meant.partition("/")[0])


@EACH
def test_commands_about_positions(run, said: str, meant: str) -> None:
    for command in (["show"], ["moves"], ["moves", "--json"], ["show", "--svg", "-"], ["query"]):
        assert run(command[0], said, *command[1:]) == run(command[0], meant, *command[1:])
    move = ludograph.game(meant).start().legal_moves[0].text
    assert run("apply", said, move) == run("apply", meant, move)
    assert run("perft", said, "2")[1] == run("perft", meant, "2")[1]


@EACH
def test_matches_between_programs_and_by_hand(run, monkeypatch, tmp_path: Path, said: str, meant: str) -> None:
    game = ludograph.game(meant)
    asked = ("--players", "random:1", "random:2", "--games", "2", "--openings", "2", "--json")
    code, out, _ = run("match", said, *asked)
    assert (code, json.loads(out)["games"]) == (0, 2)
    record = tmp_path / "played.pgn"
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{game.start().legal_moves[0].text}\nquit\n"))
    code, _, err = run("play", said, "--players", "human,random", "--record", str(record))
    assert (code, err) == (0, "")
    code, out, _ = run("read", str(record))
    assert (code, out) == (0, f"1: {game.id}, 2 moves, *\n")


@EACH
def test_files_of_games(run, tmp_path: Path, said: str, meant: str) -> None:
    game = ludograph.game(meant)
    move = game.start().legal_moves[0].text
    file = tmp_path / "one.pgn"
    file.write_text(f'[Game "{said}"]\n\n1. {move} *\n', encoding="utf-8")
    assert run("read", str(file))[1] == f"1: {game.id}, 1 move, *\n"
    record = tmp_path / "one.json"
    assert run("convert", str(file), "--out", str(record), "--to", "record")[0] == 0
    assert ludograph.MatchRecord.from_json(record.read_text(encoding="utf-8")).game == game.id
    file.write_text(f"1. {move} *\n", encoding="utf-8")
    assert run("read", str(file), "--game", said)[1] == f"1: {game.id}, 1 move, *\n"


@EACH
def test_the_engine(monkeypatch, run, said: str, meant: str) -> None:
    for start, lines in (([said], "uci\nquit\n"), ([], f"setoption name Game value {said}\nuci\nquit\n")):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
        code, out, _ = run("engine", *start)
        assert (code, f"option name Game type string default {ludograph.game(meant).id}\n" in out) == (0, True)


def test_solving_and_building(run, tmp_path: Path) -> None:
    file = tmp_path / "solution"
    assert run("solve", "reversi?size=4", "--out", str(file))[0] == 0
    assert "othello?size=4" in run("verify", str(file))[1]
    assert run("build", "reversi?size=4", "--target", "object", "--out", str(tmp_path / "built"))[0] == 0


def test_the_list_of_games_and_the_shell_offer_them(run) -> None:
    _, out, _ = run("games")
    assert "    checkers: another name of draughts/english\n" in out.partition("draughts: ")[2]
    assert "    chess: another name of nchess\n" in out.partition("nchess: ")[2]
    assert complete_game("chess") == ["chess", *(f"chess/{variant}" for variant in game_class_named("nchess").variants)]
    assert complete_game("checkers") == ["checkers"]
    assert complete_game("rev") == ["reversi"]


def test_a_slip_of_the_pen_is_led_to_them() -> None:
    with pytest.raises(UnknownGame, match="did you mean 'reversi'"):
        ludograph.game("reversy")
