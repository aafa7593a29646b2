"""Kalah: sow the seeds of a house against the clock, one into each pit, the own store too; a last seed there gives
another turn, one in an empty house of one's own captures what lies opposite. When a side has none left in its houses,
the other stores the rest; who has more wins.

Rules as in G. Irving, J. Donkers, J. Uiterwijk, "Solving Kalah", ICGA Journal 23 (2000); by W. J. Champion, 1940.
"""

from collections.abc import Iterator

from ludograph.engine.bits import replaced
from ludograph.engine.blocks.sowing import last_pit, seeds_in, sown
from ludograph.engine.board_game import Moves
from ludograph.games._sowing import (
    HOUSES,
    SowingGame,
    State,
    first_house,
    is_house_of,
    lead,
    richer,
    seeds_of,
    store_of,
    stored,
)

TURN = 3  # where the seat stands in the state


def generate(s: State, out: Moves, n: int) -> int:
    for house in range(first_house(s.turn), store_of(s.turn)):
        if seeds_in(s, house):
            out[n] = house
            n += 1
    return n


def apply(s: State, move: int) -> State:
    last = last_pit(s, s.turn, move)
    s = sown(s, s.turn, move)
    opposite = 2 * HOUSES - last if is_house_of(s.turn, last) else 0
    if is_house_of(s.turn, last) and seeds_in(s, last) == 1 and seeds_in(s, opposite):
        s = stored(stored(s, s.turn, last), s.turn, opposite)
    s = replaced(s, TURN, s.turn if last == store_of(s.turn) else 1 - s.turn)
    if seeds_of(s, 0) and seeds_of(s, 1):
        return s
    for house in range(HOUSES):
        s = stored(stored(s, 0, house), 1, HOUSES + 1 + house)
    return s


def winners(s: State) -> int:
    return richer(s)


def evaluate(s: State) -> int:
    return lead(s)


class Kalah(SowingGame):
    """Kalah on two rows of houses."""

    name, title = "kalah", "Kalah"
    summary = "sow seeds round the board; who has more in the store at the end wins"
    other_names = ("Mancala", "Kalaha", "калах", "манкала", "Bohnenspiel", "Steinchenspiel")

    def circles(self, houses: int) -> list[list[int]]:
        return [[*range(2 * houses + 1)], [*range(houses), *range(houses + 1, 2 * houses + 2)]]

    def faults(self, state: State) -> Iterator[str]:
        yield from super().faults(state)
        seeds, houses = self.declaration.seeds(state), self.values["houses"]
        south, north = sum(seeds[:houses]), sum(seeds[houses + 1 : 2 * houses + 1])
        if bool(south) != bool(north):
            yield f"{self.seats[bool(south)]} has no seeds in the houses, so that the others are in a store, too"
