"""Xiangqi, Chinese chess, on the 90 points of a board with a river: mate the general, who stays in his palace.

The pieces have the letters that are usual in FEN: general K, advisor A, elephant B, horse N, chariot R, cannon C,
soldier P. Who can't move loses. The generals may not face each other on an open file. A match is drawn by threefold
repetition, after sixty moves of each side without a capture, and when nobody has a piece left that can cross the river.
Tournaments let who gives check or chases a piece for ever lose, by rules that differ from one federation to another:
they are not ours.
"""

from typing import Any

from ludograph.board import Board, grids
from ludograph.draw.picture import Shape
from ludograph.games._chess_kin import ChessKin, Kin, Way
from ludograph.games._chess_kin.codes import HOPS, LAME, LOSES, MOVES, TAKES, THREATENS
from ludograph.games._chess_kin.pieces import AHEAD, ASLANT, KNIGHTLY, RIDES, STRAIGHT, TWO_ASLANT

FILES = "abcdefghi"


def in_palace(column: int, row: int) -> bool:
    return 3 <= column <= 5 and row <= 2


def is_home(column: int, row: int) -> bool:
    return row <= 4


def is_across(column: int, row: int) -> bool:
    return row >= 5


def lines() -> list[str]:
    """What is drawn: the files stop at the river, except at the edges; the palaces have diagonals."""
    files = [[f"{file}{row}" for row in range(1, 11)] for file in FILES]
    ranks = [" ".join(f"{file}{row}" for file in FILES) for row in range(1, 11)]
    parts = [part for file in files[1:-1] for part in (file[:5], file[5:])]
    palaces = ["d1 e2 f3", "f1 e2 d3", "d8 e9 f10", "f8 e9 d10"]
    return [*ranks, *(" ".join(part) for part in (files[0], *parts, files[-1])), *palaces]


BOARD = grids.points(*lines(), name="xiangqi board")


class Xiangqi(ChessKin):
    """Xiangqi on 9×10 points."""

    name, title = "xiangqi", "Xiangqi"
    summary = "Chinese chess: cannons, a river, and generals in their palaces"
    other_names = ("Chinese chess", "象棋", "中国象棋", "cờ tướng", "シャンチー", "сянци", "Chinesisches Schach")
    seats = ("Red", "Black")
    columns, rows, shape = 9, 10, Shape.TOKEN
    kinds_of_pieces = (
        Kin("P", "soldier", (Way(AHEAD), Way(((1, 0), (-1, 0)), begins=is_across)), 120),
        Kin("A", "advisor", (Way(ASLANT, ends=in_palace),), 120),
        Kin("B", "elephant", (Way(TWO_ASLANT, mode=MOVES | TAKES | LAME, ends=is_home),), 120),
        Kin("N", "horse", (Way(KNIGHTLY, mode=MOVES | TAKES | LAME),), 400),
        Kin("C", "cannon", (Way(STRAIGHT, RIDES, MOVES | TAKES | HOPS),), 450),
        Kin("R", "chariot", (Way(STRAIGHT, RIDES),), 900),
        Kin("K", "general", (Way(STRAIGHT, ends=in_palace), Way(AHEAD, RIDES, THREATENS)), 0),
    )
    castlings = ()
    fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
    has_en_passant = False
    stalemate = LOSES
    move_limit, progress = 60, ""
    dead_without = "PNCR"

    def make_board(self, *_: Any, **values: Any) -> Board:
        return BOARD
