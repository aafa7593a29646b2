"""Pieces that take each other in turn on a node of any map: part of the kernel of nchess, for players that search."""

from __future__ import annotations

from ludograph.engine.rules import NOBODY, apart
from ludograph.games.nchess.codes import KING, NODE_MASK, PLACED, PLACED_MASK, PLAYERS, TO, State, cell, kind_of, put
from ludograph.games.nchess.danger import LEAPT, LEAPT_AT, SIGHT, SIGHT_AT, SIGHT_NEXT, leaps_so, slides_along
from ludograph.games.nchess.evaluation import value_of

KING_WORTH = 10_000  # who takes with the king where it can be taken has lost


def risk(s: State, move: int) -> int:
    """The worth of the piece that moves, between two players; a king never goes where it can be taken."""
    placed = (move >> PLACED) & PLACED_MASK
    if PLAYERS > 2 or kind_of(placed) == KING:
        return 0
    return value_of(placed)


def exchange_start(s: State, move: int) -> int:
    return move & NODE_MASK


def exchange_end(s: State, move: int) -> int:
    return (move >> TO) & NODE_MASK


@apart
def least_taker(s: State, node: int, seat: int) -> int:
    """What ``is_threatened`` looks for, all of it."""
    found = NOBODY
    least = KING_WORTH + 1
    place = SIGHT_AT[node]
    last = SIGHT_AT[node + 1]
    while place < last:
        sight = SIGHT[place]
        at = sight & NODE_MASK
        piece = cell(s, at)
        if piece == 0:
            place += 1
            continue
        if slides_along(piece, sight, 1 - seat) and taker_worth(s, at) < least:
            found = at
            least = taker_worth(s, at)
        place = sight >> SIGHT_NEXT
    for place in range(LEAPT_AT[node], LEAPT_AT[node + 1]):
        leap = LEAPT[place]
        at = leap & NODE_MASK
        if leaps_so(cell(s, at), leap, node, 1 - seat) and taker_worth(s, at) < least:
            found = at
            least = taker_worth(s, at)
    return found


def taker_worth(s: State, node: int) -> int:
    piece = cell(s, node)
    return KING_WORTH if kind_of(piece) == KING else value_of(piece)


def without_taker(s: State, node: int) -> State:
    return put(s, node, 0)
