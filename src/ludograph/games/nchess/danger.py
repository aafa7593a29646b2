"""Danger to kings in nchess: the part of its kernel that tells what is attacked, in check or pinned.

A king's danger is seen from the king: its *sight* is the tree of all the ways by which lines of any node run into it.
On a regular board these are eight lines, on a map with curves or one-way links anything.

Where moves are listed, ``board`` is the place on the move stack at which ``rules`` has laid out the cells.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludograph.engine.rules import Moves, apart
from ludograph.games.nchess.codes import (
    CELL_MASK,
    DIRECTED,
    EN_PASSANT,
    FREE,
    KING,
    NODE_MASK,
    NODES,
    PAWN,
    PAWNS,
    PLAYER_BITS,
    PLAYER_MASK,
    STEPS,
    TO,
    WHICH,
    State,
    cell,
    kind_of,
    turn,
)

# The two kinds of lines, as bits.
STRAIGHT, DIAGONAL = 1, 2

# Bound for each game by tables.constants.
SIGHT_AT: Sequence[int] = ()  # where each node's sight begins; one more for the end
SIGHT: Sequence[int] = ()  # node, kinds of lines that come from it, where to go on when it is occupied
LEAPT_AT: Sequence[int] = ()
LEAPT: Sequence[int] = ()  # for each node those from which it is taken by a leap, with the pieces that do
BACKS: Sequence[int] = ()  # free pawns: for each direction and node the neighbour nearest to its reverse
SLIDES: Sequence[int] = ()  # for each kind the lines that it moves on

# An entry of SIGHT: a node, the kinds of lines by which a piece there moves hither, and where to go on when it is
# occupied; of LEAPT: a node and the pieces that leap from there.
SIGHT_LINES, SIGHT_NEXT = 10, 12
LEAPERS = 10

PINNED = 1 << 32  # on the board: the piece may stand between its king and a line


# -- on the board laid out to list moves ------------------------------------------------------------------


def look_around(out: Moves, board: int, king: int, me: int) -> bool:
    """Whether the king is in check; pieces of its own that alone stand between it and a line are marked."""
    checked = is_leapt_on(out, board, king, me)
    place = SIGHT_AT[king]
    last = SIGHT_AT[king + 1]
    shield = NODES
    shield_end = place
    while place < last:
        sight = SIGHT[place]
        node = sight & NODE_MASK
        piece = out[board + node]
        if piece == 0:
            place += 1
            continue
        behind = place < shield_end
        if piece & PLAYER_MASK == me:
            if behind:
                place = sight >> SIGHT_NEXT
            else:
                shield = node
                shield_end = sight >> SIGHT_NEXT
                place += 1
            continue
        if slides_along(piece, sight, me):
            if behind:
                out[board + shield] |= PINNED
            else:
                checked = True
        place = sight >> SIGHT_NEXT
    return checked


@apart
def is_attacked(out: Moves, board: int, node: int, me: int) -> bool:
    """Whether another player's piece could take on a node."""
    place = SIGHT_AT[node]
    last = SIGHT_AT[node + 1]
    while place < last:
        sight = SIGHT[place]
        piece = out[board + (sight & NODE_MASK)]
        if piece == 0:
            place += 1
        elif slides_along(piece, sight, me):
            return True
        else:
            place = sight >> SIGHT_NEXT
    return is_leapt_on(out, board, node, me)


def is_leapt_on(out: Moves, board: int, node: int, me: int) -> bool:
    """Whether a knight, king or pawn of another player could take on a node."""
    for place in range(LEAPT_AT[node], LEAPT_AT[node + 1]):
        leap = LEAPT[place]
        if leaps_so(out[board + (leap & NODE_MASK)], leap, node, me):
            return True
    return False


@apart
def keep_safe(out: Moves, board: int, first: int, n: int, king: int, me: int) -> int:
    """Drop those of one piece's moves that leave its king attacked; returns the new end."""
    kept = first
    for place in range(first, n):
        move = out[place]
        if is_safe(out, board, move, king, me):
            out[kept] = move
            kept += 1
    return kept


def is_safe(out: Moves, board: int, move: int, king: int, me: int) -> bool:
    """Whether a move leaves the mover's king unattacked: it is made on the board and taken back."""
    start = board + (move & NODE_MASK)
    end = board + ((move >> TO) & NODE_MASK)
    piece, taken = out[start], out[end]
    out[start] = 0
    out[end] = piece
    if start == board + king:
        king = end - board
    if move & EN_PASSANT:
        place = board + ((move >> WHICH) & NODE_MASK)
        victim = out[place]
        out[place] = 0
        safe = not is_attacked(out, board, king, me)
        out[place] = victim
    else:
        safe = not is_attacked(out, board, king, me)
    out[end] = taken
    out[start] = piece
    return safe


# -- in a state -------------------------------------------------------------------------------------------


def is_in_check(s: State, player: int) -> bool:
    """Whether a player's king, if he has one, is attacked."""
    for king in range(NODES):
        if cell(s, king) == (KING << PLAYER_BITS) | player:
            return is_threatened(s, king, player)
    return False


def endangered(s: State) -> int:
    """The king in check of who is to move."""
    me = turn(s)
    for king in range(NODES):
        if cell(s, king) == (KING << PLAYER_BITS) | me and is_threatened(s, king, me):
            return king + 1
    return 0


def is_threatened(s: State, node: int, me: int) -> bool:
    """What ``is_attacked`` says, told from the state: slower, and without a stack."""
    place = SIGHT_AT[node]
    last = SIGHT_AT[node + 1]
    while place < last:
        sight = SIGHT[place]
        piece = cell(s, sight & NODE_MASK)
        if piece == 0:
            place += 1
        elif slides_along(piece, sight, me):
            return True
        else:
            place = sight >> SIGHT_NEXT
    for place in range(LEAPT_AT[node], LEAPT_AT[node + 1]):
        leap = LEAPT[place]
        if leaps_so(cell(s, leap & NODE_MASK), leap, node, me):
            return True
    return False


# -- which piece attacks how ------------------------------------------------------------------------------


def slides_along(piece: int, sight: int, me: int) -> bool:
    """Whether a piece that is first in sight is another player's, and moves on the line that it is seen along."""
    return piece & PLAYER_MASK != me and SLIDES[kind_of(piece)] & (sight >> SIGHT_LINES) != 0


def leaps_so(piece: int, leap: int, node: int, me: int) -> bool:
    """Whether a piece is another player's and takes by such a leap on a node."""
    if piece == 0 or piece & PLAYER_MASK == me:
        return False
    if PAWNS == FREE and kind_of(piece) >= DIRECTED:
        is_near = (leap >> (LEAPERS + ((PAWN << PLAYER_BITS) | (1 - me)))) & 1 != 0
        return is_near and takes_freely(kind_of(piece), leap & NODE_MASK, node)
    return (leap >> (LEAPERS + (piece & CELL_MASK))) & 1 != 0


def takes_freely(kind: int, start: int, end: int) -> bool:
    """Whether a free pawn may take on a neighbour: everywhere but ahead and behind."""
    if kind == PAWN:
        return True
    step = (kind - DIRECTED) * NODES + start
    return end != STEPS[step] and end != BACKS[step]
