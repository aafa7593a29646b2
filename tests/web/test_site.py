"""The static site: served by a plain file server, then the network is cut, and everything is still played."""

from __future__ import annotations

import gzip
import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

import ludograph
from ludograph.server.site.folder import write_site
from ludograph.solver.query import query

GAMES = ("abalone", "cube2", "draughts/english", "hanoi?disks=3", "nchess", "tic-tac-toe", "trimok")
#: Somewhere below the root of a host: all addresses are relative.
SUBFOLDER = "people/ann"
FIRST_VISIT = 300_000
MOST_BYTES = 128 << 20
PACE = """async (is_paused) =>
    ludograph["api.js"].post(`matches/${location.hash.slice(1)}/pace`, {is_paused})"""
BYTES = "[...grown].reduce((sum, memory) => sum + memory.buffer.byteLength, 0)"
DRAWN = {"draw", "drawn", "repetition"}
#: A whole game: somebody who thinks plays by the field for moves until it is over, told as a text and a number.
PLAYING = """async () => {
    const {get, post} = ludograph["api.js"];
    const id = location.hash.slice(1);
    const sleep = (time) => new Promise((resolve) => setTimeout(resolve, time));
    for (;;) {
        const match = await get(`matches/${id}`);
        const {outcome} = match.view;
        if (outcome) return [outcome.reason, match.moves.length, match.moves.map(({seat}) => seat)];
        if (!match.own_seats.includes(match.view.turn)) { await sleep(5); continue; }
        const {move} = await post(`matches/${id}/analysis`, {ply: match.moves.length, nodes: 3000});
        document.querySelector("#typed-move").value = move;
        document.querySelector("#typed").requestSubmit();
        while ((await get(`matches/${id}`)).moves.length === match.moves.length) await sleep(5);
    }
}"""


#: How many frames a page draws in a second.
FRAMES = """() => new Promise((done) => {
    const end = performance.now() + 1000;
    let frames = 0;
    const next = () => (performance.now() < end ? requestAnimationFrame(next, frames++) : done(frames));
    requestAnimationFrame(next);
})"""
#: Before the worker's script: memories that have grown are remembered.
COUNTING = """const grow = WebAssembly.Memory.prototype.grow;
self.grown = new Set();
WebAssembly.Memory.prototype.grow = function (pages) { self.grown.add(this); return grow.call(this, pages); };
"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("host")
    write_site(folder / SUBFOLDER, GAMES, lambda done, steps, game: None)
    return folder


@pytest.fixture(scope="module")
def address(root: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=root))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/{SUBFOLDER}/"
    server.shutdown()
    server.server_close()


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """A browser without complaints at the end."""
    complaints: list[str] = []
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    context.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    yield context
    context.close()
    assert not complaints


def check(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"


def begin(page: Page, address: str, asked: dict[str, Any]) -> None:
    """A match by the page's own questions."""
    made = page.evaluate("async (asked) => ludograph['api.js'].post('matches', asked)", asked)
    page.goto(f"{address}match.html#{made['id']}")
    expect(page.locator("#match")).not_to_have_attribute("inert", "")


@pytest.mark.long
def test_everything_without_the_network(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("data-offline", "ready", timeout=60_000)
    check(page)
    context.set_offline(True)
    page.reload()
    expect(page.get_by_role("button", name="Chess", exact=True)).to_be_visible()

    # A game is begun by hand, and a wrong move is refused in words of the description.
    page.get_by_role("button", name="Trimok", exact=True).click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#status")).to_contain_text("Your move, Red")
    page.locator("#typed-move").fill("A2-A5")
    page.keyboard.press("Enter")
    expect(page.locator("#refusal")).to_have_text("From A2 Red can go to A3 or B3, not to A5.")
    page.locator("#typed-move").fill("A2-A3")
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_contain_text("Blue plays")
    check(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#moves .move")).to_have_count(0)

    # While the AI thinks, for longer than this needs, the page hears who clicks.
    begin(page, address, {"game": "trimok", "seats": [{"player": "ai:time=60"}, {"player": "human"}]})
    page.get_by_role("button", name="Settings").click()
    expect(page.locator("#settings")).to_be_visible()
    assert page.locator("#moves .move").count() == 0, "it isn't the page that thinks"
    page.get_by_role("button", name="Done").click()

    # Whole games against the AI.
    for game, reasons in (
        ("abalone", {"win"}),
        ("draughts/english", DRAWN | {"win"}),
        ("trimok", {"win", "repetition"}),
        ("nchess", DRAWN | {"win"}),
    ):
        begin(page, address, {"game": game, "seats": [{"player": "human"}, {"player": "ai:1"}]})
        reason, moves, seats = page.evaluate(PLAYING)
        assert reason in reasons
        assert moves > 2
        assert set(seats) == {0, 1}
        expect(page.get_by_role("button", name="Rematch")).to_be_visible()

    # Somebody who is solved by the page can't be beaten, and a puzzle is solved by its hints.
    page.goto(f"{address}#hanoi?disks=3")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".used")).to_have_text("0 moves used; from the start 7 moves are enough.")
    page.get_by_role("button", name="Show me the next move").click()
    expect(page.locator("#helps .note")).to_have_text("Next: A-C (win in 7).")
    page.get_by_role("button", name="Play it out").click()
    expect(page.locator("#status")).to_contain_text("Solved!", timeout=60_000)
    expect(page.locator(".used")).to_have_text("7 moves used; from the start 7 moves are enough.")

    # A start of a wanted difficulty, about a quarter of the longest way away.
    page.goto("about:blank")
    page.goto(f"{address}#hanoi?disks=3")
    page.get_by_label("Start").select_option("easy")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".used")).to_have_text("0 moves used; from the start 2 moves are enough.")

    # Analysis: several lines where the AI thinks, the truth where the game is small.
    page.goto(f"{address}analysis.html#nchess////e2e4,e7e5//2")
    expect(page.locator("#findings .lines li")).to_have_count(3)
    expect(page.locator("#variations .move")).to_have_text(["e2e4", "e7e5"])
    expect(page.locator(".layer-alerts > *")).to_have_count(0)
    page.goto("about:blank")
    page.goto(f"{address}analysis.html#nchess////e2e4,f7f6,d1h5//3")
    expect(page.locator(".layer-alerts > *")).to_have_count(1)  # a king in check is marked
    check(page)
    page.goto("about:blank")
    page.goto(f"{address}analysis.html#tic-tac-toe////B2,A2//2")
    expect(page.locator("#findings")).to_contain_text("X wins in 5 moves with best play.")

    # In somebody else's page: nothing but the board, and its address goes along.
    page.goto("about:blank")
    page.goto(f"{address}analysis.html?board#trimok////A2-A3//1")
    expect(page.locator("#status")).to_have_text("After A2-A3. Blue to move.")
    expect(page.locator("#findings")).to_be_hidden()
    page.evaluate(
        "document.querySelector('board-view').dispatchEvent(new CustomEvent('move', {detail: {text: 'A5-A4'}}))"
    )
    expect(page.locator("#status")).to_have_text("After A5-A4. Red to move.")
    assert page.url.endswith("//A2-A3,A5-A4//2")
    check(page)

    page.goto(f"{address}rules.html#trimok")
    expect(page.locator("#title")).to_have_text("Rules of Trimok")
    page.get_by_role("button", name="Try it").first.click()
    expect(page.locator(".try-state").first).to_contain_text("you move for both sides")
    check(page)


@pytest.mark.parametrize("width", [1280, 390])
def test_a_puzzlers_evening_without_the_network(context: BrowserContext, address: str, width: int) -> None:
    """A cube from a start as hard as wanted, scrambled, turned by a drag, given up and watched."""
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("data-offline", "ready", timeout=60_000)
    context.set_offline(True)
    page.goto(f"{address}#cube2")
    page.get_by_label("Start").select_option("hardest")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".used")).to_contain_text(re.compile("from the start ([7-9]|1[01]) moves are enough"))
    before = page.url
    page.get_by_role("button", name="Scramble").click()
    page.wait_for_url(lambda url: url != before)
    expect(page.locator("#match")).not_to_have_attribute("inert", "")
    box = page.locator("svg.solid").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] * 0.38, box["y"] + box["height"] * 0.42)
    page.mouse.down()
    for right in (20, 50, 70):
        page.mouse.move(box["x"] + box["width"] * 0.38 + right, box["y"] + box["height"] * 0.42 + right * 0.3)
    page.mouse.up()
    expect(page.locator("#moves .move")).to_have_count(1)
    page.get_by_role("button", name="Play it out").click()
    expect(page.locator("#status")).to_contain_text("Solved!", timeout=60_000)
    check(page)
    page.goto(address)
    name = page.locator("#daily-name").inner_text()
    page.get_by_role("link", name="Solve it").click()
    expect(page.locator("#title")).to_contain_text(name)
    expect(page.locator("#match")).not_to_have_attribute("inert", "")
    check(page)


@pytest.mark.parametrize("game", ["cube2", "hanoi?disks=3"])
def test_starts_are_as_far_from_the_end_as_they_say(context: BrowserContext, address: str, game: str) -> None:
    page = context.new_page()
    page.goto(address)
    told = page.evaluate(
        """async (game) => {
            const { get } = ludograph["api.js"];
            const told = [];
            for (const difficulty of ["easy", "medium", "hard", "hardest"]) {
                const { position, remoteness } = await get("position/start", { game, difficulty });
                told.push([remoteness, (await get("position/value", { game, position })).remoteness, position]);
            }
            return told;
        }""",
        game,
    )
    assert all(said == found for said, found, _ in told)
    assert told[0][0] < told[2][0]
    if game == "cube2":  # what is drawn is what the rules know
        native = ludograph.game(game)
        for _, remoteness, position in told:
            words, stickers = position.split("~")
            looks = [native.pieces(native.start_state())[int(number)].sign for number in stickers.split(",")]
            assert str(native.parse("".join(looks)).state.number) == str(int(words, 16))
            assert query(native.parse("".join(looks))).remoteness == remoteness


def test_one_line_puts_a_game_a_position_or_a_puzzle_into_anybodys_page(
    context: BrowserContext, address: str, root: Path
) -> None:
    site = f"/{SUBFOLDER}/analysis.html?board"
    framed = {"puzzle": f"{site}#hanoi?disks=3", "position": f"{site}#tic-tac-toe//0.1.1", "game": f"{site}#trimok"}
    lines = [f'<iframe src="{source}" title="{name}" width=400 height=480></iframe>' for name, source in framed.items()]
    (root / "blog.html").write_text("<!doctype html><link rel=icon href=data:,>" + "".join(lines), encoding="utf-8")
    page = context.new_page()
    page.goto(f"{address.removesuffix(SUBFOLDER + '/')}blog.html")
    puzzle = page.frame_locator("[title=puzzle]")
    expect(puzzle.locator("#status")).to_have_text("Your move.")
    for move in ("A-C", "A-B", "C-B", "A-C", "B-A", "B-C", "A-C"):
        puzzle.locator("board-view").evaluate(
            "(board, text) => board.dispatchEvent(new CustomEvent('move', {detail: {text}}))", move
        )
        expect(puzzle.locator("#status")).to_contain_text(f"After {move}.")
    expect(puzzle.locator("#status")).to_contain_text("Solved!")
    expect(page.frame_locator("[title=position]").locator("#status")).to_have_text("O to move.")
    expect(page.frame_locator("[title=game]").locator("#status")).to_have_text("Red to move.")


def test_a_first_visit_is_small_and_the_puzzle_of_the_day_needs_no_server(
    chromium: Browser, address: str, root: Path
) -> None:
    visits = []
    for _ in range(2):
        context = chromium.new_context(service_workers="block", viewport={"width": 390, "height": 844})
        page = context.new_page()
        loaded: dict[str, int] = {}

        def note(response: Any, loaded: dict[str, int] = loaded) -> None:
            path = root / response.url.split("/", 3)[3].split("?")[0].split("#")[0]
            file = path / "index.html" if path.is_dir() else path
            loaded[str(file)] = len(gzip.compress(file.read_bytes(), 6))

        page.on("response", note)
        page.goto(address)
        page.get_by_role("button", name="Tic-tac-toe", exact=True).click()
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.locator("#status")).to_contain_text("Your move, X")
        assert sum(loaded.values()) <= FIRST_VISIT, sorted(loaded.items(), key=lambda each: -each[1])[:10]
        page.goto(f"{address}#today")
        expect(page.locator("#position")).not_to_have_value("")
        visits.append(page.locator("#position").input_value())
        context.close()
    assert visits[0] == visits[1]


def test_the_page_goes_on_while_its_worker_thinks_and_memory_is_bounded(
    chromium: Browser, address: str, root: Path
) -> None:
    context = chromium.new_context(service_workers="block")
    page = context.new_page()
    script = (root / SUBFOLDER / "engine/worker.js").read_text(encoding="utf-8")
    answer = {"body": COUNTING + script, "content_type": "text/javascript"}
    page.route("**/engine/worker.js", lambda route: route.fulfill(**answer))
    page.goto(address)
    begin(page, address, {"game": "trimok", "seats": [{"player": "ai:10"}, {"player": "ai:10"}]})
    page.evaluate(PACE, True)
    expect(page.locator(".state.busy")).to_have_count(0)
    idle = page.evaluate(FRAMES)
    page.evaluate(PACE, False)
    expect(page.locator(".state.busy")).to_have_count(1)
    busy = page.evaluate(FRAMES)
    assert busy > idle / 2, f"{busy} frames while it thinks, {idle} while it doesn't"  # thinking itself, it draws one

    # Thinking takes as much memory as it needs at once, and then no more.
    begin(page, address, {"game": "trimok", "seats": [{"player": "ai:nodes=3000"}, {"player": "ai:nodes=3000"}]})
    taken = []
    for moves in (2, 12):
        page.wait_for_function("moves => document.querySelectorAll('#moves .move').length >= moves", arg=moves)
        taken.append(sum(worker.evaluate(BYTES) for worker in page.workers))
    assert taken[0] == taken[1] < MOST_BYTES
    context.close()
