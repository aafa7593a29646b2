"""The solution of a game for two: who wins every position, and how soon."""

from __future__ import annotations

import random
from collections.abc import Collection
from functools import cached_property
from typing import Any

from ludograph.core.game import Position
from ludograph.core.texts import counted
from ludograph.errors import LudographError, NotInSolution
from ludograph.solver.any_solution import AnySolution, Numbered
from ludograph.solver.remoteness import OUTSIDE, UNSOLVABLE, Value, special_values


class GameSolution(AnySolution):
    """The value and the remoteness, for the side to move, of every position that can be reached from the start.

    The winner wins as soon as it can, the loser holds out as long as it can: that is the remoteness. A draw has none.
    A number of the table is twice the remoteness, and one more for a win.
    """

    endless = Value.DRAW

    @property
    def wins(self) -> tuple[int, ...]:
        """How many positions are won in 0, 1, 2, … moves."""
        return self.counts[1::2]

    @property
    def losses(self) -> tuple[int, ...]:
        """How many positions are lost in 0, 1, 2, … moves."""
        return self.counts[0::2]

    @property
    def draws(self) -> int:
        return self.positions - sum(self.counts)

    def meaning(self, number: int) -> tuple[Value, int]:
        return (Value.WIN if number % 2 else Value.LOSE), number // 2

    def number(self, position: Position) -> int | None:
        self.check_game(position)
        try:
            number = self.table.get(self.numbering.rank_of(position.state))
        except LudographError:
            number = OUTSIDE
        if number == OUTSIDE:
            raise NotInSolution(f"{position} can't be reached from the start of {self.game.id}.")
        return None if number == UNSOLVABLE else number

    def some_image(self, rank: int, chance: random.Random) -> int | None:
        if not self.table.up_to_symmetry:
            return rank
        ranks: Any = self.numbering  # the symmetries are its
        image: int | None = ranks.some_image(rank, chance)
        return image

    @cached_property
    def summary(self) -> dict[str, Any]:
        """The counts as plain data, for JSON."""
        return {
            "positions": self.positions,
            "win": sum(self.wins),
            "lose": sum(self.losses),
            "draw": self.draws,
            "max_remoteness": self.max_remoteness,
            "by_remoteness": {"win": list(self.wins), "lose": list(self.losses)},
        }

    @property
    def report(self) -> str:
        shares = f"{sum(self.wins):,} won, {sum(self.losses):,} lost and {self.draws:,} drawn for the side to move"
        longest = "" if self.max_remoteness is None else f"; the longest take {counted(self.max_remoteness, 'move')}"
        doubt = " Symmetries were found on samples: only verify proves them." if self.is_up_to_symmetry else ""
        return f"{self.positions:,} positions, {shares}{longest}.{doubt}"

    @property
    def is_up_to_symmetry(self) -> bool:
        """Whether one position stands for its images under symmetries."""
        return self.table.up_to_symmetry

    def counts_fault(self, numbers: Any) -> str | None:
        import numpy as np

        if self.table.up_to_symmetry:
            return None  # the counts are of all images, which are counted when the numbers are verified
        undecided, _ = special_values(self.table.bits)
        counts = np.bincount(numbers[numbers != undecided], minlength=1).tolist()
        is_right = counts == list(self.counts or (0,)) and len(numbers) == self.positions
        return None if is_right else "its counts are not those of its numbers"

    def expected_number(self, state: Any, winners: Collection[int], after: Numbered) -> int | None:
        """The soonest win among the next positions; else, where nothing but losses is left, the latest of them."""
        seat = self.game.seat_of(state)
        if not after:
            return int(seat in winners) if winners else None
        decided = [(number, self.game.seat_of(other) == seat) for number, other in after if number is not None]
        wins = [number // 2 for number, is_own in decided if bool(number % 2) == is_own]
        if wins:
            return 2 * (min(wins) + 1) + 1
        return 2 * (max(number // 2 for number, _ in decided) + 1) if len(decided) == len(after) else None
