"""The names that the kit covers a game with."""

from __future__ import annotations

from ludograph.puzzles.hanoi import Hanoi
from ludograph.puzzles.sliding import Sliding
from ludograph.testing import sample_ids


def test_bounds_are_covered() -> None:
    assert sample_ids(Hanoi) == ["hanoi", "hanoi?pegs=8", "hanoi?disks=1", "hanoi?disks=20"]


def test_bounds_that_do_not_go_together_give_way_to_the_nearest_that_do() -> None:
    ids = ["sliding", "sliding?rows=2", "sliding?rows=5", "sliding?columns=2", "sliding?columns=5"]
    assert sample_ids(Sliding) == ids
