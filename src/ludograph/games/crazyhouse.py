"""Crazyhouse: chess in which who takes a piece may drop it later, as his own, instead of a move.

A pawn is dropped on the second to the seventh rank, and what a pawn has become is a pawn again when it is taken. A rook
that is dropped can't castle. A match is drawn by threefold repetition and after fifty moves of each side without a
capture, a drop or a pawn's move.
"""

from ludograph.games._chess_kin import ChessKin
from ludograph.games._chess_kin.pieces import BISHOP, KING, KNIGHT, QUEEN, ROOK, pawn, promoted

PROMOTED = tuple(promoted(kind, f"{kind.letter}~", "P") for kind in (KNIGHT, BISHOP, ROOK, QUEEN))


class Crazyhouse(ChessKin):
    """Crazyhouse on 8×8 squares."""

    name, title = "crazyhouse", "Crazyhouse"
    summary = "chess in which pieces that are taken come back on the other side"
    other_names = ("Zhouse", "Drop chess", "Einsetzschach", "крейзихаус", "шведские шахматы")
    kinds_of_pieces = (pawn(("Q~", "R~", "B~", "N~")), KNIGHT, BISHOP, ROOK, QUEEN, KING, *PROMOTED)
    fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"
    held = "PNBRQ"
    most_pieces = 32
