"""Thinking by alpha-beta search, deeper and deeper (iterative deepening), on one thread or on two that share a
transposition table."""

from __future__ import annotations

import threading
import time
from array import array
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from functools import lru_cache
from typing import Any, NamedTuple

from ludograph.core.game import Position
from ludograph.core.match import Match
from ludograph.core.moves import Move
from ludograph.engine.algorithms import alpha_beta as algorithm
from ludograph.engine.algorithms.alpha_beta import search
from ludograph.engine.chance import advance, seeded
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.program import Mode, Program
from ludograph.learning.weights import playing_program, weights_of
from ludograph.players.analysis import (
    MOST_DEPTH,
    MOST_NODES,
    SHORT_LINE,
    WHOLE_LINES,
    Analysis,
    Limits,
    Line,
    Report,
    Thinker,
    wanted_moves,
)
from ludograph.players.chances import chance_of
from ludograph.players.repetitions import keys_not_to_repeat

TABLE_WORDS = 1 << 23  # 64 MiB
LEAST_TABLE_WORDS = 1 << 12
WINDOW = 35  # a score is first looked for so near to the last one: an aspiration window
INTERVAL = 0.005  # seconds within which a thread is told to stop


class AlphaBeta(Thinker):
    """Alpha-beta for games of two seats that move in turn.

    Without a limit of time the same seed gives the same answer; with one, both cores are used. Who plays with contempt
    holds a draw for so much worse than an even game; who analyses has none.
    """

    def __init__(
        self,
        game: KernelGame,
        *,
        seed: int = 0,
        threads: int = 1,
        table_words: int = TABLE_WORDS,
        contempt: int = 0,
        mode: Mode = Mode.COMPILED,
    ) -> None:
        self.game = game
        self.threads = threads
        self.table_words = table_words  # a power of two
        endings = _endings(game, 8 * table_words) if mode is Mode.COMPILED else None
        if endings is None:
            self.program: Program = playing_program(game, search, mode=mode)
            self._workers = [_Worker(self.program, game, seed + number, contempt) for number in range(threads)]
        else:
            kernel, words = endings
            self.program = Program(kernel, [search], mode)
            self._workers = [_Worker(self.program, game, seed + number, contempt, words) for number in range(threads)]
        self._table: Any = None
        self._repeated: list[int] = []
        self._generation = 0

    def think(
        self,
        match: Match,
        limits: Limits,
        *,
        report: Report | None = None,
        stop: threading.Event | None = None,
        lines: int = 1,
        only: Collection[Move] = (),
    ) -> Analysis:
        stop = stop or threading.Event()
        self._prepare(match, limits)
        workers = self._workers[:1] if limits.is_exact else self._workers
        asked = _Asked(self.game, match.position, wanted_moves(match, only), lines)
        thinking = _Thinking(asked, limits, self.program, self._table, workers, report)
        with ThreadPoolExecutor(len(workers)) as pool:
            main = pool.submit(thinking.deepen, workers[0])
            helpers = [pool.submit(thinking.help, worker) for worker in workers[1:]]
            try:
                while not wait([main], INTERVAL).done:
                    if stop.is_set() or thinking.is_out_of_time:
                        break
            finally:
                for worker in workers:
                    worker.stop()
            wait([main, *helpers])
        main.result()
        return thinking.analysis

    def forget(self) -> None:
        self._table = None

    def _prepare(self, match: Match, limits: Limits) -> None:
        size = self.table_words
        repeated = keys_not_to_repeat(self.game, match)[-algorithm.MOST_REPEATED :]
        if limits.is_exact:
            # A fresh table, so that the answer depends on nothing but position, seed and limits.
            expected = limits.nodes or MOST_NODES
            while size > LEAST_TABLE_WORDS and size > 8 * expected:
                size //= 2
            self._table = self.program.words(size)
        elif self._table is None or len(self._table) != size or repeated != self._repeated:
            # What was found before is kept, unless it didn't know that some positions are draws now.
            self._table = self.program.words(size)
        self._repeated = repeated
        self._generation = (self._generation + 1) & 255
        for worker in self._workers:
            worker.prepare(self._generation, repeated, self.game.repetition_limit > 0, limits)


def _endings(game: KernelGame, most_bytes: int) -> tuple[Any, Any] | None:
    """The kernel and the words with which a search knows the endings that are solved and kept; None without any. They
    take no more in each thread than its table does."""
    from ludograph.solver.tiers.endings import Endings

    endings = Endings(game)
    found = endings.for_search(algorithm.MEMORY_SIZE, most_bytes) if endings.folder.is_dir() else None
    if found is None or (weights := weights_of(game)) is None:
        return found
    return weights.kernel(game, found[0]), found[1]


class _Worker:
    """What one thread needs: a stack of moves and a memory."""

    def __init__(
        self, program: Program, game: KernelGame, seed: int, contempt: int, endings: Sequence[int] = ()
    ) -> None:
        self.stack = program.words(2 * game.max_moves * (algorithm.LONGEST + 2))
        self.memory = program.words(algorithm.MEMORY_SIZE + len(endings))
        self.memory[algorithm.MEMORY_SIZE :] = endings
        self._first_history = _little_differences(seed)
        self._contempt = contempt

    def prepare(self, generation: int, repeated: list[int], repetitions_draw: bool, limits: Limits) -> None:
        memory = self.memory
        for place in range(algorithm.PATH):
            memory[place] = 0
        for place in range(algorithm.KILLERS, algorithm.LINES):
            memory[place] = 0
        memory[algorithm.HISTORY : algorithm.MEMORY_SIZE] = self._first_history
        memory[algorithm.NODE_LIMIT] = limits.nodes or MOST_NODES
        memory[algorithm.GENERATION] = generation
        memory[algorithm.IS_SELECTIVE] = 1
        memory[algorithm.REPETITIONS_DRAW] = int(repetitions_draw)
        memory[algorithm.CONTEMPT] = self._contempt
        memory[algorithm.REPEATED] = len(repeated)
        for place, key in enumerate(repeated, algorithm.REPEATED_KEYS):
            memory[place] = key

    def stop(self) -> None:
        self.memory[algorithm.STOP] = 1

    @property
    def is_stopped(self) -> bool:
        return bool(self.memory[algorithm.STOP])

    @property
    def nodes(self) -> int:
        return int(self.memory[algorithm.NODES])

    @property
    def line(self) -> list[int]:
        """The codes of the best line that the last search found."""
        first = algorithm.LINES + 1
        return [int(code) for code in self.memory[first : first + int(self.memory[algorithm.LINES])]]


class _Asked(NamedTuple):
    """What is to be thought about: a position, the moves that are looked at, and how many of them are to be told."""

    game: KernelGame
    position: Position
    moves: Sequence[Move]
    lines: int

    @property
    def codes(self) -> list[int]:
        """Of these moves, in the kernel's order: it is the one that pages know, too."""
        wanted = {move.code for move in self.moves}
        return [code for code in self.game.codes(self.position.state) if code in wanted]

    @property
    def left_out(self) -> list[int]:
        """The codes of the moves that aren't looked at."""
        wanted = {move.code for move in self.moves}
        return [move.code for move in self.position.legal_moves if move.code not in wanted]


class _Thinking:
    """One position, deeper and deeper."""

    def __init__(
        self,
        asked: _Asked,
        limits: Limits,
        program: Program,
        table: Any,
        workers: Sequence[_Worker],
        report: Report | None,
    ) -> None:
        self.asked = asked
        self.limits = limits
        self.program = program
        self.table = table
        self.workers = workers
        self.report = report
        self.state = program.state(asked.position.state)  # type: ignore[arg-type]
        self.began = time.monotonic()
        self.has_looked = False
        self.left_out = asked.left_out
        self.lines = min(asked.lines, len(asked.moves))
        self.best = [_Found([code], 0, 0) for code in asked.codes[: self.lines]]

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.began

    @property
    def is_out_of_time(self) -> bool:
        """Never before each move was looked at once: what is told is no guess, however busy the machine is."""
        return self.has_looked and self.limits.time is not None and self.seconds >= self.limits.time

    @property
    def analysis(self) -> Analysis:
        """What is known now. The moves are looked up only here: telling them to people takes a while."""
        nodes = sum(worker.nodes for worker in self.workers)
        lines = tuple(self._line(number, found) for number, found in enumerate(self.best))
        return Analysis(lines, nodes, max(self.seconds, 1e-6))

    def _line(self, number: int, found: _Found) -> Line:
        codes = found.line if number < WHOLE_LINES else found.line[:SHORT_LINE]
        game, position = self.asked.game, self.asked.position
        chance = chance_of(found.score, game.chance_scale)
        return Line(game.line_of(position.state, codes), found.score, found.depth, chance)

    def deepen(self, worker: _Worker) -> None:
        """Search deeper and deeper, and keep the best of every depth; also of one that wasn't finished, where only one
        line is asked for."""
        scores = [0] * self.lines
        for depth in range(1, (self.limits.depth or MOST_DEPTH) + 1):
            scores = self._look(worker, depth, scores)
            self.has_looked = True
            if worker.is_stopped or all(self._is_decided(score, depth) for score in scores):
                return

    def _look(self, worker: _Worker, depth: int, scores: Sequence[int]) -> list[int]:
        """Find and report the best move, then the best one of the others, and so on; returns their scores."""
        before, found = self.best, list[_Found]()
        for number in range(self.lines):
            score, line = self._search_near(worker, depth, scores[number], [each.line[0] for each in found])
            if worker.is_stopped and number > 0:
                break
            if line:
                found.append(_Found(line, before[0].score if worker.is_stopped else score, depth))
        if worker.is_stopped and self.lines > 1 and before[0].depth:
            return [each.score for each in before]  # scores of two depths can't be compared
        found.sort(key=lambda each: -each.score)
        told = {each.line[0] for each in found}
        self.best = [*found, *(each for each in before if each.line[0] not in told)][: self.lines]
        if found and self.report:
            self.report(self.analysis)
        return [each.score for each in self.best]

    def help(self, worker: _Worker) -> None:
        """Search only to fill the common table, one move further ahead."""
        score = 0
        for depth in range(2, MOST_DEPTH + 1):
            score, _ = self._search_near(worker, depth, score)
            if worker.is_stopped or self._is_decided(score, depth):
                return

    def _search_near(self, worker: _Worker, depth: int, score: int, found: Sequence[int] = ()) -> tuple[int, list[int]]:
        """The score without the moves found already, first looked for near the last one, then on the side where it
        lies, then anywhere; and the line. A move that was better than expected is not forgotten if thinking ends before
        it is known how good it is."""
        low = high = algorithm.INFINITE
        if depth >= 5 and abs(score) < algorithm.SURE_WIN:
            low, high = WINDOW - score, score + WINDOW
        without, line = [*self.left_out, *found], list[int]()
        while True:
            reached = self._search(worker, depth, -low, high, without)
            line = worker.line or (line if worker.is_stopped else [])
            if worker.is_stopped or -low < reached < high:
                return reached, line
            if reached >= high:
                high = _wider(high, score)
            else:
                low = _wider(low, -score)

    def _search(self, worker: _Worker, depth: int, alpha: int, beta: int, without: Sequence[int]) -> int:
        for place, code in enumerate(without):
            worker.stack[place] = code
        search, at = self.program.search, len(without)
        return int(search(self.state, depth, alpha, beta, 0, at, worker.stack, worker.memory, self.table))

    def _is_decided(self, score: int, depth: int) -> bool:
        """Whether deeper search can change nothing: the end was seen, nearer than the depth."""
        return abs(score) >= algorithm.SURE_WIN and algorithm.WIN - abs(score) <= depth


class _Found(NamedTuple):
    """A line, as codes of moves, and what it is worth."""

    line: list[int]
    score: int
    depth: int


def _wider(edge: int, score: int) -> int:
    """An edge of the window four times as far away, or at the end of all scores."""
    away = 4 * (edge - score)
    return score + away if away <= 8 * WINDOW else algorithm.INFINITE


@lru_cache(maxsize=8)
def _little_differences(seed: int) -> array[int]:
    """What the history begins with, so that of equal moves the seed decides which is found first."""
    differences = array("Q")
    word = seeded(seed)
    for _ in range(algorithm.MEMORY_SIZE - algorithm.HISTORY):
        word = advance(word)
        differences.append(word >> 61)
    return differences
