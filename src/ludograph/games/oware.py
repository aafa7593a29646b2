"""Oware: sow the seeds of a house against the clock; where the last one makes two or three in a house of the enemy's,
these are captured, and those in the houses before it as long as they are two or three, too. Who has more than half
wins.

The rules called Abapa: a house with twelve seeds and more is left out where they come from; who would capture all the
enemy's seeds captures nothing; an enemy without seeds must be given some, and if that can't be, all take what lies on
their side. A match is drawn when a position occurs for the third time.
"""

from ludograph.engine.bits import replaced
from ludograph.engine.blocks.sowing import last_pit, seeds_in, sown
from ludograph.engine.board_game import Moves
from ludograph.games._sowing import (
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
SEEDS = 0  # in all


def generate(s: State, out: Moves, n: int) -> int:
    if 2 * max(seeds_in(s, store_of(0)), seeds_in(s, store_of(1))) > SEEDS:
        return n
    must_feed = seeds_of(s, 1 - s.turn) == 0
    for house in range(first_house(s.turn), store_of(s.turn)):
        if seeds_in(s, house) > (store_of(s.turn) - 1 - house if must_feed else 0):
            out[n] = house
            n += 1
    return n


def captured(s: State, last: int) -> State:
    """The state after the side to move has taken what it can with its last seed there."""
    other = 1 - s.turn
    after = s
    behind = last + 1
    while is_house_of(other, behind - 1) and 2 <= seeds_in(s, behind - 1) <= 3:
        behind -= 1
        after = stored(after, s.turn, behind)
        if behind == 0:
            break
    return after if seeds_of(after, other) else s


def apply(s: State, move: int) -> State:
    last = last_pit(s, 0, move)
    s = captured(sown(s, 0, move), last)
    return replaced(s, TURN, 1 - s.turn)


def winners(s: State) -> int:
    return richer(s)


def evaluate(s: State) -> int:
    return lead(s)


class Oware(SowingGame):
    """Oware on two rows of houses."""

    name, title = "oware", "Oware"
    summary = "sow seeds round the board; capture twos and threes on the other side"
    other_names = ("Awalé", "Awari", "Wari", "Ouri", "Warri", "Ayo", "овари", "Mancala")
    repetition_limit = 3
    skips_source = True

    def circles(self, houses: int) -> list[list[int]]:
        return [[*range(houses), *range(houses + 1, 2 * houses + 1)]]

    def make_tables(self, houses: int, seeds: int) -> dict[str, object]:
        return {**super().make_tables(houses, seeds), "SEEDS": self.seeds}
