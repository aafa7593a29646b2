"""The page draws every board as the server does: both drawings, small and grey, are the same at every place."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from PIL import Image, ImageChops, ImageFilter
from playwright.sync_api import Page
from tables import Table

from ludograph.server.app import PAGE
from ludograph.web.one_script import one_script

GAMES = ["abalone/hex", "nchess/ring", "nchess/glinski", "nchess/three", "draughts/turkish", "peg-solitaire/triangle"]
BOARD = "board/board-view.js"
FAINT = 8  # the edges of a screenshot are smoothed, too
SIDE = 96  # pixels of the longer side, when compared
NEAR = 2  # pixels around each one that are blurred: edges of letters needn't be the same
MOST_APART = 28  # of 255 shades of grey
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
    view.board = facts.board;
    view.goals = facts.goals;
    view.goalsLeadOut = facts.goals_lead_out;
    view.borders = facts.borders;
    view.show(position);
    const ratio = Number(view.style.getPropertyValue("--board-ratio"));
    view.style.cssText += `display: block; width: ${480 * Math.min(1, ratio)}px`;
    const image = new Image();
    image.src = `/api/v1/position/svg?game=${name}&theme=${theme}`;
    image.style.cssText = "max-width: 480px; height: 480px; object-fit: contain; display: block";
    document.body.append(image);
    await image.decode();
}"""
MISTAKES = {
    "a piece is missing": "pieces.firstElementChild.remove()",
    "the pieces are shifted": "pieces.setAttribute('transform', 'translate(15 0)')",
    "the names are missing": "document.querySelector('board-view .names').remove()",
    "the cells are missing": "document.querySelector('board-view .layer-cells').remove()",
}


def _drawn(picture: bytes) -> Image.Image:
    """A drawing without its margins."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    ground = Image.new("RGB", image.size, image.getpixel((3, 3)))
    strongest = max(ImageChops.difference(image, ground).split(), key=lambda band: band.getextrema()[1])
    return image.crop(strongest.point(lambda value: 255 * (value > FAINT)).getbbox()).convert("L")


def _apart(page: Page) -> int:
    """The most that the drawings of page and server differ anywhere."""
    own, servers = (_drawn(page.locator(f"body > {tag}").screenshot()) for tag in ("board-view", "img"))
    scale = SIDE / max(servers.size)
    size = (round(servers.width * scale), round(servers.height * scale))
    blurred = ImageFilter.BoxBlur(NEAR)
    one, two = (image.resize(size, Image.Resampling.BOX).filter(blurred) for image in (own, servers))
    return int(ImageChops.difference(one, two).getextrema()[1])


@pytest.fixture
def wall(sit_down: Callable[..., Table]) -> Page:
    """A page with room for both drawings."""
    table = sit_down(viewport={"width": 1000, "height": 1000})
    script = one_script(BOARD, lambda name: (PAGE / name).read_text(encoding="utf-8"))
    table.page.route(f"**/{BOARD}", lambda route: route.fulfill(content_type="text/javascript", body=script))
    table.page.goto(f"{table.address}/owner.html")  # where nothing goes on by itself
    return table.page


@pytest.mark.long
def test_every_board_looks_like_the_servers_drawing(wall: Page) -> None:
    names = [entry["name"] for entry in wall.evaluate("fetch('/api/v1/games').then(answer => answer.json())")]
    apart = {}
    for game, theme in [*((name, "light") for name in names + GAMES), *((name, "dark") for name in GAMES)]:
        wall.evaluate(SHOW, [game, theme])
        apart[game, theme] = _apart(wall)
    assert {board: shades for board, shades in apart.items() if shades > MOST_APART} == {}


@pytest.mark.parametrize("game", ["nchess", "abalone/hex"])
def test_mistakes_are_seen(wall: Page, game: str) -> None:
    for mistake, script in MISTAKES.items():
        wall.evaluate(SHOW, [game, "light"])
        wall.evaluate(f"const pieces = document.querySelector('board-view .layer-pieces'); {script}")
        assert _apart(wall) > MOST_APART, mistake
