"""What a position of nchess is worth, for players that search: part of the kernel.

Each player's pieces count against those of the strongest of the others, each by its kind and node. What a kind is worth
on a map, and where it stands well, is derived from the map's own lines and leaps: so a new map is played sensibly at
once. See ``weights``.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludograph.engine.bits import lowest
from ludograph.engine.keys import FIRST_KEY, mixed
from ludograph.engine.rules import EVEN
from ludograph.games.nchess.codes import (
    CELL_BITS,
    CELL_MASK,
    CELL_WORDS,
    CELLS_IN_WORD,
    CHECK,
    DIRECTED,
    EN_PASSANT,
    KINGS,
    NODE_MASK,
    NODES,
    PAWN,
    PLACED,
    PLACED_MASK,
    PLAYER_MASK,
    PLAYERS,
    TO,
    State,
    cell,
    kind_of,
    turn,
)
from ludograph.games.nchess.danger import is_in_check

# Bound for each game by weights.
WORTHS: Sequence[int] = ()  # for each player, kind and node; kings that can't be taken only by their node
VALUES: Sequence[int] = ()  # for each kind


def evaluate(s: State) -> int:
    me = turn(s)
    strongest = 0
    for player in range(PLAYERS):
        if player != me:
            strongest = max(strongest, material(s, player))
    return EVEN + material(s, me) - strongest


def material(s: State, player: int) -> int:
    total = 0
    for number in range(CELL_WORDS):
        word = s[number]
        while word:
            at = lowest(word) // CELL_BITS * CELL_BITS
            piece = (word >> at) & CELL_MASK
            word ^= piece << at
            if piece & PLAYER_MASK == player:
                node = number * CELLS_IN_WORD + at // CELL_BITS
                total += WORTHS[(player * DIRECTED + min(kind_of(piece), DIRECTED) % DIRECTED) * NODES + node]
    return total


def value_of(piece: int) -> int:
    """A piece's value; nothing for an empty cell, nor for kings that can't be taken."""
    kind = kind_of(piece)
    if kind >= DIRECTED:
        return VALUES[PAWN]
    return VALUES[kind]


def gain(s: State, move: int) -> int:
    """A piece taken, and what a pawn becomes."""
    if move & EN_PASSANT:
        return VALUES[PAWN]
    before = value_of(cell(s, move & NODE_MASK))
    after = value_of((move >> PLACED) & PLACED_MASK)
    taken = cell(s, (move >> TO) & NODE_MASK)
    won = 0
    if taken & PLAYER_MASK != turn(s):
        won = value_of(taken)
    return won + after - before


def restless(s: State) -> bool:
    """In check nothing can be judged."""
    return KINGS == CHECK and is_in_check(s, turn(s))


def position_key(s: State) -> int:
    """All words but the counters."""
    key = FIRST_KEY
    for number in range(CELL_WORDS + 1):
        key = mixed(key, s[number])
    return key
