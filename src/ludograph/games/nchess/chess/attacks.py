"""The state of chess on the 8×8 board, and who attacks what in it: the part of its kernel that all other parts need.

All numbers are unsigned words; a set of squares is a word with one bit for each square, a1 lowest.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ludograph.draw.picture import Shape
from ludograph.engine.bits import WORD, abreast, byteswap, lowest
from ludograph.engine.declared.fields import Cells, Counter, Kind, Marks, Turn
from ludograph.games.nchess.chess.tables import (
    DIAGONAL_WAYS,
    DIAGONALS,
    ENDS_DOWN,
    ENDS_UP,
    FALLING,
    FILES,
    KING_ENDS,
    KNIGHT_ENDS,
    KNIGHT_ENDS_DOWN,
    KNIGHT_ENDS_UP,
    KNIGHT_PLACES,
    PAWN_TAKES,
    PLACES,
    RANK_ENDS,
    RISING,
    STRAIGHT_WAYS,
    STRAIGHTS,
)

WHITE, BLACK = 0, 1
NOT_FILE_A, NOT_FILE_H = 0xFEFE_FEFE_FEFE_FEFE, 0x7F7F_7F7F_7F7F_7F7F
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


#: Squares that are attacked, pieces that are pinned, enemies that give check.
Dangers = tuple[int, int, int]


def dangers(s: State, side: int) -> Dangers:
    """What threatens a side: the squares that are attacked, also through its king, which can't go there; the pieces
    that alone stand between it and an enemy rook, bishop or queen; and the enemies that give check."""
    mine = side_of(s, side)
    theirs = side_of(s, 1 - side)
    king = s.kings & mine
    square = lowest(king)
    pawns = s.pawns & theirs
    knights = s.knights & theirs
    straight = (s.rooks | s.queens) & theirs
    diagonal = (s.bishops | s.queens) & theirs
    empty = WORD ^ (mine | theirs)
    attacked = taken_to_a(1 - side, pawns) | taken_to_h(1 - side, pawns) | KING_ENDS[lowest(s.kings & theirs)]
    checking = (PAWN_TAKES[64 * side + square] & pawns) | (KNIGHT_ENDS[square] & knights)
    pinned = 0
    for way in abreast(4):
        pieces = (straight & STRAIGHT_WAYS[way]) | (diagonal & DIAGONAL_WAYS[way])
        up = ends_up(pieces, empty | king, PLACES[way], ENDS_UP[way])
        down = ends_down(pieces, empty | king, PLACES[way], ENDS_DOWN[way])
        seen_up = ends_up(king, empty, PLACES[way], ENDS_UP[way])
        seen_down = ends_down(king, empty, PLACES[way], ENDS_DOWN[way])
        attacked |= up | down | knights_up(knights, way) | knights_down(knights, way)
        pinned |= ((up & seen_down) | (down & seen_up)) & mine
        checking |= pieces & (seen_up | seen_down)
    return attacked, pinned, checking


def ends_up(pieces: int, empty: int, places: int, ends: int) -> int:
    """Where all pieces of a set get by going one way, the first occupied squares included: by a step, by two more, by
    four more."""
    open_ends = empty & ends
    pieces |= raised(pieces, places) & open_ends
    open_ends &= raised(open_ends, places)
    pieces |= raised(pieces, 2 * places) & open_ends
    open_ends &= raised(open_ends, 2 * places)
    pieces |= raised(pieces, 4 * places) & open_ends
    return raised(pieces, places) & ends


def ends_down(pieces: int, empty: int, places: int, ends: int) -> int:
    """The same the opposite way."""
    open_ends = empty & ends
    pieces |= lowered(pieces, places) & open_ends
    open_ends &= lowered(open_ends, places)
    pieces |= lowered(pieces, 2 * places) & open_ends
    open_ends &= lowered(open_ends, 2 * places)
    pieces |= lowered(pieces, 4 * places) & open_ends
    return lowered(pieces, places) & ends


def raised(word: int, places: int) -> int:
    return (word << (places & 63)) & WORD


def lowered(word: int, places: int) -> int:
    return word >> (places & 63)


def knights_up(knights: int, way: int) -> int:
    return raised(knights, KNIGHT_PLACES[way]) & KNIGHT_ENDS_UP[way]


def knights_down(knights: int, way: int) -> int:
    return lowered(knights, KNIGHT_PLACES[way]) & KNIGHT_ENDS_DOWN[way]


def taken_to_a(side: int, pawns: int) -> int:
    """The squares on which pawns could take towards file a."""
    if side == WHITE:
        return (pawns & NOT_FILE_A) << 7 & WORD
    return (pawns & NOT_FILE_A) >> 9


def taken_to_h(side: int, pawns: int) -> int:
    if side == WHITE:
        return (pawns & NOT_FILE_H) << 9 & WORD
    return (pawns & NOT_FILE_H) >> 7
