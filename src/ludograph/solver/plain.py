"""Solving any puzzle that is no kernel, in plain Python and in memory.

Everything that legal moves reach from the start is searched first. Then the moves that were seen are followed backwards
from the solutions: so the puzzle needs no undo moves.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from ludograph.core.game import Game, Position
from ludograph.core.moves import Move, MoveKind
from ludograph.errors import InvalidGame, InvalidPosition, TooLarge
from ludograph.solver.remoteness import Value

#: More positions are refused: each takes about a kilobyte.
MOST_POSITIONS = 1_000_000

Key = TypeVar("Key", bound=Hashable)

#: Called with the number of positions found and with the level.
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class PlainSolution:
    """The remoteness of every position that can be reached from the start."""

    game: Game
    #: How many positions can be reached from the start, that one included.
    positions: int
    #: How many of them have the remoteness 0, 1, 2, …
    by_remoteness: list[int]
    #: How many of them can't be solved any more.
    unsolvable: int
    #: By state; None where the position is unsolvable.
    remoteness_of_state: Mapping[Hashable, int | None]

    @property
    def max_remoteness(self) -> int | None:
        """The remoteness of the hardest positions; None when nothing can be solved."""
        return len(self.by_remoteness) - 1 if self.by_remoteness else None

    @property
    def summary(self) -> dict[str, object]:
        """The counts as plain data, for JSON."""
        return {
            "positions": self.positions,
            "unsolvable": self.unsolvable,
            "max_remoteness": self.max_remoteness,
            "by_remoteness": self.by_remoteness,
        }

    def remoteness(self, position: Position | str) -> int | None:
        """The least number of moves to a solution; None when there is no way to one.

        Raises InvalidPosition for a position that can't be reached from the start.
        """
        if isinstance(position, str):
            position = self.game.parse(position)
        if position.game != self.game or position.state not in self.remoteness_of_state:
            fault = f"it can't be reached from the start of {self.game.id}"
            raise InvalidPosition("The position is not solved", [fault], str(position))
        return self.remoteness_of_state[position.state]

    def value(self, position: Position | str) -> Value:
        """Won or unsolvable."""
        return Value.UNSOLVABLE if self.remoteness(position) is None else Value.WIN

    def best(self, position: Position) -> list[Move]:
        """The moves that bring a solution nearer, sorted by their text; none when there is nothing to be gained."""
        distance = self.remoteness(position)
        if not distance:
            return []
        return [move for move in position.legal_moves if self.remoteness(position.play(move)) == distance - 1]

    def texts(self) -> dict[str, int | None]:
        """The remoteness of each position by its text."""
        return {self.game.write(state): distance for state, distance in self.remoteness_of_state.items()}


def solve_plain(
    game: Game, *, start: Position | None = None, limit: int = MOST_POSITIONS, progress: Progress | None = None
) -> PlainSolution:
    """Solve a puzzle from its start, or from another position of it.

    Raises TooLarge when it has more than ``limit`` positions, and InvalidGame when it is no puzzle of one seat.
    """
    if len(game.seats) != 1:
        raise InvalidGame(
            f"{game.id} has the seats {', '.join(game.seats)}: only puzzles, with one seat, are solved so."
        )
    before: dict[Hashable, list[Hashable]] = {}

    def follow(state: Hashable) -> Iterable[Hashable]:
        reached = dict.fromkeys(game.after(state, move) for move in game.moves_of(state, MoveKind.LEGAL))
        for other in reached:
            before.setdefault(other, []).append(state)
        return reached

    origin = (start or game.start()).state
    reachable = distances([origin], follow, what=game.id, limit=limit, progress=progress)
    solved = [state for state in reachable if _is_solved(game, state)]
    solvable = distances(solved, lambda state: before.get(state, ()), what=game.id, limit=limit, progress=progress)
    return PlainSolution(
        game=game,
        positions=len(reachable),
        by_remoteness=count_levels(solvable),
        unsolvable=len(reachable) - len(solvable),
        remoteness_of_state={state: solvable.get(state) for state in reachable},
    )


def distances(
    sources: Iterable[Key],
    neighbours: Callable[[Key], Iterable[Key]],
    *,
    what: str,
    limit: int = MOST_POSITIONS,
    progress: Progress | None = None,
) -> dict[Key, int]:
    """The least number of steps from the sources to whatever can be reached, in the order of these numbers.

    ``neighbours`` is called once for each. Raises TooLarge, naming ``what`` is searched, when there are more than
    ``limit``.
    """
    found = dict.fromkeys(sources, 0)
    waiting = deque(found)
    level = -1
    while waiting:
        here = waiting.popleft()
        if progress and found[here] > level:
            level = found[here]
            progress(len(found), level)
        for there in neighbours(here):
            if there not in found:
                found[there] = found[here] + 1
                waiting.append(there)
        if len(found) > limit:
            raise TooLarge(f"{what} has more than {limit:,} positions, too many to be solved in plain Python.")
    return found


def count_levels(distance_of: Mapping[Key, int]) -> list[int]:
    """How many have the distance 0, 1, 2, …"""
    counts = [0] * (max(distance_of.values(), default=-1) + 1)
    for distance in distance_of.values():
        counts[distance] += 1
    return counts


def _is_solved(game: Game, state: Hashable) -> bool:
    outcome = game.end_of(state)
    return outcome is not None and bool(outcome.winners)
