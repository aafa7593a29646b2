"""What all solutions have in common, whatever they are of and by which road they were found."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from ludograph.core.game import Game, Position
from ludograph.core.moves import Move
from ludograph.errors import NotInSolution
from ludograph.solver.remoteness import Numbering, RemotenessTable, Value

#: The numbers of some states, and the states; None for those that nobody wins or solves.
Numbered = Sequence[tuple[int | None, Any]]


class AnySolution(ABC):
    """The value and the remoteness of every position that can be reached from the start.

    Asking about a position that it does not hold raises NotInSolution.
    """

    def __init__(
        self,
        game: Game,
        table: RemotenessTable,
        counts: Sequence[int],
        positions: int,
        numbering: Numbering | None = None,
    ) -> None:
        self.game = game
        #: The ranks of a kernel, which are the game's own, or a list.
        self.numbering = numbering or cast(Numbering, game)
        self.table = table
        #: How many positions have each number of the table.
        self.counts = tuple(counts)
        #: How many positions can be reached.
        self.positions = positions

    # -- what each kind of solution says -------------------------------------------------------------------

    @property
    @abstractmethod
    def by_remoteness(self) -> tuple[int, ...]:
        """How many positions are solved or decided in 0, 1, 2, … moves and not in fewer."""

    @property
    @abstractmethod
    def max_remoteness(self) -> int | None:
        """The greatest remoteness; None when there is none."""

    @abstractmethod
    def value(self, position: Position) -> Value:
        """What a position is to the side to move."""

    @abstractmethod
    def remoteness(self, position: Position) -> int | None:
        """After so many moves it is over, if all play their best; None where it never is."""

    @abstractmethod
    def best(self, position: Position) -> tuple[Move, ...]:
        """All moves that are as good as any."""

    @abstractmethod
    def line(self, position: Position) -> list[Move]:
        """Best play to the end, of equally good moves the first by text."""

    @cached_property
    @abstractmethod
    def summary(self) -> dict[str, Any]:
        """The counts as plain data, for JSON."""

    @property
    @abstractmethod
    def report(self) -> str:
        """The counts in a sentence."""

    @abstractmethod
    def words(self, position: Position) -> str:
        """What is true of a position, in a sentence."""

    @abstractmethod
    def counts_fault(self, numbers: Any) -> str | None:
        """What is wrong with the counts, if these are the table's numbers."""

    @abstractmethod
    def expected_number(self, state: Any, winners: Collection[int], after: Numbered) -> int | None:
        """The number that the rules give to a state, which these seats have won, after which there are these."""

    # -- what every solution gets --------------------------------------------------------------------------

    def check_game(self, position: Position) -> None:
        """Refuse the positions of another game."""
        if position.game != self.game:
            raise NotInSolution(f"This is the solution of {self.game.id}, not of {position.game.id}.")

    def save(self, file: str | Path) -> None:
        """Write the solution to a file: whole or not at all."""
        from ludograph.solver.file import write_solution

        write_solution(self, Path(file))


def load_solution(file: str | Path) -> AnySolution:
    """The solution of a puzzle or of a game in a file, which is opened at once and read where it is asked."""
    from ludograph.solver.file import read_solution

    return read_solution(Path(file))
