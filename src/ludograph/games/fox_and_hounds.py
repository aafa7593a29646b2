"""Fox and hounds: a fox on the dark squares of a chessboard wants to reach the other side; four hounds, which never go
back, want to shut it in. All go one square aslant, and nothing is taken. Who can't move loses.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from ludograph.board import grids
from ludograph.board.tables import mask
from ludograph.engine.bits import lowest
from ludograph.engine.blocks.moving import generate_steps, generate_to, step_constants
from ludograph.engine.board_game import ALL_NODES, BoardGame, Cells, Code, Moves, Node, Turn

FAR_ROW = 0b1111  # where the hounds begin
ONWARDS: Sequence[int] = ()  # where a hound may go


class State(NamedTuple):
    fox: Annotated[int, Cells(0, "fox", least=1, most=1)]
    hounds: Annotated[int, Cells(1, "hound", least=4, most=4)]
    turn: Turn


def generate(s: State, out: Moves, n: int) -> int:
    empty = ALL_NODES & ~(s.fox | s.hounds)
    if s.turn == 0:
        return generate_steps(s.fox, empty, out, n)
    hounds = 0 if s.fox & FAR_ROW else s.hounds
    while hounds:
        n = generate_to(lowest(hounds), ONWARDS[lowest(hounds)] & empty, out, n)
        hounds &= hounds - 1
    return n


def apply(s: State, move: int) -> State:
    change = 1 << (move & 63) | 1 << (move >> 6)
    return State(s.fox, s.hounds ^ change, 0) if s.turn else State(s.fox ^ change, s.hounds, 1)


def winners(s: State) -> int:
    return 2 >> s.turn


class FoxAndHounds(BoardGame):
    """Fox and hounds on a chessboard."""

    name, title, seats = "fox-and-hounds", "Fox and Hounds", ("Fox", "Hounds")
    summary = "a fox slips past four hounds, which never go back, or is shut in"
    other_names = ("Wolf und Schafe", "Wolf and sheep", "Devil and tailors", "волк и овцы", "Räv och hundar")
    takes = False
    code = Code(source=Node(), target=Node())
    board = grids.dark_squares(8)

    def start_text(self) -> str:
        return "F:HHHH/..../..../..../..../..../..../.F.."

    def make_tables(self) -> Mapping[str, Any]:
        nodes = self.board.nodes
        down = (mask(to for to in self.board.neighbours(node.id) if nodes[to].y < node.y) for node in nodes)
        return {**step_constants(self.board), "ONWARDS": tuple(down)}
