"""What a kernel tells of the hand that makes a move is what the library tells: a page knows nothing else."""

from __future__ import annotations

import random

import pytest

import ludograph
from ludograph import Match
from ludograph.core.registry import game_class_named
from ludograph.engine.kernel_game import KernelGame

MOST_MOVES = 400  # of each game
NAMES = [
    f"{name}/{variant}" if variant else name
    for name in ludograph.game_names()
    for variant in game_class_named(name).variants or (None,)
]


@pytest.mark.parametrize("name", NAMES)
def test_ways_are_those_of_the_moves(name: str) -> None:
    game = ludograph.game(name)
    if not isinstance(game, KernelGame) or "touched" not in game.kernel.functions:
        return  # the fields of its codes tell it, or its moves have names
    chance, seen, match = random.Random(name), 0, Match(game)
    while seen < MOST_MOVES:
        for move in match.moves():
            ways = game.ways_of(match.position.state, move.code)
            assert set(ways) == set(move.ways), f"{move} in {match.position}"
            seen += 1
            if game.name != "draughts":
                assert ways[0] == move.hops
        match.play(chance.choice(match.moves()))
        if match.outcome:
            seen += 20  # some games are over soon
            match = Match(game)
