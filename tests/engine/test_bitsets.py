"""Sets of bits, compiled and plain."""

from __future__ import annotations

import random

import pytest

import ludograph
from ludograph.engine.bits import WORD
from ludograph.engine.bitsets import nth
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.program import Mode, Program
from ludograph.engine.rules import State, Word


def found(start: State, word: Word, number: Word) -> Word:
    return nth(word, number)


@pytest.mark.parametrize("mode", [Mode.PLAIN, Mode.COMPILED])
def test_bits_are_found_by_their_number(mode: Mode) -> None:
    game = ludograph.game("tic-tac-toe")
    assert isinstance(game, KernelGame)
    program, chance = Program(game.kernel, [found], mode), random.Random(1)
    start = program.state(game.start_state())
    words = [WORD, 1, 1 << 63, *(chance.getrandbits(64) & chance.getrandbits(64) for _ in range(20))]
    for word in words:
        places = [place for place in range(64) if word >> place & 1]
        assert [program.found(start, program.word(word), number) for number in range(len(places))] == places
