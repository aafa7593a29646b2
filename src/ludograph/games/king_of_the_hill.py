"""King of the Hill: chess, which is also won by a king on one of the four squares in the middle.

The rules are those of chess otherwise, with the ordinary castling; a match is drawn by threefold repetition and after
fifty moves of each side without a capture or a pawn's move.
"""

from typing import ClassVar

from ludograph.games._chess_kin import ChessKin, Kin

HILL = 1 << 27 | 1 << 28 | 1 << 35 | 1 << 36  # d4, e4, d5, e5


class KingOfTheHill(ChessKin):
    """King of the Hill on 8×8 squares."""

    name, title = "king-of-the-hill", "King of the Hill"
    summary = "chess that is also won by a king in the middle of the board"
    other_names = ("KOTH", "König des Hügels", "царь горы", "roi de la colline", "rey de la colina")
    dead_without = ""
    special: ClassVar = {"HAS_GOAL": 1, "GOAL": (HILL,)}
    reached = "the king is on the hill"

    def extra_worth(self, kind: Kin, column: int, row: int) -> int:
        """A king is to come nearer to the middle once that is safe."""
        far = max(abs(2 * column - 7), abs(2 * row - 7)) // 2
        return 10 * (3 - far) if kind.letter == self.royal else 0
