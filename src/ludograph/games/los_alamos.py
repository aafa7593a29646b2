"""Los Alamos chess, on 6×6 squares without bishops: the first chess that a computer played, in 1956.

Pawns take one step only, and become queen, rook or knight; there is no castling. A match is drawn by threefold
repetition, after fifty moves of each side without a capture or a pawn's move, and with bare kings.
"""

from ludograph.games._chess_kin import ChessKin
from ludograph.games._chess_kin.pieces import KING, KNIGHT, QUEEN, ROOK, pawn


class LosAlamos(ChessKin):
    """Los Alamos chess on 6×6 squares."""

    name, title = "los-alamos", "Los Alamos chess"
    summary = "chess on 6×6 squares without bishops, the first that a computer played"
    other_names = ("Anti-clerical chess", "6×6 chess", "Los-Alamos-Schach", "шахматы Лос-Аламоса")
    columns, rows = 6, 6
    kinds_of_pieces = (pawn("QRN", doubles=lambda column, row: False), KNIGHT, ROOK, QUEEN, KING)
    castlings = ()
    fen = "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1"
    has_en_passant = False
    promotion_row = 5
