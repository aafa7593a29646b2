"""Hare and Hounds: three hounds, which never go back, try to shut in a hare, which wants to slip past them. All go one
step along a line. A hare that can't move has lost; it has won when it is left of all hounds, or when these have gone
up and down only for ten moves in a row.

The French military game of the 19th century; M. Gardner, "Mathematical Games", Scientific American, October 1963.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from ludograph.board import grids
from ludograph.board.tables import mask
from ludograph.engine.bits import lowest
from ludograph.engine.blocks.moving import generate_steps, generate_to, step_constants
from ludograph.engine.board_game import ALL_NODES, BoardGame, Cells, Code, Moves, Node, Turn, Value

STALLING = 10  # moves of hounds
ONWARDS: Sequence[int] = ()  # where a hound may go from each point, up and down too
AHEAD: Sequence[int] = ()  # all points to the right of each
LINES = (
    "A2 B2 C2 D2 E2", "A2 B1", "A2 B3", "D1 E2", "D3 E2", "B1 C1 D1", "B3 C3 D3",
    "B1 B2 B3", "C1 C2 C3", "D1 D2 D3", "B1 C2 D3", "B3 C2 D1",
)  # fmt: skip


class State(NamedTuple):
    hounds: Annotated[int, Cells(0, "hound", least=3, most=3)]
    hare: Annotated[int, Cells(1, "hare", least=1, most=1)]
    stalled: Annotated[int, Value(STALLING)]
    turn: Turn


def has_escaped(s: State) -> bool:
    return s.hounds & ~AHEAD[lowest(s.hare)] == 0 or s.stalled == STALLING


def generate(s: State, out: Moves, n: int) -> int:
    empty = ALL_NODES & ~(s.hounds | s.hare)
    if has_escaped(s):
        return n
    if s.turn == 1:
        return generate_steps(s.hare, empty, out, n)
    hounds = s.hounds
    while hounds:
        n = generate_to(lowest(hounds), ONWARDS[lowest(hounds)] & empty, out, n)
        hounds &= hounds - 1
    return n


def apply(s: State, move: int) -> State:
    source = move & 63
    target = 1 << (move >> 6)
    if s.turn == 1:
        return State(s.hounds, target, s.stalled, 0)
    stalled = 0 if AHEAD[source] & target else s.stalled + 1
    return State(s.hounds & ~(1 << source) | target, s.hare, stalled, 1)


def winners(s: State) -> int:
    return 2 if has_escaped(s) else 2 >> s.turn


class HareAndHounds(BoardGame):
    """Hare and Hounds on eleven points."""

    name, title, seats = "hare-and-hounds", "Hare and Hounds", ("Dogs", "Hare")
    summary = "three hounds shut a hare in, or it slips past them"
    other_names = (
        "French Military Game",
        "Jeu militaire",
        "Hase und Hunde",
        "Haretavl",
        "заяц и собаки",
        "Soldier's Game",
    )
    takes = False
    code = Code(source=Node(), target=Node())
    board = grids.points(*LINES)

    def start_text(self) -> str:
        return "D:D../D...H/D.."

    def make_tables(self) -> Mapping[str, Any]:
        nodes, neighbours = self.board.nodes, self.board.neighbours
        onwards = (mask(to for to in neighbours(node.id) if nodes[to].x >= node.x) for node in nodes)
        ahead = (mask(to.id for to in nodes if to.x > node.x) for node in nodes)
        return {**step_constants(self.board), "ONWARDS": tuple(onwards), "AHEAD": tuple(ahead)}
