"""Solved tiers of a game: a file each, in one folder, and what they know together of a position."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from itertools import zip_longest
from pathlib import Path
from typing import Any

from ludograph.core.files import data_folder
from ludograph.core.game import Position
from ludograph.core.moves import MoveKind
from ludograph.engine.kernel import Kernel
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.tiers.places import NOWHERE, known_ending
from ludograph.engine.tiers.plans import Material, Numbered, Tier, Tiers
from ludograph.errors import DamagedSolution, FileRefused, InvalidParameter, LudographError, NotInSolution
from ludograph.solver.file import FileTable, read_solution
from ludograph.solver.game_solution import GameSolution
from ludograph.solver.plain import winners_in
from ludograph.solver.remoteness import OUTSIDE, UNSOLVABLE, DenseTable, RemotenessTable, Value, special_values

SUFFIX = ".solution"
#: What can be taken en passant is gone after a move, and comes again seldom; who may castle often still may.
PLIES_BY_RULES = 3


class TierNumbering:
    """The numbers of the positions of one tier."""

    def __init__(self, game: KernelGame, tier: Tier, *, is_whole: bool = False) -> None:
        self.game = game
        self.tier = tier
        #: Whether a solution by it is of the whole game: of just what can be reached from the start.
        self.is_whole = is_whole
        self.tiers = Tiers(game)
        self.ranks = self.tiers.size_of(tier)

    @property
    def rules_digest(self) -> str:
        return self.game.rules_digest

    @cached_property
    def _plan(self) -> tuple[list[int], int]:
        plan = self.tiers.plan([Numbered(self.tier, 0, self.ranks)])
        return plan.words.tolist(), plan.records[0]

    def rank_of(self, state: Any) -> int:
        """The number of a position; NotInSolution when it is none of this tier, or when more than pieces matters."""
        plain, place = self.tiers.plain, NOWHERE
        if not plain.extra(state):
            place = int(plain.place_of(state, self._plan[0], [0] * self.tiers.cells))
        if place == NOWHERE:
            raise NotInSolution(
                f"{self.game.write(state)} has other pieces than {self.tiers.text(self.tier.material)}."
            )
        return place

    def state_of(self, rank: int) -> Any:
        return self.tiers.plain.state_at(*self._plan, rank)

    def ties(self, state: Any) -> int:
        """How many symmetries carry a state to itself."""
        return int(self.tiers.plain.ties(*self._plan, self.tiers.gathered(state)))

    def image(self, state: Any, symmetry: Sequence[int]) -> Any:
        """Where a symmetry carries a state."""
        there = self.tiers.plain.bare(*self._plan, self.game.seat_of(state))
        for node, to in enumerate(symmetry):
            if content := self.tiers.plain.content(state, node):
                there = self.tiers.plain.placed(there, to, content)
        return there

    # -- in files -----------------------------------------------------------------------------------------

    def as_data(self) -> dict[str, Any]:
        return {
            "counts": self.tier.material.counts,
            "hands": self.tier.material.hands,
            "symmetries": self.tier.symmetries,
            "exchanging": self.tier.exchanging,
            "whole": self.is_whole,
        }

    @classmethod
    def from_data(cls, game: Any, data: dict[str, Any]) -> TierNumbering:
        """KeyError, TypeError or ValueError when it is none."""
        material = Material(tuple(map(int, data["counts"])), tuple(map(int, data["hands"])))
        symmetries, exchanging = (tuple(map(tuple, data[name])) for name in ("symmetries", "exchanging"))
        nodes = list(range(len(game.board)))
        if len(material.counts) != len(game.tier_contents) or any(
            sorted(each) != nodes for each in symmetries + exchanging
        ):
            raise ValueError
        return cls(game, Tier(material, symmetries, exchanging), is_whole=bool(data["whole"]))


class TierSolution(GameSolution):
    """The results of one tier; its counts are of all positions, not only of those up to symmetry."""

    numbering: TierNumbering

    @property
    def tier(self) -> Tier:
        return self.numbering.tier

    @property
    def is_up_to_symmetry(self) -> bool:
        return len(self.tier.symmetries) > 1 or bool(self.tier.exchanging)

    def number_of(self, remoteness: int | None, value: Value | None) -> int:
        """How many positions have a remoteness and a value, as far as these are named."""
        counts = self.by_value.items() if value is None else [(value, self.by_value.get(value, ()))]
        decided = [sum(each) if remoteness is None else sum(each[remoteness : remoteness + 1]) for _, each in counts]
        drawn = self.draws if remoteness is None and value in (None, self.endless) else 0
        return sum(decided) + drawn

    def random_positions(
        self,
        number: int,
        remoteness: int | None = None,
        chance: random.Random | None = None,
        value: Value | None = None,
    ) -> list[Position]:
        chance = chance or random.Random()
        found: list[Position] = []
        while len(found) < number:
            for position in super().random_positions(number - len(found), remoteness, chance, value):
                # What some symmetries carry to itself has fewer images.
                if chance.randrange(self.numbering.ties(position.state)) == 0:
                    image = self.numbering.image(position.state, chance.choice(self.tier.symmetries))
                    found.append(Position(self.game, image))
        return found

    @property
    def folder(self) -> Path | None:
        """Where the solutions are that it rests on; None for the usual place."""
        return self.table.file.parent if isinstance(self.table, FileTable) and not self.numbering.is_whole else None

    def counts_fault(self, numbers: Any) -> str | None:
        return None if len(numbers) == self.numbering.ranks else "it has not as many numbers as its tier"


class Endings:
    """The solved tiers of a game that are in a folder."""

    def __init__(self, game: KernelGame, folder: Path | None = None) -> None:
        self.game = game
        self.folder = folder or _all_endings() / f"{_name_of(game.id)}-{game.rules_digest[:8]}"
        self.tiers = Tiers(game)
        self._open: dict[Material, TierSolution | None] = {}

    @staticmethod
    def folders_of(game_id: str) -> Iterator[Path]:
        """Every folder that may be the usual one of a game: also those of other rules, and of games whose names begin
        like it."""
        return _all_endings().glob(f"{_name_of(game_id)}-*")

    def file_of(self, material: Material) -> Path:
        return self.folder / (self.tiers.text(material).replace(";", "+") + SUFFIX)

    def solution_of(self, material: Material) -> TierSolution | None:
        """The solution of the tier in which a material is; None when there is none, or only a damaged or outdated
        one."""
        if material not in self._open:
            self._open[material] = self._found(material)
        return self._open[material]

    def _found(self, material: Material) -> TierSolution | None:
        other = self.tiers.exchanged(material)
        for each in (material, other):
            try:
                solution = self.load(each)
            except LudographError:
                continue
            if solution and (each == material or solution.tier.exchanging):
                return solution
        return None

    def load(self, material: Material) -> TierSolution | None:
        """The solution of just this material; None when there is no file, DamagedSolution when it is of no use."""
        file = self.file_of(material)
        if not file.exists():
            return None
        solution = read_solution(file)
        if not isinstance(solution, TierSolution) or solution.game != self.game or solution.tier.material != material:
            raise DamagedSolution(f"The solution {file} is not of {self.game.id} with {self.tiers.text(material)}.")
        return solution

    def results_of(self, tier: Tier) -> Any:
        """All results of a tier, 16 bits wide."""
        solution = self.load(tier.material)
        if solution is None:
            text = self.tiers.text(tier.material)
            raise FileRefused(f"The solution of {self.game.id} with {text} is missing: {self.file_of(tier.material)}.")
        if solution.tier != tier:
            text = self.tiers.text(tier.material)
            raise DamagedSolution(f"The solution of {self.game.id} with {text} has other symmetries: solve it anew.")
        return wide(solution.table)

    def keep(self, tier: Tier, results: Any, counts: Sequence[int], positions: int) -> TierSolution:
        """Write the solution of a tier."""
        self.make_folder()
        numbering = TierNumbering(self.game, tier)
        solution = TierSolution(self.game, DenseTable(narrow(results)), counts, positions, numbering)
        solution.save(self.file_of(tier.material))
        self._open.clear()
        return solution

    def make_folder(self) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileRefused(f"The folder {self.folder} can't be made: {error.strerror}.") from None

    # -- for a search ---------------------------------------------------------------------------------------

    def kept_tiers(self) -> list[TierSolution]:
        """All that are in the folder and of use, those of few pieces first."""
        found = []
        for file in sorted(self.folder.glob(f"*{SUFFIX}")) if self.folder.is_dir() else ():
            with suppress(LudographError):
                solution = read_solution(file)
                if isinstance(solution, TierSolution) and solution.game == self.game:
                    found.append(solution)
        return sorted(found, key=lambda solution: (solution.tier.material.pieces, len(solution.table)))

    def for_search(self, begin: int, most_bytes: int) -> tuple[Kernel, Any] | None:
        """The kernel with ``known``, and the words that a search has to have in its memory from a place on: as many
        tiers as fit. None when there is none."""
        import numpy as np

        parts, numbered, offset = [], [], 0
        for solution in self.kept_tiers():
            if 2 * (offset + len(solution.table)) > most_bytes:
                break
            parts.append(wide(solution.table))
            numbered.append(Numbered(solution.tier, offset, len(solution.table)))
            offset += len(solution.table)
        if not numbered:
            return None
        plan_at = begin + 1 + self.tiers.cells
        plan = self.tiers.plan(numbered, plan_at).words
        results = np.concatenate([*parts, np.zeros(-offset % 4, np.uint16)]).view(np.uint64)
        head = np.zeros(1 + self.tiers.cells, np.uint64)
        head[0] = plan_at + len(plan)
        kernel = self.tiers.kernel(
            TIER_RESULTS=begin,
            TIER_CELLS=begin + 1,
            TIER_PLAN=plan_at,
            TIER_PIECES=max(each.tier.material.pieces for each in numbered),
        )
        kernel = replace(kernel, functions={**kernel.functions, "known": known_ending})
        return kernel, np.concatenate([head, plan, results])

    # -- what is known of a position ----------------------------------------------------------------------

    def number(self, state: Any, plies: int = PLIES_BY_RULES) -> int | None:
        """Twice the remoteness, and one more for a win; None for a draw. NotInSolution when nobody knows."""
        material = self.tiers.material_of(state)
        solution, number = self.solution_of(material), OUTSIDE
        if solution and self.tiers.has_extra(state):
            if plies > 0:
                return self._number_by_rules(state, plies - 1)
        elif solution:
            number = solution.table.get(solution.numbering.rank_of(state))
        if number == OUTSIDE:
            raise NotInSolution(f"No solution for {self.tiers.text(material)} is at hand in {self.game.id}.")
        return None if number == UNSOLVABLE else number

    def _number_by_rules(self, state: Any, plies: int) -> int | None:
        """That of a position in which more than pieces matters, from the next ones."""
        after = [self.game.after(state, move) for move in self.game.moves_of(state, MoveKind.LEGAL)]
        numbered = [(self.number(other, plies), other) for other in after]
        rules = GameSolution(self.game, _NoTable(), (), 0)
        return rules.expected_number(state, winners_in(self.game, state), numbered)


class EndgameSolution(GameSolution):
    """What the solved tiers of a game know together. Its counts are those of some materials, not of the tiers that
    these rest on."""

    def __init__(self, endings: Endings, materials: Iterable[Material]) -> None:
        self.endings = endings
        self.materials = list(materials)
        self.parts = {material: endings.solution_of(material) for material in self.materials}
        parts = [part for part in self.parts.values() if part]
        counts = [sum(each) for each in zip_longest(*(part.counts for part in parts), fillvalue=0)]
        positions = sum(part.positions for part in parts)
        super().__init__(endings.game, _NoTable(), counts, positions)

    def number(self, position: Position) -> int | None:
        self.check_game(position)
        return self.endings.number(position.state)

    @property
    def is_up_to_symmetry(self) -> bool:
        return any(part.is_up_to_symmetry for part in self.parts.values() if part)

    def with_remoteness(self, remoteness: int, value: Value | None = None) -> Iterator[Position]:
        for part in dict.fromkeys(filter(None, self.parts.values())):
            yield from part.with_remoteness(remoteness, value)

    def random_positions(
        self,
        number: int,
        remoteness: int | None = None,
        chance: random.Random | None = None,
        value: Value | None = None,
    ) -> list[Position]:
        """Each material as likely as it has such positions; of two that are one tier, that which is solved."""
        chance = chance or random.Random()
        parts = [part for part in self.parts.values() if part]
        sizes = [part.number_of(remoteness, value) for part in parts]
        if not sum(sizes):
            raise InvalidParameter(self._none_such(remoteness, value))
        chosen = Counter(chance.choices(range(len(parts)), sizes, k=number))
        drawn = [parts[place].random_positions(each, remoteness, chance, value) for place, each in chosen.items()]
        return [position for positions in drawn for position in positions]

    def tier_summaries(self) -> dict[str, dict[str, Any]]:
        """The counts of every material as plain data."""
        text = self.endings.tiers.text
        return {text(material): part.summary for material, part in self.parts.items() if part}


class _NoTable(RemotenessTable):
    """Every tier has its own."""

    bits = 16
    is_keyed = False
    is_complete = True

    def __len__(self) -> int:
        return 0

    def get(self, rank: int) -> int:
        return OUTSIDE

    def blocks(self) -> Iterator[tuple[Any, Any]]:
        return iter(())


def _all_endings() -> Path:
    return data_folder() / "endings"


def _name_of(game_id: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", game_id).strip("-")


def narrow(results: Any) -> Any:
    """Results in 8 bits where they fit, with the special values of that width."""
    import numpy as np

    wide_ones = np.asarray(results, np.uint16)
    _, outside = special_values(16)
    decided = wide_ones[wide_ones < outside]
    if len(decided) and int(decided.max()) >= special_values(8)[1]:
        return wide_ones
    return wide_ones.astype(np.uint8)  # the special values keep their lowest bits


def wide(table: RemotenessTable) -> Any:
    """All numbers of a table in 16 bits."""
    import numpy as np

    parts = []
    for _, numbers in table.blocks():
        part = numbers.astype(np.uint16)
        if table.bits == 8:
            part[numbers >= special_values(8)[1]] |= np.uint16(0xFF00)
        parts.append(part)
    return np.concatenate(parts)
