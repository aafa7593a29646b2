"""The bridge and the torch: four people cross a bridge by night, two at most at a time, and never without their only
torch. They need 1, 2, 5 and 10 minutes, two together as many as the slower one, and the torch lasts for 17 minutes.

Known since 1981 at least: S. X. Levmore and E. E. Cook, "Super Strategies for Puzzles and Games".
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, NamedTuple

from ludograph.core.texts import counted
from ludograph.draw.picture import Piece, Shape
from ludograph.draw.scenery import Scenery, bridge
from ludograph.engine.board_game import Cells, Code, Moves, Value
from ludograph.engine.declared.declaration import Standing
from ludograph.puzzles._banks import RiverPuzzle, banks

SPEEDS: Mapping[str, tuple[tuple[int, int, int, int], int]] = {
    "ten": ((1, 2, 5, 10), 17),
    "eight": ((1, 2, 5, 8), 15),
}
LEFT = 0b01_01_01_01_01  # the places on the left bank
PARTIES = tuple((a, b) for a in range(4) for b in range(a, 4))
WHO: Sequence[int] = tuple(1 << a | 1 << b for a, b in PARTIES)  # for each party who is in it
MINUTES: Sequence[int] = ()  # for each party how many it needs
MOST = 0


class State(NamedTuple):
    first: Annotated[int, Cells(0, "first walker", "a", Shape.TOKEN, 1, 1)]
    second: Annotated[int, Cells(0, "second walker", "b", Shape.TOKEN, 1, 1)]
    third: Annotated[int, Cells(0, "third walker", "c", Shape.TOKEN, 1, 1)]
    fourth: Annotated[int, Cells(0, "fourth walker", "d", Shape.TOKEN, 1, 1)]
    torch: Annotated[int, Cells(0, "torch", "*", Shape.FIGURE, 1, 1, "☼")]
    minutes: Annotated[int, Value(17)]


def with_torch(s: State) -> int:
    """Those who are where the torch is, one bit each."""
    found = 0
    is_left = s.torch & LEFT != 0
    for walker in range(4):
        if (s[walker] & LEFT != 0) == is_left:
            found |= 1 << walker
    return found


def generate(s: State, out: Moves, n: int) -> int:
    here = with_torch(s)
    for party in range(len(WHO)):
        if WHO[party] & ~here == 0 and MINUTES[party] <= s.minutes:
            out[n] = party
            n += 1
    return n


def generate_back(s: State, out: Moves, n: int) -> int:
    here = with_torch(s)
    for party in range(len(WHO)):
        if WHO[party] & ~here == 0 and MINUTES[party] + s.minutes <= MOST:
            out[n] = party
            n += 1
    return n


def crossed(s: State, party: int, minutes: int) -> State:
    """Everybody goes to the other end of his row."""
    who = WHO[party]
    return State(
        s.first ^ 3 * (who & 1),
        s.second ^ 6 * (who & 2),
        s.third ^ 12 * (who & 4),
        s.fourth ^ 24 * (who & 8),
        s.torch ^ (3 << 8),
        minutes,
    )


def apply(s: State, move: int) -> State:
    return crossed(s, move, s.minutes - MINUTES[move])


def apply_back(s: State, move: int) -> State:
    return crossed(s, move, s.minutes + MINUTES[move])


def is_solution(s: State) -> bool:
    return (s.first | s.second | s.third | s.fourth) & LEFT == 0


class BridgeAndTorch(RiverPuzzle):
    """The bridge and the torch."""

    name, title = "bridge-and-torch", "Bridge and Torch"
    summary = "cross a bridge by night with one torch before it goes out"
    other_names = ("Midnight train", "Brücke bei Nacht", "мост и факел", "puente y linterna")
    variants = {"ten": "1, 2, 5 and 10 minutes, 17 in all", "eight": "1, 2, 5 and 8 minutes, 15 in all"}  # noqa: RUF012
    board = banks(5, between=4.0)
    is_reversible = False
    max_moves = 10
    tints = {"a": 2, "b": 1, "c": 4, "d": 5}  # noqa: RUF012

    @property
    def scenery(self) -> Sequence[Scenery]:
        (water,) = super().scenery
        return (water, bridge(water.x, water.y, 2 * water.reach[0] + 0.4))

    @property
    def speeds(self) -> Sequence[int]:
        return SPEEDS[self.variant or ""][0]

    @property
    def code(self) -> Code:  # type: ignore[override]
        texts = ("+".join(map(str, sorted({self.speeds[a], self.speeds[b]}))) for a, b in PARTIES)
        return Code(dict(enumerate(texts)))

    def start_text(self) -> str:
        return f"*./D./C./B./A.;minutes={SPEEDS[self.variant or ''][1]}"

    def make_tables(self) -> Mapping[str, Any]:
        minutes = tuple(max(self.speeds[a], self.speeds[b]) for a, b in PARTIES)
        return {"MINUTES": minutes, "MOST": SPEEDS[self.variant or ""][1]}

    def faults(self, state: State) -> Iterator[str]:
        if any(state[row] & ~(3 << 2 * row) for row in range(5)):
            yield "the rows from the top are those of the torch and of the walkers D, C, B and A"
        if state.minutes > SPEEDS[self.variant or ""][1]:
            yield "the torch doesn't last so long"

    def piece(self, node: int, standing: Standing) -> Piece:
        """Walkers are called by their minutes."""
        piece, number = super().piece(node, standing), "abcd".find(standing.kind.letter)
        if number < 0:
            return piece
        minutes = self.speeds[number]
        return replace(piece, sign=str(minutes), name=f"walker of {counted(minutes, 'minute')}")

    def ending(self, state: State) -> tuple[str, str]:
        return "stuck", "The torch goes out before anybody could reach the other side."
