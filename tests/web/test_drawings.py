"""The page draws every board as the server does: the same colours cover about as much of both drawings."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable

import pytest
from PIL import Image, ImageChops
from tables import Table

GAMES = ["abalone/hex", "nchess/ring", "nchess/glinski", "nchess/three", "draughts/turkish", "peg-solitaire/triangle"]
SIDE = 480
MOST_APART = 0.15  # of the area
FAINT = 8  # the edges of a screenshot are smoothed, too
SHADES = 32  # colours that differ by less are one: edges are smoothed
SHOW = """async ([game, theme]) => {
    const get = path => fetch(`/api/v1/${path}`).then(answer => answer.json());
    await import("/board/board-view.js");
    const name = encodeURIComponent(game);
    const [facts, position] = await Promise.all([get(`game?game=${name}`), get(`position?game=${name}`)]);
    const themes = await get("themes");
    const view = document.createElement("board-view");
    view.theme = themes[theme];
    document.body.style.cssText = `margin: 0; background: ${themes[theme].background}`;
    document.body.replaceChildren(view);
    view.style.cssText = "width: 480px";
    view.board = facts.board;
    view.goals = facts.goals;
    view.show(position);
    const image = new Image();
    image.src = `/api/v1/position/svg?game=${name}&theme=${theme}`;
    image.style.cssText = "width: 480px; display: block";
    document.body.append(image);
    await image.decode();
}"""


def _colours(picture: bytes) -> Counter[tuple[int, ...]]:
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    ground = Image.new("RGB", image.size, image.getpixel((3, 3)))
    is_drawn = ImageChops.difference(image, ground).point(lambda value: 255 * (value > FAINT))
    image = image.crop(is_drawn.getbbox()).resize((SIDE // 2, SIDE // 2))
    values = [value // SHADES for value in image.tobytes()]
    return Counter(zip(values[::3], values[1::3], values[2::3], strict=True))


def _apart(one: Counter[tuple[int, ...]], two: Counter[tuple[int, ...]]) -> float:
    """The share of both areas that has no match in the other."""
    return 1 - (one & two).total() / max(one.total(), two.total())


@pytest.mark.parametrize(("theme", "has_all"), [("light", True), ("dark", False)], ids=["light", "dark"])
def test_every_board_looks_like_the_servers_drawing(sit_down: Callable[..., Table], theme: str, has_all: bool) -> None:
    table = sit_down(color_scheme=theme)
    table.open("/")
    catalogue = table.page.request.get(f"{table.address}/api/v1/games").json()
    usual = [entry["name"] for entry in catalogue]
    apart = {}
    for game in usual + GAMES if has_all else GAMES:
        table.page.evaluate(SHOW, [game, theme])
        own = _colours(table.page.locator("board-view svg.board").screenshot())
        apart[game] = _apart(own, _colours(table.page.locator("body > img").screenshot()))
    assert {game: share for game, share in apart.items() if share > MOST_APART} == {}
