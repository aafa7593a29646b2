"""Surakarta: stones go one step any way; they take along the lines of the board, over empty points only, after going
round at least one of the loops at its corners. Who has taken all the enemy's stones wins; who can't move loses.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from ludograph.board import grids
from ludograph.engine.bits import lowest
from ludograph.engine.blocks.connection import NEIGHBOURS, connection_constants
from ludograph.engine.blocks.moving import generate_to
from ludograph.engine.board_game import ALL_NODES, BoardGame, Code, Moves, Node, Sides

SIZE = 6
ROUND = 4 * SIZE  # the points on the way round a circuit; those in which it meets itself are there twice
FIRST_WAY: Sequence[int] = ()  # the number of each point's first way round; one more for the end
WAYS: Sequence[int] = ()  # the points on the ways, one way behind the other
STRAIGHT: Sequence[int] = ()  # how many points of each way come before its first loop


def taken_from(source: int, theirs: int, empty: int) -> int:
    """The stones that one can take, from a point that counts as empty once it goes."""
    found = 0
    for way in range(FIRST_WAY[source], FIRST_WAY[source + 1]):
        place = 0
        while place < ROUND and (empty | 1 << source) >> WAYS[way * ROUND + place] & 1:
            place += 1
        if place < ROUND and place >= STRAIGHT[way]:
            found |= theirs & 1 << WAYS[way * ROUND + place]
    return found


def generate(s: Sides, out: Moves, n: int) -> int:
    empty = ALL_NODES & ~(s.mine | s.theirs)
    stones = s.mine if s.theirs else 0
    while stones:
        source = lowest(stones)
        stones &= stones - 1
        n = generate_to(source, NEIGHBOURS[source] & empty | taken_from(source, s.theirs, empty), out, n)
    return n


def apply(s: Sides, move: int) -> Sides:
    target = 1 << (move >> 6)
    return Sides(s.theirs & ~target, s.mine & ~(1 << (move & 63)) | target, 1 - s.turn)


def winners(s: Sides) -> int:
    return 2 >> s.turn


def circuit(far: int) -> list[int]:
    """The points of a circuit in their order, which goes along the lines so far from the edges, a loop after each."""
    near, last = far, SIZE - 1 - far
    steps = range(SIZE)
    cells = [(x, near) for x in steps] + [(last, y) for y in steps]
    cells += [(x, last) for x in reversed(steps)] + [(near, y) for y in reversed(steps)]
    return [x + SIZE * y for x, y in cells]


class Surakarta(BoardGame):
    """Surakarta on 6×6 points with eight loops."""

    name, title, seats = "surakarta", "Surakarta", ("Red", "Black")
    summary = "take by going round the loops at the corners"
    other_names = ("Roundabouts", "Permainan", "суракарта")
    repetition_limit = 3
    code = Code(source=Node(), target=Node())
    board = grids.square(SIZE, SIZE, links=8, is_chequered=False)

    def start_text(self) -> str:
        return "R:" + "/".join(["BBBBBB"] * 2 + ["......"] * 2 + ["RRRRRR"] * 2)

    def make_tables(self) -> Mapping[str, Any]:
        rounds = [way for far in (1, 2) for way in (circuit(far), circuit(far)[::-1])]
        ways = [
            [
                ((*way[place + 1 :], *way[: place + 1]), SIZE - 1 - place % SIZE)
                for way in rounds
                for place in range(ROUND)
                if way[place] == node
            ]
            for node in range(len(self.board))
        ]
        return {
            **connection_constants(self.board),
            "FIRST_WAY": tuple(sum(map(len, ways[:node])) for node in range(len(ways) + 1)),
            "WAYS": tuple(point for of_node in ways for way, _ in of_node for point in way),
            "STRAIGHT": tuple(straight for of_node in ways for _, straight in of_node),
        }
