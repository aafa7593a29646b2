"""Chinese checkers for two, three, four or six: pieces step to a neighbour or jump over neighbours, whosever they are,
as often as they can, and nobody is taken; who first fills the point of the star opposite wins.

Stern-Halma, Ravensburger 1892, after G. H. Monks' Halma. Board, points and moves are those that Masters Traditional
Games publishes: any hole may be entered, and a piece that has come to the point opposite doesn't leave it. Instead of
their exchange with a piece that stays at home to block, D. Parlett's end of Halma holds: after one's own move the point
is full, with at least one piece of one's own in it. Who can't move, of which they say nothing, passes. Ten pieces each
on 121 holes; fewer on smaller stars.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import cos, radians, sin
from typing import Any

from ludograph.board import Board, grids
from ludograph.board.tables import mask, words
from ludograph.core.parameters import ChoiceParameter, IntParameter
from ludograph.engine.bits import replaced
from ludograph.engine.blocks.large import with_large_node, without_large_node
from ludograph.engine.blocks.listing import wide_list_each
from ludograph.engine.blocks.pairs import (
    Pair,
    common,
    halves,
    is_empty,
    is_in,
    joined,
    lowest_of,
    wide_tables,
    with_node,
    without,
    without_lowest,
)
from ludograph.engine.board_game import NODES, OUTSIDE, BoardGame, Code, Moves, Node, wide_seats
from ludograph.engine.declared.symmetries import Symmetry
from ludograph.engine.rules import EVEN, State

COLOURS = ("Red", "Blue", "Green", "Yellow", "Violet", "White")
POINTS = {2: (0, 3), 3: (0, 2, 4), 4: (1, 2, 4, 5), 6: (0, 1, 2, 3, 4, 5)}  # with the clock, from the lowest on
PASS = 1 << 14
WORTH_OF_A_STEP = 20

# Bound for each number of seats and each size.
PLAYERS, TURN = 2, 4
GOALS: Sequence[int] = ()  # for each seat the point opposite, as a set
GOALS_HIGH: Sequence[int] = ()
AWAY: Sequence[int] = ()  # for each node and each of the six ways the node there, or OUTSIDE
STEPS: Sequence[int] = ()  # for each seat and each node how far it is from the tip of its goal


def pieces_of(s: State, seat: int) -> Pair:
    return Pair(s[2 * seat], s[2 * seat + 1])


def all_pieces(s: State) -> Pair:
    found = Pair(0, 0)
    for seat in range(PLAYERS):
        found = joined(found, pieces_of(s, seat))
    return found


def goal_of(seat: int) -> Pair:
    return Pair(GOALS[seat], GOALS_HIGH[seat])


def last_mover(s: State) -> int:
    return (s[TURN] + PLAYERS - 1) % PLAYERS


def has_arrived(s: State, seat: int) -> bool:
    is_full = is_empty(without(goal_of(seat), all_pieces(s)))
    return is_full and not is_empty(common(goal_of(seat), pieces_of(s, seat)))


def reached_from(source: int, others: Pair) -> Pair:
    """Where a piece may go while others stand so: by a step, or by jumps."""
    found = with_node(Pair(0, 0), source)
    waiting = found
    while not is_empty(waiting):
        node = lowest_of(waiting)
        waiting = without_lowest(waiting)
        for way in range(6):
            over = AWAY[6 * node + way]
            to = AWAY[6 * over + way]
            if is_in(others, over) and to != OUTSIDE and not is_in(joined(others, found), to):
                found = with_node(found, to)
                waiting = with_node(waiting, to)
    for way in range(6):
        if AWAY[6 * source + way] != OUTSIDE:
            found = with_node(found, AWAY[6 * source + way])
    return without(found, with_node(others, source))


def generate(s: State, out: Moves, n: int) -> int:
    if has_arrived(s, last_mover(s)):
        return n
    first = n
    goal = goal_of(s[TURN])
    own = pieces_of(s, s[TURN])
    while not is_empty(own):
        source = lowest_of(own)
        own = without_lowest(own)
        targets = reached_from(source, without(all_pieces(s), with_node(Pair(0, 0), source)))
        if is_in(goal, source):
            targets = common(targets, goal)
        n = wide_list_each(source, targets, 7, out, n)
    if n == first:
        out[n] = PASS
        n += 1
    return n


def apply(s: State, move: int) -> State:
    if move != PASS:
        own = 2 * s[TURN]
        s = with_large_node(without_large_node(s, own, move & 127), own, move >> 7)
    return replaced(s, TURN, (s[TURN] + 1) % PLAYERS)


def winners(s: State) -> int:
    return 1 << last_mover(s)


def steps_left(s: State, seat: int) -> int:
    """How far all pieces of a seat are from the tip of its goal."""
    own = pieces_of(s, seat)
    steps = 0
    while not is_empty(own):
        steps += STEPS[seat * NODES + lowest_of(own)]
        own = without_lowest(own)
    return steps


def evaluate_for(s: State, seat: int) -> int:
    rival = EVEN
    for other in range(PLAYERS):
        if other != seat:
            rival = min(rival, steps_left(s, other))
    return EVEN + WORTH_OF_A_STEP * rival - WORTH_OF_A_STEP * steps_left(s, seat)


def evaluate(s: State) -> int:
    return evaluate_for(s, s[TURN])


class ChineseCheckers(BoardGame):
    """Chinese checkers on the star."""

    name, title = "chinese-checkers", "Chinese checkers"
    summary = "step and jump with all pieces into the point of the star opposite, two to six players"
    other_names = (
        "Chinese chequers", "Sternhalma", "Stern-Halma", "Dames chinoises", "Damas chinas", "Dama cinese",
        "китайские шашки", "Chińskie warcaby", "跳棋", "다이아몬드 게임",
    )  # fmt: skip
    parameters = (
        ChoiceParameter("players", "2", "how many play", ("2", "3", "4", "6")),
        IntParameter("size", 4, "holes on an edge of a point", 1, 4),
    )
    takes, repetition_limit = False, 3
    code = Code({PASS: "pass"}, source=Node(7), target=Node(7))

    @cached_property
    def points(self) -> Sequence[int]:
        """The point of each seat."""
        return POINTS[int(self.values["players"])]

    @cached_property
    def seats(self) -> tuple[str, ...]:  # type: ignore[override]
        return COLOURS[: len(self.points)]

    @cached_property
    def state_type(self) -> type[tuple[int, ...]]:  # type: ignore[override]
        return wide_seats(len(self.points), self.values["size"] * (self.values["size"] + 1) // 2)

    def make_board(self, players: str, size: int) -> Board:
        return grids.star(size)

    def from_tip(self, point: int) -> list[int]:
        """How many steps each node is away from the tip of a point."""
        across, up = cos(radians(270 - 60 * point)), sin(radians(270 - 60 * point))
        tip = max(self.board.nodes, key=lambda node: across * node.x + up * node.y).id
        steps, reached = {tip: 0}, [tip]
        for node in reached:
            new = [other for other in self.board.neighbours(node) if other not in steps]
            steps |= dict.fromkeys(new, steps[node] + 1)
            reached += new
        return [steps[node] for node in range(len(self.board))]

    def holes_of(self, point: int) -> int:
        return mask(node for node, steps in enumerate(self.from_tip(point)) if steps < self.values["size"])

    def start_state(self) -> tuple[int, ...]:
        pairs = (halves(self.holes_of(point)) for point in self.points)
        return self.declaration.state_of([*(word for pair in pairs for word in pair), 0])  # type: ignore[no-any-return]

    def make_tables(self, players: str, size: int) -> Mapping[str, Any]:
        away = [self.board.step(node, 60.0 * way) for node in range(len(self.board) + 1) for way in range(6)]
        return {
            "PLAYERS": len(self.points),
            "TURN": 2 * len(self.points),
            **wide_tables("GOALS", (self.holes_of(point + 3) for point in self.points)),
            "AWAY": words(away),
            "STEPS": words([steps for point in self.points for steps in self.from_tip(point + 3)]),
        }

    def keeps_goals(self, symmetry: Symmetry) -> bool:
        goals = [self.holes_of(point + 3) for point in self.points]
        images = [mask(symmetry.nodes[node] for node in range(len(self.board)) if goal >> node & 1) for goal in goals]
        return images == (goals[::-1] if symmetry.exchanges else goals)
