"""What a Trimok position is worth, for players that search: part of the kernel of ``trimok``.

A stack is worth more the more enemies it beats and the fewer beat it; threats, freedom to move and the way to the
return rank count a little. ``tools/tune.py`` (benchmarks/results/tune-trimok.json) has found no weights that play
better than these, which were set by hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludograph.engine.bits import lowest, popcount
from ludograph.engine.rules import EVEN
from ludograph.games.trimok.rules import ALL_CELLS, NEIGHBOURS, TO, State

# Bound by Trimok.constants.
ADVANCED: Sequence[int] = ()  # each side's cells beyond the middle

STACK = 100
#: For each pair of a stack and an enemy that it beats; for each step that is possible; for each enemy that can be
#: taken; for each stack beyond the middle.
BEATEN_PAIR, STEP_FREE, THREAT, ADVANCE = 8, 2, 9, 6
WEIGHTS = {"BEATEN_PAIR": BEATEN_PAIR, "STEP_FREE": STEP_FREE, "THREAT": THREAT, "ADVANCE": ADVANCE}


def evaluate(s: State) -> int:
    mine = worth_of(s, s.mine, s.theirs, s.turn)
    theirs = worth_of(s, s.theirs, s.mine, 1 - s.turn)
    return EVEN + mine - theirs


def worth_of(s: State, own: int, other: int, side: int) -> int:
    empty = ALL_CELLS ^ own ^ other
    worth = STACK * popcount(own) + ADVANCE * popcount(own & ADVANCED[side])
    worth += worth_of_size(own & s.ones, other & s.threes, empty)
    worth += worth_of_size(own & s.twos, other & s.ones, empty)
    worth += worth_of_size(own & s.threes, other & s.twos, empty)
    return worth


def worth_of_size(stacks: int, beaten: int, empty: int) -> int:
    """Of stacks of one size, beside their number: what they beat, can take, and where they can go."""
    worth = BEATEN_PAIR * popcount(stacks) * popcount(beaten)
    while stacks:
        around = NEIGHBOURS[lowest(stacks)]
        worth += STEP_FREE * popcount(around & empty) + THREAT * popcount(around & beaten)
        stacks &= stacks - 1
    return worth


def is_over(s: State) -> bool:
    return s.theirs == 0 or s.mine == 0


def gain(s: State, move: int) -> int:
    """A stack taken."""
    if (s.theirs >> ((move >> TO) & 63)) & 1:
        return STACK
    return 0
