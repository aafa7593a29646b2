"""What is known of one position, by the quickest way there is: from a kept solution, by solving, or by searching."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ludograph.core.game import Position
from ludograph.core.texts import counted
from ludograph.errors import NotInSolution, TooLarge, Undecided
from ludograph.solver.any_solution import AnySolution
from ludograph.solver.deepening import USUAL_BUDGET, search
from ludograph.solver.kept import kept_endings, kept_solution
from ludograph.solver.patterns import Preparing
from ludograph.solver.remoteness import Value
from ludograph.solver.solve import most_positions, solve
from ludograph.solver.table import Progress
from ludograph.solver.valued import ValuedMove, graded, sentence, valued

#: Puzzles with at most so many ranks or, where ranks are far apart, positions are solved there and then.
SOLVED_AT_ONCE = 20_000_000
#: Games for two with at most so many positions, which takes longer.
GAMES_SOLVED_AT_ONCE = 1_000_000


@dataclass(frozen=True)
class Answer:
    """The value and the remoteness of a position and, as far as they are known, of each move."""

    position: Position
    value: Value
    remoteness: int | None
    moves: tuple[ValuedMove, ...]
    source: str

    @property
    def words(self) -> str:
        """What is true of the position, in a sentence."""
        return sentence(self.position, self.value, self.remoteness)

    def as_dict(self) -> dict[str, object]:
        """The answer as plain data, for JSON."""
        return {
            "value": str(self.value),
            "remoteness": self.remoteness,
            "moves": [move.as_dict() for move in self.moves],
            "source": self.source,
            "words": self.words,
        }


def query(
    position: Position,
    *,
    budget: int = USUAL_BUDGET,
    progress: Progress | None = None,
    preparing: Preparing | None = None,
) -> Answer:
    """What is true of a position. Raises Undecided when the budget of a search ends.

    ``preparing`` is told when pattern databases have to be made for the search.
    """
    if known := known_without_solution(position):
        return known
    for source, solution in _solutions(position):
        try:
            return answer_from(solution, position, source)
        except NotInSolution:
            continue
    return _from_search(position, budget, progress, preparing)


def known_without_solution(position: Position) -> Answer | None:
    """What the rules themselves tell: that there is no solution, or a calculated one; None when they don't."""
    if reason := position.game.cannot_be_solved(position.state):
        return _unsolvable(position, reason)
    return _calculated(position)


def _calculated(position: Position) -> Answer | None:
    """The answer for puzzles whose solutions can be calculated."""
    puzzle = position.game
    lines = {move: puzzle.calculated_solution(puzzle.after(position.state, move)) for move in position.legal_moves}
    own = puzzle.calculated_solution(position.state)
    if own is None or None in lines.values():
        return None
    moves = (valued(move, Value.WIN, len(line or ()), is_others=False) for move, line in lines.items())
    return Answer(position, Value.WIN, len(own), graded(moves), "calculated")


def _unsolvable(position: Position, source: str) -> Answer:
    moves = (valued(move, Value.UNSOLVABLE, None, is_others=False) for move in position.legal_moves)
    return Answer(position, Value.UNSOLVABLE, None, graded(moves), source)


def _solutions(position: Position) -> Iterator[tuple[str, AnySolution]]:
    """The solutions to be asked, the cheapest first; a later one is made only if it is needed."""
    if kept := kept_solution(position.game.id):
        yield "kept solution", kept
    if endings := kept_endings(position.game):
        yield "kept endings", endings
    if made := _solved_now(position):
        yield "solved now", made


def _solved_now(position: Position) -> AnySolution | None:
    game = position.game
    if (most_positions(game) or 0) > SOLVED_AT_ONCE:
        return None
    try:
        return solve(game, start=position, most=SOLVED_AT_ONCE if len(game.seats) == 1 else GAMES_SOLVED_AT_ONCE)
    except TooLarge:
        return None


def answer_from(solution: AnySolution, position: Position, source: str) -> Answer:
    """What a solution tells of a position; NotInSolution when it does not hold it."""
    value, remoteness = solution.value(position), solution.remoteness(position)
    return Answer(position, value, remoteness, solution.moves(position), source)


def _from_search(position: Position, budget: int, progress: Progress | None, preparing: Preparing | None) -> Answer:
    if len(position.game.seats) > 1:
        raise Undecided(f"{position.game.id} is too large to be solved there and then, and no solution of it is kept.")
    found = search(position, budget=budget, progress=progress, preparing=preparing)
    if not found.is_decided:
        raise Undecided(
            f"The search ended undecided after {found.looked_at:,} positions: a solution has at least "
            f"{counted(found.at_least, 'move')}; a larger budget may find it."
        )
    if found.line is None:
        return _unsolvable(position, "searched")
    first = found.line[:1]
    remoteness = len(found.line)
    known = (
        valued(move, *((Value.WIN, remoteness - 1) if (move,) == first else (None, None)), is_others=False)
        for move in position.legal_moves
    )
    return Answer(position, Value.WIN, remoteness, graded(known), "searched")
