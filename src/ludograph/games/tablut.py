"""Tablut and Brandubh: attackers on all sides try to take a king, whose men help him to escape. All go like rooks, and
take men between two of their own; the king is armed. Nobody stops on the throne once it is empty. Attackers begin.

Tablut: C. Linnaeus, "Iter Lapponicum", 1732, as H. J. R. Murray (1952) and R. C. Bell (1960) read it: the king escapes
at any edge and is taken on four sides, or on three where the throne is on the fourth. (J. C. Ashton, 2010, reads the
Latin otherwise: away from the throne two are enough. Some let the king take nobody, which the ninth law doesn't say.)
Brandubh, as it is played today on 7×7 squares: he escapes at the corners, where no man may stop and against which both
sides take; away from the throne and the squares beside it, two sides are enough to take him.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from ludograph.board import Board, grids
from ludograph.board.tables import mask, words
from ludograph.draw.picture import Shape
from ludograph.engine.blocks.moving import slide_constants, wide_generate_to, wide_slides
from ludograph.engine.blocks.pairs import (
    Pair,
    common,
    free,
    halves,
    is_empty,
    is_in,
    joined,
    lowest_of,
    with_node,
    without,
    without_lowest,
)
from ludograph.engine.board_game import BoardGame, Cells, Code, Further, Moves, Node, Turn

STEPS: Sequence[int] = ()  # for each node the one to the right, above, to the left and below
THRONE = 0
CORNERS = CORNERS_HIGH = 0  # where no man may stop and against which both sides take
EXITS = EXITS_HIGH = 0
TAKES_KING_BETWEEN_TWO = False


class State(NamedTuple):
    attackers: Annotated[int, Cells(0, "attacker")]
    attackers_high: Further
    defenders: Annotated[int, Cells(1, "defender")]
    defenders_high: Further
    king: Annotated[int, Cells(1, "king", "K", Shape.CROWNED, most=1)]
    king_high: Further
    turn: Turn


def king_of(s: State) -> Pair:
    return Pair(s.king, s.king_high)


def attackers_of(s: State) -> Pair:
    return Pair(s.attackers, s.attackers_high)


def defenders_of(s: State) -> Pair:
    return Pair(s.defenders, s.defenders_high)


def generate_men(men: Pair, empty: Pair, closed: Pair, out: Moves, n: int) -> int:
    """Moves through what is empty to all of it that is not closed."""
    while not is_empty(men):
        source = lowest_of(men)
        men = without_lowest(men)
        n = wide_generate_to(source, without(wide_slides(source, empty, Pair(0, 0)), closed), out, n)
    return n


def generate(s: State, out: Moves, n: int) -> int:
    king = king_of(s)
    if is_empty(king) or not is_empty(common(king, Pair(EXITS, EXITS_HIGH))):
        return n
    empty = free(joined(attackers_of(s), king), defenders_of(s))
    throne = with_node(Pair(0, 0), THRONE)
    closed = joined(throne, Pair(CORNERS, CORNERS_HIGH))
    if s.turn == 0:
        return generate_men(attackers_of(s), empty, closed, out, n)
    return generate_men(king, empty, throne, out, generate_men(defenders_of(s), empty, closed, out, n))


def taken_men(men: Pair, helpers: Pair, node: int) -> Pair:
    """The men that a piece takes which has come to a node, with others of its side or a corner behind them."""
    taken = Pair(0, 0)
    for way in range(4):
        beside = STEPS[4 * node + way]
        if is_in(men, beside) and is_in(helpers, STEPS[4 * beside + way]):
            taken = with_node(taken, beside)
    return taken


def is_king_taken(attackers: Pair, king: int, node: int) -> bool:
    """Whether an attacker that has come to a node takes the king."""
    closed = 0
    near_throne = king == THRONE
    between_two = False
    comes_beside = False
    for way in range(4):
        beside = STEPS[4 * king + way]
        closed += is_in(attackers, beside) or beside == THRONE
        near_throne = near_throne or beside == THRONE
        comes_beside = comes_beside or beside == node
        behind = STEPS[4 * king + (way ^ 2)]
        if beside == node and is_in(joined(attackers, Pair(CORNERS, CORNERS_HIGH)), behind):
            between_two = True
    if closed == 4:
        return comes_beside
    return TAKES_KING_BETWEEN_TWO and between_two and not near_throne


def apply(s: State, move: int) -> State:
    source = with_node(Pair(0, 0), move & 127)
    target = move >> 7
    corners = Pair(CORNERS, CORNERS_HIGH)
    attackers, defenders, king = attackers_of(s), defenders_of(s), king_of(s)
    if s.turn == 0:
        attackers = with_node(without(attackers, source), target)
        if is_king_taken(attackers, lowest_of(king), target):
            king = Pair(0, 0)
        defenders = without(defenders, taken_men(defenders, joined(attackers, corners), target))
    else:
        if is_empty(common(king, source)):
            defenders = with_node(without(defenders, source), target)
        else:
            king = with_node(Pair(0, 0), target)
        attackers = without(attackers, taken_men(attackers, joined(joined(defenders, king), corners), target))
    return State(attackers.low, attackers.high, defenders.low, defenders.high, king.low, king.high, 1 - s.turn)


def winners(s: State) -> int:
    if is_empty(king_of(s)):
        return 1
    return 2 >> s.turn


class Tablut(BoardGame):
    """Tablut on 9×9 squares, Brandubh on 7×7."""

    name, title, seats = "tablut", "Tablut", ("Attackers", "Defenders")
    summary = "a king breaks through a ring of attackers, or is shut in"
    other_names = ("Tafl", "Hnefatafl", "Viking chess", "Wikingerschach", "таблут", "брандуб", "Swedes and Muscovites")
    variants = {  # noqa: RUF012
        "linnaeus": "on 9×9 squares: the king escapes at the edge",
        "brandubh": "on 7×7 squares: the king escapes at a corner",
    }
    repetition_limit = 3
    code = Code(source=Node(7), target=Node(7))

    @property
    def size(self) -> int:
        return 7 if self.variant == "brandubh" else 9

    def make_board(self) -> Board:
        middle, is_small = self.size // 2, self.variant == "brandubh"

        def shade(column: int, row: int) -> int:
            is_corner = is_small and {column, row} <= {0, self.size - 1}
            return int((column, row) != (middle, middle) and not is_corner)

        return grids.square(self.size, self.size, shade=shade)

    def start_text(self) -> str:
        if self.variant == "brandubh":
            return "A:...A.../...A.../...D.../AADkDAA/...D.../...A.../...A..."
        return "A:...AAA.../....A..../....D..../A...D...A/AADDkDDAA/A...D...A/....D..../....A..../...AAA..."

    def make_tables(self) -> Mapping[str, Any]:
        last, board = self.size - 1, self.board
        corners = mask((0, last, last * self.size, len(board) - 1))
        edge = mask(n for n in range(len(board)) if {n % self.size, n // self.size} & {0, last})
        is_small = self.variant == "brandubh"
        steps = [board.step(node, way) for node in range(len(board)) for way in (0.0, 90.0, 180.0, 270.0)]
        sets = {"CORNERS": corners if is_small else 0, "EXITS": corners if is_small else edge}
        return {
            **slide_constants(board),
            **{name: halves(cells).low for name, cells in sets.items()},
            **{f"{name}_HIGH": halves(cells).high for name, cells in sets.items()},
            "STEPS": words([*steps, *[board.outside] * 4]),
            "THRONE": len(board) // 2,
            "TAKES_KING_BETWEEN_TWO": is_small,
        }
