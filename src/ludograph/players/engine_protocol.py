"""The Universal Chess Interface, for chess and, with the same words, for every other game.

A line that isn't understood is answered with ``info string`` and changes nothing. Thinking goes on in a thread of its
own, so that ``stop``, ``isready`` and ``quit`` are obeyed at once. ``wtime`` is the clock of the first seat, ``btime``
that of the second.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise, takewhile

from ludograph.core.game import Game
from ludograph.core.match import Match
from ludograph.core.moves import Move
from ludograph.core.registry import game as game_named
from ludograph.core.texts import quoted
from ludograph.draw.text import to_text
from ludograph.errors import InvalidParameter, LudographError
from ludograph.players.analysis import MOST_DEPTH, MOST_NODES, MOST_SECONDS, Analysis, Limits, Line, Thinker
from ludograph.players.named import LEVELS, thinker_for
from ludograph.players.player import Analyst, ThinkingPlayer

NAME, AUTHOR = "Ludograph", "the Ludograph authors"
MOST_THREADS = 2
LEAST_HASH, USUAL_HASH, MOST_HASH = 1, 64, 4096  # MiB
WORDS_PER_MIB = 1 << 17
MOST_LINES = 500
FULL_STRENGTH = max(LEVELS)
#: Of the time that is left so much is used for one move when nobody says how many are to come.
MOVES_TO_GO = 30
#: Seconds that are lost between two programs.
LAG = 0.03
LEAST_SECONDS = 0.001
INTERVAL = 0.02
#: With pondering, time that the other side takes is used, too: so much more of one's own may be.
PONDERING = 1.25
#: The words of ``go`` with a number behind them, and those without.
NUMBERS = ("depth", "nodes", "mate", "movetime", "wtime", "btime", "winc", "binc", "movestogo")
FLAGS = ("infinite", "ponder", "searchmoves")

Say = Callable[[str], None]


class MatchOfOthers(Match):
    """A match that another program keeps: draws are for that program to declare, and it may play on after one."""

    def _draw(self) -> None:
        return None


class Engine:
    """Obeys lines and answers by ``say``, which is called from several threads, one at a time."""

    def __init__(self, say: Say, game: str) -> None:
        self._output = threading.Lock()
        self._say = say
        self.game: Game = game_named(game)
        self.match = MatchOfOthers(self.game)
        self.level = FULL_STRENGTH
        self.threads = 1
        self.hash = USUAL_HASH
        self.lines = 1
        self.ponders = False
        self.is_chess960 = False
        self.tells_chances = False
        self._thinker: Thinker | None = None
        self._player: ThinkingPlayer | None = None
        self._thinking: threading.Thread | None = None
        self._told_to_stop = threading.Event()
        self._is_infinite = False
        #: What is left to think when the move that was expected is played.
        self._after_pondering: float | None = None

    def run(self, lines: Iterable[str]) -> None:
        """Obey lines until ``quit`` or their end; what is being thought about then is answered first."""
        for line in lines:
            if not self.obey(line):
                self._stop()
                return
        if self._is_infinite:
            self._stop()
        self._wait()

    def obey(self, line: str) -> bool:
        """Do what one line says; False after ``quit``."""
        word, *rest = line.split() or [""]
        if word == "quit":
            return False
        commands: dict[str, Callable[[Sequence[str]], None]] = {
            "uci": self._introduce,
            "isready": self._get_ready,
            "ucinewgame": self._begin_anew,
            "setoption": self._set_option,
            "position": self._set_position,
            "go": self._go,
            "stop": lambda _: self._stop(),
            "d": self._show,
            "": lambda _: None,
            "debug": lambda _: None,
            "ponderhit": self._end_pondering,
        }
        try:
            if word not in commands:
                raise InvalidParameter(f"There is no command {quoted(word)}.")
            commands[word](rest)
        except LudographError as error:
            self.say(f"info string {' '.join(error.message.split())}")
        return True

    def say(self, line: str) -> None:
        with self._output:
            self._say(line)

    # -- talk ---------------------------------------------------------------------------------------------

    def _introduce(self, rest: Sequence[str]) -> None:
        from ludograph import __version__

        self.say(f"id name {NAME} {__version__}")
        self.say(f"id author {AUTHOR}")
        for option in (
            f"Hash type spin default {USUAL_HASH} min {LEAST_HASH} max {MOST_HASH}",
            f"Threads type spin default 1 min 1 max {MOST_THREADS}",
            f"MultiPV type spin default 1 min 1 max {MOST_LINES}",
            "Ponder type check default false",
            "UCI_Chess960 type check default false",
            "Clear Hash type button",
            "WinChance type check default false",
            f"Game type string default {self.game.id}",
            f"Level type spin default {FULL_STRENGTH} min 1 max {FULL_STRENGTH}",
        ):
            self.say(f"option name {option}")
        self.say("uciok")

    def _get_ready(self, rest: Sequence[str]) -> None:
        try:
            if self._thinking is None:
                self._ready_thinker()
        finally:
            self.say("readyok")

    def _show(self, rest: Sequence[str]) -> None:
        position = self.match.position
        outcome = self.match.outcome
        stands = outcome.text if outcome else f"{self.game.seats[position.seat]} to move."
        for line in (*to_text(position.picture(self.match.last_move)).splitlines(), f"Position: {position}", stands):
            self.say(line)

    # -- settings -----------------------------------------------------------------------------------------

    def _begin_anew(self, rest: Sequence[str]) -> None:
        self._stop()
        self._thinker = None
        self.match = MatchOfOthers(self.game)

    def _set_option(self, rest: Sequence[str]) -> None:
        text = " ".join(rest)
        name, _, value = text.removeprefix("name ").partition(" value ")
        name = name.strip().lower()
        if not text.startswith("name ") or not (value or name == "clear hash"):
            raise InvalidParameter("Options are set by: setoption name NAME value VALUE.")
        self._stop()
        match name:
            case "multipv":
                self.lines = _number(value, 1, MOST_LINES)
            case "ponder":
                self.ponders = _flag(value)
            case "uci_chess960":
                self.is_chess960 = _flag(value)
            case "winchance":
                self.tells_chances = _flag(value)
            case "clear hash":
                if self._thinker:
                    self._thinker.forget()
            case _:
                self._set_thinker(name, value.strip())

    def _set_thinker(self, name: str, value: str) -> None:
        """Set an option after which another thinker is needed."""
        match name:
            case "game":
                self.game = game_named(value)
                self.match = MatchOfOthers(self.game)
            case "hash":
                self.hash = _number(value, LEAST_HASH, MOST_HASH)
            case "threads":
                self.threads = _number(value, 1, MOST_THREADS)
            case "level":
                self.level = _number(value, 1, FULL_STRENGTH)
            case _:
                raise InvalidParameter(f"There is no option {quoted(name)}; uci lists them.")
        self._thinker = None

    def _set_position(self, rest: Sequence[str]) -> None:
        at = list(rest).index("moves") if "moves" in rest else len(rest)
        kind, text, moves = rest[:1], " ".join(rest[1:at]), rest[at + 1 :]
        if kind == ["startpos"] and not text:
            match = MatchOfOthers(self.game)
        elif kind in (["fen"], ["position"]) and text:
            match = MatchOfOthers(self.game, self.game.parse(text))
        else:
            raise InvalidParameter("Positions are set by: position startpos | fen FEN | position TEXT [moves MOVE …].")
        for move in moves:
            match.play(move)
        self._stop()
        self.match = match

    # -- thinking -----------------------------------------------------------------------------------------

    def _ready_thinker(self) -> Thinker:
        if self._thinker is None:
            words = 1 << (self.hash * WORDS_PER_MIB).bit_length() - 1
            self._thinker = thinker_for(self.game, NAME, threads=self.threads, table_words=words)
        return self._thinker

    def _go(self, rest: Sequence[str]) -> None:
        self._stop()
        limits = self._limits(rest)
        if self.match.outcome:
            self.say(f"info string The game is over: {self.match.outcome.text}")
            self.say("bestmove (none)")
            return
        self._player = self._sit_down(limits, self._moves_to_search(rest))
        self._told_to_stop = threading.Event()
        about = (self._player, self.match.copy(), self._told_to_stop if self._is_infinite else None)
        self._thinking = threading.Thread(target=self._think, args=about, daemon=True)
        self._thinking.start()

    def _sit_down(self, limits: Limits, only: Sequence[Move]) -> ThinkingPlayer:
        """Who thinks: one that plays at its level, or one that tells several lines, or goes on until it is told."""
        if self.lines > 1 or self._is_infinite:
            return Analyst(NAME, self._ready_thinker(), limits, lines=self.lines, only=only)
        carelessness = LEVELS[self.level].carelessness
        return ThinkingPlayer(NAME, self._ready_thinker(), limits, carelessness=carelessness, only=only)

    def _moves_to_search(self, rest: Sequence[str]) -> list[Move]:
        """The legal ones of the moves behind ``searchmoves``; all are meant where there is none."""
        found: list[Move] = []
        at = list(rest).index("searchmoves") + 1 if "searchmoves" in rest else len(rest)
        for text in takewhile(lambda word: word not in (*NUMBERS, *FLAGS), rest[at:]):
            try:
                found.append(self.match.position.find(text))
            except LudographError as error:
                self.say(f"info string {' '.join(error.message.split())}")
        return found

    def _end_pondering(self, rest: Sequence[str]) -> None:
        """The move that was expected has been played: from now on the clock counts."""
        seconds, self._after_pondering = self._after_pondering, None
        if seconds is None or not self._thinking or not self._player:
            return
        self._is_infinite = False
        end = threading.Timer(seconds, _end, (self._thinking, self._player, self._told_to_stop))
        end.daemon = True
        end.start()

    def _limits(self, rest: Sequence[str]) -> Limits:
        """What ``go`` allows, and no more than the level does."""
        given = _go_values(rest)
        time = given["movetime"] / 1000 if "movetime" in given else None
        clock = ("wtime", "btime")[self.match.position.seat % 2]
        if time is None and clock in given:
            gained = given.get(("winc", "binc")[self.match.position.seat % 2], 0)
            more = PONDERING if self.ponders else 1.0
            time = _share_of_clock(given[clock] / 1000, gained / 1000, given.get("movestogo", MOVES_TO_GO), more)
        nodes, depth = given.get("nodes"), given.get("depth")
        if "mate" in given:
            depth = min(depth or MOST_DEPTH, 2 * given["mate"])
        self._is_infinite = "infinite" in rest or "ponder" in rest or (time is None and nodes is None and depth is None)
        self._after_pondering = min(time or 0.0, MOST_SECONDS) if "ponder" in rest else None
        if self._is_infinite:
            return Limits(time=MOST_SECONDS)
        if self.level < FULL_STRENGTH:
            nodes = min(nodes or MOST_NODES, LEVELS[self.level].limits.nodes or MOST_NODES)
        return Limits(
            time=min(max(time, LEAST_SECONDS), MOST_SECONDS) if time is not None else None,
            nodes=min(max(nodes, 1), MOST_NODES) if nodes is not None else None,
            depth=min(max(depth, 1), MOST_DEPTH) if depth is not None else None,
        )

    def _think(self, player: ThinkingPlayer, match: Match, told_to_stop: threading.Event | None) -> None:
        """Say what is found, and the best move: not before being told to stop, if there is somebody to tell it."""
        try:
            move = player.choose(match, report=self._report)
        except LudographError as error:
            self.say(f"info string {error.message}")
            self.say("bestmove (none)")
            return
        if told_to_stop:
            told_to_stop.wait()
        line = player.analysis.line if player.analysis else ()
        expected = f" ponder {self._text(line[1])}" if self.ponders and len(line) > 1 else ""
        self.say(f"bestmove {self._text(move)}{expected}")

    def _report(self, found: Analysis) -> None:
        for number, line in enumerate(found.lines, 1):
            place = f" multipv {number}" if self.lines > 1 else ""
            speed = f"nodes {found.nodes} nps {found.nodes_per_second} time {int(found.seconds * 1000)}"
            moves = " ".join(map(self._text, line.moves))
            self.say(f"info depth {line.depth}{place} score {_score(line)} {speed} pv {moves}")
            if self.tells_chances:
                self.say(f"info string {self._text(line.move)}: win chance {line.chance:.0f} %")

    def _text(self, move: Move) -> str:
        return self.game.chess960_text(move) if self.is_chess960 else move.text

    def _stop(self) -> None:
        """Let the thinking that goes on end now; its answer is given before this returns."""
        if self._thinking and self._player:
            _end(self._thinking, self._player, self._told_to_stop)
        self._wait()

    def _wait(self) -> None:
        if self._thinking:
            self._thinking.join()
        self._thinking = self._player = self._after_pondering = None


def _end(thinking: threading.Thread, player: ThinkingPlayer, told_to_stop: threading.Event) -> None:
    """Let thinking end now. A player that hasn't begun yet forgets that it was told to stop, so it is told again."""
    told_to_stop.set()
    while thinking.is_alive():
        player.stop()
        thinking.join(INTERVAL)


def _score(line: Line) -> str:
    """What a line is worth, in the protocol's words. Wins are counted in moves of the winner."""
    if line.win_in is None:
        return f"cp {line.score}"
    return f"mate {(line.win_in + 1) // 2 if line.win_in > 0 else -(-line.win_in // 2)}"


def _go_values(rest: Sequence[str]) -> dict[str, int]:
    """The numbers behind the words of ``go``; what is no number there is passed over."""
    values: dict[str, int] = {}
    for word, value in pairwise(rest):
        digits = value.removeprefix("-")
        if word in NUMBERS and digits.isascii() and digits.isdecimal() and len(digits) <= 12:
            values[word] = max(int(value), 0)
    return values


def _share_of_clock(left: float, gained: float, moves_to_go: int, more: float = 1.0) -> float:
    """The seconds to use for one move, so that the clock never runs out."""
    usual = more * left / max(moves_to_go, 2) + 0.8 * gained
    return max(min(usual, left / 2) - LAG, left / 20)


def _flag(text: str) -> bool:
    if text.strip().lower() not in ("true", "false"):
        raise InvalidParameter(f"{quoted(text.strip())} is neither true nor false.")
    return text.strip().lower() == "true"


def _number(text: str, least: int, most: int) -> int:
    digits = text.strip()
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 9 and least <= int(digits) <= most):
        raise InvalidParameter(f"{quoted(digits)} is not a whole number from {least} to {most}.")
    return int(digits)
