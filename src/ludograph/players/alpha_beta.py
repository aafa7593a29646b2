"""Thinking by alpha-beta search, deeper and deeper, on one thread or on two."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

from ludograph.core.game import Position
from ludograph.core.match import Match
from ludograph.core.moves import Move
from ludograph.engine.algorithms import alpha_beta as algorithm
from ludograph.engine.algorithms.alpha_beta import search
from ludograph.engine.chance import advance, seeded
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.program import Mode, Program
from ludograph.players.analysis import MOST_DEPTH, MOST_NODES, Analysis, Limits, Report, Thinker

TABLE_WORDS = 1 << 23  # 64 MiB
LEAST_TABLE_WORDS = 1 << 12
WINDOW = 35  # a score is first looked for so near to the last one
INTERVAL = 0.005  # seconds within which a thread is told to stop


class AlphaBeta(Thinker):
    """Alpha-beta for games of two seats that move in turn.

    Without a limit of time the same seed gives the same answer; with one, both cores are used.
    """

    def __init__(self, game: KernelGame, *, seed: int = 0, threads: int = 1, mode: Mode = Mode.COMPILED) -> None:
        self.game = game
        self.seed = seed
        self.threads = threads
        self.program: Program = game.program(search, mode=mode)
        self._workers = [_Worker(self.program, game) for _ in range(threads)]
        self._table: Any = None
        self._generation = 0

    def think(
        self, match: Match, limits: Limits, *, report: Report | None = None, stop: threading.Event | None = None
    ) -> Analysis:
        stop = stop or threading.Event()
        self._prepare(match, limits)
        workers = self._workers[:1] if limits.is_exact else self._workers
        thinking = _Thinking(match.position, limits, self.program, self._table, report)
        with ThreadPoolExecutor(len(workers)) as pool:
            main = pool.submit(thinking.deepen, workers[0], 1)
            helpers = [pool.submit(thinking.help, worker, 2) for worker in workers[1:]]
            try:
                while not wait([main], INTERVAL).done:
                    if stop.is_set() or thinking.is_out_of_time:
                        break
            finally:
                for worker in workers:
                    worker.stop()
            wait([main, *helpers])
        main.result()
        assert thinking.best is not None
        return thinking.best

    def _prepare(self, match: Match, limits: Limits) -> None:
        size = TABLE_WORDS
        if limits.is_exact:
            # A fresh table, so that the answer depends on nothing but position, seed and limits.
            expected = limits.nodes or MOST_NODES
            while size > LEAST_TABLE_WORDS and size > 8 * expected:
                size //= 2
            self._table = self.program.words(size)
        elif self._table is None or len(self._table) != size:
            self._table = self.program.words(size)
        self._generation = (self._generation + 1) & 255
        repeated = _keys_not_to_repeat(self.game, match)
        for worker in self._workers:
            worker.prepare(self.seed, self._generation, repeated, self.game.repetition_limit > 0, limits)


class _Worker:
    """What one thread needs: a stack of moves and a memory."""

    def __init__(self, program: Program, game: KernelGame) -> None:
        self.stack = program.words(2 * game.max_moves * (algorithm.LONGEST + 2))
        self.memory = program.words(algorithm.MEMORY_SIZE)

    def prepare(self, seed: int, generation: int, repeated: list[int], repetitions_draw: bool, limits: Limits) -> None:
        memory = self.memory
        for place in range(algorithm.PATH):
            memory[place] = 0
        for place in range(algorithm.KILLERS, algorithm.LINES):
            memory[place] = 0
        self._mix_history(seed)
        memory[algorithm.NODE_LIMIT] = limits.nodes or MOST_NODES
        memory[algorithm.GENERATION] = generation
        memory[algorithm.IS_SELECTIVE] = 1
        memory[algorithm.REPETITIONS_DRAW] = int(repetitions_draw)
        memory[algorithm.REPEATED] = len(repeated)
        for place, key in enumerate(repeated, algorithm.REPEATED_KEYS):
            memory[place] = key

    def _mix_history(self, seed: int) -> None:
        """Little differences, so that of equal moves the seed decides which is found first."""
        word = seeded(seed)
        for place in range(algorithm.HISTORY, algorithm.MEMORY_SIZE):
            word = advance(word)
            self.memory[place] = word >> 61

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


class _Thinking:
    """One position, deeper and deeper."""

    def __init__(self, position: Position, limits: Limits, program: Program, table: Any, report: Report | None) -> None:
        self.position = position
        self.limits = limits
        self.program = program
        self.table = table
        self.report = report
        self.state = program.state(position.state)  # type: ignore[arg-type]
        self.began = time.monotonic()
        first = position.legal_moves[0]
        self.best = Analysis((first,), 0, 0, 0, 0.0)

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.began

    @property
    def is_out_of_time(self) -> bool:
        return self.limits.time is not None and self.seconds >= self.limits.time

    def deepen(self, worker: _Worker, first: int) -> None:
        """Search deeper and deeper, and keep the best of every depth, also of one that wasn't finished."""
        score = 0
        for depth in range(first, (self.limits.depth or MOST_DEPTH) + 1):
            score = self._search_near(worker, depth, score)
            if line := worker.line:
                self._keep(worker, line, score if not worker.is_stopped else self.best.score, depth)
            if worker.is_stopped or self._is_decided(score, depth):
                return

    def help(self, worker: _Worker, first: int) -> None:
        """Search only to fill the common table."""
        score = 0
        for depth in range(first, MOST_DEPTH + 1):
            score = self._search_near(worker, depth, score)
            if worker.is_stopped or self._is_decided(score, depth):
                return

    def _search_near(self, worker: _Worker, depth: int, score: int) -> int:
        """The score, first looked for near the last one."""
        if depth < 5 or abs(score) >= algorithm.SURE_WIN:
            return self._search(worker, depth, -algorithm.INFINITE, algorithm.INFINITE)
        low, high = score - WINDOW, score + WINDOW
        found = self._search(worker, depth, low, high)
        if low < found < high or worker.is_stopped:
            return found
        return self._search(worker, depth, -algorithm.INFINITE, algorithm.INFINITE)

    def _search(self, worker: _Worker, depth: int, alpha: int, beta: int) -> int:
        program = self.program
        return int(program.search(self.state, depth, alpha, beta, 0, 0, worker.stack, worker.memory, self.table))

    def _is_decided(self, score: int, depth: int) -> bool:
        """Whether deeper search can change nothing: the end was seen, nearer than the depth."""
        return abs(score) >= algorithm.SURE_WIN and algorithm.WIN - abs(score) <= depth

    def _keep(self, worker: _Worker, codes: list[int], score: int, depth: int) -> None:
        self.best = Analysis(_line(self.position, codes), score, depth, worker.nodes, self.seconds)
        if self.report:
            self.report(self.best)


def _line(position: Position, codes: list[int]) -> tuple[Move, ...]:
    """The moves with these codes, one after the other."""
    line: list[Move] = []
    for code in codes:
        move = next((move for move in position.legal_moves if move.code == code), None)
        if move is None:
            break
        line.append(move)
        position = position.play(move)
    return tuple(line)


def _keys_not_to_repeat(game: KernelGame, match: Match) -> list[int]:
    """The keys of the positions that are drawn when they occur once more."""
    limit = game.repetition_limit
    if limit < 2:
        return []
    keys = [int(game.plain.position_key(position.state)) for position in match.positions]
    often = {key for key in keys if keys.count(key) >= limit - 1} if limit > 2 else set(keys)
    return sorted(often)[: algorithm.MOST_REPEATED]
