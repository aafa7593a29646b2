"""Going back, typing, values, hints, a puzzle played out, positions and records."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Locator, expect
from tables import Table


def test_a_puzzle_is_solved_by_following_the_hints(table: Table) -> None:
    table.begin("sliding?rows=2&columns=2")
    used = table.page.locator(".used")
    expect(used).to_contain_text("0 moves used")
    best = int(used.inner_text().split("the start ")[1].split()[0])
    for ply in range(1, best + 1):
        table.wait_for_turn()
        table.page.get_by_role("button", name="Show me the next move").click()
        note = table.page.locator(".note")
        expect(note).to_contain_text("Next: ")
        text = note.inner_text().split()[1]
        move = next(move for move in table.match()["view"]["moves"] if move["text"] == text)
        table.drag(*move["hops"])
        table.expect_ply(ply)
    expect(table.status).to_contain_text("olved")
    expect(used).to_contain_text(f"{best} moves used; from the start {best} moves are enough.")


def test_a_puzzle_is_played_out(table: Table) -> None:
    table.begin("hanoi?disks=2")
    table.page.get_by_role("button", name="Play it out").click()
    expect(table.status).to_contain_text("olved")
    table.expect_ply(3)


def test_values_of_moves_are_told_by_sign_and_word(table: Table) -> None:
    table.begin("hanoi")
    table.page.get_by_role("switch").check()
    values = table.page.locator(".values li")
    expect(values).to_have_count(2)
    expect(values.first).to_have_text("★ ✓ A-C win in 7")
    expect(values.last).to_have_text("✓ A-B win in 8, 1 later")
    expect(table.page.locator("board-view .badge")).to_have_count(1)
    table.cell("A").click()
    expect(table.page.locator("board-view .badge")).to_have_count(2)
    expect(table.page.locator("#chart svg")).to_be_visible()


def test_values_of_a_game_are_for_who_moves_and_graded(table: Table) -> None:
    """A wasteful move looks other than the best one: by its sign, its words and its colour."""
    table.begin("tic-tac-toe", position="O:.O./XOX/..X")
    table.page.get_by_role("switch").check()
    expect(table.page.locator(".told")).to_contain_text("O wins in 1 move with best play.")
    told = ["★ ✓ B1 win in 1", "✓ C3 win in 3, 2 later", "✕ A1 loss in 2", "✕ A3 loss in 2"]
    expect(table.page.locator(".values li")).to_have_text(told)
    expect(table.page.get_by_role("button", name="best B1 win in 1")).to_be_visible()
    badges = table.page.locator("board-view .badge")
    expect(badges).to_have_count(4)
    colours = colours_of(badges.locator("rect"))
    assert sorted(badges.all_text_contents()) == ["★✓1", "✓3", "✕2", "✕2"]
    assert len(set(colours)) == 3

    table.begin("hexapawn")
    table.page.get_by_role("switch").check()
    told = ["★ ✕ B1-B2 loss in 6", "✕ A1-A2 loss in 4, 2 sooner", "✕ C1-C2 loss in 4, 2 sooner"]
    expect(table.page.locator(".values li")).to_have_text(told)
    late, soon, as_soon = colours_of(table.page.locator(".values .glyph"))
    assert late != soon == as_soon


def colours_of(places: Locator) -> list[str]:
    """What they are filled with, and written in."""
    told: list[str] = places.evaluate_all(
        "parts => parts.map(part => getComputedStyle(part)).map(({ fill, color }) => fill + color)"
    )
    return told


def test_the_ai_tells_what_it_thinks_of_an_unsolved_game(table: Table) -> None:
    table.begin("trimok")
    table.page.get_by_role("switch").check()
    expect(table.page.locator(".analysis")).to_contain_text("deep")
    table.page.get_by_role("button", name="Hint").click()
    expect(table.page.locator(".note")).to_contain_text("Next: ")
    expect(table.page.locator("board-view .hint")).to_have_count(1)


def test_moves_are_typed_and_looked_back_at(table: Table) -> None:
    table.begin("trimok")
    table.wait_for_turn()
    field = table.page.get_by_label("Type a move")
    for ply, text in enumerate(("A2-A3", "C5-C4"), 1):
        table.wait_for_turn()
        field.fill(text)
        field.press("Enter")
        table.expect_ply(ply)
    table.wait_for_turn()
    field.fill("A3-A6")
    field.press("Enter")
    expect(table.refusal).to_contain_text("A6 is not next to A3")

    table.page.get_by_role("button", name="A2-A3").click()
    expect(table.status).to_contain_text("You look at move 1 of 2.")
    note = table.page.get_by_role("group", name="An earlier position")
    expect(note).to_contain_text("Move 1 of 2")
    expect(table.page.get_by_role("button", name="Undo")).to_be_disabled()
    expect(table.page.locator("board-view")).not_to_have_attribute("playable", "")
    expect(table.cell("C5")).to_have_attribute("aria-label", "C5, Blue stack of 1")
    note.get_by_role("button", name="Back to the game").click()
    expect(note).to_be_hidden()
    expect(table.cell("C5")).to_have_attribute("aria-label", "C5, empty")
    table.page.get_by_role("button", name="Undo").click()
    expect(table.played).to_have_count(1)

    before = table.page.url
    table.page.get_by_role("button", name="To the start").click()
    expect(note).to_contain_text("The start")
    table.page.get_by_role("button", name="To the last position").click()
    for text in ("C5-B4", "B2-C3"):
        table.wait_for_turn()
        field.fill(text)
        field.press("Enter")
    table.expect_ply(3)
    table.page.get_by_role("button", name="C5-B4").click()
    note.get_by_role("button", name="Play on from here").click()
    table.page.wait_for_url(lambda url: url != before)
    table.expect_ply(2)
    table.wait_for_turn()
    assert [move["text"] for move in table.match()["moves"]] == ["A2-A3", "C5-B4"]


def test_a_position_is_pasted_and_a_game_saved_and_opened(table: Table, tmp_path: Path) -> None:
    table.begin("hanoi")
    table.page.get_by_text("Position and export").click()
    expect(table.page.get_by_label("Position", exact=True)).to_have_value("3_2_1--")
    table.page.get_by_label("Position", exact=True).fill("3_2--1")
    table.page.get_by_role("button", name="Play from this position").click()
    expect(table.page.locator(".used")).to_contain_text("from the start 6")
    table.wait_for_turn()
    table.drag("A", "B")
    table.expect_ply(1)
    table.page.get_by_text("Position and export").click()
    with table.page.expect_download() as saving:
        table.page.get_by_role("button", name="Save as a record").click()
    saved = tmp_path / "game.json"
    saving.value.save_as(saved)
    assert json.loads(saved.read_text())
    table.open("/")
    table.page.get_by_label("Open a file").set_input_files(saved)
    table.expect_ply(1)
