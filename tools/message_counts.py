"""What parts send each other, counted on small boards: the figures that docs/scale.md reckons with.

    python tools/message_counts.py [GAME …]

Each game is solved in parts by one process, for several numbers of parts, and every message is counted. Printed are the
moves of a position, the bytes that are sent for each position, and the bytes that would be if every move into another
part were told: what the arithmetic takes, as a bound.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ludograph.core.registry import game as game_named
from ludograph.solver.parts.crew import Alone
from ludograph.solver.parts.part import Counts, Share
from ludograph.solver.parts.solve import solve_in_parts
from ludograph.solver.remoteness import special_values
from ludograph.solver.solve import solve

GAMES = (
    "sliding?rows=2&columns=4",
    "sliding?rows=3&columns=3",
    "cube2",
    "rush-hour",
    "connect-four?columns=4&rows=4",
    "connect-four?columns=5&rows=4",
    "dao",
)
PARTS = (2, 4, 16)
SAMPLES = 3000


#: What a move into another part takes, on the way out and on the way back, by the kind of the parts.
BYTES_OF_A_MOVE = {"table": 4, "keys": 8 + 8, "reached": 12 + 4, "tiers": 8 + 4}


class Traffic(NamedTuple):
    """What was sent while a game was solved."""

    positions: int
    kind: str
    bytes_sent: int
    steps: int


class Counting(Alone):
    """A crew that counts what is sent from part to part."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers)
        self.bytes_sent = self.steps = 0
        self.kind = ""

    def assign(self, shares: Sequence[Share]) -> None:
        self.kind = shares[0].kind
        super().assign(shares)

    def step(self, level: int) -> list[Counts]:
        counts = super().step(level)
        self.steps += 1
        self.bytes_sent += sum(array.nbytes for arrays in self._sent for array in arrays)
        return counts


def traffic(name: str, parts: int) -> Traffic:
    """Solve a game in so many parts, and count."""
    crew = Counting(parts)
    with tempfile.TemporaryDirectory() as folder:
        found = solve_in_parts(game_named(name), crew, Path(folder) / "out", folder=Path(folder) / "work")
    return Traffic(len(found.table), crew.kind, crew.bytes_sent, crew.steps)


def moves_of(name: str) -> float:
    """How many moves a position has, on average over some of a solution by chance, those without any included."""
    solution = solve(name, threads=1)
    _, outside = special_values(solution.table.bits)
    ranks = [int(rank) for keys, numbers in solution.table.blocks() for rank in keys[numbers != outside]]
    chosen = random.Random(1).sample(ranks, min(SAMPLES, len(ranks)))
    states = [solution.numbering.state_of(rank) for rank in chosen]
    return sum(len(solution.game.codes(state)) for state in states) / len(states)


def main(names: list[str]) -> None:
    print(f"{'game':30} {'kind':8} {'moves':>6} {'parts':>5} {'bytes sent':>10} {'at most':>8} {'steps':>6}")
    for name in names or GAMES:
        moves = moves_of(name)
        for parts in PARTS:
            found = traffic(name, parts)
            most = BYTES_OF_A_MOVE[found.kind] * moves
            each = found.bytes_sent / found.positions
            print(f"{name:30} {found.kind:8} {moves:6.2f} {parts:5} {each:10.2f} {most:8.2f} {found.steps:6}")


if __name__ == "__main__":
    main(sys.argv[1:])
