"""What a position is worth to players that search: part of the kernel, for all of chess's relatives.

The pieces of either side, each by its kind and its node, and those in hand. Where it is good to be is derived from the
lines: on cells from which a piece reaches more than on others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ludograph.board.tables import words
from ludograph.engine.bits import lowest, popcount, replaced
from ludograph.engine.rules import EVEN
from ludograph.games._chess_kin.codes import (
    COUNTS_CHECKS,
    DROPPED,
    DROPS,
    FIRST_KIND,
    HANDS,
    HELD,
    KIND_MASK,
    KINDS,
    LEFT,
    MOVES,
    MUST_TAKE,
    NO_CHECKS,
    NODE_MASK,
    NODES,
    PASSED,
    PLACED,
    ROYAL,
    TURN,
    WORD_SIZE,
    WORDS,
    State,
    kind_on,
)
from ludograph.games._chess_kin.danger import (
    is_in_check,
)
from ludograph.games._chess_kin.pieces import BOTH_SEATS, Grid, Kin
from ludograph.games._chess_kin.rules import (
    is_capture,
    taken_node,
)

CHECK_WORTH = 150  # a check that counts
HAND_EXTRA = 20  # a piece in hand is wherever it is needed
FEW_PIECES = 4
#: How likely a cell of a line is empty, and what each cell is worth that a piece reaches more than on average.
EMPTY, PLACE_WORTH = 0.7, 5.0
STEP_WORTH = 6  # a pawn's step ahead

# Bound for each game by ``constants``.
WORTHS: Sequence[int] = ()  # for each seat, kind and node
VALUES: Sequence[int] = ()  # for each kind, and 0 for none


def evaluate(s: State) -> int:
    me = s[TURN]
    mine, theirs = side_worth(s, me), side_worth(s, 1 - me)
    return EVEN + theirs - mine if MUST_TAKE else EVEN + mine - theirs


def side_worth(s: State, seat: int) -> int:
    total = 0
    for kind in range(KINDS):
        for word in range(WORDS):
            pieces = s[seat * WORDS + word] & s[FIRST_KIND + kind * WORDS + word]
            while pieces:
                total += WORTHS[(seat * KINDS + kind) * NODES + word * WORD_SIZE + lowest(pieces)]
                pieces &= pieces - 1
    for held in range(HELD):
        total += s[HANDS + seat * HELD + held] * (VALUES[DROPPED[held]] + HAND_EXTRA)
    if COUNTS_CHECKS:
        total += CHECK_WORTH * (3 - min(s[LEFT + seat], 3))
    return total


def gain(s: State, move: int) -> int:
    """A piece taken, and what the mover becomes. Where captures are forced nobody gains by them."""
    if MUST_TAKE or move & DROPS:
        return 0
    won = 0
    if is_capture(s, move):
        won = VALUES[kind_on(s, taken_node(move, s[TURN]))]
    return won + VALUES[(move >> PLACED) & KIND_MASK] - VALUES[kind_on(s, move & NODE_MASK)]


def restless(s: State) -> bool:
    """In check nothing can be judged. Where captures are forced they go on for ever, and are left to the search."""
    return not MUST_TAKE and is_in_check(s)


def may_pass(s: State) -> bool:
    """Whoever has some pieces is hardly ever better off by not moving; a king that races or is forced may be."""
    if ROYAL == KINDS or NO_CHECKS:
        return False
    me = s[TURN]
    pieces = 0
    for word in range(WORDS):
        pieces += popcount(s[me * WORDS + word])
    return pieces >= FEW_PIECES and not is_in_check(s)


def pass_turn(s: State) -> State:
    for word in range(WORDS):
        s = replaced(s, PASSED + word, 0)
    return replaced(s, TURN, 1 - s[TURN])


# -- tables -----------------------------------------------------------------------------------------------


def constants(grid: Grid, kinds: Sequence[Kin], extra: Callable[[Kin, int, int], int]) -> Mapping[str, Any]:
    """The values of the kinds, and the worth of each on each node; ``extra`` is what a game adds to a kind on a column
    and row, as the first seat sees them."""
    worths = []
    for seat in BOTH_SEATS:
        for kind in kinds:
            reach = [_reach(grid, kind, seat, node) for node in range(grid.size)]
            average = sum(reach) / len(reach)
            for node, here in enumerate(reach):
                ahead = grid.cell(seat, node)[1]
                place = STEP_WORTH * ahead if kind.becomes else PLACE_WORTH * (here - average) if kind.worth else 0
                worths.append(max(0, round(kind.worth + place) + extra(kind, *grid.cell(0, node))))
    return {"WORTHS": words(worths), "VALUES": (*(kind.worth for kind in kinds), 0)}


def _reach(grid: Grid, kind: Kin, seat: int, node: int) -> float:
    """How many nodes a piece reaches, those behind others counted less."""
    lines = (line for line in grid.lines(kind, seat, node) if line.mode & MOVES)
    return sum(EMPTY**step for line in lines for step in range(len(line.nodes)))
