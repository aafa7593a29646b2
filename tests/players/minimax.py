"""What the search must agree with: negamax without any cut, written apart from it; random positions to ask about."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from ludograph.core.game import Position
from ludograph.engine.algorithms.alpha_beta import WIN
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.rules import EVEN

LONGEST = 80
CELLS = [file + rank for file in "ABCDEF" for rank in "123456"]


def random_positions(game: KernelGame, number: int, seed: int, pieces: int) -> Iterator[Position]:
    """Positions that are not over: of Trimok with so many stacks anywhere, of others from random games."""
    chance = random.Random(seed)
    while number:
        position = _random_stacks(game, chance, pieces) if game.name == "trimok" else _random_game(game, chance)
        if position.legal_moves and not game.draw_of(position.state):
            number -= 1
            yield position


def _random_stacks(game: KernelGame, chance: random.Random, pieces: int) -> Position:
    cells = chance.sample(CELLS, pieces)
    stacks = (f"{1 + number % 3}{cell}{'RB'[number % 2]}" for number, cell in enumerate(cells))
    return game.parse(f"{chance.choice('RB')}:{','.join(stacks)}")


def _random_game(game: KernelGame, chance: random.Random) -> Position:
    position = game.start()
    for _ in range(chance.randrange(LONGEST)):
        if position.legal_moves:
            position = position.play(chance.choice(position.legal_moves))
    return position


class Minimax:
    """The score of a state so many moves ahead, and with all exchanges played out at the end."""

    def __init__(self, game: KernelGame) -> None:
        self.game = game
        self.rules = game.plain

    def score(self, state: Any, depth: int, ply: int = 0) -> int:
        if ply > 0 and self.rules.drawn(state) and self.game.codes(state):
            return 0
        if depth == 0:
            return self.settled(state, ply)
        codes = self.game.codes(state)
        if not codes:
            return self.final(state, ply)
        reached = [self.rules.apply(state, code) for code in codes]
        return max(self.seen_from(state, after, self.score(after, depth - 1, ply + 1)) for after in reached)

    def seen_from(self, state: Any, after: Any, score: int) -> int:
        """A score behind a move for who has made it, and who may be to move once more."""
        return score if self.rules.turn(after) == self.rules.turn(state) else -score

    def settled(self, state: Any, ply: int) -> int:
        if self.rules.is_over(state):
            return self.final(state, ply)
        codes = self.game.codes(state)
        if self.rules.drawn(state) and codes:
            return 0
        is_restless = self.rules.restless(state)
        noisy = [code for code in codes if is_restless or self.rules.gain(state, code) > 0]
        reached = [self.rules.apply(state, code) for code in noisy]
        scores = [self.seen_from(state, after, self.settled(after, ply + 1)) for after in reached]
        if not codes:
            # A side that may stand still does so, unless it is worse than the end.
            end = self.final(state, ply)
            return end if is_restless else max(end, self.estimate(state))
        if not is_restless:
            scores.append(self.estimate(state))
        return max(scores)

    def estimate(self, state: Any) -> int:
        return int(self.rules.evaluate(state)) - EVEN

    def final(self, state: Any, ply: int) -> int:
        winners = self.rules.winners(state)
        if not winners:
            return 0
        return WIN - ply if winners >> self.rules.turn(state) & 1 else ply - WIN
