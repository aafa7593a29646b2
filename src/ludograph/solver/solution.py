"""A solution: what is true of every position of a puzzle, and what follows from it."""

from __future__ import annotations

import random
from collections.abc import Collection
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from ludograph.core.game import Position
from ludograph.core.texts import counted
from ludograph.engine.kernel_puzzle import KernelPuzzle
from ludograph.errors import InvalidParameter, NotInSolution
from ludograph.solver.any_solution import AnySolution, Numbered, load_solution
from ludograph.solver.remoteness import OUTSIDE, UNSOLVABLE, Value, special_values


class Solution(AnySolution):
    """The value and the remoteness of every position of a puzzle that can be reached from its start."""

    endless = Value.UNSOLVABLE

    @property
    def unsolvable(self) -> int:
        """How many positions can be reached but not be solved."""
        return self.positions - sum(self.counts)

    def meaning(self, number: int) -> tuple[Value, int]:
        return Value.WIN, number

    def number(self, position: Position) -> int | None:
        """The least number of moves to a solution; None when there is none."""
        self.check_game(position)
        if self.game.cannot_be_solved(position.state):
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

    def some_image(self, rank: int, chance: random.Random) -> int | None:
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

    @property
    def report(self) -> str:
        hardest = "" if self.max_remoteness is None else f"; the hardest need {counted(self.max_remoteness, 'move')}"
        return f"{self.positions:,} positions, {self.unsolvable:,} of them unsolvable{hardest}."

    def counts_fault(self, numbers: Any) -> str | None:
        import numpy as np

        unsolvable, outside = special_values(self.table.bits)
        counts = np.bincount(numbers[numbers < outside], minlength=1).tolist()
        if self.table.up_to_symmetry:
            return None  # the counts are of all images, and were checked level by level when they were made
        if counts != list(self.counts or (0,)):
            return "its counts are not those of its numbers"
        if self.table.is_complete and int((numbers == unsolvable).sum()) != self.unsolvable:
            return "its number of unsolvable positions is wrong"
        return None

    def expected_number(self, state: Any, winners: Collection[int], after: Numbered) -> int | None:
        """One more than the nearest of the next positions; 0 for a solution."""
        if winners:
            return 0
        nearer = [number for number, _ in after if number is not None]
        return min(nearer) + 1 if nearer else None

    @classmethod
    def load(cls, file: str | Path) -> Solution:
        """The solution in a file, which is opened at once and read where it is asked."""
        solution = load_solution(file)
        if not isinstance(solution, cls):
            raise InvalidParameter(f"{file} is a solution of {solution.game.id}, which is no puzzle.")
        return solution
