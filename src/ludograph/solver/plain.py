"""Solving puzzles and games for two that are no kernels, in plain Python and in memory.

Everything that legal moves reach from the start is searched first. Then the moves that were seen are followed backwards
from the solutions, or from the ends of a game: so nobody needs undo moves.
"""

from __future__ import annotations

import hashlib
import inspect
from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from ludograph.core.game import Game, Position
from ludograph.core.moves import MoveKind
from ludograph.core.texts import quoted
from ludograph.errors import CannotSolve, InvalidGame, TooLarge
from ludograph.solver.any_solution import AnySolution
from ludograph.solver.game_solution import GameSolution
from ludograph.solver.remoteness import DenseTable, special_values, width_for
from ludograph.solver.solution import Solution

#: More positions are refused: each takes about a kilobyte.
MOST_POSITIONS = 1_000_000
MOST_SEATS = 2

Key = TypeVar("Key", bound=Hashable)

#: Called with the number of positions found and with the level.
Progress = Callable[[int, int], None]


class ListedPositions:
    """Positions numbered by their texts, which are sorted: the ranks of a game that has none of its own."""

    def __init__(self, game: Game, texts: Sequence[str]) -> None:
        self.game = game
        self.texts = texts

    @property
    def ranks(self) -> int:
        return len(self.texts)

    def rank_of(self, state: Any) -> int:
        """The number of a state; that of no position, ``ranks``, for one that isn't listed."""
        text = self.game.write(state)
        place = bisect_left(self.texts, text)
        return place if place < self.ranks and self.texts[place] == text else self.ranks

    def state_of(self, rank: int) -> Any:
        return self.game.read(self.texts[rank])

    @property
    def rules_digest(self) -> str:
        """A number for what the rules are: the text of the file that they stand in."""
        try:
            source = Path(inspect.getfile(type(self.game))).read_bytes()
        except (OSError, TypeError):
            source = b""  # a game that was typed in
        return hashlib.sha256(source).hexdigest()


def check_plain(game: Game) -> None:
    """Refuse games with more seats than two."""
    if len(game.seats) > MOST_SEATS:
        raise CannotSolve(f"{game.id} can't be solved: only puzzles and games for two can.")


def solve_plain(
    game: Game, *, start: Position | None = None, limit: int = MOST_POSITIONS, progress: Progress | None = None
) -> AnySolution:
    """Solve a puzzle or a game for two from its start, or from another position of it.

    Raises TooLarge when it has more than ``limit`` positions, and CannotSolve when it has more seats.
    """
    check_plain(game)
    before: dict[Hashable, list[Hashable]] = {}
    after: dict[Hashable, int] = {}

    def follow(state: Hashable) -> Iterable[Hashable]:
        reached = states_after(game, state)
        after[state] = len(reached)
        for other in reached:
            before.setdefault(other, []).append(state)
        return reached

    origin = (start or game.start()).state
    reachable = distances([origin], follow, what=game.id, limit=limit, progress=progress)
    if len(game.seats) == MOST_SEATS:
        found = _decided(game, before, after, progress)
        return GameSolution(game, *_numbered(game, reachable, found))
    solved = [state for state in reachable if winners_in(game, state)]
    found = distances(solved, lambda state: before.get(state, ()), what=game.id, limit=limit, progress=progress)
    return Solution(game, *_numbered(game, reachable, found))


def states_after(game: Game, state: Any) -> Sequence[Hashable]:
    """The states that legal moves lead to, each once; a drawn game goes no further."""
    if len(game.seats) == MOST_SEATS and game.draw_of(state):
        return ()
    return tuple(dict.fromkeys(game.after(state, move) for move in game.moves_of(state, MoveKind.LEGAL)))


def winners_in(game: Game, state: Any) -> frozenset[int]:
    """The seats that have won in a state; none when it is no end, or a draw."""
    outcome = game.end_of(state)  # it comes before a draw by a rule
    return outcome.winners if outcome else frozenset()


def _decided(
    game: Game, before: Mapping[Hashable, list[Hashable]], after: Mapping[Hashable, int], progress: Progress | None
) -> dict[Hashable, int]:
    """Retrograde analysis: the number of each position that a side can win, twice its remoteness, and one more if that
    is the side to move. Whoever moves twice in a row keeps what is won."""
    left = dict(after)
    numbers: dict[Hashable, int] = {}
    for state, moves in after.items():
        if not moves and (winners := winners_in(game, state)):
            numbers[state] = int(game.seat_of(state) in winners)
    waiting = deque(numbers)
    level = -1
    while waiting:
        state = waiting.popleft()
        number, seat = numbers[state], game.seat_of(state)
        if progress and number // 2 > level:
            level = number // 2
            progress(len(numbers), level)
        for earlier in before.get(state, ()):
            if earlier in numbers:
                continue
            left[earlier] -= 1
            is_won = bool(number % 2) == (game.seat_of(earlier) == seat)
            if is_won or not left[earlier]:
                numbers[earlier] = 2 * (number // 2 + 1) + is_won
                waiting.append(earlier)
    return numbers


def _numbered(
    game: Game, reachable: Collection[Hashable], found: Mapping[Hashable, int]
) -> tuple[DenseTable, list[int], int, ListedPositions]:
    """What a solution is made of: the numbers by the sorted texts, how often each is, how many there are, the texts."""
    import numpy as np

    states = {game.write(state): state for state in reachable}
    if len(states) < len(reachable):
        raise InvalidGame(f"{game.id} can't be solved: {_same_text(game, reachable)}.")
    texts = sorted(states)
    bits = width_for(max(found.values(), default=0))
    undecided, _ = special_values(bits)
    numbers = np.array([found.get(states[text], undecided) for text in texts], f"uint{bits}")
    return DenseTable(numbers), count_levels(found), len(texts), ListedPositions(game, texts)


def _same_text(game: Game, states: Iterable[Hashable]) -> str:
    """Which text is that of two states."""
    text, _ = Counter(map(game.write, states)).most_common(1)[0]
    return f"two of its states have the same text, {quoted(text)}"


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
