"""What all solutions have in common, whatever they are of and by which road they were found."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any, ClassVar, cast

from ludograph.core.game import Game, Position
from ludograph.core.moves import Move
from ludograph.errors import InvalidParameter, NotInSolution
from ludograph.solver.remoteness import Numbering, RemotenessTable, Value, special_values
from ludograph.solver.valued import ORDER, ValuedMove, graded, sentence, valued

#: The numbers of some states, and the states; None for those that nobody wins or solves.
Numbered = Sequence[tuple[int | None, Any]]


class AnySolution(ABC):
    """The value and the remoteness of every position that can be reached from the start.

    Asking about a position that it does not hold raises NotInSolution.
    """

    #: The value of what has no remoteness.
    endless: ClassVar[Value]

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

    @abstractmethod
    def number(self, position: Position) -> int | None:
        """The number of a position in the table; None for one that nobody wins or solves."""

    @abstractmethod
    def meaning(self, number: int) -> tuple[Value, int]:
        """The value and the remoteness that a number of the table stands for."""

    @cached_property
    @abstractmethod
    def summary(self) -> dict[str, Any]:
        """The counts as plain data, for JSON."""

    @property
    @abstractmethod
    def report(self) -> str:
        """The counts in a sentence."""

    @abstractmethod
    def counts_fault(self, numbers: Any) -> str | None:
        """What is wrong with the counts, if these are the table's numbers."""

    @abstractmethod
    def expected_number(self, state: Any, winners: Collection[int], after: Numbered) -> int | None:
        """The number that the rules give to a state, which these seats have won, after which there are these."""

    # -- counts --------------------------------------------------------------------------------------------

    @cached_property
    def by_value(self) -> Mapping[Value, tuple[int, ...]]:
        """For each value, wins first, how many positions have it in 0, 1, 2, … moves."""
        found: dict[Value, dict[int, int]] = {}
        for number, count in enumerate(self.counts):
            value, remoteness = self.meaning(number)
            found.setdefault(value, {})[remoteness] = count
        in_order = sorted(found.items(), key=lambda item: ORDER.index(item[0]))
        return {value: tuple(counts[each] for each in sorted(counts)) for value, counts in in_order}

    @property
    def by_remoteness(self) -> tuple[int, ...]:
        """How many positions are solved or decided in 0, 1, 2, … moves and not in fewer."""
        return tuple(map(sum, zip_longest(*self.by_value.values(), fillvalue=0)))

    @property
    def max_remoteness(self) -> int | None:
        """The greatest remoteness; None when there is none."""
        return self.longest()

    def longest(self, value: Value | None = None) -> int | None:
        """The greatest remoteness that positions of a value have, the longest win say; None when there is none."""
        counts = self.by_remoteness if value is None else self.by_value.get(value, ())
        return max((remoteness for remoteness, count in enumerate(counts) if count), default=None)

    # -- one position --------------------------------------------------------------------------------------

    def value(self, position: Position) -> Value:
        """What a position is to the side to move."""
        number = self.number(position)
        return self.endless if number is None else self.meaning(number)[0]

    def remoteness(self, position: Position) -> int | None:
        """After so many moves, of all sides together, it is over, if all play their best; None where it never is."""
        number = self.number(position)
        return None if number is None else self.meaning(number)[1]

    def moves(self, position: Position) -> tuple[ValuedMove, ...]:
        """What each move is worth to who makes it."""
        self.number(position)  # what is not held can't be asked for its moves
        return graded(self._valued(position, move) for move in position.legal_moves)

    def _valued(self, position: Position, move: Move) -> ValuedMove:
        after = position.play(move)
        try:
            number = self.number(after)
        except NotInSolution:
            if self.table.is_complete:
                raise
            number = None  # it can be reached: what is left out can't be solved
        value, remoteness = (self.endless, None) if number is None else self.meaning(number)
        return valued(move, value, remoteness, is_others=after.seat != position.seat)

    def best(self, position: Position) -> tuple[Move, ...]:
        """All moves that are as good as any; none where it is over, and where a puzzle can't be solved."""
        if self.remoteness(position) == 0:
            return ()
        return tuple(each.move for each in self.moves(position) if each.is_best)

    def line(self, position: Position) -> list[Move]:
        """Best play to the end, of equally good moves the first by text; none where there is no end."""
        moves: list[Move] = []
        while self.remoteness(position):
            best = self.best(position)[0]
            moves.append(best)
            position = position.play(best)
        return moves

    def words(self, position: Position) -> str:
        """What is true of a position, in a sentence."""
        return sentence(position, self.value(position), self.remoteness(position))

    # -- many positions ------------------------------------------------------------------------------------

    def with_remoteness(self, remoteness: int, value: Value | None = None) -> Iterator[Position]:
        """All positions of a remoteness, and of a value if one is named, by rank; of a solution up to symmetry one of
        each kind."""
        for keys in self._keys(remoteness, value):
            for key in keys:
                yield Position(self.game, self.numbering.state_of(int(key)))

    def hardest(self, most: int = 10, value: Value | None = None) -> list[Position]:
        """Positions of the greatest remoteness, or of the greatest that positions of a value have."""
        remoteness = self.longest(value)
        return [] if remoteness is None else list(islice(self.with_remoteness(remoteness, value), most))

    def random_position(
        self, remoteness: int | None = None, chance: random.Random | None = None, value: Value | None = None
    ) -> Position:
        """A position of a given remoteness, or of any, and of a value if one is named, each equally likely."""
        return self.random_positions(1, remoteness, chance, value)[0]

    def start_of(self, share: float, chance: random.Random | None = None) -> Position:
        """A position that can be won, or solved, about as far from its end as this share of the longest way."""
        counts = self.by_value.get(Value.WIN, ())
        lengths = [remoteness for remoteness, count in enumerate(counts) if count and remoteness]
        if not lengths:
            raise InvalidParameter(f"{self.game.id} has no position from which there is a way to go.")
        nearest = min(lengths, key=lambda remoteness: abs(remoteness - share * lengths[-1]))
        return self.random_position(nearest, chance, Value.WIN)

    def random_positions(
        self,
        number: int,
        remoteness: int | None = None,
        chance: random.Random | None = None,
        value: Value | None = None,
    ) -> list[Position]:
        """So many of them, some perhaps more than once."""
        chance = chance or random.Random()
        sizes = [len(keys) for keys in self._keys(remoteness, value)]
        if not sum(sizes):
            raise InvalidParameter(self._none_such(remoteness, value))
        ranks: list[int] = []
        while len(ranks) < number:
            drawn = Counter(chance.choices(range(len(sizes)), sizes, k=number - len(ranks)))
            for block, keys in enumerate(self._keys(remoteness, value)):
                images = (self.some_image(int(chance.choice(keys)), chance) for _ in range(drawn[block]))
                ranks += [image for image in images if image is not None]
        chance.shuffle(ranks)
        return [Position(self.game, self.numbering.state_of(rank)) for rank in ranks]

    def some_image(self, rank: int, chance: random.Random) -> int | None:
        """The rank itself or, in a solution up to symmetry, an image of it; now and then None for one that has few
        images, so that all images of all ranks are equally likely."""
        return rank

    def _keys(self, remoteness: int | None, value: Value | None) -> Iterator[Any]:
        """The ranks of such positions, block by block."""
        import numpy as np

        endless, _ = special_values(self.table.bits)
        wanted = [
            number
            for number, meaning in enumerate(map(self.meaning, range(len(self.counts))))
            if value in (None, meaning[0]) and remoteness in (None, meaning[1])
        ]
        if remoteness is None and value in (None, self.endless):
            wanted.append(endless)
        for keys, numbers in self.table.blocks():
            yield keys[np.isin(numbers, np.array(wanted, numbers.dtype))]

    def _none_such(self, remoteness: int | None, value: Value | None) -> str:
        asked = [
            f"the {what} {wanted}"
            for what, wanted in (("value", value), ("remoteness", remoteness))
            if wanted is not None
        ]
        most = self.longest(value)
        up_to = f", but up to {most}" if remoteness is not None and most is not None else ""
        return f"No position of {self.game.id} has {' and '.join(asked)}{up_to}."

    # -- what else every solution gets ---------------------------------------------------------------------

    def check_game(self, position: Position) -> None:
        """Refuse the positions of another game."""
        if position.game != self.game:
            raise NotInSolution(f"This is the solution of {self.game.id}, not of {position.game.id}.")

    def _repr_svg_(self) -> str:
        from ludograph.solver.chart import chart_of

        return chart_of(self, self.game.id)

    def save(self, file: str | Path) -> None:
        """Write the solution to a file: whole or not at all."""
        from ludograph.solver.file import write_solution

        write_solution(self, Path(file))


def load_solution(file: str | Path) -> AnySolution:
    """The solution of a puzzle or of a game in a file, which is opened at once and read where it is asked."""
    from ludograph.solver.file import read_solution

    return read_solution(Path(file))
