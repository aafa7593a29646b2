"""Every registered game passes every check of the public kit."""

from __future__ import annotations

from functools import lru_cache

import pytest

import ludograph
from ludograph.core.registry import game_class_named
from ludograph.testing import CHECKS, Sample, sample_ids

ALL_IDS = [game_id for name in ludograph.game_names() for game_id in sample_ids(game_class_named(name))]


@lru_cache(maxsize=4)
def sample_of(game_id: str) -> Sample:
    return Sample(ludograph.game(game_id))


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("game_id", ALL_IDS)
def test_game_conforms(game_id: str, check) -> None:
    check(sample_of(game_id))
