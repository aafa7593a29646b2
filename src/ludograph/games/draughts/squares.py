"""Sets of squares in the kernel of draughts: what every other part of it stands on.

All numbers are unsigned words. A set of squares is a pair of words with one bit for each node; on boards of up to 64
nodes (``WIDE`` is 0) the second word is always 0, which the compiler knows, so that it costs nothing. Directions are
seen by the side to move, so that its men go into the first ones: a table for each side, one behind the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from ludograph.draw.picture import Shape
from ludograph.engine.bits import WORD, lowest, popcount
from ludograph.engine.declared.fields import MOVER, OTHER, Cells, Counter, Kind, More, Turn, Value

MAX_RUN = 127 << 2 | 3  # see ``run_of``

# Facts, bound for each game by its variant.
WIDE = 0  # 1: the board has more nodes than a word has bits
ALL = 0  # the set of all squares
ALL_HIGH = 0
PLACES = 0  # the nodes and OUTSIDE: how long a side's part of a table is
DIRECTIONS = 4  # in which captures may go
BIT: Sequence[int] = ()  # of each node, and none of OUTSIDE
BIT_HIGH: Sequence[int] = ()
STEP: Sequence[int] = ()  # the next node in each direction
# All nodes of a set go one step in a direction by shifting: those of one group by the same number of places.
GROUPS = 2
FROM: Sequence[int] = ()  # the nodes of each group
FROM_HIGH: Sequence[int] = ()
DOWN: Sequence[int] = ()  # how many places their numbers fall
UP: Sequence[int] = ()  # or rise
LAST_ROW: Sequence[int] = ()  # where each side's men are crowned
LAST_ROW_HIGH: Sequence[int] = ()


class State(NamedTuple):
    """The pieces of the side to move and of the other side, the kings of both, and what the rules count."""

    mine: Annotated[int, Cells(MOVER, "man")]
    theirs: Annotated[int, Cells(OTHER, "man")]
    kings: Annotated[int, Kind("", "king", Shape.CROWNED)]
    mine_high: Annotated[int, More("mine")]
    theirs_high: Annotated[int, More("theirs")]
    kings_high: Annotated[int, More("kings")]
    turn: Turn
    run: Annotated[int, Value(MAX_RUN)]  # quiet moves in a row with one king, of the side to move: see ``run_of``
    their_run: Annotated[int, Value(MAX_RUN)]
    clocks: Annotated[int, Counter(WORD)]  # see ``clocks_after``


BACK = 3  # direction ^ BACK is the opposite direction

Squares = tuple[int, int]


def squares(low: int, high: int) -> Squares:
    if WIDE:
        return low, high
    return low, 0


def node_of(node: int) -> Squares:
    """The set of one node; none for OUTSIDE."""
    return squares(BIT[node], BIT_HIGH[node])


def is_some(them: Squares) -> bool:
    return them[0] | them[1] != 0


def holds(them: Squares, node: int) -> bool:
    """Whether a node, which may be OUTSIDE, is in a set."""
    if WIDE:
        return (them[0] & BIT[node]) | (them[1] & BIT_HIGH[node]) != 0
    return them[0] & BIT[node] != 0


def either(some: Squares, others: Squares) -> Squares:
    return squares(some[0] | others[0], some[1] | others[1])


def both(some: Squares, others: Squares) -> Squares:
    return squares(some[0] & others[0], some[1] & others[1])


def without(some: Squares, others: Squares) -> Squares:
    return squares(some[0] & ~others[0], some[1] & ~others[1])


def size(them: Squares) -> int:
    """How many nodes a set has."""
    if WIDE:
        return popcount(them[0]) + popcount(them[1])
    return popcount(them[0])


def first(them: Squares) -> int:
    """The first node of a set that is not empty."""
    if WIDE and them[0] == 0:
        return 64 + lowest(them[1])
    return lowest(them[0])


def rest(them: Squares) -> Squares:
    """A set without its first node."""
    if WIDE and them[0] == 0:
        return 0, them[1] & (them[1] - 1)
    return squares(them[0] & (them[0] - 1), them[1])


def toward(them: Squares, turn: int, direction: int) -> Squares:
    """Where the nodes of a set get by one step."""
    group = (turn * DIRECTIONS + direction) * GROUPS
    moved = shifted(them, group)
    if GROUPS == 2:
        return either(moved, shifted(them, group + 1))
    return moved


def shifted(them: Squares, group: int) -> Squares:
    """Where the nodes of one group get."""
    low = them[0] & FROM[group]
    moved = (low >> DOWN[group]) << UP[group]
    if WIDE:
        high = them[1] & FROM_HIGH[group]
        moved |= (high << 1) << (63 - DOWN[group])  # in two steps, because none may be of 64 places
        moved_high = ((high >> DOWN[group]) << UP[group]) | ((low >> 1) >> (63 - UP[group]))
        return moved & WORD, moved_high
    return moved, 0


def step(turn: int, node: int, direction: int) -> int:
    """The next node, or OUTSIDE."""
    return STEP[(turn * PLACES + node) * DIRECTIONS + direction]


def my_pieces(s: State) -> Squares:
    return squares(s.mine, s.mine_high)


def their_pieces(s: State) -> Squares:
    return squares(s.theirs, s.theirs_high)


def all_kings(s: State) -> Squares:
    return squares(s.kings, s.kings_high)


def empty_squares(s: State) -> Squares:
    return squares(ALL ^ s.mine ^ s.theirs, ALL_HIGH ^ s.mine_high ^ s.theirs_high)


def last_row(turn: int) -> Squares:
    """Where a side's men are crowned."""
    return squares(LAST_ROW[turn], LAST_ROW_HIGH[turn])
