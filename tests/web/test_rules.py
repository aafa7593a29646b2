"""The pages of rules: pictures, a board to try each rule on, ways there from dialog and match."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, expect
from tables import Table

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
WIDE = {"viewport": {"width": 1280, "height": 800}}


def open_rules(table: Table, game: str) -> None:
    table.page.goto(f"{table.address}/rules.html#{game}")
    table.page.wait_for_selector("figure")


def figure(table: Table, caption: str) -> Locator:
    return table.page.locator("figure").filter(has_text=caption)


def pictures_are_drawn(table: Table) -> bool:
    """Those that are far below are fetched only when somebody comes near them."""
    drawn = table.page.evaluate(
        """async () => {
            const pictures = [...document.querySelectorAll("figure img")];
            for (const picture of pictures) picture.loading = "eager";
            await Promise.all(pictures.map(picture => picture.decode()));
            return pictures.every(picture => picture.naturalWidth > 50 && picture.alt);
        }"""
    )
    return bool(drawn)


@pytest.mark.parametrize(
    ("game", "title", "screen", "scheme"),
    [
        ("chess", "Chess", WIDE, "light"),
        ("russian-draughts", "Russian draughts", PHONE, "dark"),
        ("abalone/hex", "Abalone", WIDE, "dark"),
        ("nchess/glinski", "Gliński's hexagonal chess", PHONE, "light"),
        ("connect-four", "Connect Four", PHONE, "dark"),
        ("cube3", "3×3×3 cube", WIDE, "light"),
    ],
)
def test_rules_with_pictures(
    sit_down: Callable[..., Table], game: str, title: str, screen: dict[str, object], scheme: str
) -> None:
    table = sit_down(**screen, color_scheme=scheme)
    open_rules(table, game)
    expect(table.page.get_by_role("heading", level=1)).to_have_text(f"Rules of {title}")
    for section in ("Set-up", "Moves", "End", "Origin"):
        expect(table.page.get_by_role("region", name=section, exact=True)).to_be_visible()
    assert pictures_are_drawn(table)
    table.page.locator("details.more summary").click()
    table.page.locator("figure button").first.click()
    expect(table.page.locator("board-view .cell, board-view .solid-cell").first).to_be_visible()
    found = Axe().run(table.page)
    assert found.violations_count == 0, found.generate_report()
    assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"


def test_a_rule_is_tried(table: Table) -> None:
    open_rules(table, "trimok")
    tried = figure(table, "The 3 takes the 2 on C4")
    expect(tried).to_contain_text("C3xD4 is refused: ")
    tried.get_by_role("button", name="Try it").click()
    expect(tried.locator(".try-state")).to_have_text("Red to move: you move for both sides.")
    table.cell("C3").click()
    table.cell("D4").click()
    expect(tried.get_by_role("alert")).to_contain_text("takes only a 2")
    table.cell("C3").click()
    table.cell("C4").click()
    expect(tried.locator(".try-state")).to_have_text("Blue to move: you move for both sides.")
    expect(tried.get_by_role("alert")).to_be_empty()
    tried.get_by_role("button", name="Reset").click()
    expect(tried.locator(".try-state")).to_have_text("Red to move: you move for both sides.")
    tried.get_by_role("button", name="Back to the picture").click()
    expect(tried.locator("img")).to_be_visible()
    expect(tried.get_by_role("button", name="Try it")).to_be_focused()


def test_an_end_is_reached_and_choices_are_buttons(table: Table) -> None:
    open_rules(table, "chess")
    mate = figure(table, "Checkmate on the last rank.")
    expect(mate.locator(".outcome")).to_have_text("Black is checkmated: White wins.")
    mate.get_by_role("button", name="Try it").click()
    expect(mate.locator(".try-state")).to_have_text("White to move: you move for both sides.")
    mate.locator('[data-label="a1"]').click()
    mate.locator('[data-label="a8"]').click()
    expect(mate.locator(".try-state")).to_have_text("Black is checkmated: White wins.")
    promotion = figure(table, "The pawn has become a queen.")
    promotion.get_by_role("button", name="Try it").click()
    expect(promotion.locator(".try-state")).to_have_text("White to move: you move for both sides.")
    promotion.locator('[data-label="e7"]').click()
    promotion.locator('[data-label="e8"]').click()
    promotion.get_by_role("button", name="N", exact=True).click()
    expect(promotion.locator('[data-label="e8"]')).to_have_attribute("aria-label", "e8, White knight")


def test_variants_have_their_pages_and_links_lead_on(table: Table) -> None:
    open_rules(table, "draughts/english")
    expect(table.page.locator("#rules")).to_contain_text("A king steps one square")
    table.page.locator("#variants select").select_option("draughts/italian")
    expect(table.page.locator("h1")).to_have_text("Rules of Italian draughts")
    expect(table.page.locator("#rules")).to_contain_text("A man can't capture a king.")
    table.page.get_by_role("link", name="Play").click()
    expect(table.page.locator("#new-game [name=variant]")).to_have_value("italian")
    with table.page.context.expect_page() as opened:
        table.page.get_by_role("link", name="How it is played").click()
    expect(opened.value.locator("h1")).to_have_text("Rules of Italian draughts")
    table.begin("othello")
    with table.page.context.expect_page() as opened:
        table.page.get_by_role("link", name="Rules").click()
    expect(opened.value.locator("h1")).to_have_text("Rules of Othello")


def test_what_has_no_rules_is_told(table: Table) -> None:
    table.page.goto(f"{table.address}/rules.html#chesss")
    expect(table.page.get_by_role("alert").first).to_contain_text("did you mean 'chess'?")
    table.complaints.clear()  # the browser notes the 404
