"""No page has faults that axe-core finds, none scrolls sideways on a phone, everything can be touched."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from tables import OWNER, Table

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
WIDE = {"viewport": {"width": 1280, "height": 800}}
LEAST_TARGET = 44


def _check(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"
    small = page.evaluate(
        """least => [...document.querySelectorAll("button, select, summary, input:not([type=checkbox], [type=radio])")]
            .filter(one => one.checkVisibility() && one.getBoundingClientRect().height < least && !one.closest(".card"))
            .map(one => `${one.outerHTML.slice(0, 80)}: ${one.getBoundingClientRect().height}`)""",
        LEAST_TARGET,
    )
    assert small == []


@pytest.mark.parametrize(("screen", "scheme"), [(WIDE, "light"), (PHONE, "dark")], ids=["wide", "phone"])
def test_the_start_page_and_its_dialogs(sit_down: Callable[..., Table], screen: dict[str, object], scheme: str) -> None:
    table = sit_down(**screen, color_scheme=scheme)
    table.open("/")
    _check(table.page)
    table.page.get_by_role("button", name="Trimok", exact=True).click()
    table.page.get_by_text("More rules").click()
    _check(table.page)
    table.page.keyboard.press("Escape")
    table.page.get_by_role("button", name="Settings").click()
    _check(table.page)


@pytest.mark.parametrize(
    ("game", "screen", "scheme"),
    [("trimok", WIDE, "dark"), ("trimok", PHONE, "light"), ("hanoi", WIDE, "light"), ("hanoi", PHONE, "dark")],
    ids=["trimok-wide", "trimok-phone", "hanoi-wide", "hanoi-phone"],
)
def test_a_match(sit_down: Callable[..., Table], screen: dict[str, object], scheme: str, game: str) -> None:
    table = sit_down(**screen, color_scheme=scheme)
    table.begin(game)
    table.wait_for_turn()
    table.page.get_by_role("switch").check()
    table.page.get_by_text("Position and export").click()
    expect(table.page.locator(".values, .analysis").first).to_be_visible()
    move = table.match()["view"]["moves"][0]
    table.cell(move["hops"][0]).click()
    table.cell(move["hops"][1]).click()
    table.expect_ply(1)
    expect(table.page.locator(".values, .analysis").first).to_be_visible()
    _check(table.page)


def test_colours_can_be_chosen(table: Table) -> None:
    table.open("/")
    ground = "() => getComputedStyle(document.documentElement).backgroundColor"
    light = table.page.evaluate(ground)
    table.page.get_by_role("button", name="Settings").click()
    table.page.get_by_label("Colours").select_option("dark")
    assert table.page.evaluate(ground) != light
    table.page.reload()
    assert table.page.evaluate(ground) != light


def test_every_game_and_puzzle_has_its_card_and_can_be_begun(table: Table) -> None:
    table.open("/")
    catalogue = table.page.request.get(f"{table.address}/api/v1/games").json()
    shown = table.page.locator(".cards > li:not([hidden]) h3").all_inner_texts()
    assert {entry["title"] for entry in catalogue} | {"Chess", "Checkers", "Russian draughts", "Reversi"} == set(shown)
    assert len(set(shown)) == len(shown)
    table.page.get_by_role("button", name="Tower of Hanoi").click()
    table.page.get_by_label("Disks").fill("4")
    table.page.get_by_role("button", name="Begin").click()
    table.page.wait_for_selector("board-view .cell")
    assert table.match()["game"] == "hanoi?disks=4"
    table.open("/")
    expect(table.page.locator("#earlier-list")).to_contain_text("Tower of Hanoi")
    table.page.locator("#earlier-list a").click()
    table.page.wait_for_selector("board-view .cell")


def test_a_match_that_is_not_there_is_told_so(table: Table) -> None:
    table.page.goto(f"{table.address}/match.html#0123456789abcdef01234567")
    expect(table.page.get_by_role("alert")).not_to_be_empty()
    table.complaints.clear()  # the browser logs the 404


def test_the_page_of_the_servers_owner(sit_down: Callable[..., Table]) -> None:
    table = sit_down(**PHONE)
    table.page.goto(f"{table.address}/owner.html")
    _check(table.page)
    table.page.get_by_label("The owner's token").fill(OWNER)
    table.page.get_by_role("button", name="Show").click()
    expect(table.page.get_by_role("cell", name="127.0.0.1", exact=True)).to_be_visible()
    table.page.get_by_label("Address or network").fill("203.0.113.7")
    table.page.get_by_label("Reason").fill("<b>too loud</b>")
    table.page.get_by_role("button", name="Ban", exact=True).click()
    banned = table.page.locator("#bans tbody tr")
    expect(banned).to_have_text(["203.0.113.7for ever<b>too loud</b>Let in"])
    _check(table.page)
    table.page.get_by_role("button", name="Let in 203.0.113.7").click()
    expect(banned).to_have_count(0)
    table.page.reload()  # the tab remembers who looks
    expect(table.page.get_by_role("cell", name="127.0.0.1", exact=True)).to_be_visible()
