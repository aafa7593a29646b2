"""Tic-tac-toe: three in a row on nine cells."""

from collections.abc import Sequence
from typing import NamedTuple

from ludograph.board import grids
from ludograph.engine.board_game import BoardGame
from ludograph.engine.declared.codes import Code, Node
from ludograph.engine.declared.fields import Mine, Theirs, Turn
from ludograph.engine.rules import Moves

LINES: Sequence[int] = (7, 56, 448, 73, 146, 292, 273, 84)


class State(NamedTuple):
    mine: Mine
    theirs: Theirs
    turn: Turn


def has_line(cells: int) -> bool:
    for line in range(len(LINES)):
        if LINES[line] & ~cells == 0:
            return True
    return False


def generate(s: State, out: Moves, n: int) -> int:
    if not has_line(s.theirs):
        for cell in range(9):
            if not (s.mine | s.theirs) >> cell & 1:
                out[n] = cell
                n += 1
    return n


def apply(s: State, move: int) -> State:
    return State(s.theirs, s.mine | 1 << move, 1 - s.turn)


def winners(s: State) -> int:
    return 2 >> s.turn if has_line(s.theirs) else 0


class TicTacToe(BoardGame):
    """Tic-tac-toe."""

    name, title, seats = "tic-tac-toe", "Tic-tac-toe", ("X", "O")
    summary = "three of one's own in a row win"
    code = Code(target=Node())
    board = grids.square(3, 3)
