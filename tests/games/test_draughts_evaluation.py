"""What players that search are told about draughts, with weights of its own for each variant."""

from __future__ import annotations

import pytest

import ludograph
from ludograph.engine.rules import EVEN
from ludograph.games.draughts.variants import VARIANTS
from ludograph.games.draughts.weights import TUNED


@pytest.mark.parametrize("variant", VARIANTS)
def test_at_the_start_the_side_to_move_has_only_its_tempo(variant: str) -> None:
    game = ludograph.game(f"draughts/{variant}")
    assert game.plain.evaluate(game.start_state()) == EVEN + game.weights["TEMPO"]


@pytest.mark.parametrize("variant", ["russian", "english"])
@pytest.mark.parametrize(
    ("pieces", "men", "counted"),
    [
        ("Wc3:B", 1, {"STEP": 2, "CENTRE": 1, "ROW": 2, "NEAR_5": 1}),
        ("Wa3:B", 1, {"STEP": 1, "ROW": 2, "NEAR_5": 1}),
        ("Wc1:B", 1, {"STEP": 2, "CENTRE": 1, "GUARD": 1}),
        ("Wd4,c5:B", 2, {"STEP": 3, "CENTRE": 2, "ROW": 7, "NEAR_4": 1, "NEAR_3": 1}),
        ("Wb6:Bg3", 0, {}),
        ("W:Bg3", -1, {"STEP": -2, "ROW": -5, "NEAR_2": -1}),
        ("WKc3:Bh2", -1, {"KING": 1, "STEP": -1, "ROW": -6, "NEAR_1": -1}),
    ],
)
def test_what_counts_is_counted(variant: str, pieces: str, men: int, counted: dict[str, int]) -> None:
    game = ludograph.game(f"draughts/{variant}")
    worth = 100 * men + sum(number * game.weights[weight] for weight, number in counted.items())
    tempo = game.weights["TEMPO"]
    assert game.plain.evaluate(game.parse(f"W:{pieces}").state) == EVEN + tempo + worth
    assert game.plain.evaluate(game.parse(f"B:{pieces}").state) == EVEN + tempo - worth


def test_a_variant_is_judged_by_its_own_weights() -> None:
    for variant in TUNED:
        for other in VARIANTS.keys() - TUNED.keys():
            assert ludograph.game(f"draughts/{variant}").weights != ludograph.game(f"draughts/{other}").weights
