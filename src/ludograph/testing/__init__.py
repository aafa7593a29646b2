"""The public conformance kit: a game proves itself in three lines.

from ludograph.testing import check_game

def test_my_game():
    check_game("my-game")
"""

from ludograph.testing.conformance import CHECKS, check_game
from ludograph.testing.sample import Sample, sample_ids

__all__ = ["CHECKS", "Sample", "check_game", "sample_ids"]
