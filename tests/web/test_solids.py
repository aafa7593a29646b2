"""Solids in space: turned by drags, keys and buttons, unfolded by choice; scrambled, counted, solved by hints."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from tables import Table

WIDE = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def look(page: Page) -> None:
    """Nothing is wrong with what is seen."""
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"


def drag(table: Table, start: tuple[float, float], by: tuple[float, float]) -> None:
    (x, y), (right, down) = start, by
    table.page.mouse.move(x, y)
    table.page.mouse.down()
    for tenths in (3, 7, 10):
        table.page.mouse.move(x + right * tenths / 10, y + down * tenths / 10)
    table.page.mouse.up()


def place(table: Table, across: float, down: float) -> tuple[float, float]:
    box = table.page.locator("svg.solid").bounding_box()
    assert box
    return box["x"] + box["width"] * across, box["y"] + box["height"] * down


def seen(table: Table) -> list[str]:
    return table.page.locator(".solid-sticker").evaluate_all("all => all.map(one => one.getAttribute('points'))")


@pytest.mark.parametrize("screen", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_puzzlers_evening(sit_down: Callable[..., Table], screen: dict[str, Any]) -> None:
    table = sit_down(**screen, reduced_motion="no-preference")
    page = table.page
    page.goto(f"{table.address}/#cube2")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/match.html#*")
    table.wait_for_turn()
    look(page)

    # Beside it a drag turns the whole, and is no move; so do arrows.
    before = seen(table)
    drag(table, place(table, 0.03, 0.05), (80, 20))
    turned = seen(table)
    assert turned != before
    page.locator("svg.solid").focus()
    page.keyboard.press("ArrowLeft")
    assert seen(table) != turned
    assert table.match()["ply"] == 0

    # A letter turns a part, with Shift the other way: together they do nothing.
    start = table.match()["view"]["position"]
    page.keyboard.press("u")
    table.expect_ply(1)
    table.wait_for_turn()
    page.keyboard.press("Shift+U")
    table.expect_ply(2)
    assert table.match()["view"]["position"] == start
    expect(page.locator("#tally")).to_contain_text("2 moves.")

    # Scrambled, turned by a drag on a cell, then given up: it is watched until it is solved, and that is nobody's best.
    with page.expect_event("load"):  # the address changes before the board of the other match is left
        page.get_by_role("button", name="Scramble").click()
    table.wait_for_turn()
    assert table.match()["start"] != start
    drag(table, place(table, 0.38, 0.42), (70, 22))  # the upper layer, along the front
    table.expect_ply(1)
    table.wait_for_turn()
    page.get_by_role("button", name="Play it out").click()
    expect(table.status).to_contain_text("Solved!", timeout=60_000)
    assert "Best" not in page.locator("#tally").inner_text()
    look(page)

    # Solved by hand, from one turn away: that is one.
    table.begin("pyraminx", position="LFFLLFRRRFFFLLRLRRDDDDDD")
    table.wait_for_turn()
    page.locator("svg.solid").focus()
    page.keyboard.press("Shift+U")
    expect(page.locator("#tally")).to_contain_text("1 move. Your best! Best: 1 move")

    # And the puzzle of the day.
    page.goto(table.address)
    name = page.locator("#daily-name").inner_text()
    page.get_by_role("link", name="Solve it").click()
    page.wait_for_url("**/match.html#*")
    table.wait_for_turn()
    expect(page.locator("#title")).to_contain_text(name)
    look(page)


def test_a_cube_is_turned_by_dragging_a_cell_and_unfolded_by_choice(sit_down: Callable[..., Table]) -> None:
    table = sit_down(**PHONE)
    table.begin("cube3")
    table.wait_for_turn()
    assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    drag(table, place(table, 0.38, 0.42), (70, 22))  # the upper layer, along the front
    table.expect_ply(1)
    assert table.match()["moves"][0]["text"] == "U'"
    table.page.get_by_role("button", name="Show the net").click()
    expect(table.page.locator("board-view .cell")).to_have_count(54)
    table.page.get_by_role("button", name="Show the solid").click()
    expect(table.page.locator("svg.solid")).to_be_visible()
    assert Axe().run(table.page).violations_count == 0
