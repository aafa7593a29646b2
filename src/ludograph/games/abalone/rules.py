"""The rules of Abalone as a kernel, for any board on which lines go straight on.

The board is one table: ``STEP`` leads from a node in a direction to the next node, and off the board to OUTSIDE, from
where every step leads to itself. OUTSIDE has no bit: it is in no set of cells, and adding it to one changes nothing. So
it reads as empty behind an enemy, which can be pushed there and is gone; and it isn't one of the empty cells, so that
no piece of one's own goes there. No function asks where the edge is, or which board it is.

Sets of cells have two words, for boards of up to 128 nodes; on a board of up to 64 the second is the constant 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from ludograph.draw.picture import Shape
from ludograph.engine.bits import lowest, popcount
from ludograph.engine.declared.fields import MOVER, OTHER, Cells, Counter, Further, Hand, Turn
from ludograph.engine.ranking import BINOMIALS, rank_combination, spread, squeeze, unrank_combination
from ludograph.engine.rules import Moves

MAX_LOST = 20
MAX_MOVES_COUNTED = 10_000

# Bound for each game by Abalone.constants.
NODES = 0
TOUCHED_NEXT = False  # whether people name the cell that the last marble goes to, else the one that is entered
WIDE = False  # whether there are more than 64 nodes
DIRECTIONS = 0  # the second half of them are the opposites of the first
AXES = 0  # half of that: the lines through a node; their directions lead to higher numbers
STEP: Sequence[int] = ()  # STEP[DIRECTIONS * node + direction]
BIT: Sequence[int] = ()  # of each node in the first word of a set
HIGH_BIT: Sequence[int] = ()  # and in the second
ALL_CELLS = 0
ALL_HIGH_CELLS = 0
SIDEWAYS: Sequence[int] = ()  # for each axis, the directions that don't go along it, as bits
CAPTURES_TO_WIN = 1
MOVE_LIMIT = 0
PIECES = 0  # of each side, on and off the board: only ranks ask for it
FIRST_RANKS: Sequence[
    int
] = ()  # the first rank, without turn, for each number of own and of enemy pieces off the board
MAX_GROUP = 3


class State(NamedTuple):
    """The cells of the side to move and of the other side, and the pieces that they have lost."""

    mine: Annotated[int, Cells(MOVER, "marble", shape=Shape.MARBLE)]
    mine_high: Further
    theirs: Annotated[int, Cells(OTHER, "marble", shape=Shape.MARBLE)]
    theirs_high: Further
    lost: Annotated[int, Hand(MOVER, MAX_LOST, "marble", shape=Shape.MARBLE)]
    taken: Annotated[int, Hand(OTHER, MAX_LOST, "marble", shape=Shape.MARBLE)]
    turn: Turn
    moves: Annotated[int, Counter(MAX_MOVES_COUNTED)]  # of both sides together, while there is a limit to them


# A move's code: so many pieces from a node on along an axis, and the direction in which they move.
AXIS, SIZE, DIRECTION = 7, 10, 12


def contains(cells: int, high_cells: int, node: int) -> bool:
    """Whether a node is in a set of cells; OUTSIDE never is."""
    found = cells & BIT[node]
    if WIDE:
        found |= high_cells & HIGH_BIT[node]
    return found != 0


def step(node: int, direction: int) -> int:
    return STEP[DIRECTIONS * node + direction]


def empty_cells(s: State) -> int:
    return ALL_CELLS ^ s.mine ^ s.theirs


def empty_high_cells(s: State) -> int:
    return ALL_HIGH_CELLS ^ s.mine_high ^ s.theirs_high


def is_over(s: State) -> bool:
    return s.lost >= CAPTURES_TO_WIN or s.taken >= CAPTURES_TO_WIN


def generate(s: State, out: Moves, n: int) -> int:
    if is_over(s):
        return n
    cells = s.mine
    while cells:
        n = generate_from(s, lowest(cells), out, n)
        cells &= cells - 1
    if WIDE:
        cells = s.mine_high
        while cells:
            n = generate_from(s, 64 + lowest(cells), out, n)
            cells &= cells - 1
    return n


def generate_from(s: State, node: int, out: Moves, n: int) -> int:
    """The moves in line of the group whose last piece is here, and the side steps of those whose first piece is."""
    free = free_directions(s, node)
    for direction in range(DIRECTIONS):
        size = (free >> direction) & 1
        if contains(s.mine, s.mine_high, step(node, direction)):
            size = group_in_line(s, node, direction)
        if size:
            out[n] = node | (direction << AXIS) | (size << SIZE) | (direction << DIRECTION)
            n += 1
    for axis in range(AXES):
        second = step(node, axis)
        if contains(s.mine, s.mine_high, second):
            sideways = free & free_directions(s, second) & SIDEWAYS[axis]
            n = add_side_steps(node, axis, 2, sideways, out, n)
            third = step(second, axis)
            if contains(s.mine, s.mine_high, third):
                n = add_side_steps(node, axis, 3, sideways & free_directions(s, third), out, n)
    return n


def add_side_steps(node: int, axis: int, size: int, directions: int, out: Moves, n: int) -> int:
    while directions:
        out[n] = node | (axis << AXIS) | (size << SIZE) | (lowest(directions) << DIRECTION)
        n += 1
        directions &= directions - 1
    return n


def touched(s: State, move: int, way: int, out: Moves) -> int:
    """The usual way, a side step also from its other end; then the marbles of the group, in four orders, and the cell
    that the first of them goes to, or that is entered."""
    start = move & 127
    axis = (move >> AXIS) & 7
    size = (move >> SIZE) & 3
    direction = move >> DIRECTION
    last = start
    for _ in range(1, size):
        last = step(last, axis)
    is_side_step = axis != direction
    if way == 0 or (way == 1 and is_side_step):
        begins = last if way else start
        ends = start if way else last
        out[0] = begins
        if not TOUCHED_NEXT:
            out[1] = step(ends, direction)
            return 2
        out[1] = ends if is_side_step else step(begins, direction)
        out[2] = step(begins, direction)
        return 3 if is_side_step else 2
    order = way - 2 if is_side_step else way - 1
    if size == 1 or order >= 2 * size - 2:
        return 0
    out[0] = last if order & 1 else start
    out[1] = step(start, axis)
    out[size - 1] = start if order & 1 else last
    if order < 2:
        out[1] = out[size - 1]
        size = 2
    out[size] = step(out[0] if is_side_step else last, direction)
    return size + 1


def group_in_line(s: State, node: int, direction: int) -> int:
    """How many pieces of a line can move along it together, this one the last and the next one among them; 0: none."""
    size = 2
    ahead = step(step(node, direction), direction)
    if contains(s.mine, s.mine_high, ahead):
        size = MAX_GROUP
        ahead = step(ahead, direction)
    if contains(empty_cells(s), empty_high_cells(s), ahead):
        return size
    if contains(s.theirs, s.theirs_high, ahead) and can_push(s, ahead, direction, size):
        return size
    return 0


def can_push(s: State, ahead: int, direction: int, size: int) -> bool:
    """Whether a group of two or three can push the enemies from ``ahead`` on: fewer than it, and nothing behind."""
    behind = step(ahead, direction)
    if size == MAX_GROUP and contains(s.theirs, s.theirs_high, behind):
        behind = step(behind, direction)
    return not contains(s.mine | s.theirs, s.mine_high | s.theirs_high, behind)


def free_directions(s: State, node: int) -> int:
    """The directions in which the next cell is empty, as bits."""
    free = 0
    for direction in range(DIRECTIONS):
        if contains(empty_cells(s), empty_high_cells(s), step(node, direction)):
            free |= 1 << direction
    return free


def count(s: State, out: Moves, n: int) -> int:
    """The number of moves, without listing them: nearly all work is done at the last ply.

    The directions in which each piece is free are noted on the stack from n on, one place for each node.
    """
    if is_over(s):
        return 0
    total = 0
    cells = s.mine
    while cells:
        total += note_free_directions(s, lowest(cells), out, n)
        cells &= cells - 1
    if WIDE:
        cells = s.mine_high
        while cells:
            total += note_free_directions(s, 64 + lowest(cells), out, n)
            cells &= cells - 1
    cells = s.mine
    while cells:
        total += count_groups(s, lowest(cells), out, n)
        cells &= cells - 1
    if WIDE:
        cells = s.mine_high
        while cells:
            total += count_groups(s, 64 + lowest(cells), out, n)
            cells &= cells - 1
    return total


def note_free_directions(s: State, node: int, out: Moves, n: int) -> int:
    free = free_directions(s, node)
    out[n + node] = free
    return popcount(free)


def count_groups(s: State, node: int, out: Moves, n: int) -> int:
    """The moves of the groups of two and three of which this piece is the first along an axis."""
    total = 0
    for axis in range(AXES):
        second = step(node, axis)
        if contains(s.mine, s.mine_high, second):
            back = axis + AXES
            total += count_in_line(s, node, second, axis, back, 2, out, n)
            sideways = out[n + node] & out[n + second] & SIDEWAYS[axis]
            total += popcount(sideways)
            third = step(second, axis)
            if contains(s.mine, s.mine_high, third):
                total += count_in_line(s, node, third, axis, back, 3, out, n)
                total += popcount(sideways & out[n + third])
    return total


def count_in_line(s: State, first: int, last: int, axis: int, back: int, size: int, out: Moves, n: int) -> int:
    """The moves in line, forward and back, of a group with these ends: 0 to 2."""
    return moves_on(s, last, axis, size, out[n + last]) + moves_on(s, first, back, size, out[n + first])


def moves_on(s: State, front: int, direction: int, size: int, free: int) -> int:
    """1 when a group with this front can go on, else 0."""
    if (free >> direction) & 1:
        return 1
    ahead = step(front, direction)
    if contains(s.theirs, s.theirs_high, ahead) and can_push(s, ahead, direction, size):
        return 1
    return 0


def apply(s: State, move: int) -> State:
    node = move & 127
    axis = (move >> AXIS) & 7
    size = (move >> SIZE) & 3
    direction = (move >> DIRECTION) & 7
    moves = 0
    if MOVE_LIMIT:
        moves = s.moves + 1
    if direction == axis:
        return apply_in_line(s, node, size, direction, moves)
    cells = 0
    high_cells = 0
    for _ in range(size):
        beside = step(node, direction)
        cells |= BIT[node] | BIT[beside]
        if WIDE:
            high_cells |= HIGH_BIT[node] | HIGH_BIT[beside]
        node = step(node, axis)
    return State(s.theirs, s.theirs_high, s.mine ^ cells, s.mine_high ^ high_cells, s.taken, s.lost, 1 - s.turn, moves)


def apply_in_line(s: State, node: int, size: int, direction: int, moves: int) -> State:
    """The last piece becomes the first; the first enemy that is pushed, if there is one, becomes the last."""
    ahead = node
    for _ in range(size):
        ahead = step(ahead, direction)
    mine = s.mine ^ BIT[node] ^ BIT[ahead]
    mine_high = s.mine_high
    if WIDE:
        mine_high ^= HIGH_BIT[node] ^ HIGH_BIT[ahead]
    theirs = s.theirs
    theirs_high = s.theirs_high
    taken = s.taken
    if contains(theirs, theirs_high, ahead):
        behind = step(ahead, direction)
        if contains(theirs, theirs_high, behind):
            behind = step(behind, direction)
        theirs ^= BIT[ahead] ^ BIT[behind]
        if WIDE:
            theirs_high ^= HIGH_BIT[ahead] ^ HIGH_BIT[behind]
        if behind == NODES:
            taken += 1
    return State(theirs, theirs_high, mine, mine_high, taken, s.lost, 1 - s.turn, moves)


def winners(s: State) -> int:
    """In a state without moves the other side has won, unless it has lost too many pieces itself."""
    if s.taken >= CAPTURES_TO_WIN:
        return 1 << s.turn
    return 1 << (1 - s.turn)


def drawn(s: State) -> bool:
    return MOVE_LIMIT != 0 and s.moves >= MOVE_LIMIT


# Ranks, for boards that are small enough: in order of the pieces lost, then of the cells of the side to move, then of
# the cells of the other side among those left, then of the turn. A side that has taken enough is never to move.


def rank(s: State) -> int:
    places = NODES - PIECES + s.lost
    ways = BINOMIALS[64 * places + PIECES - s.taken]
    own = rank_combination(s.mine)
    other = rank_combination(squeeze(s.theirs, ALL_CELLS ^ s.mine))
    return 2 * (FIRST_RANKS[CAPTURES_TO_WIN * s.lost + s.taken] + own * ways + other) + s.turn


def unrank(number: int) -> State:
    to_move = number & 1
    number >>= 1
    losses = 0
    while FIRST_RANKS[losses + 1] <= number:
        losses += 1
    number -= FIRST_RANKS[losses]
    lost = losses // CAPTURES_TO_WIN
    taken = losses - CAPTURES_TO_WIN * lost
    places = NODES - PIECES + lost
    ways = BINOMIALS[64 * places + PIECES - taken]
    own = number // ways
    mine = unrank_combination(own, NODES, PIECES - lost)
    theirs = spread(unrank_combination(number - own * ways, places, PIECES - taken), ALL_CELLS ^ mine)
    return State(mine, 0, theirs, 0, lost, taken, to_move, 0)
