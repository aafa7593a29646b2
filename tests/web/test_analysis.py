"""The analysis board, for games and puzzles; mistakes after a game; help between people by agreement only."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from tables import EMPTY_PAGE, Table

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
MATE = ("e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7")


def check(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"


def move_of(table: Table, text: str) -> Any:
    return table.page.locator("#variations .move", has_text=re.compile(rf"^{re.escape(text)}\W*$"))


def test_variations_of_a_solved_game_by_hand_and_by_keys(table: Table) -> None:
    """Free moves for both sides; another move than the one there begins a variation."""
    table.open("/analysis.html#tic-tac-toe")
    page, status = table.page, table.page.locator("#status")
    for cell in ("B2", "A1", "A3"):
        table.wait_for_turn()
        table.cell(cell).click()
        expect(move_of(table, cell)).to_have_attribute("aria-current", "true")
    page.locator("#variations").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(status).to_contain_text("After B2. O to move.")
    table.wait_for_turn()
    table.cell("A2").click()
    expect(page.locator(".variation .move")).to_have_text(["A2"])
    page.keyboard.press("ArrowUp")
    expect(status).to_contain_text("After A1.")
    page.keyboard.press("End")
    expect(status).to_contain_text("After A3.")

    # What is known: a square at the side loses, and says so by sign, word and colour.
    move_of(table, "A2").click()
    values = page.locator(".values li")
    expect(values.first).to_contain_text("★ ✓")
    expect(page.locator("#bar")).to_have_attribute("aria-label", "The chances of X: 100 per cent")
    expect(page.locator("board-view .badge.best").first).to_be_visible()

    page.get_by_role("button", name="Make this the main line").click()
    expect(page.locator(".variation .move")).to_have_text(["A1", "A3"])
    address = page.url
    page.get_by_role("button", name="Delete this and what follows").click()
    expect(page.locator("#variations .move")).to_have_text(["B2", "A1", "A3"])
    # The address has it all.
    page.goto("about:blank")
    page.goto(address)
    expect(page.locator("#variations .move")).to_have_text(["B2", "A2", "A1", "A3"])
    expect(move_of(table, "A2")).to_have_attribute("aria-current", "true")
    check(page)


def test_lines_of_an_unsolved_game(sit_down: Callable[..., Table]) -> None:
    """On a phone, in the dark: lines that are played, typed moves, refusals with their reason."""
    table = sit_down(**PHONE, color_scheme="dark")
    table.open("/analysis.html#nchess//r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR%20w%20KQkq%20-%204%204")
    page = table.page
    lines = page.locator(".lines li")
    expect(lines).to_have_count(3)
    expect(lines.first).to_contain_text("100 %")
    expect(lines.first).to_contain_text("Qxf7#")
    expect(page.locator(".values li").nth(5)).to_be_visible()  # every move, when the second answer has come
    expect(page.locator("board-view .badge.chance.best")).to_have_text("★100%")
    expect(page.locator(".values .glyph").nth(1)).to_have_text("??")
    check(page)
    page.get_by_label("Lines", exact=True).select_option("1")
    page.get_by_label("Type a move").fill("Qxe4")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(table.refusal).to_contain_text("e4 is occupied")
    table.complaints.clear()  # the browser logs the 422
    page.locator("board-view").scroll_into_view_if_needed()
    table.drag("h5", "a5")
    expect(table.refusal).to_contain_text("h5")
    page.get_by_label("Type a move").fill("Qxf7")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#status")).to_contain_text("checkmate")
    page.get_by_role("button", name="One move back").click()
    lines.nth(0).get_by_role("button", name="Add the whole line").click()
    expect(page.locator("#status")).to_contain_text("checkmate")


def test_a_finished_match_is_analysed_with_its_mistakes(table: Table) -> None:
    table.begin("nchess")
    field = table.page.get_by_label("Type a move")
    for ply, text in enumerate(MATE, 1):
        table.wait_for_turn()
        field.fill(text)
        field.press("Enter")
        table.expect_ply(ply)
    page = table.page
    page.get_by_role("link", name="Analyse this game").click()
    page.wait_for_selector("board-view .cell")
    blunder = page.locator(".mistakes li", has_text="??")
    expect(blunder).to_contain_text("3… Nf6")
    expect(blunder).to_contain_text("A blunder: lose in 2, 0 %; best was")
    expect(page.get_by_role("button", name="Look for mistakes again")).to_be_visible()
    expect(page.locator(".review-counts tbody tr").nth(1)).to_contain_text("Black")
    blunder.get_by_role("button").click()
    expect(page.locator("#verdict")).to_contain_text("A blunder")
    expect(page.locator("board-view .verdict.blunder")).to_have_count(1)
    expect(page.locator("#variations .fault.blunder")).to_have_attribute("aria-label", "blunder")
    chart = page.locator("#chart")
    expect(chart.locator("circle.blunder")).to_have_count(1)
    assert {"0 %", "50 %", "100 %", "7"} <= set(chart.locator(".tick").all_text_contents())
    check(page)
    chart.locator("svg").click(position={"x": 46, "y": 80})  # its beginning
    expect(page.get_by_role("button", name="To the start")).to_be_disabled()


def test_a_puzzle_is_analysed(sit_down: Callable[..., Table]) -> None:
    table = sit_down(**PHONE)
    table.open("/analysis.html#hanoi%3Fdisks%3D2////A-C,C-B")
    page = table.page
    expect(page.locator("#bar")).to_be_hidden()
    expect(page.locator("#findings")).to_contain_text("3 moves to a solution.")
    page.get_by_role("button", name="Look for mistakes").click()
    expect(page.locator(".mistakes li")).to_have_text(re.compile(r"1\. A-C~A detour: win in 4, 1 later; best was A-B"))
    for _ in range(2):
        page.get_by_role("button", name="One move on").click()
        expect(page.locator("#findings")).to_contain_text("to a solution.")
    assert "3" in page.locator("#chart .tick").all_text_contents()
    page.get_by_text("Position and more").click()
    page.get_by_label("Position", exact=True).fill("-2_1-")
    page.get_by_role("button", name="Analyse this position").click()
    expect(page.locator("#variations")).to_contain_text("None yet")
    check(page)
    table.page.goto(f"{table.address}/analysis.html#nothing")
    expect(page.get_by_role("alert")).to_contain_text("nothing")
    table.complaints.clear()  # the browser logs the 404


def test_no_help_between_people_unless_both_agree(sit_down: Callable[..., Table]) -> None:
    ann, bob = sit_down(), sit_down(**PHONE)
    seats = [{"player": "human", "name": "Ann"}, {"player": "human", "invite": True}]
    begun = ann.page.request.post(f"{ann.address}/api/v1/matches", data={"game": "tic-tac-toe", "seats": seats}).json()
    kept = {"id": begun["id"], "game": "tic-tac-toe", "title": "", "tokens": [begun["seats"][0]["token"]], "created": 1}
    ann.page.goto(f"{ann.address}{EMPTY_PAGE}")
    ann.page.evaluate("kept => localStorage.setItem('ludograph.matches', JSON.stringify([kept]))", kept)
    ann.open(f"/match.html#{begun['id']}")
    bob.open(f"/match.html#{begun['id']}/{begun['seats'][1]['invite']}")
    helps = [table.page.locator("#helps") for table in (ann, bob)]
    for place in helps:
        expect(place).to_contain_text("Fair play: values and hints come after the game.")
        expect(place.get_by_role("switch")).to_have_count(0)
        expect(place.get_by_role("button", name="Hint")).to_have_count(0)
    ann.page.goto(f"{ann.address}/analysis.html#matches/{begun['id']}")
    expect(ann.page.get_by_role("alert")).to_contain_text("it can be analysed when it is over")
    ann.open(f"/match.html#{begun['id']}")

    helps[0].get_by_role("button", name="Ask to allow them").click()
    expect(helps[0]).to_contain_text("The answer is awaited.")
    expect(helps[1]).to_contain_text("X asks to allow values and hints for all players.")
    check(bob.page)
    helps[1].get_by_role("button", name="Allow").click()
    for place in helps:
        expect(place).to_contain_text("All players have agreed")
    helps[0].get_by_role("switch").check()
    expect(ann.page.locator(".values li")).to_have_count(9)
    ann.wait_for_turn()
    ann.cell("B2").click()
    bob.wait_for_turn()
    expect(helps[1].get_by_role("switch")).to_be_visible()
