"""Thousands of games side by side, stepped at native speed on all cores: numpy in, numpy out.

    env = VectorEnv("connect-four", 4096)
    while True:
        env.step(policy(env.observations, env.masks))
        env.rewards, env.terminated, env.truncated, env.seats

A game that ends begins anew in the same step: its row tells the end and the rewards of each seat, and what the side to
move sees is the new beginning.
"""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ludograph.core.game import Game, Position
from ludograph.engine.algorithms import vector
from ludograph.engine.program import Mode, Program
from ludograph.engine.rules import MOST_TOUCHED
from ludograph.errors import IllegalMove, InvalidPosition
from ludograph.learners.numbers import numbers_of

LONGEST = 512
#: So few games aren't worth a second thread, and so many seconds of work are.
LEAST_ROWS = 64
WORTH_A_THREAD = 0.0002


class VectorEnv:
    """Games of one kind that are played at the same time.

    ``observations`` (games × planes × nodes) are what each side to move sees, ``masks`` (games × actions) its legal
    actions; ``rewards`` (games × seats), ``terminated`` and ``truncated`` tell what the last step did, ``seats`` who is
    to move now. All are the environment's own memory, written anew by every step: copy what is to be kept.
    """

    def __init__(
        self,
        game: str | Game,
        games: int,
        *,
        seed: int = 0,
        longest: int = LONGEST,
        threads: int | None = None,
        position: Position | None = None,
    ) -> None:
        self.numbers = numbers_of(game)
        self.game = self.numbers.game
        self.games, self.longest = games, longest
        if games < 1 or longest < 1:
            raise ValueError(f"There must be at least one game of at least one move, not {games} of {longest}.")
        begin = position or self.game.start()
        if begin.outcome or self.game.draw_of(begin.state):
            raise InvalidPosition("No game can begin so", ["it is over"], str(begin))
        algorithms = (vector.begin, vector.step, vector.choose, vector.first_wrong)
        self._program = Program(self.numbers.kernel, algorithms, Mode.COMPILED)
        state: Any = begin.state
        self._start = self._program.state(state)
        self._limit = self.game.repetition_limit
        self._make_arrays(len(state))
        self._choose = self._program.prepared(
            "choose", 0, games, self._chances, self._legal, self._actions, self._choices
        )
        self._find_wrong = self._program.prepared("first_wrong", 0, games, self._chosen, self._legal, self._masks)
        self._use(threads or 1)
        self.reset(seed)
        if threads is None and games >= 2 * LEAST_ROWS:
            self._use(self._worth(seed))

    def _use(self, threads: int) -> None:
        self._rows = self._shares(threads)
        self._arrays = [self._arrays_of_thread() for _ in self._rows]
        fixed = (self.longest, self._limit, self._chosen)
        shares = zip(self._rows, self._arrays, strict=True)
        self._steps = [self._program.prepared("step", self._start, *rows, *fixed, *arrays) for rows, arrays in shares]
        self._pool = ThreadPoolExecutor(len(self._rows) - 1) if len(self._rows) > 1 else None

    def _worth(self, seed: int) -> int:
        """How many threads pay: to hand work over takes some time, too."""
        begun = time.thread_time()
        self.reset(seed)
        return max(1, min(os.cpu_count() or 1, int((time.thread_time() - begun) / WORTH_A_THREAD)))

    def _make_arrays(self, width: int) -> None:
        games, numbers = self.games, self.numbers
        self._states = np.zeros(games * width, np.uint64)
        self._plies, self._chances, self._legal = (np.zeros(games, np.uint64) for _ in range(3))
        self._keys = np.zeros(games * (self.longest + 1) * (self._limit > 0), np.uint64)
        self._codes = np.zeros(games * self.game.max_moves, np.uint64)
        self._actions = np.zeros(games * self.game.max_moves, np.uint32)
        self._chosen, self._choices = np.zeros(games, np.uint64), np.zeros(games, np.uint64)
        planes, nodes = numbers.shape
        self._planes = np.zeros(games * planes * nodes, np.uint8)
        self._masks = np.zeros(games * numbers.actions.number, np.uint8)
        self._told = np.zeros(games * (vector.REWARDS + len(self.game.seats)), np.uint8)
        told = self._told.reshape(games, -1)
        self.observations = _read_only(self._planes.reshape(games, planes, nodes))
        self.masks = _read_only(self._masks.reshape(games, -1).view(np.bool_))
        self.terminated = _read_only(told[:, vector.TERMINATED].view(np.bool_))
        self.truncated = _read_only(told[:, vector.TRUNCATED].view(np.bool_))
        self.seats = _read_only(told[:, vector.SEAT])
        self.rewards = _read_only(told[:, vector.REWARDS :].view(np.int8))

    def _shares(self, threads: int) -> list[tuple[int, int]]:
        """The rows of each thread."""
        number = max(1, min(threads, self.games // LEAST_ROWS))
        ends = [self.games * share // number for share in range(number + 1)]
        return list(pairwise(ends))

    @property
    def actions(self) -> int:
        """How many actions there are."""
        return self.numbers.actions.number

    def reset(self, seed: int = 0) -> None:
        """Begin all games. The seed is for ``random_actions``."""
        self._masks[:] = 0
        self._told[:] = 0
        for rows, arrays in zip(self._rows, self._arrays, strict=True):
            states, plies, *others = arrays
            self._program.begin(self._start, *rows, self.longest, seed, states, plies, self._chances, *others)

    def step(self, actions: ArrayLike) -> None:
        """Make one move in every game; IllegalMove when one is not legal, and then none is made."""
        chosen: NDArray[Any] = np.asarray(actions)
        if chosen.shape != (self.games,) or chosen.dtype.kind not in "iu":
            raise ValueError(f"The actions must be {self.games} integers, not {chosen.dtype} of shape {chosen.shape}.")
        np.copyto(self._chosen, chosen, casting="unsafe")  # negative ones become too large
        row = self._find_wrong()
        if row < self.games:
            raise IllegalMove(f"The action {chosen[row]} is not legal in game {row}.", reason="not-listed")
        others = [self._pool.submit(step) for step in self._steps[1:]] if self._pool else []
        self._steps[0]()
        for each in others:
            each.result()

    def random_actions(self) -> NDArray[np.int64]:
        """A random legal action for every game."""
        self._choose()
        return self._choices.astype(np.int64)  # what numpy's own choices are

    def position(self, game: int) -> Position:
        """The position of one of the games."""
        words = self._states.reshape(self.games, -1)[game]
        return Position(self.game, self.game.declaration.state_of(map(int, words)))

    def _arrays_of_thread(self) -> tuple[Any, ...]:
        kept = (self._states, self._plies, self._legal, self._keys, self._codes, self._actions)
        scratch = self._program.stack(1), self._program.words(MOST_TOUCHED)
        return (*kept, *scratch, self._planes, self._masks, self._told)

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    shown = array.view()
    shown.flags.writeable = False
    return shown
