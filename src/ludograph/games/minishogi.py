"""Minishogi: shogi on 5×5 cells with one of each piece; what is taken is dropped again, by who took it.

Pieces are promoted on the last rank, when they come to it or leave it. A pawn is dropped neither on a file that has one
of the same side, nor on the last rank, nor so that it mates. Who can't move loses. A position that occurs for the
fourth time makes a draw here; in tournaments the first player loses then, or who has given check all the time.
"""

from typing import ClassVar

from ludograph.draw.picture import Shape
from ludograph.games._chess_kin import ChessKin, Kin, Way
from ludograph.games._chess_kin.codes import LOSES
from ludograph.games._chess_kin.pieces import AHEAD, ASLANT, EVERY_WAY, RIDES, STRAIGHT

GOLDEN = (Way((*STRAIGHT, (-1, 1), (1, 1))),)


class Minishogi(ChessKin):
    """Minishogi on 5×5 cells."""

    name, title = "minishogi", "Minishogi"
    summary = "shogi on 5×5 cells: pieces that are taken come back"
    other_names = ("5五将棋", "五々将棋", "ミニ将棋", "Minishōgi", "мини-сёги", "Gogo shogi")
    seats = ("Sente", "Gote")
    columns, rows, shape = 5, 5, Shape.TILE
    repetition_limit = 4
    kinds_of_pieces = (
        Kin("P", "pawn", (Way(AHEAD),), 100, ("+P",)),
        Kin("G", "gold", GOLDEN, 500),
        Kin("S", "silver", (Way((*ASLANT, *AHEAD)),), 450, ("+S",)),
        Kin("B", "bishop", (Way(ASLANT, RIDES),), 650, ("+B",)),
        Kin("R", "rook", (Way(STRAIGHT, RIDES),), 750, ("+R",)),
        Kin("K", "king", (Way(EVERY_WAY),), 0),
        Kin("+P", "promoted pawn", GOLDEN, 400, held="P"),
        Kin("+S", "promoted silver", GOLDEN, 500, held="S"),
        Kin("+B", "promoted bishop", (Way(ASLANT, RIDES), Way(STRAIGHT)), 900, held="B"),
        Kin("+R", "promoted rook", (Way(STRAIGHT, RIDES), Way(ASLANT)), 1000, held="R"),
    )
    castlings = ()
    fen = "rbsgk/4p/5/P4/KGSBR[] w - - 0 1"
    has_en_passant = False
    promotion_row, lowest_pawn_row = 4, 0
    held = "PSGBR"
    most_pieces = 12
    stalemate = LOSES
    move_limit = 0
    dead_without = ""
    special: ClassVar = {"PROMOTES_IN_ZONE": 1, "NO_DROP_MATES": 1, "ONE_IN_FILE": 0}
