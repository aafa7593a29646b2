"""The board in the terminal: what is printed can be pressed and read, in any number of colours."""

from __future__ import annotations

import pytest
from rich.color import Color, ColorSystem
from textual.widgets import Button

import ludograph
from ludograph.cli.play_screen import PlayScreen
from ludograph.cli.screen.panel import seats_text
from ludograph.draw.palettes import SEAT_NAMES, TILE_NAMES
from ludograph.draw.themes import DARK, EIGHT
from ludograph.players.session import Session
from screens import type_move

#: The first eight colours of a terminal, by the names of what they stand for.
ANSI = {"Red": 1, "Green": 2, "Yellow": 3, "Blue": 6, "Violet": 5, "White": 7, "Orange": 3, "Grey": 7, "Black": 3}


def opened(name: str, position: str | None = None) -> PlayScreen:
    game = ludograph.game(name)
    start = game.parse(position) if position else None
    return PlayScreen(Session(game, ["human"] * len(game.seats), start=start), delay=0)


@pytest.mark.parametrize("size", [(100, 36), (80, 24)])
async def test_the_turns_of_a_cube_are_readable_and_their_keys_work_at_once(size: tuple[int, int]) -> None:
    app = opened("cube2")
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        buttons = list(app.choice_bar.query(Button))
        assert len(buttons) == 9
        for button in buttons:
            line = button.render_line(0).text
            assert str(button.label) in line
        await pilot.press("3", "8")
        await pilot.pause()
        assert [move.text for move in app.match.played] == ["F2", "U'"]
        assert app.view.has_focus


async def test_moves_are_listed_as_people_write_them() -> None:
    app = opened("chess")
    async with app.run_test(size=(100, 36)) as pilot:
        await type_move(pilot, "g1f3")
        await type_move(pilot, "e5")
        assert str(app.panel.moves.render()).split() == ["1", "Nf3", "e5"]
        await pilot.press("h")
        assert "Nxe5" in [str(option.prompt) for option in app.panel.hints.options]


@pytest.mark.parametrize(("game", "position"), [("chess", None), ("draughts", "W:WK1:B")])
def test_the_sides_have_their_own_colours_with_or_without_pieces(game: str, position: str | None) -> None:
    session = opened(game, position).session
    text = seats_text(session, DARK)
    squares = [span.style for span in text.spans if text.plain[span.start : span.end] == "■ "]
    assert squares == [DARK.tiles[TILE_NAMES.index(side)].face for side in session.match.game.seats]


def test_eight_colours_are_enough() -> None:
    """Every colour is one that such a terminal has, so that Red stays red and nothing turns grey."""
    for name, colours in (*zip(SEAT_NAMES, EIGHT.seats, strict=True), *zip(TILE_NAMES, EIGHT.tiles, strict=True)):
        assert Color.parse(colours.face).downgrade(ColorSystem.STANDARD).number == ANSI[name]
        assert colours.face != colours.text
        assert colours.face not in EIGHT.shades
    for shade in (*EIGHT.shades, EIGHT.background, EIGHT.coordinates, EIGHT.last_move, EIGHT.mark):
        assert int(Color.parse(shade).downgrade(ColorSystem.STANDARD).number or 0) < 8


def test_a_terminal_of_eight_colours_gets_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("textual.constants.COLOR_SYSTEM", "standard")
    assert opened("trimok").colours is EIGHT
    monkeypatch.setattr("textual.constants.COLOR_SYSTEM", "truecolor")
    assert opened("trimok").colours is DARK
