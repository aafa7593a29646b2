"""Playing in the terminal: what is shown, what is read, and no traceback whatever is typed."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludograph.adapters.gamesman import GeneralSolver, PuzzlePlayer, PuzzleValue

from .plain_puzzles import GraphPuzzle, Hanoi, PegsInARow
from .tutorial_hanoi import Hanoi as TutorialHanoi

BEST = "0-2\n0-1\n2-1\n0-2\n1-0\n1-2\n0-2\n"


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Play with these lines as input; returns what was printed."""

    def call(player: PuzzlePlayer, lines: str = "") -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        player.play()
        out, err = capsys.readouterr()
        assert err == ""
        assert "Traceback" not in out
        return out

    return call


def test_the_tutorials_hanoi_is_played_to_its_solution(play) -> None:
    out = play(PuzzlePlayer(TutorialHanoi()), BEST)
    assert out.startswith("Type a move or its number, or: undo, help, q to quit.\n\n3_2_1--\n1) 0-1   2) 0-2\n> ")
    assert out.endswith("\n--3_2_1\nSolved in 7 moves.\n")
    assert "Remoteness" not in out


def test_moves_are_chosen_by_number_or_as_python_writes_them(play) -> None:
    assert "Solved in 3 moves." in play(PuzzlePlayer(Hanoi(2)), "1\n(0, 2)\n (1,2) \n")
    assert "Solved in 1 move." in play(PuzzlePlayer(Hanoi(1)), "2\n")


def test_undo(play) -> None:
    player = PuzzlePlayer(Hanoi(2))
    out = play(player, "undo\n0-1\n0-2\nundo\nundo\nundo\nq\n")
    assert out.count("There is no move to undo.") == 2
    assert player.puzzle == Hanoi(2)


def test_the_solver_shows_remoteness_and_best_moves(play) -> None:
    puzzle = TutorialHanoi()
    out = play(PuzzlePlayer(puzzle, solver=GeneralSolver(puzzle)), "best\n0-2\nbest\nq\n")
    assert out.count("Remoteness: 7") == 1
    assert out.count("Remoteness: 6") == 1
    assert "A best move is 0-2." in out
    assert "A best move is 0-1." in out


def test_best_without_a_solver(play) -> None:
    assert "There is no solver to ask." in play(PuzzlePlayer(Hanoi()), "best\n")


def test_a_lost_position_is_called_unsolvable(play) -> None:
    puzzle = PegsInARow("110101")
    out = play(PuzzlePlayer(puzzle, GeneralSolver(puzzle)), "best\njump-0-2\njump-3-1\nbest\nundo\nq\n")
    assert "A best move is jump-0-2." in out
    assert [line for line in out.splitlines() if "Remoteness" in line] == [
        "Remoteness: 3",
        "Remoteness: 2",
        "Remoteness: unsolvable",
        "Remoteness: 2",
    ]
    assert "No move leads to a solution." in out


def test_no_move_left(play) -> None:
    out = play(PuzzlePlayer(PegsInARow("101001")), "1\nundo\nq\n")
    assert "There is no move left." in out
    assert "'1' is no move here; there is none left." in out


def test_a_solver_plays_alone(play) -> None:
    puzzle = Hanoi(4)
    out = play(PuzzlePlayer(puzzle, solver=GeneralSolver(puzzle), auto=True))
    assert out.endswith("Solved in 15 moves.\n")
    assert "There is no solver to ask." in play(PuzzlePlayer(puzzle, auto=True))


def test_a_solved_puzzle_is_over_at_once(play) -> None:
    assert play(PuzzlePlayer(GraphPuzzle(2))).endswith("\n2\nSolved in 0 moves.\n")


def test_playing_again_begins_anew(play) -> None:
    player = PuzzlePlayer(Hanoi(1))
    for _ in range(2):
        assert "Solved in 1 move." in play(player, "0-2\n")


@pytest.mark.parametrize("end", ["q\n", "quit\n", "", "0-1"])
def test_leaving(play, end: str) -> None:
    assert "Solved" not in play(PuzzlePlayer(Hanoi()), end)


WRONG = ["0", "3", "99999999999999999999", "-1", "0-9", "1-0", "0 - 1", "(0,)", "٣", "x" * 10_000, "\x00", "\ud800",
         "{}", "%s", "__import__('os')", "UNDO", "0-1;0-2", "\x1b[2J"]  # fmt: skip


@pytest.mark.parametrize("text", WRONG)
def test_wrong_input_gets_one_sentence(play, text: str) -> None:
    player = PuzzlePlayer(Hanoi())
    out = play(player, f"{text}\nq\n")
    refusal = out.split("> ")[1]
    assert refusal.endswith(" is no move here; there are the moves 1 to 2.\n")
    assert refusal.count("\n") == 1
    assert len(refusal) < 120
    assert refusal.isascii() or "…" in refusal or text == "٣"
    assert player.puzzle == Hanoi()


@given(st.lists(st.text(max_size=12), max_size=8))
def test_any_input_is_survived(lines: list[str]) -> None:
    stdin, stdout = sys.stdin, sys.stdout
    sys.stdin, sys.stdout = io.StringIO("\n".join(lines)), io.StringIO()
    try:
        PuzzlePlayer(Hanoi(2)).play()
        assert "failed" not in sys.stdout.getvalue()
    finally:
        sys.stdin, sys.stdout = stdin, stdout


@pytest.mark.parametrize("raised", [KeyboardInterrupt, EOFError, ValueError("I/O operation on closed file")])
def test_ctrl_c_and_the_end_of_the_input_leave_cleanly(monkeypatch: pytest.MonkeyPatch, play, raised) -> None:
    def interrupted(prompt: str = "") -> str:
        raise raised

    monkeypatch.setattr("builtins.input", interrupted)
    assert play(PuzzlePlayer(Hanoi())).endswith("2) 0-2\n\n")


class FailsToMove(Hanoi):
    def doMove(self, move):
        if move == (0, 1):
            raise ZeroDivisionError("by zero")
        return super().doMove(move)


class FailsToDraw(Hanoi):
    def __str__(self):
        raise LookupError("no picture")


class FailsToList(Hanoi):
    def generateMoves(self, movetype="all"):
        raise AttributeError("no moves")


class NoUndo(PegsInARow):
    def generateMoves(self, movetype="all"):
        return [move for move in super().generateMoves(movetype) if move[0] == "jump"]


def test_a_failing_puzzle_is_one_sentence(play) -> None:
    out = play(PuzzlePlayer(FailsToMove()), "0-1\n0-2\nq\n")
    assert "FailsToMove.doMove((0, 1)) failed at '3_2_1--': ZeroDivisionError: by zero." in out
    assert "\n3_2--1\n" in out
    assert play(PuzzlePlayer(FailsToDraw())).splitlines()[-1].endswith("failed at '3_2_1--': LookupError: no picture.")
    assert play(PuzzlePlayer(FailsToList())).splitlines()[-1].endswith("AttributeError: no moves.")


def test_a_failing_solver_is_no_reason_not_to_play(play) -> None:
    puzzle = NoUndo()
    out = play(PuzzlePlayer(puzzle, GeneralSolver(puzzle)), "jump-3-1\nq\n")
    assert out.startswith("There is no help from the solver. NoUndo: the 'legal' move")
    assert "Remoteness" not in out
    assert "\n  oo..oo\n" in out


class BrokenSolver:
    def solve(self, puzzle) -> None:
        pass

    def getRemoteness(self, puzzle) -> int:
        raise RuntimeError("out of order")


def test_a_solver_that_fails_later_is_one_sentence(play) -> None:
    assert play(PuzzlePlayer(Hanoi(), BrokenSolver())).endswith("The puzzle failed: RuntimeError: out of order.\n")


def test_plainly_lost(play) -> None:
    class Lost(Hanoi):
        def primitive(self):
            return PuzzleValue.UNSOLVABLE

    assert "The puzzle can't be solved any more." in play(PuzzlePlayer(Lost()), "q\n")


def test_many_moves_are_wrapped(play) -> None:
    class Wide(GraphPuzzle):
        EDGES = frozenset((1, node) for node in range(2, 80))
        START = 1

    lines = play(PuzzlePlayer(Wide()), "q\n").splitlines()
    assert all(len(line) <= 100 for line in lines)
    assert sum(line.count(")") for line in lines) == 78


SCRIPT = Path(__file__).with_name("tutorial_hanoi.py")


def process(data: bytes, **environment: str) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, **environment}
    return subprocess.run([sys.executable, SCRIPT], input=data, capture_output=True, check=False, env=environment)


def test_as_a_program() -> None:
    done = process(BEST.encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.endswith(b"Solved in 7 moves.\n")


@pytest.mark.parametrize("data", [b"\xff\xfe\n", b"", b"\x00\n", "é\n".encode()])
def test_bytes_that_are_no_text(data: bytes) -> None:
    done = process(data, PYTHONIOENCODING="utf-8:strict")
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_terminal_without_the_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    class Fancy(Hanoi):
        def __str__(self):
            return "⛩"

    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr("sys.stdout", stream)
    monkeypatch.setattr("sys.stdin", io.StringIO("0-1\n"))
    PuzzlePlayer(Fancy()).play()
    stream.flush()
    assert b"\\u26e9\n1) 0-1" in stream.buffer.getvalue()


def test_a_reader_that_goes_away() -> None:
    command = f"yes 1 | {sys.executable} {SCRIPT} | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, check=False, timeout=60)
    assert done.stderr == b""
    assert done.stdout.startswith(b"Type a move")
