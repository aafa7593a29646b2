"""Verifying the solution of a tier: against the rules, and against the solutions that it rests on."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

from ludograph.engine.algorithms import tiers as algorithms
from ludograph.engine.program import Mode, Program
from ludograph.engine.tiers.plans import Material, Numbered, Tier, Tiers
from ludograph.errors import DamagedSolution
from ludograph.solver.memory import check_memory
from ludograph.solver.table import Progress
from ludograph.solver.tiers.endings import Endings, TierSolution, wide
from ludograph.solver.tiers.group import tally
from ludograph.solver.tiers.survey import Survey

POSITIONS_AT_ONCE = 1 << 14
#: Positions in which more than pieces matters are looked at through the next ones, so many moves deep.
PLIES = 16


def first_wrong_of(solution: TierSolution, progress: Progress) -> int | None:
    """The first number of a tier that the rules contradict; None when all are right. FileRefused or DamagedSolution
    when a solution that it rests on is missing or of no use."""
    import numpy as np

    game, tier = solution.numbering.game, solution.tier
    survey = Survey(game)
    survey.explore([tier.material])
    endings = Endings(game, solution.folder)
    rests_on = _tiers_below(survey, endings, tier)
    parts, numbered, offset = [wide(solution.table)], [Numbered(tier, 0, len(solution.table))], len(solution.table)
    check_memory(2 * sum(map(survey.tiers.size_of, rests_on)) + 2 * offset, f"Verifying {game.id}")
    for each in rests_on:
        parts.append(endings.results_of(each))
        numbered.append(Numbered(each, offset, len(parts[-1])))
        offset += len(parts[-1])
    plan, results = survey.tiers.plan(numbered), np.concatenate(parts)
    program = Program(survey.tiers.kernel(), [algorithms.first_wrong_in_tier, algorithms.tally], Mode.COMPILED)
    symmetries = np.array(tier.symmetries, np.uint64).ravel()
    may_be_left_out = int(solution.numbering.is_whole)

    def first_wrong(first: int) -> int:
        """That of a part, or where the part ends."""
        last = min(first + POSITIONS_AT_ONCE, len(solution.table))
        where = (plan.words, plan.records[0], 0, first, last, symmetries, may_be_left_out)
        return int(program.first_wrong_in_tier(*where, results, survey.scratch()[0], program.stack(PLIES)))

    parts_begin = range(0, len(solution.table), POSITIONS_AT_ONCE)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for first, wrong in zip(parts_begin, pool.map(first_wrong, parts_begin), strict=True):
            if wrong < min(first + POSITIONS_AT_ONCE, len(solution.table)):
                pool.shutdown(cancel_futures=True)
                return wrong
            progress(wrong, 0)
    own = results[: len(solution.table)]
    if tally(survey, program, plan.words, plan.records[0], own, os.cpu_count() or 1) != (
        list(solution.counts),
        solution.positions,
    ):
        raise DamagedSolution(f"The solution of {game.id} is wrong: its counts are not those of its numbers.")
    return None


def _tiers_below(survey: Survey, endings: Endings, tier: Tier) -> list[Tier]:
    """All tiers below one, as they are kept: samples may have missed that a move leads right to one of them."""
    found: dict[Tier, None] = {}
    for material in sorted(set(survey.below(tier.material)) - {tier.material, _other(survey.tiers, tier)}):
        solution = endings.solution_of(material)
        kept = solution.tier if solution else survey.tier(material)
        if kept != tier:
            found[kept] = None
    return list(found)


def _other(tiers: Tiers, tier: Tier) -> Material:
    """The material that is told by the same tier."""
    return tiers.exchanged(tier.material) if tier.exchanging else tier.material
