"""Tuning by self-play: the weights that foretell the ends of games are found."""

from __future__ import annotations

import importlib.util
import math
from pathlib import Path
from types import ModuleType

import pytest

from ludograph.core.match import Match
from ludograph.engine.kernel import plain_value
from ludograph.engine.rules import EVEN

TOOL = Path(__file__).parents[2] / "tools" / "tune.py"


@pytest.fixture(scope="module")
def tune() -> ModuleType:
    spec = importlib.util.spec_from_file_location("tune", TOOL)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_weights_behind_the_ends_of_games_are_found(tune: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the ends follow from other weights than those of the game, these are found again, if the old ones aren't
    trusted."""
    monkeypatch.setattr(tune, "TRUST", 1e-6)
    old = tune.game_with("trimok").weights
    true = {**old, "BEATEN_PAIR": old["BEATEN_PAIR"] + 12, "THREAT": old["THREAT"] + 20}
    game = tune.game_with("trimok", true)
    samples = []
    for number in range(20):
        match = tune.opening(tune.Plan(game, ("", ""), 1, 60, number), 0)
        for position in match.positions:
            score = game.plain.evaluate(position.state) - EVEN
            samples.append(tune.Sample(position.state, score, 1 / (1 + math.exp(-score / 60))))
    found, errors = tune.fitted("trimok", samples)
    assert found == pytest.approx(true, abs=0.1)
    assert all(error is not None for error in errors.values())


def test_only_quiet_positions_are_learnt_from(tune: ModuleType) -> None:
    """A capture that is about to be made says nothing of what the position is worth."""
    game = tune.game_with("trimok")
    thinker = tune.AlphaBeta(game)
    taking = Match(game, game.parse("R:3A1R,2A2B,1F1R,3F6B"))
    quiet = Match(game, game.parse("R:3A1R,2B1R,1F1R,3F6B"))
    limits = tune.Limits(depth=1)
    assert not tune._is_quiet(game, taking.position, thinker.think(taking, limits))
    assert tune._is_quiet(game, quiet.position, thinker.think(quiet, limits))


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("nchess", "nchess?move_limit=75"),
        ("draughts/english", "draughts/pool"),
        ("abalone", "abalone?size=5"),
        ("trimok", "trimok?exchange=none"),
    ],
)
def test_a_tuned_game_has_the_same_rules(tune: ModuleType, name: str, other: str) -> None:
    """So what is solved of it stays its solution; that of other rules does not."""
    own = tune.game_with(name)
    tuned = tune.game_with(name, {key: weight + 1 for key, weight in own.weights.items()})
    before, after = ({key: plain_value(value) for key, value in game.kernel.constants.items()} for game in (own, tuned))
    assert before != after
    assert tuned.rules_digest == own.rules_digest != tune.game_with(other).rules_digest
