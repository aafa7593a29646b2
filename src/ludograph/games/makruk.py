"""Makruk, Thai chess: pawns begin on the third rank and become a met on the sixth; met and khon go one step only.

The letters are those of FEN: met M (one step aslant), khon S (one step aslant or ahead). Mate wins; who can't move has
a draw. A match is drawn by threefold repetition, with bare kings, and after sixty-four moves of each side without a
capture or a pawn's move: a plain limit in the place of the counts of Thai players, which depend on what is left.
"""

from ludograph.games._chess_kin import ChessKin, Kin, Way
from ludograph.games._chess_kin.codes import MOVES, TAKES
from ludograph.games._chess_kin.pieces import AHEAD, ASLANT, ASLANT_AHEAD, KING, KNIGHT, ROOK


class Makruk(ChessKin):
    """Makruk on 8×8 squares."""

    name, title = "makruk", "Makruk"
    summary = "Thai chess: pawns are promoted on the sixth rank"
    other_names = ("Thai chess", "หมากรุก", "หมากรุกไทย", "Ouk chatrang", "макрук", "マークルック", "泰国象棋")
    kinds_of_pieces = (
        Kin("P", "pawn", (Way(AHEAD, 1, MOVES), Way(ASLANT_AHEAD, 1, TAKES)), 100, ("M",), figures="♙♟"),
        Kin("M", "met", (Way(ASLANT),), 170, figures="♕♛"),
        Kin("S", "khon", (Way(ASLANT + AHEAD),), 270, figures="♗♝"),
        KNIGHT,
        ROOK,
        KING,
    )
    castlings = ()
    fen = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"
    has_en_passant = False
    promotion_row, lowest_pawn_row = 5, 2
    move_limit = 64
