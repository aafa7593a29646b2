"""A player with certain weights, inside compiled code: plays against itself, and against another one.

Workers are told the name of a game and the bytes of a file of weights, and make the rest themselves.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple, cast

from ludograph.core.registry import game as game_named
from ludograph.engine.algorithms import alpha_beta, self_play
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.program import Mode, Program
from ludograph.learning.fitting import Lesson
from ludograph.learning.weights import Weights

#: What a search may remember, in words: little, as it is cleared for every game.
TABLE_WORDS = 1 << 13
LONGEST = 240
SPEED_POSITIONS, SPEED_NODES, SPEED_RUNS = 40, 4_000, 3
TWICE = 2

#: The bytes of a file of weights; empty for the evaluation that the game has by itself.
WeightBytes = bytes
OWN: WeightBytes = b""


class Side:
    """Buffers and a program for one player."""

    def __init__(self, game_id: str, weights: WeightBytes) -> None:
        self.game = cast(KernelGame, game_named(game_id))
        kernel = Weights.from_bytes(weights, self.game).kernel(self.game) if weights else self.game.kernel
        algorithms = (self_play.self_play, self_play.think, self_play.look_at, self_play.follow)
        self.program = Program(kernel, algorithms, Mode.COMPILED)
        self.stack = self.program.words(2 * self.game.max_moves * (alpha_beta.LONGEST + 2))
        self.memory = self.program.words(alpha_beta.MEMORY_SIZE)
        self.memory[alpha_beta.REPETITIONS_DRAW] = int(self.game.repetition_limit > 0)
        self.table = self.program.words(TABLE_WORDS)
        self.width = len(self.game.declaration.fields)
        self._told, self._after = self.program.words(4), self.program.words(self.width)

    def forget(self) -> None:
        self.table[:] = 0
        self.memory[alpha_beta.HISTORY :] = 0

    def look_at(self, state: Any) -> tuple[int, list[int]]:
        """How many moves there are, and what a referee wants to know."""
        moves = int(self.program.look_at(self.program.state(state), self.stack, self._told))
        return moves, self._told.tolist()

    def chosen(self, state: Any, keys: list[int], nodes: int) -> int:
        """The code of the move that the player makes."""
        recent = keys[-alpha_beta.MOST_REPEATED :]
        self.memory[alpha_beta.REPEATED] = len(recent)
        for place, key in enumerate(recent, alpha_beta.REPEATED_KEYS):
            self.memory[place] = key
        move = int(self.program.think(self.program.state(state), nodes, self.stack, self.memory, self.table))
        if not move:
            self.look_at(state)
            move = int(self.stack[0])
        return move

    def after(self, state: Any, code: int) -> list[int]:
        self.program.follow(self.program.state(state), code, self._after)
        found: list[int] = self._after.tolist()
        return found

    def speed(self, states: Any) -> float:
        """How many nodes it looks at in a second of a processor."""
        best = 0.0
        for _ in range(SPEED_RUNS):
            nodes, began = 0, time.thread_time()
            for state in states:
                self.chosen(state, [], SPEED_NODES)
                nodes += int(self.memory[alpha_beta.NODES])
            best = max(best, nodes / max(time.thread_time() - began, 1e-6))
        return best


@lru_cache(maxsize=4)
def side_of(game_id: str, weights: WeightBytes) -> Side:
    return Side(game_id, weights)


class Practice(NamedTuple):
    """How a player practises: nodes for each move, random moves first (and up to as many more), how many positions, one
    of so many."""

    nodes: int
    opening: int
    positions: int
    one_in: int = 4


def practised(game_id: str, weights: WeightBytes, practice: Sequence[int], seed: int) -> Any:
    """What a worker does: play against itself; returns rows of words, one for each position."""
    import numpy as np

    nodes, opening, positions, one_in = Practice(*practice)
    side = side_of(game_id, weights)
    side.memory[self_play.ONE_IN] = one_in
    width = side.width + self_play.EXTRA
    out, keys = np.zeros(positions * width, np.uint64), side.program.words(LONGEST + 1)
    start = side.program.state(cast(tuple[int, ...], side.game.start_state()))
    buffers = (side.stack, side.memory, side.table, keys, out)
    side.program.self_play(start, side.program.word(seed), nodes, opening, LONGEST, *buffers)
    return out.reshape(positions, width)


def lesson_of(rows: Any) -> Lesson:
    """What is to be learned of such rows."""
    import numpy as np

    scores, seats, points, games = (rows[:, place].astype(np.int64) for place in range(-self_play.EXTRA, 0))
    return Lesson(rows[:, : -self_play.EXTRA].copy(), scores - self_play.SCORE_OFFSET, seats, points, games)


class Duel(NamedTuple):
    """How two players meet: nodes for a move of each, random moves first."""

    nodes: tuple[int, int]
    opening: int


def duelled(game_id: str, new: WeightBytes, old: WeightBytes, duel: tuple[tuple[int, int], int], seed: int) -> float:
    """What a worker does: two games from one opening, with sides exchanged; returns the share of the new player."""
    import random

    nodes, opening = duel
    sides = side_of(game_id, new), side_of(game_id, old)
    start = _opened(sides[0], opening, random.Random(seed))
    points = _played(start, (0, 1), sides, nodes) + 1 - _played(start, (1, 0), sides, nodes)
    return points / TWICE


def _opened(side: Side, opening: int, chance: Any) -> list[int]:
    """A position after some random moves in which the game goes on."""
    while True:
        state = list(cast(tuple[int, ...], side.game.start_state()))
        for _ in range(opening + chance.randrange(TWICE)):
            moves, told = side.look_at(state)
            if not moves or told[self_play.IS_DRAWN]:
                break
            state = side.after(state, int(side.stack[chance.randrange(moves)]))
        moves, told = side.look_at(state)
        if moves and not told[self_play.IS_DRAWN]:
            return state


def _played(state: list[int], seated: tuple[int, int], sides: tuple[Side, Side], nodes: tuple[int, int]) -> float:
    """The points of the first seat, at which sides[seated[0]] sits."""
    seen, repeated = dict[int, int](), list[int]()
    for side in sides:
        side.forget()
    limit = sides[0].game.repetition_limit
    for _ in range(LONGEST):
        moves, told = sides[0].look_at(state)
        assert (moves, told) == sides[1].look_at(state), "both have the same rules"
        if not moves:
            winners = told[self_play.WINNERS]
            return 0.5 + ((winners & 1) - (winners >> 1 & 1)) / 2
        key = told[self_play.KEY]
        seen[key] = seen.get(key, 0) + 1
        if told[self_play.IS_DRAWN] or (limit and seen[key] >= limit):
            return 0.5
        if limit and seen[key] == limit - 1:
            repeated.append(key)
        who = seated[told[self_play.SEAT]]
        side = sides[who]
        code = side.chosen(state, repeated, nodes[who]) if moves > 1 else int(side.stack[0])
        state = side.after(state, code)
    return 0.5
