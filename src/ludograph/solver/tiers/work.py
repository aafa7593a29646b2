"""Solving all tiers that some materials need: group by group, each kept as soon as it is solved."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path

from ludograph.core.game import Game
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.kernel_puzzle import KernelPuzzle
from ludograph.engine.program import Program
from ludograph.engine.tiers.plans import MOST_NODES, START, Material, Tier, Tiers
from ludograph.errors import CannotSolve, LudographError
from ludograph.solver.memory import check_memory
from ludograph.solver.progress import OpenProgress, quiet
from ludograph.solver.remoteness import DenseTable
from ludograph.solver.table import Progress
from ludograph.solver.tiers.endings import EndgameSolution, Endings, TierNumbering, TierSolution, narrow
from ludograph.solver.tiers.group import Group, MissedExtras, MissedMaterial, estimated_bytes, program_for, tally
from ludograph.solver.tiers.survey import Survey

#: Whole games with more numbers than this are not looked at number by number.
MOST_WHOLE = 1 << 30
RANDOM_MOVES = 60
#: What a core of today looks through, which differs by less than two times from game to game, and which part of the
#: work is one thread's.
MOVES_A_SECOND, SERIAL_PART = 15e6, 0.25


class Work:
    """What is to be solved of a game: some materials, and all that moves lead to from them. What is there already, in
    the user's data folder or in the one given, is not solved again: so a killed solve goes on at its last tier."""

    def __init__(self, game: KernelGame, materials: Iterable[Material], folder: Path | None = None) -> None:
        self.game = game
        self.survey = Survey(game)
        self.endings = Endings(game, folder)
        self.materials = list(dict.fromkeys(materials))
        self.groups = self.survey.groups(self.materials)

    def is_kept(self, tier: Tier) -> bool:
        """Whether a tier is solved, by these rules and with these symmetries."""
        try:
            solution = self.endings.load(tier.material)
        except LudographError:
            return False
        return solution is not None and solution.tier == tier

    @property
    def todo(self) -> list[list[Tier]]:
        return [group for group in self.groups if not all(map(self.is_kept, group))]

    @property
    def positions(self) -> int:
        """How many numbers of positions there are to look at."""
        return sum(self.survey.tiers.size_of(tier) for group in self.todo for tier in group)

    @property
    def estimated_bytes(self) -> int:
        """The memory that the largest group takes."""
        return max((estimated_bytes(self.survey, group) for group in self.todo), default=0)

    def estimated_seconds(self, threads: int | None = None) -> float:
        """About how long it takes, by the number of moves in samples."""
        survey = self.survey
        moves = sum(
            survey.tiers.size_of(tier) * (1 + survey.moves[tier.material]) for group in self.todo for tier in group
        )
        shared = (1 - SERIAL_PART) / (threads or os.cpu_count() or 1)
        return moves / MOVES_A_SECOND * (SERIAL_PART + shared)

    @cached_property
    def program(self) -> Program:
        return program_for(self.survey)

    def solve(self, *, threads: int | None = None, progress: Progress | None = None) -> EndgameSolution:
        """Solve what is not kept. TooLarge, before it begins, when something does not fit into memory."""
        check_memory(self.estimated_bytes, f"Solving {self.game.id}")
        done = 0
        while todo := self.todo:
            group = todo[0]
            before = done

            def told(positions: int, level: int, before: int = before) -> None:
                (progress or quiet)(before + positions, level)

            try:
                self.solve_group(group, threads or os.cpu_count() or 1, told)
            except MissedMaterial as missed:
                self.survey.learn(missed.material, missed.other)
                self.groups = self.survey.groups(self.materials)
            except MissedExtras as missed:
                self.survey.learn_extras(missed.material)
                self.groups = self.survey.groups(self.materials)
            else:
                done += sum(self.survey.tiers.size_of(tier) for tier in group)
        return EndgameSolution(self.endings, self.materials)

    def solve_group(self, tiers: Sequence[Tier], threads: int = 1, progress: Progress | None = None) -> None:
        """Solve and keep a group whose others are kept."""
        work = Group(self.survey, self.program, tiers, self.endings.results_of, threads, progress or quiet)
        results = work.solve()
        for numbered, record in zip(work.own, work.plan.records, strict=False):
            tier = numbered.tier
            counts, positions = tally(self.survey, self.program, work.plan.words, record, results[tier], threads)
            self.endings.keep(tier, results[tier], counts, positions)


def solve_whole(
    game: KernelGame, *, threads: int = 1, most: int = MOST_WHOLE, progress: OpenProgress | None = None
) -> TierSolution | None:
    """The solution of a game that has the same material from its start to its end; None for all others, and for those
    with more arrangements of their pieces than ``most``."""
    survey = survey_of_whole(game, most)
    if survey is None:
        return None
    tier, program = tier_of_start(survey), program_for(survey)
    size = survey.tiers.size_of(tier)

    def told(positions: int, level: int) -> None:
        (progress or quiet)(positions, level, size)

    group = Group(survey, program, [tier], Endings(game).results_of, threads, told, game.start_state())
    results = group.solve()[tier]
    counts, positions = tally(survey, program, group.plan.words, group.plan.records[0], results, threads)
    return TierSolution(game, DenseTable(narrow(results)), counts, positions, TierNumbering(game, tier, is_whole=True))


def whole_bytes(game: KernelGame) -> int:
    """The memory that this takes; 0 for games that are not solved so."""
    survey = survey_of_whole(game, MOST_WHOLE)
    return estimated_bytes(survey, [tier_of_start(survey)]) if survey else 0


def survey_of_whole(game: KernelGame, most: int) -> Survey | None:
    """What is known of a game that has but one tier, small enough to be looked at as a whole; None for all others."""
    if len(game.board) > MOST_NODES or "placed" not in game.kernel.functions or not _keeps_material(game):
        return None
    survey = Survey(game)
    material = survey.tiers.material_of(game.start_state())
    if not any(material.counts) or survey.tiers.size_of(Tier(material, (survey.tiers.identity,))) > most:
        return None
    survey.explore([material])
    return survey if survey.leads_to[material] <= {material} and not survey.with_extras else None


def tier_of_start(survey: Survey) -> Tier:
    return survey.tier(survey.tiers.material_of(survey.game.start_state()))


def _keeps_material(game: KernelGame) -> bool:
    """Whether no piece comes or goes in some random moves, before anything is compiled."""
    chance, tiers = random.Random(game.id), Tiers(game)
    state = start = game.start_state()
    for _ in range(RANDOM_MOVES):
        codes = game.codes(state)
        state = game.state_after(state, chance.choice(codes)) if codes else start
        if tiers.material_of(state) != tiers.material_of(start):
            return False
    return True


def work_on(game: Game, material: str | None, pieces: int | None, folder: Path | None = None) -> Work:
    """What a user asks for: one material by its text, with all that follow it where it is that of the start, or all
    materials with up to so many pieces."""
    if not isinstance(game, KernelGame) or isinstance(game, KernelPuzzle) or "placed" not in game.kernel.functions:
        raise CannotSolve(f"{game.id} can't be solved by its pieces: only games for two written as kernels can.")
    if material is not None:
        work = Work(game, [Tiers(game).parse(material)], folder)
        if material == START:
            work.materials = work.survey.below(work.materials[0])  # the whole game is wanted
        return work
    return Work(game, [Material(counts) for counts in game.materials(pieces or 0)], folder)
