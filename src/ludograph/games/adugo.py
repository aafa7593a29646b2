"""Adugo: fourteen dogs try to shut in a jaguar, which jumps over dogs and takes them, one with each move. It wins with
the fifth. All go one step along a line; the jaguar begins. A match is drawn when a position occurs for the third time.

A game of the Bororo in Brazil, on the board of Alquerque with a triangle at one side. M. Lima, "Jogos indígenas do
Brasil", 2004; M. B. R. Ferreira and others in "Revista Brasileira Ciência e Movimento" 16, 2008.
"""

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from ludograph.board import grids
from ludograph.engine.bits import lowest, popcount
from ludograph.engine.blocks.connection import NEIGHBOURS
from ludograph.engine.blocks.moving import generate_steps, generate_to
from ludograph.engine.board_game import ALL_NODES, NODES, BoardGame, Cells, Code, Moves, Node, Turn
from ludograph.games.bagh_chal import EATEN, jump_constants, jumps

DOGS, ENOUGH = 14, 5
ROWS = [" ".join(f"{column}{row}" for column in "ABCDE") for row in range(3, 8)]
COLUMNS = [" ".join(f"{column}{row}" for row in range(3, 8)) for column in "ABDE"]
DIAGONALS = ["A7 B6 C5 D4 E3", "E7 D6 C5 B4 A3", "A5 B6 C7", "C7 D6 E5", "A5 B4 C3", "C3 D4 E5"]
TRIANGLE = ["C7 C6 C5 C4 C3 C2 C1", "C3 B2 A1", "C3 D2 E1", "B2 C2 D2", "A1 C1 E1"]


class State(NamedTuple):
    jaguar: Annotated[int, Cells(0, "jaguar", least=1, most=1)]
    dogs: Annotated[int, Cells(1, "dog", least=DOGS - ENOUGH, most=DOGS)]
    turn: Turn


def generate(s: State, out: Moves, n: int) -> int:
    empty = ALL_NODES & ~(s.jaguar | s.dogs)
    if popcount(s.dogs) + ENOUGH <= DOGS:
        return n
    if s.turn == 1:
        return generate_steps(s.dogs, empty, out, n)
    jaguar = lowest(s.jaguar)
    return generate_to(jaguar, NEIGHBOURS[jaguar] & empty | jumps(jaguar, s.dogs, empty), out, n)


def apply(s: State, move: int) -> State:
    source = move & 63
    target = move >> 6
    if s.turn == 1:
        return State(s.jaguar, s.dogs & ~(1 << source) | 1 << target, 0)
    return State(1 << target, s.dogs & ~EATEN[source * NODES + target], 1)


def winners(s: State) -> int:
    return 2 >> s.turn


class Adugo(BoardGame):
    """Adugo on 31 points."""

    name, title, seats = "adugo", "Adugo", ("Jaguar", "Dogs")
    summary = "dogs shut a jaguar in, which takes five of them"
    other_names = ("Jogo da Onça", "Jaguar and Dogs", "Jaguar und Hunde", "адуго", "Komikan")
    repetition_limit = 3
    code = Code(source=Node(), target=Node())
    board = grids.points(*ROWS, *COLUMNS, *DIAGONALS, *TRIANGLE)

    def start_text(self) -> str:
        return "J:DDDDD/DDDDD/DDJDD/...../...../.../..."

    def make_tables(self) -> Mapping[str, Any]:
        return jump_constants(self.board)
