"""How nchess writes states, pieces and moves as numbers: the part of its kernel that all other parts need.

A state holds the cells of the map, a few bits each, in as many words as that takes, and three words more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ludograph.engine.bits import lowest, replaced

# Kinds of pieces; from DIRECTED on they are pawns that have chosen a direction, DIRECTED + its number.
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, DIRECTED = range(1, 8)

# How pawns move and what becomes of kings.
AHEAD, FREE = 0, 1
CHECK, CAPTURE = 0, 1

# Bound for each game by tables.constants.
NODES = 0
CELL_BITS = 4
CELL_MASK = 15
CELLS_IN_WORD = 16
CELL_WORDS = 4  # the words of cells; behind them come flags, quiet and number
PLAYERS = 2
PLAYER_BITS = 1
PLAYER_MASK = 1
KIND_MASK = 7
PAWNS = AHEAD
KINGS = CHECK
STEPS: Sequence[int] = ()  # a pawn's step for each player, or for each direction, and node


class State(NamedTuple):
    """The cells in words, then the flags, the moves since a pawn moved or something was taken while there is a limit
    to them, and the number of the move where it is kept. Maps with more cells have more words."""

    cells: int
    flags: int
    quiet: int
    number: int


# Flags: the player to move, castling rights, players with a king, and after a double step the node passed, plus 1, and
# the pawn's.
TURN_MASK = 15
RIGHTS, RIGHTS_MASK = 4, 0xFFFF
KINGDOMS, KINGDOMS_MASK = 20, 0xFFFF
PASSED, VICTIM, NODE_MASK = 36, 46, 1023

# A move's code: from, to, what stands there afterwards, and what is special.
TO, PLACED, PLACED_MASK = 10, 20, 0xFFFF
DOUBLE, EN_PASSANT, CASTLES = 1 << 36, 1 << 37, 1 << 38
WHICH, WHICH_MASK = 40, 15


def turn(s: State) -> int:
    return s[CELL_WORDS] & TURN_MASK


def cell(s: State, node: int) -> int:
    """What stands on a node: kind and player, 0 for nothing."""
    return (s[node // CELLS_IN_WORD] >> (node % CELLS_IN_WORD * CELL_BITS)) & CELL_MASK


def content(s: State, node: int) -> int:
    """The number of what stands on a node: the code of its cell, counted from the first piece's."""
    piece = cell(s, node)
    if piece == 0:
        return 0
    return piece - PLAYER_MASK


def next_piece(s: State, node: int) -> int:
    """The first node from this one on that is not empty; NODES when there is none."""
    while node < NODES:
        left = s[node // CELLS_IN_WORD] >> (node % CELLS_IN_WORD * CELL_BITS)
        if left:
            return node + lowest(left) // CELL_BITS
        node += CELLS_IN_WORD - node % CELLS_IN_WORD
    return NODES


def put(s: State, node: int, piece: int) -> State:
    place = node // CELLS_IN_WORD
    shift = node % CELLS_IN_WORD * CELL_BITS
    return replaced(s, place, (s[place] & ~(CELL_MASK << shift)) | (piece << shift))


def kind_of(piece: int) -> int:
    return (piece >> PLAYER_BITS) & KIND_MASK
