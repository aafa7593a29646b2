"""Pong Hau K'i: two stones each on five points; a stone goes along a line to the only gap. Who can't move loses."""

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from ludograph.board import grids
from ludograph.engine.blocks.moving import generate_steps, step_constants
from ludograph.engine.board_game import ALL_NODES, MOVER, OTHER, BoardGame, Cells, Code, Moves, Node, Turn


class State(NamedTuple):
    mine: Annotated[int, Cells(MOVER, "stone", least=2, most=2)]
    theirs: Annotated[int, Cells(OTHER, "stone", least=2, most=2)]
    turn: Turn


def generate(s: State, out: Moves, n: int) -> int:
    return generate_steps(s.mine, ALL_NODES & ~(s.mine | s.theirs), out, n)


def apply(s: State, move: int) -> State:
    return State(s.theirs, s.mine & ~(1 << (move & 63)) | 1 << (move >> 6), 1 - s.turn)


def winners(s: State) -> int:
    return 2 >> s.turn


class PongHauKi(BoardGame):
    """Pong Hau K'i, as in China and Korea."""

    name, title, seats = "pong-hau-ki", "Pong Hau K'i", ("Red", "Blue")
    summary = "two stones each and one gap; shut the other side in"
    other_names = ("Umul Gonu", "Horseshoe", "우물고누")
    takes, repetition_limit = False, 3
    code = Code(source=Node(), target=Node())
    board = grids.points("A3 B2 C1", "A1 B2 C3", "A1 A3", "C1 C3", "A1 C1")

    def start_text(self) -> str:
        return "R:BB/./RR"

    def make_tables(self) -> Mapping[str, Any]:
        return step_constants(self.board)
