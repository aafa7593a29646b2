"""Pages that a server has sent think by themselves: moves, values, analysis, hints and programs, in a worker."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect
from tables import NO_WORKER, Table
from workshops import named_text

#: All that the server could work out about positions and matches.
THINKING = re.compile(r"/api/v1/(position|matches/[^/]+/(value|analysis)|solves)")


def wait_until_it_thinks(page: Page) -> None:
    page.wait_for_selector("html[data-thinks=here]", state="attached")


def cut(page: Page) -> None:
    """From now on the server tells nothing about positions."""
    page.route(THINKING, lambda route: route.abort())


class Frames:
    """What a page says by its socket."""

    def __init__(self, page: Page) -> None:
        self.said: list[dict[str, Any]] = []
        page.route_web_socket(re.compile("/live$"), self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            self.said.append(json.loads(text))
            server.send(text)

        socket.on_message(pass_on)
        server.on_message(socket.send)

    def moves_of(self, seat: int) -> list[int]:
        return [each["ply"] for each in self.said if each["type"] == "move" and each["seat"] == seat]


def test_an_analysis_goes_on_when_the_server_is_silent(table: Table) -> None:
    """Legal moves at once, several lines, every move graded; then the mistakes of the line."""
    table.open("/analysis.html#nchess////f2f3//1")
    page = table.page
    wait_until_it_thinks(page)
    lines = page.locator("#findings .lines li")
    expect(lines).to_have_count(3)
    expect(page.locator("#variations .move")).to_have_text(["f3"])  # the server writes as people do
    cut(page)
    table.cell("e7").click()
    table.cell("e5").click()
    expect(page.locator("#status")).to_have_text("After e5. White to move.")
    table.cell("g2").click()
    table.cell("g4").click()
    expect(page.locator("#variations .move")).to_have_text(["f3", "e5", "g2g4"])
    expect(lines.first).to_contain_text("100 %")
    expect(lines.first).to_contain_text("d8h4")
    expect(page.locator(".values li").nth(5)).to_be_visible()
    lines.first.locator(".line").click()
    expect(page.locator("#status")).to_have_text("After d8h4. Black wins.")
    page.get_by_role("button", name="Look for mistakes").click()
    expect(page.locator(".mistakes li", has_text="??")).to_contain_text("A blunder: lose in 2, 0 %; best was")
    # The rule that forbids a move is the server's to tell; without it, what can be done.
    page.get_by_role("button", name="To the start").click()
    table.wait_for_turn()
    table.drag("e2", "e5")
    expect(table.refusal).to_have_text("From e2 White can go to e3 or e4, not to e5.")
    assert page.url.endswith("//f2f3,e7e5,g2g4,d8h4//0")
    table.complaints.clear()  # the browser logs what was cut


def test_a_program_and_hints_come_from_the_page(table: Table) -> None:
    frames = Frames(table.page)
    table.begin("nchess", ["human", "ai:4"])
    page = table.page
    wait_until_it_thinks(page)
    cut(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#helps .note")).to_contain_text("Next: ")
    for ply in (0, 2):
        table.wait_for_turn()
        page.get_by_label("Type a move").fill(table.match()["view"]["moves"][0]["text"])
        page.get_by_label("Type a move").press("Enter")
        table.expect_ply(ply + 2)
    assert frames.moves_of(1) == [1, 3]
    # Looking back, too.
    page.get_by_role("button", name="To the start").click()
    expect(page.locator("#looking")).to_be_visible()
    table.complaints.clear()


def test_programs_play_each_other_in_the_page(table: Table) -> None:
    """At their speed, as long as it is open; a puzzle is solved by hints without the server."""
    frames = Frames(table.page)
    table.begin("tic-tac-toe", ["ai:3", "random"], is_paused=True)
    page = table.page
    wait_until_it_thinks(page)
    page.get_by_role("button", name="Go on").click()
    expect(table.status).to_contain_text(re.compile("wins|draw"))
    assert sorted(frames.moves_of(0) + frames.moves_of(1)) == list(range(len(table.match()["moves"])))
    frames.said.clear()
    table.begin("tic-tac-toe", ["human", "random:1"])  # with a seed it is the server's chance
    wait_until_it_thinks(page)
    table.wait_for_turn()
    table.cell("B2").click()
    table.expect_ply(2)
    assert not frames.moves_of(1)
    table.begin("hanoi?disks=3")
    wait_until_it_thinks(page)
    cut(page)
    page.get_by_role("button", name="Show me the next move").click()
    expect(page.locator("#helps .note")).to_have_text("Next: A-C (win in 7).")
    page.get_by_role("button", name="Play it out").click()
    expect(table.status).to_contain_text("Solved!")
    table.complaints.clear()


def test_where_no_worker_runs_the_server_does_it_all(sit_down: Callable[..., Table]) -> None:
    table = sit_down()
    table.page.add_init_script(NO_WORKER)
    frames = Frames(table.page)
    table.begin("trimok", ["human", "ai:1"])
    page = table.page
    table.wait_for_turn()
    page.get_by_label("Type a move").fill("A2-A3")
    page.get_by_label("Type a move").press("Enter")
    table.expect_ply(2)
    assert frames.moves_of(1) == []
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#helps .note")).to_contain_text("Next: ")
    table.open("/analysis.html#trimok////A2-A3//1")
    expect(page.locator("#findings .lines li")).to_have_count(3)
    table.wait_for_turn()
    page.get_by_label("Type a move").fill("A5-A4")
    page.get_by_label("Type a move").press("Enter")
    expect(page.locator("#status")).to_have_text("After A5-A4. Red to move.")
    assert page.locator("html[data-thinks]").count() == 0


def test_a_map_that_somebody_has_made_thinks_in_the_page_as_well(table: Table) -> None:
    frames = Frames(table.page)
    sent = table.page.request.post(f"{table.address}/api/v1/maps", data=named_text("twins"))
    game = f"nchess?map={sent.json()['hash']}"
    table.begin(game, ["human", "ai:2"])
    page = table.page
    wait_until_it_thinks(page)
    cut(page)
    page.get_by_role("switch").check()
    expect(page.locator(".values li").first).to_contain_text("★")
    page.locator(".values li button").first.click()
    table.expect_ply(2)
    assert frames.moves_of(1) == [1]
    table.complaints.clear()


def test_where_a_worker_fails_or_does_not_end_the_server_goes_on(sit_down: Callable[..., Table]) -> None:
    """A program whose worker fails is the server's from then on; a search that doesn't end is given up once."""
    table = sit_down()
    page, frames = table.page, Frames(table.page)
    answer = page.request.get(f"{table.address}/engine/worker.js").text()
    searching = "const [state, limits, circumstances] = given;"
    assert searching in answer
    worker = {"content_type": "text/javascript", "body": answer.replace(searching, 'throw new Error("No.");')}
    page.route("**/engine/worker.js", lambda route: route.fulfill(**worker))
    table.begin("trimok", ["human", "ai:nodes=2000"])  # which never moves without a search
    wait_until_it_thinks(page)
    table.wait_for_turn()
    page.get_by_label("Type a move").fill("A2-A3")
    page.get_by_label("Type a move").press("Enter")
    table.expect_ply(2)
    assert frames.moves_of(1) == []
    assert [each["seats"] for each in frames.said if each["type"] == "think"] == [[1], []]

    worker["body"] = answer.replace(searching, "for (;;);")
    script = page.request.get(f"{table.address}/match/page.js").text()
    impatient = script.replace("OVERTIME = 8000", "OVERTIME = 100")
    assert impatient != script
    page.route("**/match/page.js", lambda route: route.fulfill(content_type="text/javascript", body=impatient))
    table.open(f"/match.html#{page.url.partition('#')[2]}")
    page.reload()
    wait_until_it_thinks(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#helps .note")).to_contain_text("Next: ")


def test_who_gives_an_analysis_up_stops_the_one_that_goes_on(table: Table) -> None:
    """The end of an earlier one, which was stopped, says nothing of the next one."""
    table.page.goto(f"{table.address}/analysis.html#trimok")
    seconds = table.page.evaluate(
        """async () => {
            const { get } = ludograph["api.js"];
            const { hereFrom } = ludograph["here/here.js"];
            const game = await get("game", { game: "trimok" });
            const here = await hereFrom(game, game.start);
            const think = () => here.analysis([], { time: 60 }, { position: game.start, moves: [] });
            const first = think();
            await new Promise((resolve) => setTimeout(resolve, 300));
            here.stop();
            const second = think();
            await first.catch(() => null);
            await new Promise((resolve) => setTimeout(resolve, 300));
            const began = performance.now();
            here.stop();
            await second.catch(() => null);
            return (performance.now() - began) / 1000;
        }"""
    )
    assert seconds < 30
