"""Antichess: who can take has to; who has lost all pieces, or can't move, wins.

A king is a piece like others: it is taken, there is no check, and a pawn may become one. Nobody castles. So it is
played on the large servers; who can't move wins, whoever has fewer pieces.
"""

from dataclasses import replace
from typing import ClassVar

from ludograph.games._chess_kin import ChessKin
from ludograph.games._chess_kin.codes import WINS
from ludograph.games._chess_kin.pieces import BISHOP, KING, KNIGHT, QUEEN, ROOK, pawn


class Antichess(ChessKin):
    """Antichess on 8×8 squares."""

    name, title = "antichess", "Antichess"
    summary = "take whenever you can; who has lost all pieces wins"
    other_names = ("Losing chess", "Giveaway chess", "Räuberschach", "поддавки", "qui perd gagne", "vinciperdi")
    kinds_of_pieces = (pawn("QRBNK"), KNIGHT, BISHOP, ROOK, QUEEN, replace(KING, worth=250))
    castlings = ()
    fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
    royal = ""
    dead_without = ""
    stalemate = WINS
    special: ClassVar = {"MUST_TAKE": 1}
