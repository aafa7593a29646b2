"""Games in which so many men each are placed and then moved, a step at a time, until one side has a line of its own.
Who can't move loses."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, NamedTuple

from ludograph.engine.bits import popcount
from ludograph.engine.blocks.lines import has_line, line_constants
from ludograph.engine.blocks.moving import generate_steps, step_constants
from ludograph.engine.blocks.placing import generate_new
from ludograph.engine.board_game import ALL_NODES, MOVER, OTHER, BoardGame, Cells, Code, Moves, Node, Turn

MEN = 0


class State(NamedTuple):
    mine: Annotated[int, Cells(MOVER, "man", most=4)]
    theirs: Annotated[int, Cells(OTHER, "man", most=4)]
    turn: Turn


def generate(s: State, out: Moves, n: int) -> int:
    empty = ALL_NODES & ~(s.mine | s.theirs)
    if has_line(s.theirs):
        return n
    return generate_new(empty, out, n) if popcount(s.mine) < MEN else generate_steps(s.mine, empty, out, n)


def apply(s: State, move: int) -> State:
    return State(s.theirs, s.mine & ~(1 << (move & 63)) | 1 << (move >> 6), 1 - s.turn)


def winners(s: State) -> int:
    return 2 >> s.turn


class LinesOfMen(BoardGame):
    """One of these games."""

    men: ClassVar[int]
    takes, repetition_limit = False, 3
    code = Code(source=Node(), target=Node())

    def make_tables(self) -> Mapping[str, Any]:
        return {**step_constants(self.board), **line_constants(self.board, 3), "MEN": self.men}
