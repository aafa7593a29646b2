"""A part of a group of tiers: a slice of their positions, which are numbered before any is looked at."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

from ludograph.core.game import Position
from ludograph.engine.algorithms import part_backwards
from ludograph.engine.algorithms import tiers as algorithms
from ludograph.engine.algorithms.backwards import HOLE, UNDECIDED
from ludograph.engine.kernel import plain_namespace
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.program import Mode, Program
from ludograph.engine.tiers.plans import Material, Numbered, Tier
from ludograph.errors import CannotSolve, LudographError
from ludograph.solver.parts.files import write_arrays
from ludograph.solver.parts.game_part import BACKWARDS, BYTES_OF_A_MOVE, BYTES_OF_A_POSITION, GamePart, short_counts
from ludograph.solver.parts.part import Share, Slices
from ludograph.solver.tiers.endings import Endings, TierNumbering
from ludograph.solver.tiers.group import EDGES_AT_ONCE, POSITIONS_AT_ONCE
from ludograph.solver.tiers.survey import Survey

ALGORITHMS = (
    part_backwards.look_in_part,
    part_backwards.route_edges,
    part_backwards.enter_numbers,
    *BACKWARDS,
    algorithms.tally,
)


class Missed(LudographError):
    """A move leads to a material that the survey has not seen: the message is both, as :func:`missed` reads them."""

    code = "missed"


def missed(error: Missed) -> tuple[Material, Material]:
    material, other = json.loads(error.message)
    return as_material(material), as_material(other)


def as_material(data: Sequence[Sequence[int]]) -> Material:
    counts, hands = data
    return Material(tuple(counts), tuple(hands))


class TierPart(GamePart):
    """The facts of its share are the tiers of the group and those that it rests on, and where the solved ones are. With
    a start, only what can be reached from there is looked at."""

    def __init__(self, share: Share) -> None:
        import numpy as np

        super().__init__(share)
        self.game = cast(KernelGame, share.game)
        self.survey = Survey(self.game)
        self.program = Program(self.survey.tiers.kernel(), ALGORITHMS, Mode.COMPILED)
        self.tiers = [_tier(self.game, data) for data in share.facts["tiers"]]
        self.is_whole = bool(share.facts["is_whole"])
        self.numbered = self.survey.tiers.numbered(self.tiers)
        self.group = sum(each.size for each in self.numbered)
        self.slices = Slices(self.group // 2, share.parts)  # of pairs: the lowest bit is the seat
        self.base = 2 * self.slices.first(share.part)
        size = 2 * self.slices.first(share.part + 1) - self.base
        self.plan = self.survey.tiers.plan([*self.numbered, *self._below()])
        self.numbers = np.full(size, HOLE if self.is_whole else UNDECIDED, np.uint16)
        self.left, self.due = np.zeros(size, np.uint16), np.zeros(size, np.uint16)
        self.listed = np.zeros(0, np.uint32)
        self.begins = np.array(self.slices.begins, np.uint64)
        self.edges = np.zeros(EDGES_AT_ONCE // 8 + self.game.max_moves, np.uint32)
        self.room = len(self.edges) + share.sent_bytes // 8 // share.parts
        self.sent_numbers = np.zeros(share.parts * self.room, np.uint32)
        self.sent_parents = np.zeros(share.parts * self.room, np.uint32)
        self.chunks: Iterator[tuple[int, Any]] = iter(())
        self.chunk: tuple[int, Any] | None = None

    def _below(self) -> list[Numbered]:
        """The solved tiers that moves lead to, with their results."""
        import numpy as np

        folder = self.share.facts["endings"]
        endings = Endings(self.game, Path(folder) if folder else None)
        parts, numbered, offset = [np.zeros(1, np.uint16)], list[Numbered](), self.group
        for data in self.share.facts["below"]:
            tier = _tier(self.game, data)
            results = endings.results_of(tier)
            parts = [*parts[1:], results] if not numbered else [*parts, results]
            numbered.append(Numbered(tier, offset, len(results)))
            offset += len(results)
        self.lower = np.concatenate(parts)
        return numbered

    # -- the way out --------------------------------------------------------------------------------------

    def begin_forwards(self) -> list[int]:
        import numpy as np

        if not self.is_whole:
            self.listed = np.arange(len(self.numbers), dtype=np.uint32)
        else:
            plain, cells = plain_namespace(self.survey.tiers.kernel()), self.survey.scratch()[0].tolist()
            place = int(plain.place_of(self.game.start_state(), self.plan.words.tolist(), cells))
            own = [place - self.base] if self.slices.owner(place >> 1) == self.share.part else []
            self.listed = self._entered(np.array(own, np.uint32))
        self.found = len(self.listed)
        return [self.found, int(self.found > 0)]

    def _entered(self, numbers: Any) -> Any:
        """Those of some positions that are reached for the first time."""
        import numpy as np

        listed = np.zeros(len(numbers) + 1, np.uint32)
        return listed[: self.program.enter_numbers(numbers, self.numbers, listed, 0)]

    def _begin_level(self) -> None:
        import numpy as np

        listed = np.sort(self.listed)
        self.listed = listed[:0]
        self.waiting, self.found = len(listed), 0
        self.chunks, self.chunk = self._by_tier(listed), None

    def _by_tier(self, listed: Any) -> Iterator[tuple[int, Any]]:
        """Positions in their order, some at a time, with the number of their tier."""
        import numpy as np

        for number, each in enumerate(self.numbered):
            first, last = np.searchsorted(listed, [max(0, end - self.base) for end in _ends(each)])
            for begin in range(first, last, POSITIONS_AT_ONCE):
                yield number, listed[begin : min(begin + POSITIONS_AT_ONCE, last)]

    def _look_on(self) -> list[Any]:
        import numpy as np

        self.ends[:] = 0
        report, scratch = np.zeros(self.survey.report_size, np.uint64), self.survey.scratch()
        extras, slots = np.zeros(2 + len(self.game.declaration.fields), np.uint64), np.zeros(1, np.uint32)
        fullest = 0
        while self.waiting and fullest + len(self.edges) < self.room:
            tier, positions = self.chunk or next(self.chunks)
            self.edges[0] = 1
            where = (self.plan.words, self.plan.records[tier], self.numbered[tier].offset, self.base, positions)
            arrays = (self.numbers, self.left, self.due, self.lower, self.edges, extras, slots, report)
            done = self.program.look_in_part(*where, 0, len(positions), self.group, *arrays, *scratch)
            self._check(report, self.tiers[tier].material)
            slices = (self.own, self.slices.drop, self.slices.factor, self.begins)
            lists = (self.sent_numbers, self.sent_parents, self.room, self.ends)
            fullest = self.program.route_edges(self.edges, *slices, *lists)
            self.waiting -= done
            self.chunk = (tier, positions[done:]) if done < len(positions) else None
        messages = [self._message(part) for part in range(self.share.parts)]
        self._take(messages[self.share.part])
        messages[self.share.part] = messages[self.share.part][:0]
        return messages

    def _check(self, report: Any, material: Material) -> None:
        problem = int(report[algorithms.PROBLEM])
        if problem == algorithms.UNKNOWN_MATERIAL:
            raise Missed(json.dumps([material, self.survey.material_in(report)]))
        if problem in (algorithms.EXTRAS_FULL, algorithms.EXTRA_BELOW):
            raise Missed(json.dumps([material, material]))
        if problem == algorithms.IMPOSSIBLE:
            raise self._impossible_words(report[algorithms.STATE : self.survey.report_size].tolist())

    def _message(self, part: int) -> Any:
        """Positions, and behind them who moves to them."""
        import numpy as np

        own = slice(part * self.room, part * self.room + int(self.ends[part]))
        return np.concatenate([self.sent_numbers[own], self.sent_parents[own]])

    def _take(self, message: Any) -> None:
        import numpy as np

        half = len(message) // 2
        self._gather(message[:half], message[half:])
        if self.is_whole:
            new = self._entered(message[:half])
            self.listed = np.concatenate([self.listed, new])
            self.found += len(new)

    def _impossible(self, position: int) -> Exception:
        place = position + self.base
        pairs = zip(self.numbered, self.plan.records, strict=False)
        each, record = next(pair for pair in pairs if place < pair[0].offset + pair[0].size)
        plain = plain_namespace(self.survey.tiers.kernel())
        return self._impossible_words(plain.state_at(self.plan.words.tolist(), record, place - each.offset))

    def _impossible_words(self, words: Sequence[int]) -> Exception:
        position = Position(self.game, self.game.declaration.state_of(tuple(words)))
        return CannotSolve(
            f"{self.game.id} can't be solved: a move leads to {position}, which its rules call impossible."
        )

    # -- what is kept -------------------------------------------------------------------------------------

    def _arrays(self) -> dict[str, Any]:
        return {**super()._arrays(), "listed": self.listed}

    def _restore_level(self) -> None:
        """The list of what was found is all that there is."""
        self.found = len(self.listed)

    def finish(self, is_narrow: Sequence[bool]) -> list[list[int]]:
        """Write the slice of each tier; returns for each how many positions have each result, all images counted."""
        import numpy as np

        every = []
        for number, (each, record) in enumerate(zip(self.numbered, self.plan.records, strict=False)):
            first, last = (min(max(0, end - self.base), len(self.numbers)) for end in _ends(each))
            own, counts = self.numbers[first:last], np.zeros(UNDECIDED + 1, np.uint64)
            where = (self.plan.words, record, each.offset - self.base, first, last)
            self.program.tally(*where, self.numbers, counts, self.survey.scratch()[0])
            results = own.astype(np.uint8) if is_narrow[number] else own
            write_arrays(self.share.file(f"numbers-{number}"), [np.ascontiguousarray(results)])
            every.append(short_counts(counts))
        return every

    def greatest_of_tiers(self) -> list[int]:
        """The greatest result in each tier."""
        return [
            int(own[own < HOLE].max(initial=0))
            for each in self.numbered
            for own in [self.numbers[slice(*(max(0, end - self.base) for end in _ends(each)))]]
        ]


def estimated_bytes(positions: int, moves: float, below: int, parts: int) -> int:
    """The memory that one of so many parts takes, of which each has all results of the tiers below."""
    return int(positions * (BYTES_OF_A_POSITION + BYTES_OF_A_MOVE * moves) / parts) + 2 * below


def _ends(numbered: Numbered) -> tuple[int, int]:
    return numbered.offset, numbered.offset + numbered.size


def _tier(game: KernelGame, data: dict[str, Any]) -> Tier:
    return TierNumbering.from_data(game, data).tier
