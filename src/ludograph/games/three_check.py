"""Three-check: chess, which is also won by giving check for the third time.

The rules are those of chess otherwise, with the ordinary castling; a match is drawn by threefold repetition, after
fifty moves of each side without a capture or a pawn's move, and with bare kings.
"""

from typing import ClassVar

from ludograph.games._chess_kin import ChessKin


class ThreeCheck(ChessKin):
    """Three-check chess on 8×8 squares."""

    name, title = "three-check", "Three-check"
    summary = "chess that is also won by the third check"
    other_names = ("Three-check chess", "3-check", "Dreischach", "три шаха", "trois échecs")
    fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1"
    special: ClassVar = {"COUNTS_CHECKS": 1}
    reached = "this was the third check"
