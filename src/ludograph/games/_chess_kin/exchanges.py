"""Pieces that take each other in turn on a node, in chess's relatives: part of the kernel, for players that search."""

from __future__ import annotations

from ludograph.engine.rules import NOBODY, apart
from ludograph.games._chess_kin.codes import (
    DROPS,
    EXPLODES,
    FIRST_KIND,
    HAS_HOPPERS,
    HOPPER,
    KIND_MASK,
    KINDS,
    LINE_AT,
    LINE_NODES,
    LINES_OF,
    MUST_TAKE,
    NODE_MASK,
    NODES,
    PLACED,
    ROYAL,
    SIGHT_AT,
    SIGHT_KINDS,
    SIGHT_NEXT,
    SIGHT_NODES,
    TARGET,
    WORDS,
    State,
    has,
    is_empty,
    is_of,
    kind_on,
    removed,
)
from ludograph.games._chess_kin.danger import next_piece
from ludograph.games._chess_kin.evaluation import VALUES

KING_WORTH = 10_000  # who takes with the king where it can be taken has lost


def risk(s: State, move: int) -> int:
    """The worth of the piece that moves. A king never goes where it can be taken; where captures are forced or explode,
    pieces don't take each other in turn."""
    placed = (move >> PLACED) & KIND_MASK
    if MUST_TAKE or EXPLODES or move & DROPS or placed == ROYAL:
        return 0
    return VALUES[placed]


def exchange_start(s: State, move: int) -> int:
    return move & NODE_MASK


def exchange_end(s: State, move: int) -> int:
    return (move >> TARGET) & NODE_MASK


@apart
def least_taker(s: State, node: int, seat: int) -> int:
    """What ``is_attacked`` looks for, all of it."""
    found = NOBODY
    least = KING_WORTH + 1
    place = SIGHT_AT[seat * NODES + node]
    last = SIGHT_AT[seat * NODES + node + 1]
    while place < last:
        at = SIGHT_NODES[place]
        if is_empty(s, at):
            place += 1
            continue
        if is_of(s, seat, at) and (SIGHT_KINDS[place] >> kind_on(s, at)) & 1 and taker_worth(s, at) < least:
            found = at
            least = taker_worth(s, at)
        place = SIGHT_NEXT[place]
    if HAS_HOPPERS and VALUES[HOPPER] < least:
        return hopping_taker(s, node, seat, found)
    return found


def hopping_taker(s: State, node: int, seat: int, found: int) -> int:
    """A piece that takes over others, if there is one; else who was found."""
    lines = (seat * KINDS + HOPPER) * NODES + node
    for line in range(LINES_OF[lines], LINES_OF[lines + 1]):
        mount = next_piece(s, LINE_AT[line])
        if LINE_NODES[mount] != NODES:
            at = LINE_NODES[next_piece(s, mount + 1)]
            if at != NODES and is_of(s, seat, at) and has(s, FIRST_KIND + HOPPER * WORDS, at):
                return at
    return found


def taker_worth(s: State, node: int) -> int:
    kind = kind_on(s, node)
    return KING_WORTH if kind == ROYAL else VALUES[kind]


def without_taker(s: State, node: int) -> State:
    return removed(s, node)
