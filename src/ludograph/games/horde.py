"""Horde: White's thirty-six pawns against the pieces of chess. Black wins by taking all of White's, White by mate.

White's pawns on the first rank may go two steps, too, and aren't taken in passing then. Black castles; a match is drawn
by stalemate, by threefold repetition, and after fifty moves of each side without a capture or a pawn's move.
"""

from ludograph.games._chess_kin import ChessKin
from ludograph.games._chess_kin.pieces import BISHOP, CHESS_CASTLINGS, KING, KNIGHT, QUEEN, ROOK, pawn


class Horde(ChessKin):
    """Horde on 8×8 squares."""

    name, title = "horde", "Horde"
    summary = "thirty-six pawns against the pieces of chess"
    other_names = ("Horde chess", "Dunsany's chess", "Bauernhorde", "орда", "шахматы орды")
    kinds_of_pieces = (pawn("QRBN", doubles=lambda column, row: row <= 1), KNIGHT, BISHOP, ROOK, QUEEN, KING)
    castlings = CHESS_CASTLINGS[2:]
    fen = "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"
    kings = ((0, 0), (1, 1))
    lowest_pawn_row = 0
    dead_without = ""
    reached = "the horde is gone"
