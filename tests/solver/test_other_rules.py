"""Endings against the rules of other programs: some positions of each; ``foreign_rules`` by hand does thousands."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from foreign_rules import check_best_play, check_value, rules_for

import ludograph
from ludograph.solver.remoteness import Value
from ludograph.solver.tiers.endings import EndgameSolution
from ludograph.solver.tiers.work import work_on


@pytest.mark.parametrize(
    ("game", "material"),
    [
        ("nchess", "KQK"),
        ("nchess", "KRK"),
        ("nchess", "KPK"),
        ("draughts/english", "KM-K"),
        ("draughts/russian", "KM-M"),
        ("draughts/frisian", "KM-K"),
        ("trimok?exchange=none", "12-3"),
    ],
)
def test_values_and_best_play_are_those_of_other_rules(game: str, material: str, tmp_path: Path) -> None:
    rules, chance = rules_for(game), random.Random(material)
    solution = work_on(ludograph.game(game), material, None, tmp_path).solve()
    every = EndgameSolution(solution.endings, {each.tier.material for each in solution.endings.kept_tiers()})
    for position in every.random_positions(60, chance=chance):  # kings of Frisian draughts that have moved among them
        check_value(every, rules, position)
    for position in solution.hardest(1):
        check_best_play(solution, rules, position, chance)
    for value in (Value.WIN, Value.LOSE):
        for position in solution.random_positions(4, chance=chance, value=value):
            check_best_play(solution, rules, position, chance)
