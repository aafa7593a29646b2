"""Games for two in parts: what can be reached, or the positions of some tiers; then what becomes of them, from the
ends back."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.tiers.plans import Tier
from ludograph.errors import TooLarge
from ludograph.solver import retrograde
from ludograph.solver.file import Header
from ludograph.solver.memory import readable
from ludograph.solver.parts import tier_part
from ludograph.solver.parts.checkpoints import State
from ludograph.solver.parts.crew import Crew
from ludograph.solver.parts.game_part import summed_counts
from ludograph.solver.parts.part import Share
from ludograph.solver.parts.work import LevelWork, Tell
from ludograph.solver.remoteness import special_values
from ludograph.solver.retrograde import RanksUpToSymmetry
from ludograph.solver.tiers.endings import TierNumbering
from ludograph.solver.tiers.survey import Survey

OUT, BACK = "out", "back"


class GameWork(LevelWork):
    """What games by keys and by tiers have in common."""

    def __init__(self, game: KernelGame, crew: Crew, folder: str, memory: int, tell: Tell | None) -> None:
        super().__init__(crew, tell)
        self.game = game
        self.folder = folder
        self.memory = memory

    kind: str
    #: Of what is kept in the folder nothing is known before.
    disk_bytes = 0

    @abstractmethod
    def facts(self) -> dict[str, Any]:
        """What the parts have to know."""

    @property
    def identity(self) -> dict[str, Any]:
        rules = {"rules_version": self.game.rules_version, "constants": self.game.rules_digest}
        return {"game": self.game.id, **rules, "kind": self.kind}

    def shares(self, attempt: int) -> list[Share]:
        facts = {**self.facts(), "attempt": attempt}
        parts = self.crew.workers
        return [Share(self.game.id, part, parts, self.memory, self.folder, self.kind, facts) for part in range(parts)]

    def first(self) -> State:
        return {"is_done": False, "pass": None, "level": 0, "found": 0, "decided": 0, "step": 0}

    def advance(self, state: State) -> State:
        following = {**state, "step": state["step"] + 1}
        if state["pass"] is None:
            found, _ = _sums(self.crew.call("begin_forwards"))
            return {**following, "pass": OUT, "level": 0, "found": found}
        number = state["level"] + 1
        found, more = _sums(self.level(state, number))
        if state["pass"] == OUT:
            self.check_found(state["found"] + found)
            following = {**following, "level": number, "found": state["found"] + found}
            if not more:
                self.crew.call("begin_backwards")
                following = {**following, "pass": BACK, "level": -1}
            return following
        return {**following, "level": number, "decided": state["decided"] + found, "is_done": not more}

    def check_found(self, positions: int) -> None:
        """Refuse too many."""

    def done(self, state: State) -> tuple[int, int | None]:
        """Looking at positions and deciding them count as half of the work each."""
        if state["pass"] == BACK:
            return (state["found"] + state["decided"]) // 2, state["found"]
        return state["found"] // 2, None


class ReachedWork(GameWork):
    """A whole game, by its keys."""

    kind = "reached"
    estimated_bytes = 0

    def __init__(
        self, game: KernelGame, crew: Crew, folder: str, memory: int, most: int, tell: Tell | None = None
    ) -> None:
        super().__init__(game, crew, folder, memory, tell)
        retrograde.check_game(game)
        self.most = min(most, retrograde.MOST_POSITIONS)
        is_wanted = game.ranks >= retrograde.LEAST_RANKS_FOR_SYMMETRY
        self.ranks = RanksUpToSymmetry(game, up_to_symmetry=is_wanted)

    def facts(self) -> dict[str, Any]:
        return {"up_to_symmetry": self.ranks.has_symmetries}

    def check_found(self, positions: int) -> None:
        if positions > self.most:
            raise TooLarge(f"{self.game.id} has {positions:,} positions or more, more than {self.most:,}.")

    def finish(self, state: State) -> list[Header]:
        found = self.crew.call("finish")
        size = sum(each[0][0] for each in found)
        by_number, positions = summed_counts(each[1] for each in found)
        flags = True, True, self.ranks.has_symmetries
        return [Header(self.game, self.ranks, retrograde.BITS, size, *flags, positions, by_number)]


class TierWork(GameWork):
    """A group of tiers, or the one tier of a whole game from its start."""

    kind = "tiers"

    def __init__(
        self,
        survey: Survey,
        tiers: Sequence[Tier],
        endings: Path | None,
        crew: Crew,
        folder: str,
        memory: int,
        tell: Tell | None = None,
        *,
        is_whole: bool = False,
    ) -> None:
        super().__init__(survey.game, crew, folder, memory, tell)
        self.survey = survey
        self.tiers = list(tiers)
        below = {each for tier in tiers for each in survey.successors(tier)} - set(tiers)
        self.below = sorted(below, key=lambda tier: tier.material)
        self.endings = endings
        self.is_whole = is_whole
        if self.estimated_bytes > memory:
            raise TooLarge(
                f"Solving {self.game.id} with {crew.workers} workers needs {readable(self.estimated_bytes)} of memory "
                f"for each, and each may take {readable(memory)}."
            )

    @property
    def positions(self) -> int:
        return sum(map(self.survey.tiers.size_of, self.tiers))

    @property
    def estimated_bytes(self) -> int:
        sizes = {tier: self.survey.tiers.size_of(tier) for tier in self.tiers}
        moves = sum(size * self.survey.moves[tier.material] for tier, size in sizes.items()) / self.positions
        below = sum(map(self.survey.tiers.size_of, self.below))
        return tier_part.estimated_bytes(self.positions, moves, below, self.crew.workers)

    @property
    def identity(self) -> dict[str, Any]:
        text = self.survey.tiers.text
        return {**super().identity, "tiers": [text(tier.material) for tier in self.tiers], "is_whole": self.is_whole}

    def facts(self) -> dict[str, Any]:
        own, below = ([self._numbering(tier).as_data() for tier in tiers] for tiers in (self.tiers, self.below))
        return {
            "tiers": own,
            "below": below,
            "is_whole": self.is_whole,
            "endings": self.endings and str(self.endings.absolute()),
        }

    def _numbering(self, tier: Tier) -> TierNumbering:
        return TierNumbering(self.game, tier, is_whole=self.is_whole)

    def finish(self, state: State) -> list[Header]:
        """A file for each tier."""
        greatest = [max(each) for each in zip(*self.crew.call("greatest_of_tiers"), strict=True)]
        is_narrow = [each < special_values(8)[1] for each in greatest]
        found = self.crew.call("finish", is_narrow)
        headers = []
        for number, tier in enumerate(self.tiers):
            decided, positions = summed_counts(each[number] for each in found)
            size = self.survey.tiers.size_of(tier)
            bits, flags = 8 if is_narrow[number] else 16, (False, True, False)
            headers.append(Header(self.game, self._numbering(tier), bits, size, *flags, positions, decided))
        return headers


def _sums(sizes: list[list[int]]) -> tuple[int, int]:
    """How many were found in all parts, and in how many there is more to do."""
    return sum(each[0] for each in sizes), sum(each[1] for each in sizes)
