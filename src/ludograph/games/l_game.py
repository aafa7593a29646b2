"""The L-game: lift your L, put it down elsewhere or otherwise, then move one of the two neutral stones, if you like.
Who can't put his L down anywhere else loses.

Rules by Edward de Bono, 1967.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from ludograph.board import grids
from ludograph.board.tables import mask
from ludograph.draw.picture import Shape
from ludograph.engine.bits import lowest
from ludograph.engine.board_game import ALL_NODES, MOVER, NOBODY, OTHER, BoardGame, Cells, Code, Moves, Node, Turn

SIZE = 4
ENDS: Sequence[int] = ()  # of each L those of its long arm and of its short one, a knight's move apart, as a code
BODIES: Sequence[int] = ()  # its cells
BODY_OF: Sequence[int] = ()  # the cells of the L with these ends


class State(NamedTuple):
    mine: Annotated[int, Cells(MOVER, "part of an L", "", Shape.DISC, 4, 4)]
    theirs: Annotated[int, Cells(OTHER, "part of an L", "", Shape.DISC, 4, 4)]
    neutral: Annotated[int, Cells(NOBODY, "neutral stone", "n", Shape.DISC, 2, 2)]
    turn: Turn


def generate(s: State, out: Moves, n: int) -> int:
    """Who leaves the neutral stones alone has the target for both of their cells."""
    free = ALL_NODES & ~(s.theirs | s.neutral)
    for number in range(len(ENDS)):
        body = BODIES[number]
        if body & ~free or body == s.mine:
            continue
        target = ENDS[number] >> 6
        out[n] = ENDS[number] | target << 12 | target << 18
        n += 1
        stones = s.neutral
        while stones:
            stone = lowest(stones)
            stones &= stones - 1
            left = free & ~body
            while left:
                out[n] = ENDS[number] | stone << 12 | lowest(left) << 18
                n += 1
                left &= left - 1
    return n


def apply(s: State, move: int) -> State:
    stone = move >> 12 & 63
    place = move >> 18
    neutral = s.neutral if stone == place else s.neutral & ~(1 << stone) | 1 << place
    return State(s.theirs, BODY_OF[move & 4095], neutral, 1 - s.turn)


def winners(s: State) -> int:
    return 2 >> s.turn


class LGame(BoardGame):
    """De Bono's L-game."""

    name, title, seats = "l-game", "L-Game", ("Red", "Blue")
    summary = "put your L down elsewhere, then move a neutral stone; who can't loses"
    other_names = ("L game", "Эль-игра", "L-Spiel")
    takes, repetition_limit = False, 3
    code = Code(source=Node(), target=Node(), neutral=Node(sign=":"), place=Node())
    board = grids.square(SIZE, SIZE, is_chequered=False)

    def start_text(self) -> str:
        return "R:nRR./.BR./.BR./.BBn"

    @property
    def bodies(self) -> dict[tuple[int, int], int]:
        """The cells of every L by its ends."""
        found = {}
        cells = [(x, y) for y in range(SIZE) for x in range(SIZE)]
        for far, tip in ((a, b) for a in cells for b in cells if {abs(a[0] - b[0]), abs(a[1] - b[1])} == {1, 2}):
            is_flat = abs(far[0] - tip[0]) == 2
            corner = (tip[0], far[1]) if is_flat else (far[0], tip[1])
            middle = (far[0] + corner[0]) // 2, (far[1] + corner[1]) // 2
            ends = far[1] * SIZE + far[0], tip[1] * SIZE + tip[0]
            found[ends] = mask(y * SIZE + x for x, y in (far, middle, corner, tip))
        return found

    def make_tables(self) -> Mapping[str, Any]:
        body_of = [0] * 4096
        for (far, tip), body in self.bodies.items():
            body_of[far | tip << 6] = body
        ends = tuple(far | tip << 6 for far, tip in self.bodies)
        return {"ENDS": ends, "BODIES": tuple(self.bodies.values()), "BODY_OF": tuple(body_of)}

    def faults(self, state: State) -> list[str]:
        known = set(self.bodies.values())
        whose = zip((state.mine, state.theirs), (state.turn, 1 - state.turn), strict=True)
        return [f"{self.seats[seat]}'s cells are no L" for cells, seat in whose if cells not in known]
