"""Playing a puzzle in the terminal, line by line."""

from __future__ import annotations

import contextlib
import os
import sys
import textwrap
from typing import Any

from ludograph.adapters.gamesman.asking import after, drawing_of, move_texts, moves_of, reason_of, value_of
from ludograph.adapters.gamesman.puzzle import Puzzle, PuzzleValue
from ludograph.core.texts import quoted
from ludograph.errors import LudographError

WIDTH = 100
MAX_DIGITS = 9


class PuzzlePlayer:
    """``PuzzlePlayer(Hanoi()).play()``: shows the position and its numbered moves, reads a number or a move.

    With a solver, such as ``GeneralSolver(puzzle)``, it shows the remoteness, too, and a best move when asked;
    with ``auto`` it plays the best moves itself.
    """

    def __init__(self, puzzle: Puzzle, solver: Any = None, auto: bool = False) -> None:
        self.start = puzzle
        self.solver = solver
        self.auto = auto
        self.puzzle = puzzle
        self._history: list[Puzzle] = []

    def play(self) -> None:
        """Play from the start until the puzzle is solved or the player leaves, by ``q``, Ctrl-C or the end of the
        input. Whatever happens, there is a sentence and no traceback."""
        try:
            self._play()
        except (_Leave, KeyboardInterrupt):
            _say("")
        except BrokenPipeError:
            _abandon_output()
        except Exception as error:  # the puzzle and the solver are somebody else's
            _say(_sentence(error))

    def _play(self) -> None:
        self.puzzle, self._history = self.start, []
        self._prepare_solver()
        _say(self._help())
        while value_of(self.puzzle) is not PuzzleValue.SOLVABLE:
            self._show()
            if not self.auto:
                self._human_turn()
            elif not self._best_turn():
                return
        moves = len(self._history)
        _say(f"\n{drawing_of(self.puzzle)}\nSolved in {moves} move{'' if moves == 1 else 's'}.")

    def _prepare_solver(self) -> None:
        """A solver that fails is no reason not to play."""
        if self.solver is None:
            return
        try:
            self.solver.solve(self.start)
        except Exception as error:
            _say(f"There is no help from the solver. {_sentence(error)}")
            self.solver = None

    def _help(self) -> str:
        return f"Type a move or its number, or: undo{', best' if self.solver else ''}, help, q to quit."

    # -- what is shown --------------------------------------------------------------------------------------

    def _show(self) -> None:
        _say(f"\n{drawing_of(self.puzzle)}")
        if self.solver:
            _say(f"Remoteness: {_remoteness_text(self._remoteness(self.puzzle))}")
        if value_of(self.puzzle) is PuzzleValue.UNSOLVABLE:
            _say("The puzzle can't be solved any more.")
        items = [f"{number}) {text}" for number, text in enumerate(self._moves(), 1)]
        if items:
            unbroken = "   ".join(item.replace(" ", "\0") for item in items)  # an item stays on one line
            wrapped = textwrap.wrap(unbroken, WIDTH, break_long_words=False, break_on_hyphens=False)
            _say("\n".join(wrapped).replace("\0", " "))
        else:
            _say("There is no move left.")

    def _moves(self) -> dict[str, Any]:
        """The legal moves by their texts, in the puzzle's order."""
        moves = moves_of(self.puzzle, "legal")
        return dict(zip(move_texts(moves), moves, strict=True))

    # -- what is read ---------------------------------------------------------------------------------------

    def _human_turn(self) -> None:
        """Ask until something has changed."""
        while True:
            try:
                line = input("> ").strip()
            except UnicodeDecodeError:
                _say("That is no text.")
                continue
            except (EOFError, RuntimeError, OSError, ValueError):  # the input has ended, is lost or closed
                raise _Leave from None
            if self._obey(line):
                return

    def _obey(self, line: str) -> bool:
        """Do what a line says; whether it changed the position."""
        if line in ("q", "quit", "exit"):
            raise _Leave
        if line in ("undo", "u"):
            return self._undo()
        if line in ("", "help", "?"):
            _say(self._help())
            return False
        if line == "best" and "best" not in self._moves():
            _say(self._best_sentence())
            return False
        return self._move(line)

    def _undo(self) -> bool:
        if not self._history:
            _say("There is no move to undo.")
            return False
        self.puzzle = self._history.pop()
        return True

    def _move(self, line: str) -> bool:
        """A plain number is one in the list; else the line is a move's text, or the move as Python writes it."""
        moves = self._moves()
        is_number = line.isascii() and line.isdecimal() and len(line) <= MAX_DIGITS
        if is_number and 1 <= int(line) <= len(moves):
            return self._do(list(moves.values())[int(line) - 1])
        for text, move in moves.items():
            if line == text or _without_blanks(line) == _without_blanks(str(move)):
                return self._do(move)
        offer = f"there are the moves 1 to {len(moves)}" if moves else "there is none left"
        _say(f"{quoted(line)} is no move here; {offer}.")
        return False

    def _do(self, move: Any) -> bool:
        try:
            reached = after(self.puzzle, move)
        except LudographError as error:
            _say(error.message)
            return False
        self._history.append(self.puzzle)
        self.puzzle = reached
        return True

    # -- what the solver says -------------------------------------------------------------------------------

    def _remoteness(self, puzzle: Puzzle) -> int | None:
        """None for a position that can't be solved."""
        remoteness = self.solver.getRemoteness(puzzle)
        return remoteness if isinstance(remoteness, int) else None

    def _best(self) -> tuple[str, Any] | None:
        """A move to the least remoteness."""
        found: list[tuple[int, str, Any]] = []
        for text, move in self._moves().items():
            remoteness = self._remoteness(after(self.puzzle, move))
            if remoteness is not None:
                found.append((remoteness, text, move))
        return min(found, key=lambda each: each[0])[1:] if found else None

    def _best_sentence(self) -> str:
        if not self.solver:
            return "There is no solver to ask."
        best = self._best()
        return f"A best move is {best[0]}." if best else "No move leads to a solution."

    def _best_turn(self) -> bool:
        """Let the solver move; whether it could."""
        best = self._best() if self.solver else None
        if best is None:
            _say(self._best_sentence())
            return False
        _say(f"> {best[0]}")
        return self._do(best[1])


class _Leave(Exception):
    """The player leaves."""


def _without_blanks(text: str) -> str:
    return "".join(text.split())


def _remoteness_text(remoteness: int | None) -> str:
    return "unsolvable" if remoteness is None else str(remoteness)


def _sentence(error: Exception) -> str:
    return error.message if isinstance(error, LudographError) else f"The puzzle failed: {reason_of(error)}."


def _say(text: str) -> None:
    """Print, with escapes for what the terminal has no characters for."""
    try:
        sys.stdout.write(f"{text}\n")
    except UnicodeEncodeError:
        encoding = sys.stdout.encoding or "ascii"
        sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding) + "\n")
    sys.stdout.flush()


def _abandon_output() -> None:
    """The reader has gone: what is still to be written, at the latest at the interpreter's end, goes nowhere."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
