"""A solver for every puzzle of this interface: breadth-first from the solutions, along undo moves."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Hashable, Iterable

from ludograph.adapters.gamesman.asking import (
    PuzzleWarning,
    after,
    fast_key_for,
    key_of,
    moves_of,
    name_of,
    shown,
    solutions_of,
    text_of,
)
from ludograph.adapters.gamesman.laws import check_move_types, check_solved, checked_places, no_way_back
from ludograph.adapters.gamesman.lean_search import from_solutions, from_start
from ludograph.adapters.gamesman.puzzle import Puzzle, PuzzleValue
from ludograph.errors import InvalidGame, InvalidPosition
from ludograph.solver.plain import MOST_POSITIONS, count_levels, distances

#: So many positions around the start and the solutions are looked at closely before solving.
LOOKED_AT = 200
#: "Unsolvable" is only said when so many positions, or all, that can be reached have no way to a solution.
DOUBTED = 1000
#: More positions are refused to who is solved in the way of GamesmanPuzzles: each takes some hundred bytes.
MOST_LIGHTLY = 10_000_000


class GeneralSolver:
    """The remoteness of every position that can be solved: the least number of legal moves to a solution. No cap.

    Positions are told apart by their texts, never by their hashes. While solving, every move is held against its
    way back: a puzzle whose undo moves don't invert its legal moves is refused with an InvalidGame that names the
    position, and so is one whose ``primitive`` and ``generateSolutions`` differ.

    A puzzle in the way of GamesmanPuzzles is solved as there, unless ``strict``: positions are told apart by their
    hashes, what is not listed as solved is looked for, and what it does against the laws is a ``PuzzleWarning``, kept
    in ``faults``.
    """

    def __init__(self, puzzle: Puzzle | None = None, *, limit: int | None = None, strict: bool | None = None) -> None:
        self.puzzle = puzzle
        self.limit = limit
        #: By text, or by hash, for every position that can be solved; empty before ``solve``.
        self.remoteness: dict[Hashable, int] = {}
        self.faults: list[str] = []
        self._strict = strict
        self._solutions: frozenset[Hashable] | None = None
        self._unsolvable: set[Hashable] = set()

    @property
    def solved(self) -> bool:
        """Whether ``solve`` has done its work."""
        return self._solutions is not None

    def solve(self, puzzle: Puzzle | None = None, *, verbose: bool = False) -> PuzzleValue:
        """Solve all positions, once, and return the value of this one, or of the solver's own one.

        Raises TooLarge when more than ``limit`` positions can be solved. ``verbose`` reports on stderr.
        """
        self._solve(puzzle, verbose)
        return self.getValue(puzzle)

    def getValue(self, puzzle: Puzzle | None = None) -> PuzzleValue:
        """SOLVABLE or UNSOLVABLE; solves first, if need be."""
        is_unsolvable = self.getRemoteness(puzzle) is PuzzleValue.UNSOLVABLE
        return PuzzleValue.UNSOLVABLE if is_unsolvable else PuzzleValue.SOLVABLE

    def getRemoteness(self, puzzle: Puzzle | None = None) -> int | PuzzleValue:
        """The least number of moves to a solution, or UNSOLVABLE; solves first, if need be."""
        asked = self._solve(puzzle)
        key = text_of(asked) if self._is_strict(asked) else key_of(asked)
        if key not in self.remoteness:
            if self._is_strict(asked):
                self._check_unsolvable(asked, text_of(asked))
            elif key not in self._unsolvable:
                self._look_ahead(asked)
        return self.remoteness.get(key, PuzzleValue.UNSOLVABLE)

    @property
    def by_remoteness(self) -> list[int]:
        """How many positions have the remoteness 0, 1, 2, …"""
        return count_levels(self.remoteness)

    def _solve(self, puzzle: Puzzle | None, verbose: bool = False) -> Puzzle:
        """Solve, unless that is done; returns the puzzle that is asked about."""
        if self.puzzle is None:
            self.puzzle = puzzle
        if self.puzzle is None:
            raise InvalidGame("The solver has no puzzle: it is made by GeneralSolver(puzzle).")
        if self._solutions is None and not self._is_strict(self.puzzle):
            self._solve_lightly(self.puzzle, verbose)
        elif self._solutions is None:
            for _ in checked_places(self.puzzle, LOOKED_AT):
                pass
            search = _Search(self.puzzle, verbose)
            self.remoteness.update(search.run(MOST_POSITIONS if self.limit is None else self.limit))
            self._solutions = frozenset(search.solutions)
        return self.puzzle if puzzle is None else puzzle

    def _is_strict(self, puzzle: Puzzle) -> bool:
        return puzzle.is_strict if self._strict is None else self._strict

    # -- in the way of GamesmanPuzzles ----------------------------------------------------------------------

    @property
    def _most(self) -> int:
        return MOST_LIGHTLY if self.limit is None else self.limit

    def _solve_lightly(self, puzzle: Puzzle, verbose: bool) -> None:
        try:
            check_move_types(puzzle)
        except InvalidGame as error:
            self._tell(error.message)
        solutions = list(solutions_of(puzzle).values())
        report = _reporter(puzzle, verbose)
        if solutions:
            self.remoteness = from_solutions(solutions, fast_key_for(puzzle), self._most, report)
        else:
            self.remoteness, self._unsolvable = from_start(puzzle, fast_key_for(puzzle), self._most, report)
        self._solutions = frozenset(map(key_of, solutions))

    def _look_ahead(self, puzzle: Puzzle) -> None:
        """Follow legal moves from a position that undo moves did not reach: if one leads to what can be solved, they
        have missed the way, and all that is ahead is solved by its legal moves."""
        if not self._solutions:
            found, unsolvable = from_start(puzzle, fast_key_for(puzzle), self._most, _reporter(puzzle, False))
        elif missed := self._missed(puzzle):
            self._tell(missed)
            found, unsolvable = from_start(puzzle, fast_key_for(puzzle), self._most, _reporter(puzzle, False))
        else:
            return
        self.remoteness.update(
            (key, level) for key, level in found.items() if level < self.remoteness.get(key, level + 1)
        )
        self._unsolvable |= unsolvable

    def _missed(self, puzzle: Puzzle) -> str | None:
        """What to say when legal moves reach what can be solved; only so many positions are looked at."""
        waiting, seen = [puzzle], {key_of(puzzle)}
        while waiting and len(seen) <= DOUBTED:
            at = waiting.pop()
            for move in moves_of(at, "legal"):
                reached = after(at, move)
                key = key_of(reached)
                if key in self.remoteness:
                    return no_way_back(type(puzzle).__name__, "legal", text_of(at), text_of(reached)).message
                if key not in seen and key not in self._unsolvable:
                    seen.add(key)
                    waiting.append(reached)
        if not waiting:
            self._unsolvable |= seen
        return None

    def _tell(self, fault: str) -> None:
        self.faults.append(fault)
        warnings.warn(fault, PuzzleWarning, stacklevel=5)

    # -- by the laws ----------------------------------------------------------------------------------------

    def _check_unsolvable(self, puzzle: Puzzle, text: str) -> None:
        """Follow legal moves: if they reach what can be solved, the undo moves have missed the way."""
        if frozenset(solutions_of(puzzle)) != self._solutions:
            fault = "it has other solutions than the puzzle that was solved"
            raise InvalidPosition(f"{shown(text)} was not solved", [fault], text)
        waiting = {} if text in self._unsolvable else {text: puzzle}
        seen = {text}
        while waiting and len(seen) <= DOUBTED:
            here, at = waiting.popitem()
            for move in moves_of(at, "legal"):
                reached = after(at, move)
                there = text_of(reached)
                if there in self.remoteness:
                    raise no_way_back(type(puzzle).__name__, "legal", here, there)
                if there not in seen and there not in self._unsolvable:
                    seen.add(there)
                    waiting[there] = reached
        if not waiting:
            self._unsolvable |= seen


class _Search:
    """One search from the solutions.

    A legal move is known to both its ends: at its start as ``legal``, at its end as ``undo``. ``one_sided`` are the
    moves, as the texts of start and end, of which only one end has spoken yet, and which list they were in.
    """

    def __init__(self, puzzle: Puzzle, verbose: bool) -> None:
        self.name = type(puzzle).__name__
        self.title = name_of(puzzle)
        self.report = _reporter(puzzle, verbose)
        self.solutions = solutions_of(puzzle)
        self.found = set(self.solutions)
        self.waiting: dict[str, Puzzle] = dict(self.solutions)
        self.one_sided: dict[tuple[str, str], str] = {}

    def run(self, limit: int) -> dict[str, int]:
        remoteness = distances(self.solutions, self._before, what=self.title, limit=limit, progress=self.report)
        for (start, end), movetype in self.one_sided.items():
            if start in remoteness and end in remoteness:
                here, there = (start, end) if movetype == "legal" else (end, start)
                raise no_way_back(self.name, movetype, here, there)
        return remoteness

    def _before(self, text: str) -> Iterable[str]:
        """The positions from which a legal move leads to this one."""
        puzzle = self.waiting.pop(text)
        check_solved(puzzle, text, self.solutions)
        undo, legal = moves_of(puzzle, "undo"), moves_of(puzzle, "legal")
        undone = [(move, after(puzzle, move)) for move in undo]
        before = {text_of(reached): reached for _, reached in undone}
        behind = {text_of(reached) for move, reached in undone if move in legal}
        behind |= {text_of(after(puzzle, move)) for move in legal if move not in undo}
        for start in before:
            self._speak((start, text), "undo")
        for end in behind:
            self._speak((text, end), "legal")
        self.waiting.update((other, reached) for other, reached in before.items() if other not in self.found)
        self.found.update(before)
        return before

    def _speak(self, way: tuple[str, str], movetype: str) -> None:
        if self.one_sided.pop(way, None) is None:
            self.one_sided[way] = movetype


def _reporter(puzzle: Puzzle, verbose: bool) -> Callable[[int, int], None]:
    """Tells on stderr how far a search is, if that is wanted."""
    title = name_of(puzzle) if verbose else ""

    def report(positions: int, level: int) -> None:
        if verbose:
            sys.stderr.write(f"{title}: {positions:,} positions up to remoteness {level:,}\n")

    return report
