"""Capablanca chess, on 10×8 squares with an archbishop (bishop and knight) and a chancellor (rook and knight).

José Raúl Capablanca's set-up of the 1920s, in which the king goes three squares when it castles. A match is drawn by
threefold repetition, after fifty moves of each side without a capture or a pawn's move, and with bare kings.
"""

from ludograph.games._chess_kin import Castling, ChessKin, Kin, Way
from ludograph.games._chess_kin.pieces import ASLANT, BISHOP, KING, KNIGHT, KNIGHTLY, QUEEN, RIDES, ROOK, STRAIGHT, pawn


class Capablanca(ChessKin):
    """Capablanca chess on 10×8 squares."""

    name, title = "capablanca", "Capablanca chess"
    summary = "chess on 10×8 squares with archbishops and chancellors"
    other_names = ("Capablanca-Schach", "шахматы Капабланки", "ajedrez de Capablanca", "échecs de Capablanca")
    columns = 10
    kinds_of_pieces = (
        pawn("QCARBN"),
        KNIGHT,
        BISHOP,
        ROOK,
        Kin("A", "archbishop", (Way(ASLANT, RIDES), Way(KNIGHTLY)), 750),
        Kin("C", "chancellor", (Way(STRAIGHT, RIDES), Way(KNIGHTLY)), 850),
        QUEEN,
        KING,
    )
    castlings = (
        Castling("K", "f1", "i1", "j1", "h1"),
        Castling("Q", "f1", "c1", "a1", "d1"),
        Castling("k", "f8", "i8", "j8", "h8"),
        Castling("q", "f8", "c8", "a8", "d8"),
    )
    fen = "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1"
