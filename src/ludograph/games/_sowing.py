"""What games of sowing share: two rows of houses and two stores, numbered in the order in which one sows."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, NamedTuple

from ludograph.board import Board, grids
from ludograph.core.parameters import IntParameter
from ludograph.engine.blocks.sowing import seeds_in, sowing_constants, with_seeds
from ludograph.engine.board_game import BoardGame, Code, Further, Node, Pits, Turn
from ludograph.engine.rules import EVEN

HOUSES = 0  # of each side


class State(NamedTuple):
    pits: Annotated[int, Pits()]
    pits_1: Further
    pits_2: Further
    turn: Turn


def first_house(seat: int) -> int:
    return seat * (HOUSES + 1)


def store_of(seat: int) -> int:
    return first_house(seat) + HOUSES


def is_house_of(seat: int, pit: int) -> bool:
    return first_house(seat) <= pit < store_of(seat)


def seeds_of(s: State, seat: int) -> int:
    """How many are in the houses of a side."""
    seeds = 0
    for pit in range(first_house(seat), store_of(seat)):
        seeds += seeds_in(s, pit)
    return seeds


def stored(s: State, seat: int, pit: int) -> State:
    """The state after a side has taken the seeds of a pit into its store."""
    seeds = seeds_in(s, pit)
    return with_seeds(with_seeds(s, pit, 0), store_of(seat), seeds_in(s, store_of(seat)) + seeds)


def richer(s: State) -> int:
    """The seat that has more, in its store and in its houses, as a set of bits; 0 where both have the same."""
    south = seeds_in(s, store_of(0)) + seeds_of(s, 0)
    north = seeds_in(s, store_of(1)) + seeds_of(s, 1)
    return (south > north) | (north > south) << 1


def lead(s: State) -> int:
    """How the side to move stands, for players that search: a seed in the store is worth half a piece."""
    return EVEN + 50 * seeds_in(s, store_of(s.turn)) - 50 * seeds_in(s, store_of(1 - s.turn))


class SowingGame(BoardGame):
    """A game of sowing on two rows of houses."""

    seats = ("South", "North")
    parameters = (
        IntParameter("houses", 6, "houses of each side", 1, 8),
        IntParameter("seeds", 4, "seeds in each house at the beginning", 1, 10),
    )
    state_type = State
    takes, keeps_pieces = False, False
    code = Code(target=Node())

    @property
    def seeds(self) -> int:  # type: ignore[override]
        return 2 * self.values["houses"] * self.values["seeds"]  # type: ignore[no-any-return]

    def make_board(self, houses: int, seeds: int) -> Board:
        return grids.pits(houses)

    def start_state(self) -> State:
        houses, seeds = self.values["houses"], self.values["seeds"]
        return self.declaration.with_seeds([*[seeds] * houses, 0] * 2, self.declaration.empty)  # type: ignore[no-any-return]

    def circles(self, houses: int) -> list[list[int]]:
        """Along which either side sows."""
        raise NotImplementedError

    #: Whether nothing is sown into the house that the seeds come from.
    skips_source = False

    def make_tables(self, houses: int, seeds: int) -> Mapping[str, Any]:
        circles = self.circles(houses)
        return {"HOUSES": houses, **sowing_constants(2 * houses + 2, circles, skips_source=self.skips_source)}

    def faults(self, state: State) -> Iterator[str]:
        if (seeds := sum(self.declaration.seeds(state))) != self.seeds:
            yield f"there are {seeds} seeds, not {self.seeds}"
