"""A solution: what is true of every position of a puzzle, and what follows from it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from ludograph.core.game import Game, Position
from ludograph.core.moves import Move
from ludograph.engine.kernel_puzzle import KernelPuzzle
from ludograph.errors import InvalidParameter, NotInSolution
from ludograph.solver.remoteness import OUTSIDE, UNSOLVABLE, Numbering, RemotenessTable, Value

if TYPE_CHECKING:
    from ludograph.solver.game_solution import GameSolution


class Solution:
    """The value and the remoteness of every position of a puzzle that can be reached from its start.

    Asking about a position that it does not hold raises NotInSolution.
    """

    def __init__(
        self,
        puzzle: Game,
        table: RemotenessTable,
        by_remoteness: Sequence[int],
        positions: int,
        numbering: Numbering | None = None,
    ) -> None:
        self.game = puzzle
        self.numbering = numbering or cast(KernelPuzzle, puzzle)
        self.table = table
        #: How many positions can be solved in 0, 1, 2, … moves and not in fewer.
        self.by_remoteness = tuple(by_remoteness)
        #: How many positions can be reached.
        self.positions = positions

    @property
    def unsolvable(self) -> int:
        """How many positions can be reached but not be solved."""
        return self.positions - sum(self.by_remoteness)

    @property
    def max_remoteness(self) -> int | None:
        """The remoteness of the hardest positions; None when nothing can be solved."""
        return len(self.by_remoteness) - 1 if self.by_remoteness else None

    def remoteness(self, position: Position) -> int | None:
        """The least number of moves to a solution; None when there is none."""
        if position.game != self.game:
            raise NotInSolution(f"This is the solution of {self.game.id}, not of {position.game.id}.")
        if isinstance(self.game, KernelPuzzle) and self.game.cannot_be_solved(position.state):
            return None
        number = self.table.get(self._key(position))
        if number == OUTSIDE and self.table.is_complete:
            raise NotInSolution(f"{position} can't be reached from the start of {self.game.id}.")
        if number == OUTSIDE:
            raise NotInSolution(f"{position} can't be reached from the start of {self.game.id}, or not be solved.")
        return None if number == UNSOLVABLE else number

    def _key(self, position: Position) -> int:
        rank = self.numbering.rank_of(position.state)
        return int(self._kernel_puzzle.plain_up_to_symmetry.canonical(rank)) if self.table.up_to_symmetry else rank

    @property
    def _kernel_puzzle(self) -> KernelPuzzle:
        """The puzzle, where only a kernel has what is asked for: symmetries."""
        return cast(KernelPuzzle, self.game)

    def value(self, position: Position) -> Value:
        return Value.UNSOLVABLE if self.remoteness(position) is None else Value.WIN

    def best(self, position: Position) -> tuple[Move, ...]:
        """All moves that come nearer to a solution; none in a solution and where there is none."""
        remoteness = self.remoteness(position)
        if not remoteness:
            return ()
        return tuple(move for move in position.legal_moves if self.remoteness(position.play(move)) == remoteness - 1)

    def line(self, position: Position) -> list[Move]:
        """A shortest solution: of equally good moves the first by text."""
        moves: list[Move] = []
        while best := self.best(position):
            moves.append(best[0])
            position = position.play(best[0])
        return moves

    def shortest_solutions(self, position: Position) -> int:
        """How many shortest solutions there are."""
        if self.remoteness(position) is None:
            return 0
        ways = {position: 1}
        while any(self.best(reached) for reached in ways):
            following: dict[Position, int] = {}
            for reached, count in ways.items():
                for move in self.best(reached):
                    after = reached.play(move)
                    following[after] = following.get(after, 0) + count
            ways = following
        return sum(ways.values())

    def with_remoteness(self, remoteness: int) -> Iterator[Position]:
        """All positions of a remoteness, by rank; of a solution up to symmetry one of each kind."""
        for keys, numbers in self.table.blocks():
            for key in keys[numbers == remoteness]:
                yield Position(self.game, self.numbering.state_of(int(key)))

    def hardest(self, most: int = 10) -> list[Position]:
        """Positions of the greatest remoteness."""
        if self.max_remoteness is None:
            return []
        found = self.with_remoteness(self.max_remoteness)
        return [position for position, _ in zip(found, range(most), strict=False)]

    def random_position(self, remoteness: int, chance: random.Random | None = None) -> Position:
        """A position of a given remoteness, each equally likely."""
        if not 0 <= remoteness < len(self.by_remoteness):
            most = self.max_remoteness
            raise InvalidParameter(f"No position of {self.game.id} has the remoteness {remoteness}, but up to {most}.")
        chance = chance or random.Random()
        blocks = [keys[numbers == remoteness] for keys, numbers in self.table.blocks()]
        (keys,) = chance.choices(blocks, [len(keys) for keys in blocks])
        while True:
            rank = self._some_image(int(chance.choice(keys)), chance)
            if rank is not None:
                return Position(self.game, self.numbering.state_of(rank))

    def _some_image(self, rank: int, chance: random.Random) -> int | None:
        """The rank itself or, in a solution up to symmetry, an image of it; now and then None for one that has few
        images, so that all images of all ranks are equally likely."""
        if not self.table.up_to_symmetry:
            return rank
        puzzle = self._kernel_puzzle
        symmetries = puzzle.kernel.constants["SYMMETRIES"]
        symmetry = chance.randrange(symmetries + 1)
        if chance.random() * (symmetries + 1) >= puzzle.plain_up_to_symmetry.orbit(rank):
            return None
        return rank if symmetry == symmetries else int(puzzle.plain.image(rank, symmetry))

    @cached_property
    def summary(self) -> dict[str, Any]:
        """The counts as plain data, for JSON."""
        return {
            "positions": self.positions,
            "unsolvable": self.unsolvable,
            "max_remoteness": self.max_remoteness,
            "by_remoteness": list(self.by_remoteness),
        }

    def save(self, file: str | Path) -> None:
        """Write the solution to a file: whole or not at all."""
        from ludograph.solver.file import write_solution

        write_solution(self, Path(file))

    @classmethod
    def load(cls, file: str | Path) -> Solution:
        """The solution in a file, which is opened at once and read where it is asked."""
        solution = load_solution(file)
        if not isinstance(solution, cls):
            raise InvalidParameter(f"{file} is a solution of {solution.game.id}, which is no puzzle.")
        return solution


def load_solution(file: str | Path) -> Solution | GameSolution:
    """The solution of a puzzle or of a game in a file, which is opened at once and read where it is asked."""
    from ludograph.solver.file import read_solution

    return read_solution(Path(file))
