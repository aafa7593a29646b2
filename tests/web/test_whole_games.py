"""A whole game of each system by drag; the same game of Trimok by keyboard alone, and by touch."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import expect
from tables import Table, cells_of
from whole_games import ABALONE, DRAUGHTS, FOOLS_MATE, HANOI, ONE_PAGE, THREE, THREE_START, TRIMOK


@pytest.mark.parametrize(
    ("game", "moves", "end"),
    [
        ("trimok", TRIMOK, "Red wins"),
        ("abalone", ABALONE, "Black wins"),
        ("draughts", DRAUGHTS, "White wins"),
        ("nchess", FOOLS_MATE, "Black wins"),
        ("hanoi", HANOI, "olved"),
    ],
)
def test_by_drag(table: Table, game: str, moves: Sequence[str], end: str) -> None:
    table.begin(game)
    table.play_by_drag(moves)
    expect(table.status).to_contain_text(end)
    assert [move["text"] for move in table.match()["moves"]] == list(moves)


@pytest.mark.parametrize("game", ONE_PAGE)
def test_one_page_games_by_clicks(table: Table, game: str) -> None:
    moves, end = ONE_PAGE[game]
    table.begin(game)
    for ply, text in enumerate(moves.split(), 1):
        table.wait_for_turn()
        for cell in re.split("[-x/]", text):
            if cell == "pass":
                table.page.get_by_role("button", name="pass", exact=True).click()
            else:
                table.page.mouse.click(*table.middle(cell))
        table.expect_ply(ply)
    expect(table.status).to_contain_text(end)


def test_a_game_of_three_goes_on_without_who_is_out(table: Table) -> None:
    table.begin("nchess/three", position=THREE_START)
    expect(table.page.locator(".player .side")).to_have_text(["Blue", "Green", "Red"])
    table.play_by_drag(THREE)
    expect(table.status).to_contain_text("Red has the last king and wins.")
    rows = table.page.locator("#moves li").all_inner_texts()
    assert [row.split() for row in rows] == [
        ["1.", "Ra1", "Bc8", "Qxa5"],
        ["2.", "Rl6", "…", "Qxe1"],
        ["3.", "Rxk7"],
    ]


def test_trimok_by_keyboard_alone(table: Table) -> None:
    table.begin("trimok")
    table.wait_for_turn()
    for _ in range(20):  # with Tab until the board is reached
        table.page.keyboard.press("Tab")
        if table.page.evaluate("document.activeElement.closest('board-view') !== null"):
            break
    for ply, text in enumerate(TRIMOK, 1):
        table.wait_for_turn()
        for cell in cells_of(text):
            table.go_to(cell)
            table.page.keyboard.press("Enter")
        table.expect_ply(ply)
    expect(table.status).to_contain_text("Red wins")


def test_trimok_by_touch(sit_down: Callable[..., Table]) -> None:
    table = sit_down(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    table.begin("trimok")
    for ply, text in enumerate(TRIMOK, 1):
        table.wait_for_turn()
        for cell in cells_of(text):
            table.tap(cell)
        table.expect_ply(ply)
    expect(table.status).to_contain_text("Red wins")
