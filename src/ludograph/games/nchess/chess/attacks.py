"""The state of chess on the 8×8 board, and who attacks what in it: the part of its kernel that all other parts need.

All numbers are unsigned words; a set of squares is a word with one bit for each square, a1 lowest.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ludograph.draw.picture import Shape
from ludograph.engine.bits import WORD, byteswap, lowest
from ludograph.engine.declared.fields import Cells, Counter, Kind, Marks, Turn
from ludograph.games.nchess.chess.tables import (
    BETWEEN,
    DIAGONALS,
    FALLING,
    FILES,
    KING_ENDS,
    KNIGHT_ENDS,
    PAWN_TAKES,
    RANK_ENDS,
    RISING,
    STRAIGHTS,
)

WHITE, BLACK = 0, 1
MAX_COUNTED = 999_999


class State(NamedTuple):
    """All pieces by kind and by colour, what the past allows, and the counters."""

    pawns: Annotated[int, Kind("P", "pawn", Shape.FIGURE, figures="♙♟")]
    knights: Annotated[int, Kind("N", "knight", Shape.FIGURE, figures="♘♞")]
    bishops: Annotated[int, Kind("B", "bishop", Shape.FIGURE, figures="♗♝")]
    rooks: Annotated[int, Kind("R", "rook", Shape.FIGURE, figures="♖♜")]
    queens: Annotated[int, Kind("Q", "queen", Shape.FIGURE, figures="♕♛")]
    kings: Annotated[int, Kind("K", "king", Shape.FIGURE, figures="♔♚")]
    white: Annotated[int, Cells(WHITE)]
    black: Annotated[int, Cells(BLACK)]
    turn: Turn
    castling: Annotated[int, Marks()]  # the rooks that may still castle
    passant: Annotated[int, Marks()]  # the square on which a pawn can be taken en passant, as a set; empty: none
    halfmoves: Annotated[int, Counter(MAX_COUNTED)]  # of both sides, since the last capture or move of a pawn
    fullmoves: Annotated[int, Counter(MAX_COUNTED)]  # the number of the move, from 1


def slide(line: int, piece: int, occupied: int) -> int:
    """The squares of a line that a piece on it reaches, the first occupied ones to both sides included.

    Subtracting the piece from what stands above it flips all bits up to the first of them; so it does from the other
    end, once the bytes are reversed: hyperbola quintessence.
    """
    blockers = occupied & line
    up = (blockers - piece) & WORD
    down = byteswap((byteswap(blockers) - byteswap(piece)) & WORD)
    return (up ^ down) & line


def bishop_ends(square: int, occupied: int) -> int:
    piece = 1 << square
    return slide(RISING[square], piece, occupied) | slide(FALLING[square], piece, occupied)


def rook_ends(square: int, occupied: int) -> int:
    # The bytes of a word are the ranks, so that reversing them turns no rank round: ranks have a table.
    rank = square & 56
    inner = (occupied >> (rank + 1)) & 63
    return slide(FILES[square], 1 << square, occupied) | (RANK_ENDS[8 * inner + (square & 7)] << rank)


def side_of(s: State, side: int) -> int:
    """The squares of one side's pieces."""
    if side == WHITE:
        return s.white
    return s.black


def attackers(s: State, side: int, square: int, occupied: int) -> int:
    """The enemies of a side that attack a square, if just these squares were occupied."""
    enemies = side_of(s, 1 - side) & occupied
    found = (KNIGHT_ENDS[square] & s.knights) | (PAWN_TAKES[64 * side + square] & s.pawns)
    found |= KING_ENDS[square] & s.kings
    return (found & enemies) | sliders_towards(s, square, enemies, occupied)


def sliders_towards(s: State, square: int, pieces: int, occupied: int) -> int:
    """Those of some bishops, rooks and queens that attack a square."""
    found = 0
    # Mostly none of them is on a line with the square, and nothing has to be looked for along it.
    diagonal = (s.bishops | s.queens) & pieces & DIAGONALS[square]
    if diagonal:
        found = bishop_ends(square, occupied) & diagonal
    straight = (s.rooks | s.queens) & pieces & STRAIGHTS[square]
    if straight:
        found |= rook_ends(square, occupied) & straight
    return found


def checkers(s: State, side: int) -> int:
    """The enemies that give check to a side's king."""
    return attackers(s, side, lowest(s.kings & side_of(s, side)), s.white | s.black)


def pinned_pieces(s: State, king: int, mine: int, theirs: int) -> int:
    """The pieces that alone stand between their king and an enemy rook, bishop or queen."""
    pinning = sliders_towards(s, king, theirs, theirs)
    pinned = 0
    while pinning:
        between = BETWEEN[64 * king + lowest(pinning)] & mine
        pinning &= pinning - 1
        if between & (between - 1) == 0:
            pinned |= between
    return pinned
