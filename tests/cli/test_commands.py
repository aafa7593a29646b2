"""The commands as people call them: output, exit codes, refusals."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.main import get_command

from ludograph.cli.main import MODULES, command_line

FIGURE = "R:1A6R,2D6R,3E6R,1C1B"
START = (
    "R:3A1R,2B1R,1C1R,3D1R,2E1R,1F1R,3A2R,2B2R,1C2R,3D2R,2E2R,1F2R,"
    "3A5B,2B5B,1C5B,3D5B,2E5B,1F5B,3A6B,2B6B,1C6B,3D6B,2E6B,1F6B"
)


@pytest.mark.parametrize("module", MODULES)
def test_a_command_alone_is_that_of_all(module: str) -> None:
    """Only what is asked for is put together, so the list of who has which command has to be right."""
    for command in MODULES[module]:
        alone = get_command(command_line([command]))
        assert tuple(alone.commands) == MODULES[module]
    assert set(MODULES[module]) < set(get_command(command_line([])).commands)


def test_games(run) -> None:
    code, out, err = run("games")
    assert (code, err) == (0, "")
    assert "trimok: stacks of 1, 2 and 3" in out
    assert "exchange=reserve: what a returning stack may become (reserve, free or none)" in out


def test_games_as_json(run) -> None:
    code, out, _ = run("games", "--json")
    trimok = next(game for game in json.loads(out) if game["name"] == "trimok")
    assert code == 0
    assert [parameter["name"] for parameter in trimok["parameters"]] == ["exchange", "repetition", "quiet_limit"]
    assert trimok["parameters"][2]["maximum"] == 1000


def test_show_draws_the_board(run) -> None:
    code, out, _ = run("show", "trimok", "--position", FIGURE)
    assert code == 0
    board = out.split("\n\n")[0].splitlines()
    assert board[0].split() == ["6", "R1", "·", "·", "R2", "R3", "·"]
    assert board[-1].split() == ["A", "B", "C", "D", "E", "F"]
    assert "Red to move, 32 legal moves." in out


def test_show_writes_svg(run, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    code, out, _ = run("show", "trimok", "--svg", str(file), "--theme", "dark", "--json")
    assert code == 0
    assert json.loads(out)["position"] == START
    root = ElementTree.fromstring(file.read_text(encoding="utf-8"))
    assert root[0].text == "Trimok, Red to move"


def test_show_an_ended_game(run) -> None:
    code, out, _ = run("show", "trimok", "--position", "B:3A1R", "--json")
    assert code == 0
    assert json.loads(out)["outcome"]["text"] == "Blue has no stack left: Red wins."
    assert json.loads(out)["turn"] is None


def test_moves(run) -> None:
    code, out, _ = run("moves", "trimok?exchange=none", "--position", FIGURE)
    assert code == 0
    lines = out.splitlines()
    assert len(lines) == 18
    assert lines == sorted(lines)


def test_moves_as_json(run) -> None:
    code, out, _ = run("moves", "trimok", "--position", FIGURE, "--json")
    moves = {move["text"]: move for move in json.loads(out)}
    assert (code, len(moves)) == (0, 32)
    assert {key: moves["A6-B1=3"][key] for key in ("from", "to", "kind")} == {
        "from": "A6",
        "to": "B1",
        "kind": "forward",
    }


def test_apply(run) -> None:
    code, out, _ = run("apply", "trimok", "A2-A3", "A5-A4", "A3-B4")
    assert code == 0
    assert out == (
        "B:3A1R,2B1R,1C1R,3D1R,2E1R,1F1R,2B2R,1C2R,3D2R,2E2R,1F2R,3A4B,3B4R,"
        "2B5B,1C5B,3D5B,2E5B,1F5B,3A6B,2B6B,1C6B,3D6B,2E6B,1F6B\n"
    )


def test_apply_as_json(run) -> None:
    code, out, _ = run("apply", "trimok", "A1xB2", "--position", "R:3A1R,2B2B", "--json")
    assert code == 0
    assert json.loads(out) == {
        "game": "trimok",
        "position": "B:3B2R",
        "turn": None,
        "outcome": {
            "result": "1-0", "winners": [0], "reason": "no-stacks", "text": "Blue has no stack left: Red wins.",
        },
    }  # fmt: skip


def test_perft(run) -> None:
    assert run("perft", "trimok", "4") == (0, "112904\n", "")
    assert run("perft", "trimok", "3", "--json") == (0, '{"nodes": 5422}\n', "")
    assert run("perft", "trimok", "0") == (0, "1\n", "")
    assert run("perft", "trimok", "1", "--position", f"{FIGURE}") == (0, "32\n", "")


@pytest.mark.parametrize("engine", ["plain", "compiled"])
def test_perft_divide(run, engine: str) -> None:
    code, out, _ = run("perft", "trimok", "2", "--divide", "--json", "--engine", engine, "--threads", "2")
    data = json.loads(out)
    assert code == 0
    assert data["nodes"] == 256
    assert data["divide"]["A2-A3"] == 16
    assert len(data["divide"]) == 16


REFUSED = [
    (("apply", "trimok", "A1-A2"), "Illegal move: A2 is occupied by a stack of Red's own, of size 3."),
    (("apply", "trimok", "G7"), "'G7' is not"),
    (("apply", "trimok", "A1"), "a move is written like A2-A3"),
    (("apply", "trimok", "A1-A1"), "A1-A1 does not leave its cell"),
    (("apply", "trimok", ""), "the text is empty"),
    (("apply", "trimok", "A" * 10_000), "10,000 characters"),
    (("apply", "trimok", "A2-A3\n"), "control characters"),
    (("apply", "trimok", "\x1b[31mA2-A3"), "control characters"),
    (("apply", "trimok", " A2-A3"), "white space around it"),
    (("apply", "trimok", "A2-A3 "), "white space around it"),
    (("apply", "trimok", "A3-A4"), "A3 is empty"),
    (("apply", "trimok", "A5-A4"), "A5 holds a stack of Blue, but Red is to move"),
    (("apply", "trimok", "A5B-A4"), "but Red is to move"),
    (("apply", "trimok", "A2-A3", "A3-A4"), "A3 holds a stack of Red, but Blue is to move"),
    (("apply", "chezz", "e2-e4"), "There is no game 'chezz'"),
    (("apply", "trimok?quiet_limit=5000", "A2-A3"), "must be a whole number from 0 to 1000"),
    (("apply", "trimok", "A2-A3", "--position", "nonsense"), "The position can't be read"),
    (("apply", "trimok", "A2-A3", "--position", ""), "the text is empty"),
    (("apply", "trimok", "A2-A3", "--position", f" {START}"), "white space around it"),
    (("show", "trimok", "--position", "R:3A1R,2A1B"), "A1 holds two stacks"),
    (("show", "trimok", "--svg", "/nonexistent/x.svg"), "can't be written: no such file"),
    (("moves", "trimok", "--kind", "undo"), "declares no undo moves"),
    (("perft", "nothing", "3"), "There is no game 'nothing'"),
    (("play", "trimok", "--players", "human"), "2 players are needed, not 1"),
    (("play", "trimok", "--players", "human,god"), "There is no player 'god'"),
    (("bench", "nothing"), "There is no benchmark 'nothing'"),
]


REFUSED += [((*arguments, "--json"), words) for arguments, words in REFUSED if arguments[0] != "play"]


@pytest.mark.parametrize(("arguments", "words"), REFUSED)
def test_refusals_are_one_sentence(run, arguments: tuple[str, ...], words: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (1, "")
    assert words in err
    assert err.count("\n") == 1
    assert len(err) < 400


WRONG_USAGE = [
    ("perft", "trimok"),
    ("perft", "trimok", "x"),
    ("perft", "trimok", "-1"),
    ("perft", "trimok", "3", "--threads", "0"),
    ("perft", "trimok", "3", "--engine", "steam"),
    ("apply", "trimok", "A2-A3", "--positon", "x"),
    ("apply", "trimok"),
    ("show",),
    ("show", "trimok", "--unknown"),
    ("dance",),
]


@pytest.mark.parametrize("arguments", WRONG_USAGE)
def test_wrong_usage_is_exit_code_two(run, arguments: tuple[str, ...]) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("show", "trimok", "--theme", "pink"), "'pink' is not one of light, dark, wood, wood-dark, green, "),
        (
            ("moves", "trimok", "--kind", "odd"),
            "'odd' is not one of forward, bidirectional, backward, legal",
        ),
        (("perft", "trimok", "1", "--engine", "steam"), "'steam' is not one of "),
    ],
)
def test_a_wrong_word_for_an_option_is_told_the_right_ones(run, arguments: tuple[str, ...], words: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert words in err


def test_moves_may_begin_with_a_dash(run) -> None:
    code, out, err = run("apply", "trimok", "-A2")
    assert (code, out) == (1, "")
    assert "'-A2'" in err
    assert run("apply", "trimok", "-1", "--position", START)[0] == 1
    assert run("moves", "hanoi", "--position", "--3_2_1") == (0, "C-A\nC-B\n", "")


@pytest.mark.parametrize("name", ["HANOI", "Hanoi", "hanoy"])
def test_unknown_games_are_told_a_near_one(run, name: str) -> None:
    code, _, err = run("show", name)
    assert code == 1
    assert err == f"There is no game '{name}'; did you mean 'hanoi'?\n"


@pytest.mark.parametrize("name", ["x" * 500, "trimok/" + "x" * 500, "trimok?" + "x" * 500, "hanoi?disks=" + "9" * 500])
def test_long_names_are_cut_in_messages(run, name: str) -> None:
    code, _, err = run("show", name)
    assert code == 1
    assert "…" in err
    assert len(err) < 200


def test_one_player_is_no_plural(run) -> None:
    _, _, err = run("play", "hanoi", "--players", "human,human")
    assert err == "hanoi has the seat Player: 1 player is needed, not 2.\n"


def test_help_and_version(run) -> None:
    code, out, _ = run("--help")
    assert code == 0
    for command in ("games", "show", "moves", "apply", "perft", "play", "bench"):
        assert command in out
    assert run("--version")[0] == 0
    assert run()[0] == 2


def test_a_mistake_of_ours_is_one_sentence_too(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludograph.core.registry.game", lambda name: 1 / 0)
    monkeypatch.delenv("LUDOGRAPH_DEBUG", raising=False)
    code, out, err = run("show", "trimok")
    assert (code, out) == (1, "")
    assert "a mistake in ludograph" in err
    assert err.count("\n") == 1


def test_game_names_are_completed() -> None:
    from ludograph.cli.options import complete_game

    assert complete_game("tri") == ["trimok"]
    assert complete_game("zzz") == []


def ludograph(*arguments: str, **more) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ludograph", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, **more)


def test_as_a_process() -> None:
    done = ludograph("perft", "trimok", "3")
    assert (done.returncode, done.stdout, done.stderr) == (0, "5422\n", "")
    done = ludograph("apply", "trimok", "A1-A2")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Illegal move: A2 is occupied by a stack of Red")


def test_a_closed_pipe_is_no_traceback() -> None:
    command = f"{sys.executable} -m ludograph moves trimok | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("A2-A3\n", "")


def test_ctrl_c_is_one_line(run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ludograph.core.registry.game", interrupted)
    assert run("show", "trimok") == (130, "", "Stopped.\n")


def test_ctrl_c_during_imports_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "typer.py").write_text("raise KeyboardInterrupt")
    done = ludograph("games", env={**os.environ, "PYTHONPATH": f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}"})
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "Stopped.\n")


INTERRUPTED_IN_A_CALLBACK = """
import ctypes, time
from ludograph.cli import main
from ludograph.core import registry

@ctypes.CFUNCTYPE(None)
def callback():
    raise KeyboardInterrupt

def game(name):
    callback()
    for _ in range(1000):
        time.sleep(0.01)

registry.game = game
main.main()
"""


def test_ctrl_c_in_a_callback_is_not_lost() -> None:
    command = [sys.executable, "-c", INTERRUPTED_IN_A_CALLBACK, "show", "trimok"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=9)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "Stopped.\n")


def test_bytes_that_are_no_text() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ludograph", "apply", "trimok", b"\xff\xfe"], capture_output=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.count(b"\n") == 1
