"""Racing Kings: whose king first reaches the eighth rank wins. Nobody may give check, nor stand in check.

When White's king arrives, Black has one more move: if his king arrives as well it is a draw. Who can't move has a draw,
too, and so has a match by threefold repetition or after fifty moves of each side without a capture.
"""

from typing import ClassVar

from ludograph.games._chess_kin import ChessKin, Kin
from ludograph.games._chess_kin.pieces import BISHOP, KING, KNIGHT, QUEEN, ROOK


class RacingKings(ChessKin):
    """Racing Kings on 8×8 squares."""

    name, title = "racing-kings", "Racing Kings"
    summary = "kings race to the eighth rank, and nobody gives check"
    other_names = ("Racing kings chess", "Königsrennen", "гонка королей", "course des rois", "carrera de reyes")
    kinds_of_pieces = (KNIGHT, BISHOP, ROOK, QUEEN, KING)
    castlings = ()
    fen = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"
    has_en_passant = False
    dead_without = ""
    progress = ""
    special: ClassVar = {"HAS_GOAL": 1, "ANSWERS_GOAL": 1, "NO_CHECKS": 1, "GOAL": (0xFF << 56,)}
    reached = "the king is on the eighth rank"
    both_reached = "both kings are on the eighth rank"

    def extra_worth(self, kind: Kin, column: int, row: int) -> int:
        """Every step ahead counts, for both sides in the same direction."""
        return 60 * row if kind.letter == self.royal else 0
