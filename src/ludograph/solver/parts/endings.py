"""Endings in parts: groups of tiers that don't rest on each other are solved at the same time, each by one worker; a
group that is alone, or that no worker has room for, is solved by all of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from ludograph.core.registry import game as game_named
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.tiers.plans import Material, Tier
from ludograph.solver.parts.checkpoints import Checkpoints
from ludograph.solver.parts.crew import Crew
from ludograph.solver.parts.games import TierWork
from ludograph.solver.parts.joining import write_joined
from ludograph.solver.parts.tier_part import Missed, as_material, missed
from ludograph.solver.parts.work import Report, Tell
from ludograph.solver.tiers.endings import EndgameSolution
from ludograph.solver.tiers.group import MissedExtras, MissedMaterial, estimated_bytes
from ludograph.solver.tiers.work import Work

#: Groups with fewer positions are not worth the exchange.
LEAST_SHARED = 1 << 16

#: A move that samples missed: from which material to which; from one to itself, where more than pieces matters.
Learnt = tuple[Material, Material]


class SharedWork:
    """What :class:`Work` does, with a crew."""

    def __init__(self, work: Work, crew: Crew, folder: Path, memory: int, tell: Tell | None, cost: float) -> None:
        self.work = work
        self.crew = crew
        self.folder = folder
        self.memory = memory
        self.tell = tell or (lambda report: None)
        self.cost = cost
        self.total = work.positions
        self.done = 0
        self.learnt: list[Learnt] = []
        work.endings.make_folder()

    def solve(self) -> EndgameSolution:
        """Solve what is not kept."""
        while ready := self._ready():
            alone = [group for group in ready if not self._is_shared(group, len(ready))]
            if alone:
                self._solve_alone(alone)
            for group in ready if not alone else ():
                self._solve_together(group)
        return EndgameSolution(self.work.endings, self.work.materials)

    def _ready(self) -> list[list[Tier]]:
        """The groups that rest on none that is not solved."""
        todo = self.work.todo
        waiting = {tier for group in todo for tier in group}
        below = [{each for tier in group for each in self.work.survey.successors(tier)} - set(group) for group in todo]
        return [group for group, rests in zip(todo, below, strict=True) if not rests & waiting]

    def _is_shared(self, group: Sequence[Tier], ready: int) -> bool:
        survey = self.work.survey
        if any(tier.material in survey.with_extras for tier in group):
            return False
        is_large = self._positions(group) >= LEAST_SHARED
        return is_large and (ready < self.crew.workers or estimated_bytes(survey, group) > self.memory)

    def _positions(self, group: Sequence[Tier]) -> int:
        return sum(map(self.work.survey.tiers.size_of, group))

    def _solve_alone(self, groups: Sequence[Sequence[Tier]]) -> None:
        """Each by one worker, at the same time."""
        where = self.work.game.id, str(self.work.endings.folder.absolute())
        tasks = [(*where, [tier.material for tier in group], self.learnt) for group in groups]
        for group, learnt in zip(groups, self.crew.tasks(solve_group, tasks), strict=True):
            if learnt is not None:
                self._learn((as_material(learnt[0]), as_material(learnt[1])))
            else:
                self._finished(group)

    def _solve_together(self, group: Sequence[Tier]) -> None:
        """By all workers."""
        name = "+".join(self.work.survey.tiers.text(tier.material) for tier in group)[:80]
        folder = self.folder / name.replace(";", "+")
        endings = self.work.endings
        own = TierWork(
            self.work.survey, group, endings.folder, self.crew, str(folder), self.memory, self._told(self.done)
        )
        checkpoints = Checkpoints(folder, own.identity, cost=self.cost)
        try:
            checkpoints.begin(self.crew.workers)
            for number, (tier, header) in enumerate(zip(group, own.solve(checkpoints), strict=True)):
                write_joined(self.crew, str(folder), number, header, endings.file_of(tier.material))
            checkpoints.remove()
        except Missed as error:
            checkpoints.remove()
            self._learn(missed(error))
        else:
            self._finished(group)
        finally:
            checkpoints.close()

    def _told(self, before: int) -> Tell:
        return lambda report: self.tell(report._replace(done=before + report.done, total=self.total))

    def _finished(self, group: Sequence[Tier]) -> None:
        self.done += self._positions(group)
        self.tell(Report(self.done, self.total, 0, []))

    def _learn(self, learnt: Learnt) -> None:
        self.learnt.append(learnt)
        learn(self.work, learnt)


def learn(work: Work, learnt: Learnt) -> None:
    """What was found out about where moves lead."""
    material, other = learnt
    if material == other:
        work.survey.learn_extras(material)
    else:
        work.survey.learn(material, other)
    work.groups = work.survey.groups(work.materials)


def solve_group(game_id: str, folder: str, materials: Sequence[Any], learnt: Sequence[Any]) -> Any:
    """What a worker does: solve a group of tiers, whose others are there; returns what was missed, if anything was."""
    game = cast(KernelGame, game_named(game_id))
    work = Work(game, [as_material(each) for each in materials], Path(folder))
    for material, other in learnt:
        learn(work, (as_material(material), as_material(other)))
    group = [work.survey.tier(material) for material in work.materials]
    try:
        work.solve_group(group)
    except MissedMaterial as error:
        return error.material, error.other
    except MissedExtras as error:
        return error.material, error.material
    return None
