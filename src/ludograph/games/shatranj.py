"""Shatranj, the chess of the Middle Ages: a ferz goes one step aslant, an alfil leaps two; mate the king or bare it.

Pawns take one step only and become a ferz. Who can't move loses. Who is left with a bare king loses, too, unless he
can bare the other king at once, which is a draw. A match is drawn by threefold repetition and after seventy moves of
each side without a capture or a pawn's move, a limit that is ours. The letters are those of FEN: ferz Q, alfil B.
"""

from typing import ClassVar

from ludograph.games._chess_kin import ChessKin, Kin, Way
from ludograph.games._chess_kin.codes import LOSES
from ludograph.games._chess_kin.pieces import ASLANT, KING, KNIGHT, ROOK, TWO_ASLANT, pawn


class Shatranj(ChessKin):
    """Shatranj on 8×8 squares."""

    name, title = "shatranj", "Shatranj"
    summary = "the chess of the Middle Ages: mate the king, shut it in or bare it"
    other_names = ("شطرنج", "Schatrandsch", "шатрандж", "chatrang", "medieval chess")
    kinds_of_pieces = (
        pawn("Q", doubles=lambda column, row: False),
        KNIGHT,
        Kin("B", "alfil", (Way(TWO_ASLANT),), 150, figures="♗♝"),
        ROOK,
        Kin("Q", "ferz", (Way(ASLANT),), 180, figures="♕♛"),
        KING,
    )
    castlings = ()
    fen = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1"
    has_en_passant = False
    stalemate = LOSES
    move_limit = 70
    dead_without = ""
    special: ClassVar = {"BARE_LOSES": 1}
    reached = "the other king is bare"
    both_reached = "both kings are bare"
