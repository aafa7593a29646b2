"""Which tiers there are, where moves lead from one to another, and which symmetries each has: found on samples.

What samples miss is found out later: a move into a material that nobody has seen ends the look at a group, and the
survey goes on from there; a symmetry that isn't one is found by ``verify``, which looks at all images.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any

from ludograph.board.symmetries import Symmetry
from ludograph.engine.algorithms import tiers as algorithms
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.program import Mode, Program
from ludograph.engine.tiers.plans import MOST_LEADERS, MOST_NODES, MOST_OF_A_KIND, Material, Plan, Tier, Tiers
from ludograph.errors import CannotSolve, TooLarge

SAMPLES = 3000
SAMPLES_FOR_SYMMETRY = 1500
SEED = 20261117
MOST_TIERS = 5000


class Survey:
    """What is known of the tiers of a game."""

    def __init__(self, game: KernelGame) -> None:
        if len(game.seats) != 2:
            raise CannotSolve(f"{game.id} can't be solved: only puzzles and games for two can.")
        if len(game.board) > MOST_NODES:
            raise CannotSolve(
                f"{game.id} can't be solved by material: its board has {len(game.board)} nodes, more than {MOST_NODES}."
            )
        self.game = game
        self.tiers = Tiers(game)
        #: For each material that was looked at, those that moves lead to, itself perhaps among them.
        self.leads_to: dict[Material, set[Material]] = {}
        #: The materials in which positions occur that differ by more than pieces.
        self.with_extras: set[Material] = set()
        #: How many moves a position has, on average.
        self.moves: dict[Material, float] = {}
        self._found: dict[Material, Tier] = {}
        self._known_below: dict[Material, list[Material]] = {}

    @cached_property
    def program(self) -> Program:
        return Program(self.tiers.kernel(), (algorithms.survey, algorithms.first_broken), Mode.COMPILED)

    # -- where moves lead -------------------------------------------------------------------------------

    def explore(self, materials: Iterable[Material]) -> None:
        """Look at some materials and at all that moves lead to from there, with the seats either way."""
        waiting = [material for material in materials if material not in self.leads_to]
        while waiting:
            material = waiting.pop()
            if material in self.leads_to:
                continue
            self._check(material)
            self.leads_to[material] = self._look(material)
            self._known_below.clear()
            waiting += [self.tiers.exchanged(material), *self.leads_to[material]]

    def learn(self, material: Material, other: Material) -> None:
        """A move was found that the samples had missed."""
        for start, end in ((material, other), (self.tiers.exchanged(material), self.tiers.exchanged(other))):
            self.leads_to[start].add(end)
        self._found.clear()
        self._known_below.clear()
        self.explore([other])

    def learn_extras(self, material: Material) -> None:
        """Positions were found that differ by more than pieces, in a tier whose samples had none."""
        self.with_extras |= {material, self.tiers.exchanged(material)}
        self._found.clear()

    def _check(self, material: Material) -> None:
        if len(self.leads_to) > MOST_TIERS:
            raise TooLarge(f"{self.game.id} has more than {MOST_TIERS:,} kinds of material.")
        if max(material.counts) > MOST_OF_A_KIND:
            raise TooLarge(f"{self.game.id} has more than {MOST_OF_A_KIND} pieces of one kind.")
        if self.tiers.leaders_of(material) > MOST_LEADERS:
            raise TooLarge(f"{self.game.id} has too many arrangements of pieces for a table.")

    def _look(self, material: Material) -> set[Material]:
        import numpy as np

        known = [material]
        samples = self._samples(material, SAMPLES)
        report = np.zeros(self.report_size, np.uint64)
        arrays = (report, *self.scratch())
        while True:
            plan = self._plain_plan(known)
            seen = np.zeros(len(known) + 3, np.uint64)
            self.program.survey(plan.words, plan.records[0], samples, seen, *arrays)
            if report[algorithms.PROBLEM] == algorithms.NONE:
                break
            known.append(self.material_in(report))
        *found, moves, positions, extra = seen.tolist()
        self.moves[material] = moves / max(1, positions)
        if extra:
            self.with_extras |= {material, self.tiers.exchanged(material)}
        return {other for other, is_seen in zip(known, found, strict=True) if is_seen}

    @property
    def report_size(self) -> int:
        return algorithms.STATE + len(self.game.declaration.fields)

    def material_in(self, report: Any) -> Material:
        """That of the state in a report."""
        words = report[algorithms.STATE : self.report_size].tolist()
        return self.tiers.material_of(self.game.declaration.state_of(words))

    def scratch(self) -> tuple[Any, Any]:
        """Room for the nodes of each content and for the words of a state, and for moves."""
        import numpy as np

        return np.zeros(self.tiers.cells, np.uint64), np.zeros(self.game.max_moves, np.uint64)

    def _plain_plan(self, materials: Sequence[Material]) -> Plan:
        """One without symmetries."""
        return self.tiers.plan(self.tiers.numbered([Tier(each, (self.tiers.identity,)) for each in materials]))

    def _samples(self, material: Material, number: int) -> Any:
        """Numbers of positions within a tier, without symmetries: all, or some by chance."""
        import numpy as np

        size = self.tiers.size_of(Tier(material, (self.tiers.identity,)))
        if size <= number:
            return np.arange(size, dtype=np.uint64)
        return np.random.default_rng(SEED).integers(0, size, number, dtype=np.uint64)

    # -- symmetries -------------------------------------------------------------------------------------

    def tier(self, material: Material) -> Tier:
        """The tier in which a material is solved: its own, or that of the exchanged seats where this makes no
        difference."""
        other = self.tiers.exchanged(material)
        chosen = material if self._is_own_side(material) else other
        if chosen not in self._found:
            self._found[chosen] = self._made(chosen)
        tier = self._found[chosen]
        if material == chosen or tier.exchanging:
            return tier
        if material not in self._found:
            self._found[material] = self._made(material)
        return self._found[material]

    def _is_own_side(self, material: Material) -> bool:
        """Whether a material is solved as it is, not with the seats exchanged. All that lead into each other are solved
        the same way round, because among these it is told by the number of a position who is to move."""
        together = [each for each in self.below(material) if material in self.below(each)]
        strength, exchanged = self.tiers.strength, self.tiers.exchanged
        return max(map(strength, together)) >= max(strength(exchanged(each)) for each in together)

    def _made(self, material: Material) -> Tier:
        rests = self.below(material)
        # What differs by more than pieces is kept as it is, not up to symmetry.
        has_extras = material in self.with_extras
        own = (self.tiers.identity,) if has_extras else self._common(rests, exchanges=False)
        if not _is_group(own):
            own = (self.tiers.identity,)
        # Where a move may lead to the exchanged material, the seat to move has to be told apart.
        exchanging = () if self.tiers.exchanged(material) in rests else self._exchanging(rests, own)
        return Tier(material, own, exchanging)

    def _exchanging(self, rests: Sequence[Material], own: tuple[Symmetry, ...]) -> tuple[Symmetry, ...]:
        """The motions that are symmetries with the seats exchanged."""
        if own == self.tiers.motions:  # followed by all of these, one of them is every other
            return own if all(self._holds(each, own[0], exchanges=True) for each in rests) else ()
        found = self._common(rests, exchanges=True)
        if _is_coset(own, found):
            return found
        return found[:1] if len(own) == 1 else ()

    def below(self, material: Material) -> list[Material]:
        """A material and all that moves lead to from it."""
        if material not in self._known_below:
            found, waiting = {material}, [material]
            while waiting:
                new = self.leads_to[waiting.pop()] - found
                found |= new
                waiting += new
            self._known_below[material] = sorted(found)
        return self._known_below[material]

    def _common(self, materials: Sequence[Material], *, exchanges: bool) -> tuple[Symmetry, ...]:
        """The motions of the board that are symmetries of all these tiers."""

        def hold(motion: Symmetry) -> bool:
            return all(self._holds(each, motion, exchanges) for each in materials)

        motions, _ = self.tiers.motions, self.program  # made before the threads begin
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return tuple(motion for motion, holds in zip(motions, pool.map(hold, motions), strict=True) if holds)

    def _holds(self, material: Material, motion: Symmetry, exchanges: bool) -> bool:
        key = material, motion, exchanges
        if key not in self._tried:
            self._tried[key] = (not exchanges and motion == self.tiers.identity) or self._try(*key)
        return self._tried[key]

    @cached_property
    def _tried(self) -> dict[tuple[Material, Symmetry, bool], bool]:
        return {}

    def _try(self, material: Material, motion: Symmetry, exchanges: bool) -> bool:
        import numpy as np

        other = self.tiers.exchanged(material) if exchanges else material
        if self.tiers.exchanged(self.tiers.exchanged(material)) != material:
            return False  # the seats have different kinds of pieces
        plan = self._plain_plan([material] if other == material else [material, other])
        contents = self.tiers.other_side if exchanges else range(len(self.game.tier_contents) + 1)
        samples = self._samples(material, SAMPLES_FOR_SYMMETRY)
        how = np.array(motion, np.uint64), np.array(contents, np.uint64), int(exchanges)
        where = plan.words, plan.records[0], plan.records[-1]
        return int(self.program.first_broken(*where, samples, *how, *self.scratch())) == len(samples)

    # -- the order --------------------------------------------------------------------------------------

    def groups(self, materials: Iterable[Material]) -> list[list[Tier]]:
        """The tiers that some materials need, in groups that lead into each other, each behind those it rests on."""
        self.explore(materials)
        needed = {self.tier(each) for material in materials for each in self.below(material)}
        return list(_components({tier: self.successors(tier) for tier in needed}))

    def successors(self, tier: Tier) -> set[Tier]:
        """The tiers that moves lead to."""
        return {self.tier(each) for each in self.leads_to[tier.material]}


def _is_group(symmetries: Sequence[Symmetry]) -> bool:
    known = set(symmetries)
    return all(tuple(one[node] for node in other) in known for one in symmetries for other in symmetries)


def _is_coset(own: Sequence[Symmetry], exchanging: Sequence[Symmetry]) -> bool:
    """Whether some symmetries are just one of them, followed by each of a group."""
    return {tuple(one[node] for node in other) for one in own for other in exchanging[:1]} == set(exchanging)


def _components(leads_to: dict[Tier, set[Tier]]) -> Iterator[list[Tier]]:
    """The strongly connected components of a graph, those that others lead to first: Tarjan's algorithm."""
    index: dict[Tier, int] = {}
    low: dict[Tier, int] = {}
    stack: list[Tier] = []
    for root in sorted(leads_to, key=lambda tier: tier.material):
        if root in index:
            continue
        index[root] = low[root] = len(index)
        stack.append(root)
        path = [(root, iter(sorted(leads_to[root], key=lambda tier: tier.material)))]
        while path:
            tier, following = path[-1]
            child = next(following, None)
            if child is None:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[tier])
                if low[tier] == index[tier]:
                    place = stack.index(tier)
                    yield sorted(stack[place:], key=lambda each: each.material)
                    del stack[place:]
            elif child not in index:
                index[child] = low[child] = len(index)
                stack.append(child)
                path.append((child, iter(sorted(leads_to[child], key=lambda each: each.material))))
            elif child in stack:
                low[tier] = min(low[tier], index[child])
