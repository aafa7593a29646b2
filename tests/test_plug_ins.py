"""Games of other packages: three entry points that work, and others that are reported and skipped."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludograph
from ludograph import Match, errors
from ludograph.core import registry
from ludograph.solver.plain import solve_plain
from ludograph.testing import check_game


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch):
    """The folder of the test package as if pip had installed it there."""
    monkeypatch.syspath_prepend(Path(__file__).parent / "plugins")
    registry._load_plug_ins.cache_clear()
    yield
    registry._load_plug_ins.cache_clear()


def test_a_game_of_others_conforms() -> None:
    check_game("three-pawns")


def test_ring_race_conforms() -> None:
    check_game("ring-race")


def test_a_plain_puzzle_conforms() -> None:
    check_game("lamps")
    assert solve_plain(ludograph.game("lamps")).by_remoteness == (1, 3, 3, 1)


def test_all_are_found_and_play() -> None:
    assert {"three-pawns", "lamps", "ring-race", "trimok"} <= set(ludograph.game_names())
    assert ludograph.game("three-pawns").start().play("A1-A2").outcome is None
    match = Match(ludograph.game("ring-race?goal=3"))
    for move in ("A1-A3", "A5-A6", "A9-A10", "A3-A4"):
        match.play(move)
    assert match.outcome is not None
    assert match.outcome.result == "1-0-0"


def test_three_pawns_are_lost_for_the_side_that_begins() -> None:
    """The published result of the game, by trying everything and by solving."""

    def wins(position: ludograph.Position) -> bool:
        return any(not wins(position.play(move)) for move in position.legal_moves)

    start = ludograph.game("three-pawns").start()
    assert not wins(start)
    solution = ludograph.solve("three-pawns")
    assert (solution.positions, solution.value(start), solution.remoteness(start)) == (135, "lose", 6)


def test_broken_plug_ins_are_reported_and_skipped(run) -> None:
    problems = registry.plug_in_problems()
    for text in (
        "The plug-in 'broken-import' can't be loaded: RuntimeError: this module is broken on purpose",
        "The plug-in 'broken-class' is no subclass",
        "The plug-in 'broken-name' holds a game of the other name 'three-pawns'",
        "The plug-in 'missing-module' can't be loaded: ModuleNotFoundError",
        "The plug-in 'trimok' ",
    ):
        assert sum(problem.startswith(text) for problem in problems) == 1, text
    code, out, err = run("games")
    assert code == 0
    assert "three-pawns: three pawns" in out
    assert len(err.splitlines()) == 5


def test_a_broken_plug_in_says_why_when_it_is_named(run) -> None:
    with pytest.raises(errors.UnknownGame, match="this module is broken"):
        ludograph.game("broken-import")
    code, out, err = run("show", "broken-import")
    assert (code, out) == (1, "")
    assert err.count("\n") == 1


def test_kernels_of_others_are_compiled_with_bounds_checks() -> None:
    assert not ludograph.game("three-pawns").kernel.is_trusted
    assert ludograph.game("trimok").kernel.is_trusted
