"""Exchanges on one node: against the same told by recursion, and takers against the legal moves."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import ludograph
from ludograph.core.game import Position
from ludograph.engine.algorithms.exchanges import is_losing
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.program import Mode
from ludograph.engine.rules import NOBODY

GAMES = ("nchess", "nchess/glinski", "xiangqi", "crazyhouse")
LONGEST = 90


def positions(game: KernelGame, number: int) -> Iterator[Position]:
    chance = random.Random(5)
    for _ in range(number):
        position = game.start()
        for _ in range(chance.randrange(LONGEST)):
            if position.legal_moves:
                position = position.play(chance.choice(position.legal_moves))
        if position.legal_moves:
            yield position


class Exchange:
    """What an exchange wins, with every taker looked at to its end."""

    def __init__(self, game: KernelGame) -> None:
        self.rules = game.plain

    def balance(self, state, code: int) -> int:
        rules = self.rules
        risk = rules.risk(state, code)
        left = rules.without_taker(state, rules.exchange_start(state, code))
        answer = self._won(left, rules.exchange_end(state, code), 1 - rules.turn(state), risk) if risk else 0
        return rules.gain(state, code) - answer

    def _won(self, state, node: int, seat: int, standing: int) -> int:
        """What a seat wins by taking what stands on a node, or by leaving it."""
        taker = self.rules.least_taker(state, node, seat)
        if taker == NOBODY:
            return 0
        rest = self.rules.without_taker(state, taker)
        return max(0, standing - self._won(rest, node, 1 - seat, self.rules.taker_worth(state, taker)))


@pytest.mark.parametrize("name", GAMES)
def test_a_move_loses_what_its_exchange_costs(name: str) -> None:
    game = ludograph.game(name)
    exchange, is_found_losing = Exchange(game), game.program(is_losing, mode=Mode.PLAIN).is_losing
    losing = 0
    for position in positions(game, 25):
        for move in position.legal_moves:
            won = game.plain.gain(position.state, move.code)
            expected = exchange.balance(position.state, move.code) < 0
            assert is_found_losing(position.state, move.code, won) == expected, (str(position), move)
            losing += expected
    assert losing > 50


@pytest.mark.parametrize("name", GAMES)
def test_the_least_taker_can_take(name: str) -> None:
    """Whoever takes by a legal move is a taker, and none that may take is worth less than the least one."""
    game, seen = ludograph.game(name), 0
    rules = game.plain
    for position in positions(game, 25):
        state, seat = position.state, position.seat
        takers: dict[int, list[int]] = {}
        for move in position.legal_moves:
            start, end = rules.exchange_start(state, move.code), rules.exchange_end(state, move.code)
            if rules.content(state, end) and rules.gain(state, move.code) and start != end:
                takers.setdefault(end, []).append(start)
        for node, starts in takers.items():
            seen += 1
            least = rules.least_taker(state, node, seat)
            assert rules.taker_worth(state, least) <= min(rules.taker_worth(state, start) for start in starts)
            if least not in starts:  # a pin or a check forbids it
                assert rules.restless(state) or rules.restless(rules.without_taker(state, least)), str(position)
    assert seen > 20


def test_noisy_moves_of_chess_are_those_that_gain() -> None:
    game = ludograph.game("nchess")
    rules = game.plain
    for position in positions(game, 60):
        state = position.state
        if not rules.restless(state):
            out = [0] * 2 * game.max_moves
            found = out[: rules.generate_noisy(state, out, 0)]
            assert sorted(found) == sorted(code for code in game.codes(state) if rules.gain(state, code))
