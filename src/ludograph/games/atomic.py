"""Atomic chess: a capture explodes. The pieces that take and are taken are lost, and all others around except pawns.

Who blows up the enemy's king wins, also while in check; one's own must not be blown up, so that kings take nothing.
Kings that stand side by side are safe from check. Mate wins, too. Castling is the ordinary one; a match is drawn by
threefold repetition, after fifty moves of each side without a capture or a pawn's move, and with bare kings.
"""

from typing import ClassVar

from ludograph.games._chess_kin import ChessKin


class Atomic(ChessKin):
    """Atomic chess on 8×8 squares."""

    name, title = "atomic", "Atomic chess"
    summary = "captures explode; blow up the enemy's king"
    other_names = ("Atomic", "Atomschach", "атомные шахматы", "échecs atomiques", "ajedrez atómico")
    keeps_pieces = False
    kings = ((0, 1), (0, 1))
    special: ClassVar = {"EXPLODES": 1}
    reached = "the enemy's king is blown up"
