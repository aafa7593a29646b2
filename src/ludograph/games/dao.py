"""Dao: a stone slides as far as it can go; four in a row or a column, in a square or in the corners win.

Rules by Jeff Pickering and Ben van Buskirk, 1999. Whose stone is shut into a corner by three of the enemy's wins, too.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from ludograph.board import grids
from ludograph.board.tables import mask
from ludograph.engine.blocks.lines import has_line, line_masks, pattern_constants
from ludograph.engine.blocks.moving import full_slide_constants, generate_full_slides
from ludograph.engine.board_game import ALL_NODES, MOVER, OTHER, BoardGame, Cells, Code, Moves, Node, Turn

CORNERS: Sequence[int] = ()
BESIDE_CORNERS: Sequence[int] = ()  # the three cells beside each


class State(NamedTuple):
    mine: Annotated[int, Cells(MOVER, "stone", least=4, most=4)]
    theirs: Annotated[int, Cells(OTHER, "stone", least=4, most=4)]
    turn: Turn


def is_shut_in(mine: int, theirs: int) -> bool:
    """Whether a stone in a corner has an enemy's on each of the three cells beside it."""
    place = 0
    while place < 4 and (mine >> CORNERS[place] & 1 == 0 or BESIDE_CORNERS[place] & ~theirs):
        place += 1
    return place < 4


def generate(s: State, out: Moves, n: int) -> int:
    is_over = has_line(s.theirs) or is_shut_in(s.mine, s.theirs)
    return n if is_over else generate_full_slides(s.mine, ALL_NODES & ~(s.mine | s.theirs), out, n)


def apply(s: State, move: int) -> State:
    return State(s.theirs, s.mine & ~(1 << (move & 63)) | (1 << (move >> 6)), 1 - s.turn)


def winners(s: State) -> int:
    return 2 >> s.turn if has_line(s.theirs) else is_shut_in(s.mine, s.theirs) << s.turn


class Dao(BoardGame):
    """Dao on its board of 4×4 cells."""

    name, title, seats = "dao", "Dao", ("Black", "White")
    summary = "slide as far as you can; a row, a column, a square or the corners win"
    takes, repetition_limit = False, 3
    code = Code(source=Node(), target=Node())
    board = grids.square(4, 4, links=8, is_chequered=False)

    def make_tables(self) -> Mapping[str, Any]:
        corners = (0, 3, 12, 15)
        squares = [mask((low, low + 1, low + 4, low + 5)) for low in (0, 1, 2, 4, 5, 6, 8, 9, 10)]
        return {
            **full_slide_constants(self.board),
            **pattern_constants(self.board, 4, [*line_masks(self.board, 4, (0, 90)), *squares, mask(corners)]),
            "CORNERS": corners,
            "BESIDE_CORNERS": tuple(mask(self.board.neighbours(corner)) for corner in corners),
        }

    def start_text(self) -> str:
        return "B:B..W/.BW./.WB./W..B"

    def ending(self, state: State) -> tuple[str, str]:
        code, text = super().ending(state)
        is_shut_in = self.plain.winners(state) >> state.turn & 1
        return (code, f"{text[:-1]}, with a stone shut into a corner.") if is_shut_in else (code, text)
