"""The Connect Four of docs/writing-a-game.md is the game that the page says it is."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import redirect_stdout
from typing import Any

import pytest

import ludograph
from ludograph.core import registry
from ludograph.engine.perft import perft
from pages import DOCS, page

PAGE = "writing-a-game.md"


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """What the page's program prints, after it has checked the game by the kit; the game stays registered."""
    folder = tmp_path_factory.mktemp("games")
    tutorial = page(PAGE)
    tutorial.write(folder)
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(io.StringIO()) as out:
        patch.syspath_prepend(folder)
        exec(compile(tutorial.program, PAGE, "exec"), {})
        yield out.getvalue()
    registry.unregister("my-four")


def test_refusals_are_those_of_the_page(printed: str) -> None:
    assert f"\n```\n{printed}```\n" in (DOCS / PAGE).read_text(encoding="utf-8")


def test_counts(printed: str) -> None:
    start = ludograph.game("my-four").start()
    assert [perft(start, depth) for depth in range(1, 9)] == [7, 49, 343, 2401, 16807, 117649, 823536, 5673234]


def test_the_small_board_is_a_draw(printed: str) -> None:
    solution: Any = ludograph.solve("my-four?columns=4&rows=4")
    assert solution.positions == 161029
    assert solution.value(solution.game.start()) == "draw"


def test_it_is_the_connect_four_of_the_package(printed: str) -> None:
    mine, ours = (ludograph.game(name).start() for name in ("my-four", "connect-four"))
    for move in ("D1", "D2", "E1", "C1", "F1", "B1", "G1"):
        assert [each.text for each in mine.legal_moves] == [each.text for each in ours.legal_moves]
        mine, ours = mine.play(move), ours.play(move)
        assert str(mine) == str(ours)
    assert str(mine.outcome) == str(ours.outcome) == "Red wins."
    assert len(page(PAGE).files["my_four.py"].splitlines()) <= 45
