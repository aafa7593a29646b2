"""The server's answers may come late and in another order: none may overwrite what somebody has done since."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect
from tables import NO_WORKER, Table
from workshops import Workshop

#: What is known of a position of a match is asked here.
VALUE = r"/matches/[^/]+/value"
#: Milliseconds.
LONGEST_WAIT, STEP = 60_000, 10
TWO_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def wait_until(page: Page, happened: Callable[[], bool]) -> None:
    """Let the page go on until something has happened that only this side sees; a page that never does it fails."""
    for _ in range(LONGEST_WAIT // STEP):
        if happened():
            return
        page.wait_for_timeout(STEP)
    raise AssertionError("The page hasn't asked or said what this test holds up.")


class Line:
    """The page's socket, on which messages can be held up: ``is_held`` says which, in either direction."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.is_held: Callable[[dict[str, Any]], bool] = lambda message: False
        self.states: list[str] = []
        self._held: list[tuple[Callable[[str], None], str]] = []
        page.route_web_socket(re.compile("/live$"), self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        self._to_page, self._to_server = socket.send, server.send
        socket.on_message(lambda text: self._pass_on(server.send, str(text)))
        server.on_message(lambda text: self._pass_on(socket.send, str(text)))

    def _pass_on(self, send: Callable[[str], None], text: str) -> None:
        message = json.loads(text)
        if message["type"] == "state":
            self.states.append(text)
        if self.is_held(message):
            self._held.append((send, text))
        else:
            send(text)

    def wait_for_held(self) -> None:
        wait_until(self.page, lambda: bool(self._held))

    def let_go(self) -> None:
        """Deliver what was held up, and let the page come to its end with it. A slow page may have said nothing yet:
        who held nothing up from now on would wait for ever."""
        self.wait_for_held()
        self.is_held = lambda message: False
        for send, text in self._held:
            send(text)
        self._held.clear()
        self.page.evaluate(TWO_FRAMES)

    def resync(self) -> None:
        """Let the server say the state that it has now."""
        known = len(self.states)
        self._to_server(json.dumps({"type": "resync"}))
        wait_until(self.page, lambda: len(self.states) > known)

    def say_state_again(self) -> None:
        self._to_page(self.states[-1])
        self.page.evaluate(TWO_FRAMES)


class Held:
    """Answers to questions with such an address, which are given when the test says so. The server is asked only then,
    or at once, and what it says is old when it comes: ``is_old``."""

    def __init__(self, page: Page, pattern: str, *, is_old: bool = False) -> None:
        self.page = page
        self.is_open = False
        self._is_old = is_old
        self._routes: list[tuple[Route, Callable[[], None]]] = []
        page.route(re.compile(pattern), self._asked)

    def _asked(self, route: Route) -> None:
        if self.is_open:
            route.continue_()
        elif self._is_old:
            answer = route.fetch(max_retries=3)  # as a browser does when a kept connection was closed
            self._routes.append((route, lambda: route.fulfill(response=answer)))
        else:
            self._routes.append((route, route.continue_))

    def wait_for(self, count: int = 1) -> None:
        wait_until(self.page, lambda: len(self._routes) >= count)

    def let_go(self) -> None:
        self.is_open = True
        while self._routes:
            self.let_go_first()

    def let_go_first(self) -> None:
        route, answer = self._routes.pop(0)
        with self.page.expect_event("requestfinished", lambda asked: asked == route.request):
            answer()
        self.page.evaluate(TWO_FRAMES)

    def fail(self) -> None:
        """Let the first question come to nothing."""
        route, _ = self._routes.pop(0)
        with self.page.expect_event("requestfailed", lambda asked: asked == route.request):
            route.abort()
        self.page.evaluate(TWO_FRAMES)


@pytest.fixture
def table(table: Table) -> Table:
    """A page that asks the server for everything."""
    table.page.add_init_script(NO_WORKER)
    return table


@pytest.fixture
def line(table: Table) -> Line:
    return Line(table.page)


def _type(table: Table, text: str) -> None:
    table.wait_for_turn()
    table.page.get_by_label("Type a move").fill(text)
    table.page.get_by_label("Type a move").press("Enter")


def test_a_typed_position_stays_when_the_state_comes_late(table: Table, line: Line) -> None:
    line.is_held = lambda message: message["type"] == "state"
    table.begin("hanoi")
    table.page.get_by_text("Position and export").click()
    field = table.page.get_by_label("Position", exact=True)
    field.fill("3_2--1")
    line.let_go()
    expect(field).to_have_value("3_2--1")
    table.wait_for_turn()
    table.drag("A", "B")
    table.expect_ply(1)
    expect(field).to_have_value("3_2--1")
    table.page.get_by_role("button", name="One move back").click()
    expect(field).to_have_value("3_2_1--")  # who looks at another position wants that one


def test_a_wrong_move_in_a_burst_ends_it_and_comes_back_to_be_corrected(table: Table, line: Line) -> None:
    line.is_held = lambda message: message["type"] == "move"  # until all are typed
    table.begin("nchess")
    table.wait_for_turn()
    table.page.locator("#typed-move").focus()
    for text in ("e2e4", "e7e4", "g1f3"):
        table.page.keyboard.type(text)
        table.page.keyboard.press("Enter")
    line.let_go()
    expect(table.refusal).to_contain_text("Illegal move")
    expect(table.page.locator("#typed-move")).to_have_value("e7e4")
    table.expect_ply(1)


def test_a_move_on_its_way_is_made_once(table: Table, line: Line) -> None:
    line.is_held = lambda message: message["type"] == "move"
    table.begin("trimok")
    table.wait_for_turn()
    table.drag("B2", "C3")
    line.wait_for_held()
    line.say_state_again()
    expect(table.page.locator("board-view")).not_to_have_attribute("playable", "")
    line.let_go()
    table.expect_ply(1)
    table.wait_for_turn()
    table.page.get_by_role("button", name="Undo").click()
    expect(table.played).to_have_count(0)
    table.wait_for_turn()


def test_the_next_move_is_typed_before_the_last_one_is_acknowledged(table: Table, line: Line) -> None:
    line.is_held = lambda message: message["type"] == "ack"
    table.begin("trimok")
    _type(table, "A2-A3")
    table.expect_ply(1)
    table.wait_for_turn()
    field = table.page.get_by_label("Type a move")
    field.fill("C5-C4")
    line.let_go()
    expect(field).to_have_value("C5-C4")


def test_a_position_looked_at_before_comes_too_late_to_be_shown(table: Table) -> None:
    table.begin("trimok")
    for ply, text in enumerate(("A2-A3", "C5-C4"), 1):
        _type(table, text)
        table.expect_ply(ply)
    earlier = Held(table.page, r"/api/v1/position\?")
    table.page.get_by_role("button", name="A2-A3").click()
    earlier.wait_for()
    table.page.get_by_role("button", name="C5-C4").click()
    earlier.let_go()
    expect(table.cell("C5")).to_have_attribute("aria-label", "C5, empty")
    _type(table, "A3-A4")
    table.expect_ply(3)


def test_a_position_that_could_not_be_had_is_asked_for_again(table: Table) -> None:
    table.begin("trimok")
    for ply, text in enumerate(("A2-A3", "C5-C4"), 1):
        _type(table, text)
        table.expect_ply(ply)
    table.page.route(re.compile(r"/api/v1/position\?"), lambda route: route.abort(), times=1)
    table.page.get_by_role("button", name="A2-A3").click()
    expect(table.refusal).to_contain_text("The server doesn't answer.")
    table.complaints.clear()  # the browser logs what failed
    table.page.get_by_role("button", name="A2-A3").click()
    expect(table.cell("C5")).to_have_attribute("aria-label", "C5, Blue stack of 1")


def test_a_hint_and_a_refusal_for_an_earlier_position_are_not_told(table: Table) -> None:
    table.begin("trimok")
    table.wait_for_turn()
    why, best = Held(table.page, "/position/partial"), Held(table.page, r"/matches/[^/]+/analysis")
    table.drag("A1", "A2")
    why.wait_for()
    table.page.get_by_role("button", name="Hint").click()
    best.wait_for()
    _type(table, "A2-A3")
    table.expect_ply(1)
    why.let_go()
    best.let_go()
    expect(table.refusal).to_be_empty()
    expect(table.page.locator(".note")).to_have_count(0)
    expect(table.page.locator("board-view .hint")).to_have_count(0)


def test_a_puzzle_is_played_out_by_one_hand_only(table: Table) -> None:
    table.begin("hanoi")
    expect(table.page.get_by_role("button", name="Play it out")).to_be_visible()
    best = Held(table.page, VALUE)
    for name in ("Play it out", "Stop", "Play it out"):
        table.page.get_by_role("button", name=name).click()
    best.wait_for(2)
    best.let_go()
    expect(table.status).to_contain_text("olved")
    table.expect_ply(7)
    expect(table.refusal).to_be_empty()


def test_nothing_can_be_done_in_a_match_that_is_left(table: Table) -> None:
    table.begin("trimok")
    _type(table, "A2-A3")
    table.expect_ply(1)
    table.page.get_by_role("button", name="One move back").click()
    table.page.evaluate(
        """addEventListener("hashchange", () => {
            sessionStorage.wasInert = document.getElementById("match").inert; // at the address of the new one
        })"""
    )
    table.page.get_by_role("button", name="Play on from here").click()
    expect(table.played).to_have_count(0)
    table.wait_for_turn()
    assert table.page.evaluate("sessionStorage.wasInert") == "true"


@pytest.mark.parametrize(
    ("game", "name", "seen"),
    [
        ("cube2", "F'", '#moves .move[data-ply="1"]'),
        ("trimok", "A2-A3", "#looking:not([hidden])"),
        ("trimok", "Undo", "#moves .none"),
    ],
)
def test_a_button_that_is_pressed_when_the_state_comes_hears_of_it(
    table: Table, line: Line, game: str, name: str, seen: str
) -> None:
    table.begin(game)
    if game == "trimok":
        for ply, text in enumerate(("A2-A3", "C5-C4")[: 1 if name == "Undo" else 2], 1):
            _type(table, text)
            table.expect_ply(ply)
    table.wait_for_turn()
    line.resync()
    table.page.get_by_role("button", name=name, exact=True).hover()
    table.page.mouse.down()
    line.say_state_again()
    table.page.mouse.up()
    table.page.wait_for_selector(seen)


def test_the_seats_of_the_variant_chosen_last_are_offered(table: Table) -> None:
    table.open("/")
    table.page.get_by_role("button", name="Chess on graphs", exact=True).click()
    sides, variant = table.page.locator('input[name="side"]'), table.page.get_by_label("Variant")
    usual = variant.input_value()
    three = Held(table.page, r"/api/v1/game\?.*three")
    variant.select_option("three")
    three.wait_for()
    variant.select_option(usual)
    three.let_go()
    expect(sides).to_have_count(3)


def test_a_map_that_is_changed_while_it_is_checked_is_checked_again(table: Table) -> None:
    workshop = Workshop(table).open()
    workshop.begin("map:ring")
    workshop.verdict("The map has no fault.")
    checks = Held(table.page, "/nchess/check")
    workshop.page.click("#play")
    checks.wait_for()
    workshop.page.fill("#field-name", "another")
    workshop.page.press("#field-name", "Tab")
    checks.let_go()
    workshop.page.wait_for_url("**/match.html#*")


@pytest.mark.parametrize("held", [r"/api/v1/game\?", "/api/v1/matches$"])
def test_who_has_closed_the_dialog_is_not_led_to_the_match(table: Table, held: str) -> None:
    table.open("/")
    table.page.get_by_role("button", name="Trimok", exact=True).click()
    answers = Held(table.page, held)
    table.page.get_by_role("button", name="Play", exact=True).click()
    answers.wait_for()
    table.page.get_by_role("button", name="Cancel").click()
    table.page.get_by_role("button", name="Tower of Hanoi", exact=True).click()
    answers.let_go()
    expect(table.page.locator("#new-game-title")).to_have_text("Tower of Hanoi")
    table.page.get_by_role("button", name="Begin").click()
    table.page.wait_for_url("**/match.html#*")
    assert table.match()["game"].startswith("hanoi")


def test_the_game_that_the_address_names_replaces_no_other(table: Table) -> None:
    named = Held(table.page, r"/api/v1/game\?")
    table.open("/#chess")
    named.wait_for()
    table.page.get_by_role("button", name="Trimok", exact=True).click()
    named.let_go()
    expect(table.page.locator("#new-game-title")).to_have_text("Trimok")


def test_an_answer_from_before_the_solution_hides_none(table: Table) -> None:
    values = Held(table.page, VALUE, is_old=True)
    table.begin("skewb")
    table.page.get_by_role("button", name="Show me the next move").click()
    values.wait_for(2)
    values.let_go_first()
    values.is_open = True
    table.page.get_by_role("button", name="Solve this puzzle").click()
    expect(table.page.locator(".used")).to_contain_text("0 moves used; from the start")
    values.let_go()
    table.page.get_by_label("Values of moves").check()
    expect(table.page.locator(".values li")).to_have_count(8)


def test_a_map_that_was_refused_too_late_is_not_told_of(table: Table) -> None:
    workshop = Workshop(table).open()
    maps = Held(table.page, "/nchess/maps/glinski")
    workshop.page.select_option("#template", "map:glinski")
    workshop.page.click("#begin")
    maps.wait_for()
    workshop.begin("map:ring")
    workshop.verdict("The map has no fault.")
    maps.fail()
    expect(workshop.page.locator("#file-error")).to_be_hidden()
    table.complaints.clear()  # the browser logs what failed


def test_a_word_that_was_heard_stays_when_what_was_said_before_comes_late(sit_down: Callable[..., Table]) -> None:
    red, blue = sit_down(), sit_down()
    red.open("/#trimok")
    red.page.locator('input[name=kind][value="invite"]').check()
    red.page.get_by_role("button", name="Play", exact=True).click()
    link = red.page.get_by_label("Link for Blue")
    said = Held(blue.page, r"/matches/[^/]+/chat$", is_old=True)
    blue.open(link.input_value().removeprefix(red.address))
    said.wait_for()
    red.page.get_by_label("Say something").fill("Hello")
    red.page.get_by_role("button", name="Send").click()
    expect(blue.page.locator("#chat-lines li")).to_have_text("Red: Hello")
    said.let_go()
    expect(blue.page.locator("#chat-lines li")).to_have_text("Red: Hello")
