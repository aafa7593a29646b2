"""Thinking by Monte-Carlo tree search: for any number of seats, also where nothing is known of a game but its rules."""

from __future__ import annotations

import threading
import time
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

from ludograph.core.match import Match
from ludograph.core.moves import Move
from ludograph.engine.algorithms import tree_search as algorithm
from ludograph.engine.algorithms.tree_search import LONGEST_WAY, STRIDE, grow
from ludograph.engine.chance import seeded
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.plain_rules import PlainProgram, PlainRules
from ludograph.engine.program import Mode, Program
from ludograph.engine.rules import EVEN
from ludograph.errors import KernelFailed
from ludograph.learning.weights import playing_program
from ludograph.players.analysis import (
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
from ludograph.players.chances import SURE
from ludograph.players.repetitions import keys_not_to_repeat

TREE_WORDS = 1 << 24  # 128 MiB: 2.1 million nodes
PLAIN_TREE_WORDS = 1 << 20  # as many objects of Python
LEAST_TREE_WORDS = 1 << 16
INTERVAL = 0.005
REPORT_EVERY = 0.25
#: Random play goes on for so many moves before the evaluation is asked, where there is one.
CUT_OFF = 12
LONGEST_PLAY_OUT = 1000
ROOT = 0


class TreeSearch(Thinker):
    """UCT. Rounds are counted as nodes; a depth is reached when the tree has a line of so many moves; what was learned
    of the moves that were played is used again."""

    def __init__(
        self, game: KernelGame | PlainRules, *, seed: int = 0, tree_words: int = TREE_WORDS, mode: Mode = Mode.COMPILED
    ) -> None:
        self.game = game
        self.seed = seed
        self.tree_words = tree_words
        self.program: Program | PlainProgram
        if isinstance(game, KernelGame) and game.has_estimates:
            self.program = playing_program(game, grow, mode=mode)  # what was learned judges better
        else:
            self.program = game.program(grow, mode=mode)
        self.memory = self.program.words(algorithm.MEMORY_SIZE)
        self.stack = self.program.stack(1)
        self._tree: Any = None
        self._root = ROOT
        self._path: tuple[str, tuple[str, ...]] | None = None  # the start and the moves that lead to the root

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
        self._prepare(match, limits, only)
        state = self.program.state(match.position.state)  # type: ignore[arg-type]
        began = last_report = time.monotonic()
        with ThreadPoolExecutor(1) as pool:
            growing = pool.submit(self.program.grow, state, self._root, self.stack, self.memory, self._tree)
            try:
                while not wait([growing], INTERVAL).done:
                    now = time.monotonic()
                    if stop.is_set() or (limits.time is not None and now - began >= limits.time):
                        break
                    if report and now - last_report >= REPORT_EVERY:
                        last_report = now
                        if self._has_children():
                            report(self._analysis(match, now - began, lines))
            finally:
                self.memory[algorithm.STOP] = 1
            failed = growing.exception()
        if isinstance(failed, KernelFailed) and self.memory[algorithm.FEWER] != algorithm.NEVER:
            # Perhaps because the game was over: only whether moves fill a board is tried out beyond its end.
            self.memory[algorithm.FEWER] = algorithm.NEVER
            self.forget()
            return self.think(match, limits, report=report, stop=stop, lines=lines, only=only)
        if failed:
            raise failed
        found = self._analysis(match, time.monotonic() - began, lines)
        if report:
            report(found)
        return found

    # -- the tree ------------------------------------------------------------------------------------------

    def forget(self) -> None:
        self._path = None

    def _prepare(self, match: Match, limits: Limits, only: Collection[Move] = ()) -> None:
        memory = self.memory
        size = self.tree_words
        while limits.nodes and size > LEAST_TREE_WORDS and size > 64 * STRIDE * limits.nodes:
            size //= 2
        if limits.is_exact or only or not self._follow(match, size):
            self._tree = self.program.words(size)
            self._root = ROOT
            memory[algorithm.USED] = 1
            memory[algorithm.GOES_ON] = 0
            memory[algorithm.CHANCE] = seeded(self.seed)
        self._path = _path(match)
        if only:
            self._plant(match, only)
        has_evaluation = self.game.has_estimates
        memory[algorithm.STOP] = memory[algorithm.ROUNDS] = 0
        memory[algorithm.ROUND_LIMIT] = limits.nodes or MOST_NODES
        memory[algorithm.DEPTH_LIMIT] = limits.depth or 0
        memory[algorithm.CUT_OFF] = CUT_OFF if has_evaluation else LONGEST_PLAY_OUT
        memory[algorithm.SEATS] = len(self.game.seats)
        memory[algorithm.HAS_EVALUATION] = int(has_evaluation)
        repeated = keys_not_to_repeat(self.game, match)[-algorithm.MOST_REPEATED :]
        memory[algorithm.REPEATED] = len(repeated)
        for place, key in enumerate(repeated, algorithm.REPEATED_KEYS):
            memory[place] = key

    def _follow(self, match: Match, size: int) -> bool:
        """Go on with the part of the tree that the moves since then lead to, while half of the tree is free."""
        if self._path is None or self._tree is None or len(self._tree) != size:
            return False
        (start, before), (begun, now) = self._path, _path(match)
        if start != begun or now[: len(before)] != before or 2 * int(self.memory[algorithm.USED]) * STRIDE > size:
            return False
        node = self._root
        for move in match.played[len(before) :]:
            child = next(
                (child for child in self._children(node) if self._code(child) == self.game.code_of(move)), None
            )
            if child is None:
                return False
            node = child
        self._root = node
        return True

    def _plant(self, match: Match, only: Collection[Move]) -> None:
        """Give the root some of its children: no others will grow there, so that nobody may follow this tree later."""
        moves = wanted_moves(match, only)
        self._tree[algorithm.FIRST], self._tree[algorithm.NUMBER] = 1, len(moves)
        for child, move in enumerate(moves, 1):
            self._tree[child * STRIDE + algorithm.MOVE] = self.game.code_of(move)
            self._tree[child * STRIDE + algorithm.MOVER] = match.position.seat
        self.memory[algorithm.USED] = 1 + len(moves)
        self._path = None

    def _children(self, node: int) -> range:
        # The tree may be growing: a number of children is written after the place of the first.
        number, first = self._field(node, algorithm.NUMBER), self._field(node, algorithm.FIRST)
        return range(first, first + number)

    def _field(self, node: int, field: int) -> int:
        return int(self._tree[node * STRIDE + field])

    def _code(self, node: int) -> int:
        return self._field(node, algorithm.MOVE)

    def _has_children(self) -> bool:
        return self._field(self._root, algorithm.NUMBER) > 0

    # -- what was found ------------------------------------------------------------------------------------

    def _analysis(self, match: Match, seconds: float, lines: int) -> Analysis:
        """The moves that were visited most, each with the line of those that were visited most after it."""
        children = sorted(self._children(self._root), key=self._merit, reverse=True)
        visited = [child for child in children[:lines] if self._field(child, algorithm.VISITS)]
        found = tuple(self._line(match, number, child) for number, child in enumerate(visited))
        rounds = int(self.memory[algorithm.ROUNDS])
        return Analysis(found or (self._unvisited(match, children),), rounds, seconds)

    def _merit(self, node: int) -> tuple[int, int]:
        """How often it was visited, then how much it won: where moves outnumber rounds all were visited as often."""
        return self._field(node, algorithm.VISITS), self._field(node, algorithm.SUM)

    def _unvisited(self, match: Match, children: list[int]) -> Line:
        """What is said when there was no time for anything."""
        codes = [self._code(child) for child in children]
        move = next(move for move in match.position.legal_moves if not codes or self.game.code_of(move) in codes)
        return Line((move,), 0, 1, SURE * self._even)

    def _line(self, match: Match, number: int, child: int) -> Line:
        node, codes = child, list[int]()
        most = LONGEST_WAY if number < WHOLE_LINES else SHORT_LINE
        while node != ROOT and len(codes) < most and self._field(node, algorithm.VISITS):
            codes.append(self._code(node))
            node = max(self._children(node), key=self._merit, default=ROOT)
        line = self.game.line_of(match.position.state, codes)
        share = self._field(child, algorithm.SUM) / (algorithm.WHOLE * self._field(child, algorithm.VISITS))
        return Line(line, self._score(share), len(codes), SURE * share)

    @property
    def _even(self) -> float:
        return 1 / max(len(self.game.seats), 2)

    def _score(self, share: float) -> int:
        """The share that was won, as an advantage in hundredths of a piece: the evaluation's way back."""
        even = self._even
        away = min((share - even) / (1 - even) if share >= even else (even - share) / even, 0.99)
        advantage = int(algorithm.HALFWAY * away / (1 - away))
        return min(advantage, EVEN // 4) if share >= even else -min(advantage, EVEN // 4)


def _path(match: Match) -> tuple[str, tuple[str, ...]]:
    return str(match.start), tuple(move.text for move in match.played)
