"""Towers on the terminal's screen and in SVG: disks of different width, pegs that are seen, no false captures."""

from __future__ import annotations

import pytest

import ludograph
from ludograph.draw.paint import CAPTURE, TARGET, Hands, paint
from ludograph.draw.svg import to_svg
from ludograph.draw.themes import THEMES, Theme
from ludograph.draw.tiles import SIZES, TilePlan

every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
GAME = ludograph.game("hanoi?disks=5")


def painted(position: str, theme: Theme, size: tuple[int, int], marks: tuple[str, ...] = ()) -> list[str]:
    """The signs and, for each line, how many halves are in each disk colour on peg A."""
    picture = GAME.parse(position).picture(marks=marks)
    plan = TilePlan(GAME.board, *size)
    return ["".join(ink.sign for ink in line) for line in paint(picture, plan, theme, Hands())]


@every_theme
@pytest.mark.parametrize("size", [size for size in SIZES if size[0] >= 12])
def test_disks_have_different_widths(theme: Theme, size: tuple[int, int]) -> None:
    picture = GAME.start().picture()
    plan = TilePlan(GAME.board, *size)
    colours = theme.colours_of(picture.pieces[0])
    widths = set()
    for line in paint(picture, plan, theme):
        for half in ("colour", "ground"):
            inks = [getattr(ink, half) for ink in line[: size[0]]]
            widths |= {inks.count(colours.face), inks.count(colours.side)} - {0}
    assert len(widths) == 5


@every_theme
def test_a_peg_is_lighter_or_darker_than_the_ground(theme: Theme) -> None:
    peg = theme.colours_of(GAME.start().picture().pieces[1]).rim
    for shade in theme.shades:
        assert abs(_lightness(peg) - _lightness(shade)) > 0.3
    assert peg in to_svg(GAME.start().picture(), theme)


def _lightness(colour: str) -> float:
    red, green, blue = bytes.fromhex(colour[1:])
    return (0.3 * red + 0.59 * green + 0.11 * blue) / 255


@every_theme
@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_taken_from_a_peg(theme: Theme, size: tuple[int, int]) -> None:
    text = "\n".join(painted("5_4_3_2--1", theme, size, marks=("A", "B")))
    assert text.count(TARGET) == 2
    assert not set(text) & set(CAPTURE)


@pytest.mark.parametrize("disks", [1, 13, 20])
def test_any_number_of_disks_fits_any_tile(disks: int) -> None:
    game = ludograph.game(f"hanoi?disks={disks}")
    for size in SIZES:
        plan = TilePlan(game.board, *size)
        lines = paint(game.start().picture(), plan, THEMES["dark"])
        assert {len(line) for line in lines} == {plan.width}
        assert len(lines) == plan.height
