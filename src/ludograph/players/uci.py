"""Chess programs as players: they are started and spoken to by the Universal Chess Interface."""

from __future__ import annotations

import contextlib
import queue
import re
import shlex
import subprocess
import threading
import time
from collections.abc import Mapping

from ludograph.core.files import reason_of
from ludograph.core.match import Match
from ludograph.core.moves import Move
from ludograph.core.texts import quoted
from ludograph.errors import LudographError, PlayerFailed
from ludograph.players.analysis import Analysis, Limits, Line, Report
from ludograph.players.chances import chance_of
from ludograph.players.player import Player

PATIENCE = 10.0  # seconds for an answer that needs no thinking
INTERVAL = 0.05
CHANCE_SCALE = 270  # of the scores of chess programs


class UciPlayer(Player):
    """A program that chooses moves. It is started with the first move and ended by ``close``."""

    def __init__(self, name: str, command: str, limits: Limits, options: Mapping[str, str] | None = None) -> None:
        self.name = name
        self.command = command
        self.limits = limits
        self.options = dict(options or {})
        self._program: _Process | None = None
        self._is_told_to_stop = threading.Event()

    def choose(self, match: Match, *, report: Report | None = None) -> Move:
        self.analysis = None
        self._is_told_to_stop.clear()
        program = self._started()
        moves = f" moves {' '.join(move.text for move in match.played)}" if match.played else ""
        program.tell(f"position fen {match.start}{moves}")
        program.tell(_go(self.limits))
        return self._answer(program, match, report)

    def stop(self) -> None:
        self._is_told_to_stop.set()

    def close(self) -> None:
        if self._program:
            self._program.close()
            self._program = None

    def _started(self) -> _Process:
        if self._program is None:
            program = _Process(self.command)
            try:
                self._set_up(program)
            except PlayerFailed:
                program.close()
                raise
            self._program = program
        return self._program

    def _set_up(self, program: _Process) -> None:
        program.tell("uci")
        offered = _options_in(program.wait_for("uciok"))
        for name, value in self.options.items():
            if name.lower() not in offered:
                raise PlayerFailed(f"The program {quoted(self.command)} has no option {quoted(name)}.")
            program.tell(f"setoption name {name} value {value}")
        program.tell("isready")
        program.wait_for("readyok")

    def _answer(self, program: _Process, match: Match, report: Report | None) -> Move:
        deadline = time.monotonic() + PATIENCE + self.limits.time if self.limits.time else None
        is_stopped = False
        while True:
            if self._is_told_to_stop.is_set() and not is_stopped:
                is_stopped = True
                deadline = time.monotonic() + PATIENCE
                program.tell("stop")
            words = (program.line(INTERVAL) or "").split()
            if words[:1] == ["bestmove"] and len(words) > 1:
                return self._legal(match, words[1])
            if words[:1] == ["info"] and (found := _analysis(match, words)):
                self.analysis = found
                if report:
                    report(found)
            if deadline and time.monotonic() > deadline:
                raise PlayerFailed(f"The program {quoted(self.command)} has not answered in time.")

    def _legal(self, match: Match, text: str) -> Move:
        try:
            return match.position.find(text)
        except LudographError as error:
            raise PlayerFailed(f"The program {quoted(self.command)} wants {quoted(text)}: {error.message}") from error


class _Process:
    """A process with lines in and lines out; those that come out are read by a thread."""

    def __init__(self, command: str) -> None:
        self.command = command
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                errors="replace",
                bufsize=1,
            )
        except OSError as error:
            raise PlayerFailed(f"The program {quoted(command)} can't be started: {reason_of(error)}.") from None
        except (ValueError, IndexError) as error:
            raise PlayerFailed(f"The program {quoted(command)} can't be started: {error}.") from None
        self._lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout
        with self._process.stdout as stream:
            for line in stream:
                self._lines.put(line)
        self._lines.put(None)

    def tell(self, line: str) -> None:
        assert self._process.stdin
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._gone() from None

    def line(self, seconds: float) -> str | None:
        """The next line; None when none has come in so many seconds."""
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            return None
        if line is None:
            self._lines.put(None)
            raise self._gone()
        return line

    def wait_for(self, word: str) -> list[str]:
        """The lines before the one that begins with a word."""
        deadline = time.monotonic() + PATIENCE
        before: list[str] = []
        while time.monotonic() < deadline:
            line = self.line(INTERVAL) or ""
            if line.split()[:1] == [word]:
                return before
            before.append(line)
        raise PlayerFailed(f"The program {quoted(self.command)} doesn't speak UCI: it never said {word}.")

    def _gone(self) -> PlayerFailed:
        return PlayerFailed(f"The program {quoted(self.command)} has ended.")

    def close(self) -> None:
        try:
            self.tell("quit")
            self._process.wait(1.0)
        except (PlayerFailed, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        with contextlib.suppress(OSError):  # what it was not told any more
            self._process.stdin.close()  # type: ignore[union-attr]


def _options_in(lines: list[str]) -> set[str]:
    """The names of the options that a program offers, in small letters: they are the same in any."""
    found = (re.match(r"option\s+name\s+(.+?)\s+type\s", line) for line in lines)
    return {match[1].lower() for match in found if match}


def _go(limits: Limits) -> str:
    words = ["go"]
    if limits.time is not None:
        words += ["movetime", str(int(limits.time * 1000))]
    if limits.nodes is not None:
        words += ["nodes", str(limits.nodes)]
    if limits.depth is not None:
        words += ["depth", str(limits.depth)]
    return " ".join(words)


def _analysis(match: Match, words: list[str]) -> Analysis | None:
    """What an info line tells, if it has a line of moves."""
    from ludograph.engine.algorithms.alpha_beta import WIN

    try:
        values = {word: int(words[words.index(word) + 1]) for word in ("depth", "nodes", "time") if word in words}
        kind, number = words[words.index("score") + 1], int(words[words.index("score") + 2])
        texts = words[words.index("pv") + 1 :]
        position, line = match.position, []
        for text in texts:
            line.append(position.find(text))
            position = position.play(line[-1])
    except (ValueError, IndexError, LudographError):
        return None
    if not line:
        return None
    if kind == "mate":
        number = WIN - 2 * number + 1 if number > 0 else -WIN - 2 * number
    found = Line(tuple(line), number, values.get("depth", 0), chance_of(number, CHANCE_SCALE))
    return Analysis((found,), values.get("nodes", 0), values.get("time", 0) / 1000)
