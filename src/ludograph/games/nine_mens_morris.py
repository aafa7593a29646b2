"""Nine men's morris: men are placed, then moved along the lines; three in a line, a mill, take one of the enemy's.

A man in a mill is taken only when there is no other; of two mills made at once one counts. Who has three men left may
fly to any point. Who has fewer, or can't move, loses.
"""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, NamedTuple

from ludograph.board import grids
from ludograph.engine.bits import lowest, popcount
from ludograph.engine.blocks.connection import NEIGHBOURS
from ludograph.engine.blocks.lines import LINES, has_line_through, line_constants
from ludograph.engine.blocks.listing import list_each
from ludograph.engine.blocks.moving import step_constants
from ludograph.engine.board_game import ALL_NODES, MOVER, OTHER, BoardGame, Cells, Code, Hand, Moves, Node, Turn

FLYING = 0  # with so many men one may go to any point


class State(NamedTuple):
    mine: Annotated[int, Cells(MOVER, "man")]
    theirs: Annotated[int, Cells(OTHER, "man")]
    hand: Annotated[int, Hand(MOVER, 12, "man")]
    their_hand: Annotated[int, Hand(OTHER, 12, "man")]
    turn: Turn


def in_mills(men: int) -> int:
    """Those of some men that are in mills."""
    found = 0
    for line in range(len(LINES)):
        if LINES[line] & ~men == 0:
            found |= LINES[line]
    return found


def generate_turn(code: int, men: int, target: int, theirs: int, out: Moves, n: int) -> int:
    """A man comes to a target: a move, or one for each man that its mill may take. Taking the target is taking none."""
    if theirs == 0 or not has_line_through(men, target):
        out[n] = code | target << 12
        return n + 1
    exposed = theirs & ~in_mills(theirs)
    return list_each(code, exposed if exposed else theirs, 12, out, n)


def generate_from(source: int, men: int, targets: int, theirs: int, out: Moves, n: int) -> int:
    """Moves of one man, or with all points as its source the placing of a new one."""
    while targets:
        target = lowest(targets)
        targets &= targets - 1
        code = (target if source == 63 else source) | target << 6
        n = generate_turn(code, men | 1 << target, target, theirs, out, n)
    return n


def generate(s: State, out: Moves, n: int) -> int:
    empty = ALL_NODES & ~(s.mine | s.theirs)
    if s.hand:
        return generate_from(63, s.mine, empty, s.theirs, out, n)
    men = s.mine if popcount(s.mine) > 2 else 0
    while men:
        source = lowest(men)
        men &= men - 1
        targets = empty if popcount(s.mine) <= FLYING else NEIGHBOURS[source] & empty
        n = generate_from(source, s.mine & ~(1 << source), targets, s.theirs, out, n)
    return n


def apply(s: State, move: int) -> State:
    source = move & 63
    target = move >> 6 & 63
    taken = move >> 12
    mine = s.mine & ~(1 << source) | 1 << target
    theirs = s.theirs & ~(1 << taken)
    return State(theirs, mine, s.their_hand, s.hand - 1 if source == target else s.hand, 1 - s.turn)


def winners(s: State) -> int:
    return 2 >> s.turn


class NineMensMorris(BoardGame):
    """Nine men's morris on three squares, one inside the other."""

    name, title, seats = "nine-mens-morris", "Nine men's morris", ("White", "Black")
    summary = "three men in a line take one of the enemy's; who has only two left loses"
    other_names: ClassVar[tuple[str, ...]] = (
        "Mühle",
        "Merels",
        "Mill",
        "мельница",
        "molino",
        "jeu du moulin",
        "mulino",
        "młynek",
        "九子棋",
    )
    men: ClassVar[int] = 9
    flying: ClassVar[int] = 3
    repetition_limit = 3
    code = Code(source=Node(), target=Node(), taken=Node(sign="x"))
    board = grids.points(
        *("A1 D1 G1 G4 G7 D7 A7 A4 A1", "B2 D2 F2 F4 F6 D6 B6 B4 B2", "C3 D3 E3 E4 E5 D5 C5 C4 C3"),
        *("D1 D2 D3", "D5 D6 D7", "A4 B4 C4", "E4 F4 G4"),
    )

    def make_tables(self) -> Mapping[str, Any]:
        return {**step_constants(self.board), **line_constants(self.board, 3), "FLYING": self.flying}

    def start_state(self) -> State:
        return State(0, 0, self.men, self.men, 0)
