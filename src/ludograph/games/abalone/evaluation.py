"""What an Abalone position is worth, for players that search: part of the kernel of ``abalone``.

Pieces off the board count most; then how near to the centre the others are, and how well they hold together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ludograph.engine.bits import lowest, popcount
from ludograph.engine.keys import FIRST_KEY, mixed
from ludograph.engine.rules import EVEN
from ludograph.games.abalone.rules import (
    AXES,
    AXIS,
    DIRECTION,
    NODES,
    SIZE,
    WIDE,
    State,
    contains,
    step,
)

# Bound for each game by Abalone.constants.
PLACE_WORTH: Sequence[int] = ()  # for each node: most in the centre, 0 at the edge
PUSHED_OFF = 300
NEIGHBOURS_WORTH = 19  # for each pair of neighbours of one side
PLACES = ("PLACE_1", "PLACE_2", "PLACE_3", "PLACE_4")
#: ``PLACE_n`` is the worth of a cell n steps from the edge; the last, set by hand, also of those further away. The
#: others were found by tools/tune.py on squares, in two rounds, the second of which is kept in benchmarks/results.
WEIGHTS = {"NEIGHBOURS_WORTH": NEIGHBOURS_WORTH, "PLACE_1": 8, "PLACE_2": 29, "PLACE_3": 67, "PLACE_4": 80}


def place_worths(weights: Mapping[str, int], distances: Iterable[int]) -> list[int]:
    """What it is worth to stand on each node, of which the distance from the edge is known."""
    worths = (0, *(weights[name] for name in PLACES))
    return [worths[min(distance, len(PLACES))] for distance in distances]


def evaluate(s: State) -> int:
    mine = PUSHED_OFF * s.taken + worth_of(s.mine, s.mine_high)
    theirs = PUSHED_OFF * s.lost + worth_of(s.theirs, s.theirs_high)
    return EVEN + mine - theirs


def worth_of(cells: int, high_cells: int) -> int:
    """How well the pieces on these cells stand."""
    worth = 0
    left = cells
    while left:
        worth += worth_of_piece(cells, high_cells, lowest(left))
        left &= left - 1
    if WIDE:
        left = high_cells
        while left:
            worth += worth_of_piece(cells, high_cells, 64 + lowest(left))
            left &= left - 1
    return worth


def worth_of_piece(cells: int, high_cells: int, node: int) -> int:
    worth = PLACE_WORTH[node]
    for axis in range(AXES):
        if contains(cells, high_cells, step(node, axis)):
            worth += NEIGHBOURS_WORTH
    return worth


def gain(s: State, move: int) -> int:
    """A piece pushed over the edge."""
    direction = (move >> DIRECTION) & 7
    size = (move >> SIZE) & 3
    if size == 1 or direction != (move >> AXIS) & 7:
        return 0
    ahead = move & 127
    for _ in range(size):
        ahead = step(ahead, direction)
    if not contains(s.theirs, s.theirs_high, ahead):
        return 0
    ahead = step(ahead, direction)
    if contains(s.theirs, s.theirs_high, ahead):
        ahead = step(ahead, direction)
    if ahead == NODES:
        return PUSHED_OFF
    return 0


def may_pass(s: State) -> bool:
    """While there are some pieces, to move is no burden."""
    return popcount(s.mine) + popcount(s.mine_high) > 4


def pass_turn(s: State) -> State:
    return State(s.theirs, s.theirs_high, s.mine, s.mine_high, s.taken, s.lost, 1 - s.turn, s.moves)


def position_key(s: State) -> int:
    key = mixed(mixed(FIRST_KEY, s.mine), s.theirs)
    if WIDE:
        key = mixed(mixed(key, s.mine_high), s.theirs_high)
    return mixed(key, s.turn | (s.lost << 1) | (s.taken << 17))
