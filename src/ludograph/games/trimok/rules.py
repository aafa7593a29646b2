"""The rules of Trimok as a kernel.

All numbers in it are unsigned words; sets of cells are words with one bit for each node.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from ludograph.draw.picture import Shape
from ludograph.engine.bits import lowest, popcount
from ludograph.engine.blocks.listing import list_each
from ludograph.engine.declared.fields import Counter, Kind, Mine, Theirs, Turn
from ludograph.engine.keys import FIRST_KEY, mixed
from ludograph.engine.rules import Moves

MAX_QUIET = 1000
RESERVE = 4  # stacks of each size that a side has
NO_EXCHANGE, FROM_RESERVE, FREE = 0, 1, 2

# Bound for each game by Trimok.constants.
NODES = 0
EXCHANGE = FROM_RESERVE
QUIET_LIMIT = 0
ALL_CELLS = 0
NEIGHBOURS: Sequence[int] = ()
RETURNS: Sequence[int] = ()  # the first side's return cells from each node, then the second side's
LAST_RANK: Sequence[int] = ()  # the cells from which each side may return


class State(NamedTuple):
    """The stacks of the side to move and of the other side, all stacks by size, and the counters."""

    mine: Mine
    theirs: Theirs
    ones: Annotated[int, Kind("1", "stack of 1", Shape.STACK, 1)]
    twos: Annotated[int, Kind("2", "stack of 2", Shape.STACK, 2)]
    threes: Annotated[int, Kind("3", "stack of 3", Shape.STACK, 3)]
    turn: Turn
    quiet: Annotated[int, Counter(MAX_QUIET)]  # moves since the last capture, while there is a limit to them


# A move's code: from, to, the stack's size before and after.
TO, BEFORE, AFTER = 6, 12, 14


def generate(s: State, out: Moves, n: int) -> int:
    if s.theirs == 0:
        return n
    empty = ALL_CELLS ^ s.mine ^ s.theirs
    n = generate_steps(s.mine & s.ones, empty | (s.theirs & s.threes), 1, out, n)
    n = generate_steps(s.mine & s.twos, empty | (s.theirs & s.ones), 2, out, n)
    n = generate_steps(s.mine & s.threes, empty | (s.theirs & s.twos), 3, out, n)
    returning = s.mine & LAST_RANK[s.turn]
    if returning:
        n = generate_returns(s, returning, empty, out, n)
    return n


def generate_steps(stacks: int, targets: int, size: int, out: Moves, n: int) -> int:
    while stacks:
        start = lowest(stacks)
        stacks &= stacks - 1
        code = start | (size << BEFORE) | (size << AFTER)
        n = list_each(code, NEIGHBOURS[start] & targets, TO, out, n)
    return n


def generate_returns(s: State, returning: int, empty: int, out: Moves, n: int) -> int:
    while returning:
        start = lowest(returning)
        returning &= returning - 1
        before = size_on(s, start)
        ends = RETURNS[s.turn * NODES + start] & empty
        while ends:
            code = start | (lowest(ends) << TO) | (before << BEFORE)
            ends &= ends - 1
            for after in range(1, 4):
                if may_become(s, before, after):
                    out[n] = code | (after << AFTER)
                    n += 1
    return n


def may_become(s: State, before: int, after: int) -> bool:
    """Whether a returning stack of one size may go on as a stack of another."""
    if after == before:
        return True
    if EXCHANGE == NO_EXCHANGE:
        return False
    return EXCHANGE == FREE or popcount(s.mine & stacks_of(s, after)) < RESERVE


def stacks_of(s: State, size: int) -> int:
    if size == 1:
        return s.ones
    if size == 2:
        return s.twos
    return s.threes


def size_on(s: State, node: int) -> int:
    """The size of the stack on an occupied node."""
    return 1 + ((s.twos >> node) & 1) + 2 * ((s.threes >> node) & 1)


def count(s: State, out: Moves, n: int) -> int:
    """The number of moves, without listing the steps: half of all work is done at the last ply."""
    if s.theirs == 0:
        return 0
    empty = ALL_CELLS ^ s.mine ^ s.theirs
    total = count_steps(s.mine & s.ones, empty | (s.theirs & s.threes))
    total += count_steps(s.mine & s.twos, empty | (s.theirs & s.ones))
    total += count_steps(s.mine & s.threes, empty | (s.theirs & s.twos))
    returning = s.mine & LAST_RANK[s.turn]
    if returning:
        total += generate_returns(s, returning, empty, out, n) - n
    return total


def count_steps(stacks: int, targets: int) -> int:
    total = 0
    while stacks:
        total += popcount(NEIGHBOURS[lowest(stacks)] & targets)
        stacks &= stacks - 1
    return total


def touched(s: State, move: int, way: int, out: Moves) -> int:
    """From cell to cell, and what a stack is exchanged for."""
    if way:
        return 0
    out[0] = move & 63
    out[1] = (move >> TO) & 63
    after = (move >> AFTER) & 3
    if after == (move >> BEFORE) & 3:
        return 2
    out[2] = NODES + after - 1
    return 3


def apply(s: State, move: int) -> State:
    start = 1 << (move & 63)
    end = 1 << ((move >> TO) & 63)
    after = (move >> AFTER) & 3
    kept = ~(start | end)
    quiet = 0
    if QUIET_LIMIT and not s.theirs & end:
        quiet = s.quiet + 1
    ones = s.ones & kept
    twos = s.twos & kept
    threes = s.threes & kept
    if after == 1:
        ones |= end
    elif after == 2:
        twos |= end
    else:
        threes |= end
    return State(s.theirs & kept, (s.mine & kept) | end, ones, twos, threes, 1 - s.turn, quiet)


def winners(s: State) -> int:
    """In a state without moves the other side has won, unless it has no stack."""
    if s.theirs == 0:
        return 1 << s.turn
    return 1 << (1 - s.turn)


def drawn(s: State) -> bool:
    if QUIET_LIMIT and s.quiet >= QUIET_LIMIT:
        return True
    return is_dead(s)


def is_dead(s: State) -> bool:
    """Without exchange and with all stacks of one size nothing can ever be taken."""
    everything = s.mine | s.theirs
    of_one_size = s.ones == everything or s.twos == everything or s.threes == everything
    return EXCHANGE == NO_EXCHANGE and of_one_size


def may_pass(s: State) -> bool:
    """While there are some stacks, to move is no burden."""
    return popcount(s.mine) > 3


def pass_turn(s: State) -> State:
    return State(s.theirs, s.mine, s.ones, s.twos, s.threes, 1 - s.turn, s.quiet)


def position_key(s: State) -> int:
    return mixed(mixed(mixed(mixed(FIRST_KEY, s.mine), s.theirs), s.ones), s.twos | (s.turn << 63))
