"""Solving one group of tiers: every position is looked at once, and the results are told from the ends back."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

from ludograph.core.game import Position
from ludograph.engine.algorithms import tiers as algorithms
from ludograph.engine.algorithms.backwards import HOLE, UNDECIDED
from ludograph.engine.kernel import plain_namespace
from ludograph.engine.program import Mode, Program
from ludograph.engine.tiers.plans import Material, Numbered, Tier
from ludograph.errors import CannotSolve, TooLarge
from ludograph.solver import backwards
from ludograph.solver.backwards import Backwards, HoleReached
from ludograph.solver.memory import check_memory
from ludograph.solver.tiers.survey import Survey

#: Called with the number of positions done, of this group, and with the level.
Progress = Callable[[int, int], None]

POSITIONS_AT_ONCE = 1 << 16
EDGES_AT_ONCE = 1 << 21
FIRST_EXTRAS = 1 << 12
MOST_POSITIONS = 1 << 31
#: The numbers, what is left and what is due.
BYTES_OF_A_POSITION = 2 + 2 + 2 + backwards.BYTES_OF_A_POSITION
BYTES_OF_A_MOVE = 4 + backwards.BYTES_OF_A_MOVE  # forwards and backwards


class MissedMaterial(Exception):
    """A move leads to a material that the survey has not seen."""

    def __init__(self, material: Material, other: Material) -> None:
        super().__init__()
        self.material = material
        self.other = other


class MissedExtras(Exception):
    """More than pieces matters in a tier in which the survey has not seen it."""

    def __init__(self, material: Material) -> None:
        super().__init__()
        self.material = material


class MoreExtras(Exception):
    """There was too little room for positions that differ by more than pieces."""


def program_for(survey: Survey) -> Program:
    """All algorithms that solving needs."""
    return Program(
        survey.tiers.kernel(),
        (
            algorithms.look,
            algorithms.look_at_extras,
            *backwards.ALGORITHMS,
            algorithms.tally,
            algorithms.mark_reached,
        ),
        Mode.COMPILED,
    )


def estimated_bytes(survey: Survey, tiers: Sequence[Tier]) -> int:
    """The memory that a group takes, by the number of moves in samples; beside it come the results it rests on."""
    total = 0.0
    for tier in tiers:
        moves = survey.moves[tier.material]
        total += survey.tiers.size_of(tier) * (BYTES_OF_A_POSITION + BYTES_OF_A_MOVE * (1 + moves))
    below = {each for tier in tiers for each in survey.successors(tier)} - set(tiers)
    return int(total) + 2 * sum(survey.tiers.size_of(tier) for tier in below)


def tally(
    survey: Survey, program: Program, plan: Any, record: int, results: Any, threads: int
) -> tuple[list[int], int]:
    """How many positions of a tier have each result, images included, and how many there are."""
    import numpy as np

    def tallied(share: tuple[int, int]) -> Any:
        counts = np.zeros(UNDECIDED + 1, np.uint64)
        program.tally(plan, record, 0, *share, results, counts, survey.scratch()[0])
        return counts

    shares = pairwise(len(results) * part // threads for part in range(threads + 1))
    with ThreadPoolExecutor(threads) as pool:
        counts = sum(pool.map(tallied, shares))
    decided = np.trim_zeros(counts[:HOLE], "b").tolist()
    return decided, sum(decided) + int(counts[UNDECIDED])


class Group:
    """The work on one group."""

    def __init__(
        self,
        survey: Survey,
        program: Program,
        tiers: Sequence[Tier],
        results: Callable[[Tier], Any],
        threads: int,
        progress: Progress,
        start: Any = None,
    ) -> None:
        """``results`` gives those of a solved tier. Where a start is given, all that can't be reached from it is left
        out."""
        self.survey = survey
        self.program = program
        self.tiers = list(tiers)
        self.below = sorted(
            {each for tier in tiers for each in survey.successors(tier)} - set(tiers), key=lambda tier: tier.material
        )
        self.results = results
        has_extras = any(tier.material in survey.with_extras for tier in tiers)
        self.room = FIRST_EXTRAS if has_extras else 0
        # New positions are found on the way, one after the other.
        self.threads = 1 if has_extras else threads
        self.progress = progress
        self.start = start
        self._own = threading.local()

    def solve(self) -> dict[Tier, Any]:
        """The results of every tier, by its numbers."""
        check_memory(estimated_bytes(self.survey, self.tiers), f"Solving {self.survey.game.id}")
        while True:
            try:
                return self._solve()
            except MoreExtras:
                self.room *= 4

    def _solve(self) -> dict[Tier, Any]:
        import numpy as np

        own = self.survey.tiers.numbered(self.tiers)
        self.dense = sum(each.size for each in own)
        self.size = self.dense + 2 * self.room
        if self.size > MOST_POSITIONS:
            raise TooLarge(
                f"{self.survey.game.id} has a group of {self.size:,} positions, more than {MOST_POSITIONS:,}."
            )
        self.own = own
        self.plan = self.survey.tiers.plan([*own, *self._numbered_below()])
        self.numbers = np.full(self.size, UNDECIDED, np.uint16)
        self.numbers[self.dense :] = HOLE
        self.left, self.due = np.zeros(self.size, np.uint16), np.zeros(self.size, np.uint16)
        edges = self._look()
        if self.start is not None:
            self._leave_out(edges)
        half = self.dense // 2
        told = Backwards(
            self.survey.game.id,
            self.program,
            self.numbers,
            self.left,
            self.due,
            self.threads,
            lambda done, level: self.progress(half + done // 2, level),
        )
        try:
            told.solve(edges)
        except HoleReached as hole:
            raise self._impossible(self._words_at(hole.position)) from None
        return {each.tier: self.numbers[each.offset : each.offset + each.size] for each in own}

    def _numbered_below(self) -> list[Numbered]:
        import numpy as np

        parts, numbered, offset = [np.zeros(0, np.uint16)], [], self.size
        for tier in self.below:
            parts.append(self.results(tier))
            numbered.append(Numbered(tier, offset, len(parts[-1])))
            offset += len(parts[-1])
        self.lower = np.concatenate(parts) if offset > self.size else np.zeros(1, np.uint16)
        return numbered

    # -- looking at every position ----------------------------------------------------------------------

    def _look(self) -> list[Any]:
        """The lists of moves within the group, in parts."""
        import numpy as np

        # How many extras there are, where their numbers begin, and the states; and a hash table of them.
        self.extras = np.zeros(2 + max(1, self.room) * len(self.survey.game.declaration.fields), np.uint64)
        self.extras[1] = self.dense
        self.slots = np.zeros(max(1, 4 * self.room), np.uint32)  # one slot has no room
        parts = [
            (each, record, first, min(first + POSITIONS_AT_ONCE, each.offset + each.size))
            for each, record in zip(self.own, self.plan.records, strict=False)
            for first in range(each.offset, each.offset + each.size, POSITIONS_AT_ONCE)
        ]
        edges: list[Any] = []
        with ThreadPoolExecutor(self.threads) as pool:
            done = 0
            for (_, _, first, last), found in zip(
                parts, pool.map(lambda part: self._look_at(*part), parts), strict=True
            ):
                edges += found
                done += last - first
                self.progress(done // 2, 0)
        if self.room:
            edges += self._look_at_extras()
        return edges

    def _look_at(self, numbered: Numbered, record: int, first: int, last: int) -> list[Any]:
        found = []
        report, scratch, edges = self._report(), self.survey.scratch(), self._room_for_edges()
        while first < last:
            edges[0] = 1
            where = (self.plan.words, record, numbered.offset, first, last, self.size)
            arrays = (self.numbers, self.left, self.due, self.lower, edges, self.extras, self.slots, report)
            first = self.program.look(*where, *arrays, *scratch)
            found.append(edges[: int(edges[0])].copy())
            self._check(report, numbered.tier.material)
        return found

    def _look_at_extras(self) -> list[Any]:
        found, place = [], 0
        report, scratch, edges = self._report(), self.survey.scratch(), self._room_for_edges()
        while place < int(self.extras[0]):
            edges[0] = 1
            where = (self.plan.words, place, self.dense, self.size, self.left, self.due, self.lower)
            place = self.program.look_at_extras(*where, edges, self.extras, self.slots, report, *scratch)
            found.append(edges[: int(edges[0])].copy())
            self._check(report, self.tiers[0].material)
        self._number_extras()
        return found

    def _number_extras(self) -> None:
        """What is kept is a position; the other numbers stay holes."""
        fields = len(self.survey.game.declaration.fields)
        game = self.survey.game
        for place in range(int(self.extras[0])):
            words = self.extras[2 + place * fields : 2 + (place + 1) * fields].tolist()
            seat = game.seat_of(game.declaration.state_of(words))
            self.numbers[self.dense + 2 * place + seat] = UNDECIDED

    def _room_for_edges(self) -> Any:
        """An array of each thread, used again and again: new ones would have to be cleared by the system."""
        import numpy as np

        if not hasattr(self._own, "edges"):
            self._own.edges = np.zeros(EDGES_AT_ONCE + self.survey.game.max_moves, np.uint32)
        return self._own.edges

    def _report(self) -> Any:
        import numpy as np

        return np.zeros(self.survey.report_size, np.uint64)

    def _check(self, report: Any, material: Material) -> None:
        """What ended a look early, unless it goes on."""
        problem, game = int(report[algorithms.PROBLEM]), self.survey.game
        if problem == algorithms.UNKNOWN_MATERIAL:
            raise MissedMaterial(material, self.survey.material_in(report))
        if problem == algorithms.EXTRAS_FULL:
            raise MoreExtras if self.room else MissedExtras(material)
        if problem == algorithms.EXTRA_BELOW:
            raise CannotSolve(
                f"{game.id} can't be solved so: captures lead to positions that differ by more than pieces."
            )
        if problem == algorithms.IMPOSSIBLE:
            raise self._impossible(report[algorithms.STATE : self.survey.report_size].tolist())

    def _impossible(self, words: Sequence[int]) -> CannotSolve:
        game = self.survey.game
        position = Position(game, game.declaration.state_of(words))
        return CannotSolve(f"{game.id} can't be solved: a move leads to {position}, which its rules call impossible.")

    def _leave_out(self, edges: Sequence[Any]) -> None:
        """Make holes of what can't be reached from the start."""
        import numpy as np

        plain = plain_namespace(self.survey.tiers.kernel())
        cells = self.survey.scratch()[0].tolist()
        marks = np.zeros(self.size, np.uint16)
        marks[plain.place_of(self.start, self.plan.words.tolist(), cells)] = 1
        while sum(self.program.mark_reached(each, marks) for each in edges):
            self.progress(int(marks.sum()) // 2, 0)
        self.numbers[marks == 0] = HOLE

    def _words_at(self, position: int) -> Sequence[int]:
        """The words of the state of a position of the group."""
        numbered = zip(self.own, self.plan.records, strict=False)
        each, record = next(pair for pair in numbered if pair[0].offset <= position < pair[0].offset + pair[0].size)
        plain = plain_namespace(self.survey.tiers.kernel())
        return tuple(plain.state_at(self.plan.words.tolist(), record, position - each.offset))
