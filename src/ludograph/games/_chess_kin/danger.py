"""Danger to kings in chess's relatives: the part of the kernel that tells what is attacked.

It is seen from the node: its sight is the tree of all lines that run into it.
"""

from __future__ import annotations

from ludograph.engine.rules import apart
from ludograph.games._chess_kin.codes import (
    AROUND,
    EXPLODES,
    FIRST_KIND,
    HAS_HOPPERS,
    HOPPER,
    KINDS,
    LINE_AT,
    LINE_NODES,
    LINES_OF,
    NODES,
    ROYAL,
    SIGHT_AT,
    SIGHT_KINDS,
    SIGHT_NEXT,
    SIGHT_NODES,
    TURN,
    WORD_SIZE,
    WORDS,
    State,
    has,
    in_table,
    is_empty,
    is_of,
    kind_on,
    royal_node,
)


@apart
def is_attacked(s: State, node: int, by: int) -> bool:
    """Whether a seat's pieces could take on a node."""
    place = SIGHT_AT[by * NODES + node]
    last = SIGHT_AT[by * NODES + node + 1]
    low, high = s[0] | s[WORDS], s[WORDS - 1] | s[WORDS + WORDS - 1]  # what isn't empty; the same on small boards
    while place < last:
        at = SIGHT_NODES[place]
        if ((low if at < WORD_SIZE else high) >> (at % WORD_SIZE)) & 1 == 0:
            place += 1
        elif SIGHT_KINDS[place] and is_of(s, by, at) and (SIGHT_KINDS[place] >> kind_on(s, at)) & 1:
            return True
        else:
            place = SIGHT_NEXT[place]
    return HAS_HOPPERS != 0 and is_hopped_on(s, node, by)


def is_hopped_on(s: State, node: int, by: int) -> bool:
    """Whether a seat's piece that takes over others could take on a node: it goes the same ways hither and thither."""
    lines = (by * KINDS + HOPPER) * NODES + node
    for line in range(LINES_OF[lines], LINES_OF[lines + 1]):
        mount = next_piece(s, LINE_AT[line])
        if LINE_NODES[mount] != NODES:
            at = LINE_NODES[next_piece(s, mount + 1)]
            if at != NODES and is_of(s, by, at) and has(s, FIRST_KIND + HOPPER * WORDS, at):
                return True
    return False


def next_piece(s: State, place: int) -> int:
    """The place of the first node that isn't empty, from one on along a line, or of its end."""
    while LINE_NODES[place] != NODES and is_empty(s, LINE_NODES[place]):
        place += 1
    return place


def is_safe(s: State, seat: int) -> bool:
    """Whether a seat's king isn't attacked. Where captures explode it has to be there, and is safe beside the other
    king or without one."""
    king = royal_node(s, seat)
    if king == NODES:
        return EXPLODES == 0
    if EXPLODES:
        other = royal_node(s, 1 - seat)
        if other == NODES or in_table(AROUND[king], other):
            return True
    return not is_attacked(s, king, 1 - seat)


def endangered(s: State) -> int:
    """The king in check of the side to move."""
    if ROYAL == KINDS:
        return 0
    king = royal_node(s, s[TURN])
    if king == NODES or is_safe(s, s[TURN]):
        return 0
    return king + 1


def is_in_check(s: State) -> bool:
    return ROYAL < KINDS and not is_safe(s, s[TURN])
