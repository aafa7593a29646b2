"""Who sits where is shown in the colours of the pieces, also before there are any."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tables import Table

from ludograph.draw.themes import LIGHT


@pytest.mark.parametrize(
    ("game", "faces"),
    [
        ("connect-four", (LIGHT.seats[0].face, LIGHT.tiles[1].face)),  # Red and Yellow
        ("hex?size=3", (LIGHT.seats[0].face, LIGHT.seats[1].face)),
        ("minishogi", (LIGHT.tiles[0].face, LIGHT.tiles[1].face)),  # tiles have colours of their own
        ("draughts", (LIGHT.tiles[0].face, LIGHT.tiles[8].face)),
        (
            "chinese-checkers?players=6",  # three seats' own, and Yellow, Violet, White
            (*(LIGHT.seats[seat].face for seat in range(3)), *(LIGHT.tiles[tint].face for tint in (1, 6, 0))),
        ),
    ],
)
def test_seats_have_the_colours_of_their_pieces(table: Table, game: str, faces: tuple[str, ...]) -> None:
    table.begin(game)
    shown = table.page.evaluate(  # in one go: cards that are found first may be drawn anew before they are looked at
        "() => Object.fromEntries([...document.querySelectorAll('.player')].map((card) => "
        "[card.querySelector('.side').textContent, getComputedStyle(card.querySelector('.swatch')).backgroundColor]))"
    )
    seats = [seat["side"] for seat in table.match()["seats"]]
    assert [shown[seat] for seat in seats] == [_rgb(face) for face in faces]


def _rgb(face: str) -> str:
    red, green, blue = (int(face[at : at + 2], 16) for at in (1, 3, 5))
    return f"rgb({red}, {green}, {blue})"


@pytest.mark.parametrize("width", [1280, 360])
def test_names_of_six_are_not_cut(sit_down: Callable[..., Table], width: int) -> None:
    table = sit_down(viewport={"width": width, "height": 800})
    table.begin("chinese-checkers?players=6", ["human", "ai:1", "ai:10", "human", "mcts", "random"], is_paused=True)
    words = table.page.locator(".player").locator(".side, .name").filter(visible=True)
    expect(words.filter(has_text="AI, level 10")).to_have_count(1)
    cut = """all => all.filter(one => one.scrollWidth > one.clientWidth || right(one) > right(one.parentElement))
        .map(one => one.textContent)"""
    right = "const right = (one) => one.getBoundingClientRect().right;"
    assert words.evaluate_all(f"all => {{ {right} return ({cut})(all); }}") == []
