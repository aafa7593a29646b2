"""Pente: stones are placed on a Go board; five or more in a line win, and so do ten stones taken. A pair of the enemy's
between two of one's own, the last of which has just been placed, is taken. The first stone goes to the middle.

Rules by Gary Gabrel, 1977, as they came with the game; who goes between two enemies isn't taken. That the first side's
second stone has to keep away from the middle is a rule of tournaments, and not here.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from ludograph.board import Board, grids
from ludograph.board.tables import words
from ludograph.core.parameters import IntParameter
from ludograph.engine.bits import replaced
from ludograph.engine.blocks.large import (
    MINE,
    THEIRS,
    generate_large_places,
    has_large_line,
    has_node,
    large_constants,
    large_line_constants,
    large_size,
    sides_exchanged,
    with_large_node,
    without_large_node,
)
from ludograph.engine.board_game import (
    MOVER,
    NODES,
    OTHER,
    BoardGame,
    Code,
    Further,
    Hand,
    Mine,
    Moves,
    Node,
    Theirs,
    Turn,
)

ENOUGH = 10  # stones taken
MOST_LOST = ENOUGH - 2 + 16  # the last stone may take pairs in all eight directions
MINE_LOST, THEIRS_LOST, TURN = 12, 13, 14
WAYS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
AWAY: Sequence[int] = ()  # for each point and each of the eight ways the point there, or OUTSIDE


class State(NamedTuple):
    mine: Mine
    mine_1: Further
    mine_2: Further
    mine_3: Further
    mine_4: Further
    mine_5: Further
    theirs: Theirs
    theirs_1: Further
    theirs_2: Further
    theirs_3: Further
    theirs_4: Further
    theirs_5: Further
    mine_lost: Annotated[int, Hand(MOVER, MOST_LOST, "piece")]
    theirs_lost: Annotated[int, Hand(OTHER, MOST_LOST, "piece")]
    turn: Turn


def generate(s: State, out: Moves, n: int) -> int:
    if s.mine_lost >= ENOUGH or has_large_line(s, THEIRS):
        return n
    if large_size(s, MINE) + large_size(s, THEIRS) == 0:
        out[n] = NODES // 2
        return n + 1
    return generate_large_places(s, out, n)


def apply(s: State, move: int) -> State:
    s = with_large_node(s, MINE, move)
    lost = s.theirs_lost
    for way in range(8):
        first = AWAY[8 * move + way]
        second = AWAY[8 * first + way]
        if has_node(s, THEIRS, first) and has_node(s, THEIRS, second) and has_node(s, MINE, AWAY[8 * second + way]):
            s = without_large_node(without_large_node(s, THEIRS, first), THEIRS, second)
            lost += 2
    s = replaced(replaced(sides_exchanged(s), MINE_LOST, lost), THEIRS_LOST, s.mine_lost)
    return replaced(s, TURN, 1 - s.turn)


def winners(s: State) -> int:
    return 2 >> s.turn if s.mine_lost >= ENOUGH or has_large_line(s, THEIRS) else 0


class Pente(BoardGame):
    """Pente on a Go board."""

    name, title, seats = "pente", "Pente", ("White", "Black")
    summary = "five in a line win, and so do five pairs taken"
    other_names = ("Ninuki-renju", "пенте", "ペンテ")
    parameters = (IntParameter("size", 19, "lines each way", 5, 19, step=2),)
    code = Code(target=Node(9))

    def make_board(self, size: int) -> Board:
        return grids.crossings(size)

    def make_tables(self, size: int) -> Mapping[str, Any]:
        def away(node: int, right: int, up: int) -> int:
            x, y = node % size + right, node // size + up
            return x + y * size if 0 <= x < size and 0 <= y < size else self.board.outside

        table = [away(node, *way) for node in range(len(self.board)) for way in WAYS] + [self.board.outside] * 8
        return {**large_constants(self.board), **large_line_constants(self.board, 5), "AWAY": words(table)}
