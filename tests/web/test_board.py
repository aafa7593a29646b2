"""What hands do on boards: hops, groups, choices, refusals; and what is shown of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import expect
from tables import Table


def test_a_capture_goes_hop_by_hop_and_escape_takes_a_hop_back(table: Table) -> None:
    table.begin("draughts", position="W:W27:B23,14,5")
    table.wait_for_turn()
    moves = table.match()["view"]["moves"]
    [chain] = [move for move in moves if len(move["hops"]) > 2][:1]
    first, second, *_ = chain["hops"]
    table.cell(first).click()
    table.cell(second).click()
    expect(table.page.locator("#chooser")).to_contain_text(f"{first} → {second}")
    table.page.keyboard.press("Escape")
    expect(table.page.locator("#chooser")).to_be_hidden()
    expect(table.cell(first)).to_have_attribute("aria-pressed", "true")
    for start, end in zip(chain["hops"], chain["hops"][1:], strict=False):
        table.drag(start, end)
    table.expect_ply(1)
    assert table.match()["moves"][0]["text"] == chain["text"]


def test_an_illegal_drop_flies_back_and_says_why(table: Table) -> None:
    table.begin("trimok")
    table.wait_for_turn()
    table.drag("A1", "A2")
    expect(table.refusal).to_contain_text("A2 is occupied by a stack of Red's own")
    table.drag("A5", "A4")
    expect(table.refusal).to_contain_text("Blue")
    table.cell("A2").click()
    table.cell("A5").click()
    expect(table.refusal).to_contain_text("A5 is not next to A2")
    assert table.match()["ply"] == 0


def test_targets_are_shown_and_a_second_click_lets_go(table: Table) -> None:
    table.begin("trimok")
    table.wait_for_turn()
    table.cell("C2").click()
    expect(table.page.locator("board-view .target")).to_have_count(3)
    expect(table.cell("C3")).to_have_attribute("aria-label", "C3, empty, possible target")
    table.cell("C2").click()
    expect(table.page.locator("board-view .target")).to_have_count(0)


def test_a_pawn_becomes_what_is_chosen(table: Table) -> None:
    table.begin("nchess", position="7k/P7/8/8/8/8/8/K7 w - - 0 1")
    table.wait_for_turn()
    table.drag("a7", "a8")
    chooser = table.page.locator("#chooser")
    expect(chooser).to_contain_text("Becomes")
    pieces = chooser.locator(".piece-choice")
    assert {text.lower() for text in pieces.locator("span").all_inner_texts()} == {"queen", "rook", "bishop", "knight"}
    assert set(pieces.locator("svg text").all_text_contents()) == {"♛︎", "♜︎", "♝︎", "♞︎"}
    expect(pieces.first).to_be_focused()
    chooser.get_by_role("button", name="Rook").click()
    table.expect_ply(1)
    assert table.match()["moves"][0]["text"] == "a7a8r"


HEX_GROUP = "B:Bc3,c4,c5/Wi9"
SQUARE_GROUP = "B:BC3,C4,C5/WH8"


@pytest.mark.parametrize(
    ("game", "position", "picked", "arrows", "goes", "text"),
    [
        ("abalone/hex", HEX_GROUP, ["c3", "c5"], 6, "d3", "c3c5d3"),  # by its ends, to the side
        ("abalone/hex", HEX_GROUP, ["c5", "c4", "c3"], 6, "d5", "c3c5d3"),  # one by one: d5 is for the first of them
        ("abalone/hex", HEX_GROUP, ["c3", "c5"], 6, "c6", "c3c4"),  # the cell before it
        ("abalone/hex", HEX_GROUP, ["c5", "c3"], 6, "c2", "c5c4"),
        ("abalone", SQUARE_GROUP, ["C3", "C5"], 4, "D3", "C3:D5"),
        ("abalone", SQUARE_GROUP, ["C3", "C4", "C5"], 4, "C6", "C3:C6"),
    ],
)
def test_a_group_is_picked_and_sent_in_a_direction(
    table: Table, game: str, position: str, picked: Sequence[str], arrows: int, goes: str, text: str
) -> None:
    """By click, by keyboard, and by drag of any marble of the group."""
    size = 3

    def pick_by_click() -> None:
        table.wait_for_turn()
        for cell in picked:
            table.cell(cell).click()
        expect(table.page.locator("board-view .direction")).to_have_count(arrows)
        expect(table.page.locator("board-view .chosen")).to_have_count(size)
        expect(table.page.locator("#chooser")).to_contain_text("which way?")

    def took(ply: int) -> None:
        table.expect_ply(ply)
        assert table.match()["moves"][0]["text"] == text
        table.page.get_by_role("button", name="Undo").click()
        expect(table.played).to_have_count(0)

    table.begin(game, position=position)
    pick_by_click()
    table.cell(goes).click()
    took(1)
    pick_by_click()
    nearest = table.page.evaluate(
        "to => document.querySelector('board-view').scene.directions.find("
        "each => document.querySelector('board-view').scene.label(each.to) === to).from",
        goes,
    )
    start = table.page.locator(f'board-view [data-node="{nearest}"]').get_attribute("data-label")
    table.drag(str(start), goes)
    took(1)
    table.wait_for_turn()
    table.page.locator("board-view .cell[tabindex='0']").focus()
    for cell in (*picked, goes):
        table.go_to(cell)
        table.page.keyboard.press("Enter")
    took(1)


def test_a_click_that_could_go_on_waits_and_a_second_one_plays(table: Table) -> None:
    table.begin("abalone/hex")
    table.wait_for_turn()
    table.cell("c3").click()
    table.cell("c4").click()
    expect(table.page.get_by_role("button", name="Play c3c4")).to_be_visible()
    table.cell("c4").click()
    table.expect_ply(1)
    assert table.match()["moves"][0]["text"] == "c3c4"


def test_a_vehicle_is_moved_by_any_of_its_cells(table: Table) -> None:
    table.begin("rush-hour")
    table.wait_for_turn()
    table.drag("B1", "D1")
    table.expect_ply(1)
    assert table.match()["moves"][0]["text"] == "B+1"


def test_a_cube_is_turned_by_buttons(table: Table) -> None:
    table.begin("cube2")
    table.wait_for_turn()
    table.page.locator("#chooser").get_by_role("button", name="F'", exact=True).click()
    table.expect_ply(1)


def test_arrows_walk_and_what_is_touched_is_announced(table: Table) -> None:
    table.begin("trimok")
    table.wait_for_turn()
    table.cell("A1").focus()
    for key, label in [("ArrowUp", "A2"), ("ArrowRight", "B2"), ("ArrowDown", "B1"), ("ArrowLeft", "A1")]:
        table.page.keyboard.press(key)
        expect(table.cell(label)).to_be_focused()
    table.go_to("C2")
    table.page.keyboard.press("Enter")
    expect(table.page.locator("board-view [role=status]")).to_contain_text("C2, Red stack of 1 chosen. Goes to")
    table.page.keyboard.press("Escape")
    expect(table.cell("C2")).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("game", ["draughts", "nchess/ring", "abalone/hex", "peg-solitaire"])
def test_arrows_reach_every_node(table: Table, game: str) -> None:
    table.begin(game)
    labels = table.page.eval_on_selector_all("board-view .cell", "cells => cells.map(cell => cell.dataset.label)")
    table.page.locator("board-view .cell[tabindex='0']").focus()
    reached = table.page.evaluate(
        """labels => {
            const at = label => document.querySelector(`board-view [data-label="${label}"]`);
            const seen = new Set([document.activeElement.dataset.label]);
            const open = [...seen];
            while (open.length) {
                const label = open.pop();
                for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
                    at(label).focus();
                    at(label).dispatchEvent(new KeyboardEvent("keydown", {key: "x"}));
                    document.querySelector("board-view")._keyboard.place = Number(at(label).dataset.node);
                    at(label).dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
                    const now = document.activeElement.dataset.label;
                    if (!seen.has(now)) { seen.add(now); open.push(now); }
                }
            }
            return [...seen].sort();
        }""",
        labels,
    )
    assert reached == sorted(labels)


def test_a_board_reaches_from_edge_to_edge_of_a_phone_and_a_finger_drags(sit_down: Callable[..., Table]) -> None:
    table = sit_down(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    width = "ground => ground.getBBox().width * ground.getScreenCTM().a"
    for game, least in (("nchess", 44), ("abalone", 44), ("draughts", 44), ("trimok", 60), ("nchess/glinski", 38)):
        table.begin(game)
        assert table.page.locator("board-view .cell .ground").first.evaluate(width) >= least, game
        names = set(table.page.locator("board-view .names text").all_text_contents())
        assert len(names) > 10
        assert table.page.evaluate("document.documentElement.scrollWidth") == 390
    table.begin("trimok")
    table.wait_for_turn()
    table.drag_by_finger("B2", "C3")
    table.expect_ply(1)
    assert table.match()["moves"][0]["text"] == "B2-C3"


def test_moves_are_seen_to_happen(sit_down: Callable[..., Table]) -> None:
    table = sit_down(reduced_motion="no-preference")
    table.begin("trimok")
    table.wait_for_turn()
    table.page.evaluate(
        """() => {
            const animate = Element.prototype.animate;
            window.seen = [];
            Element.prototype.animate = function (frames, options) {
                window.seen.push([this.isConnected, Object.keys(frames)[0]]);
                this.dataset.travels = "";
                return animate.call(this, frames, options);
            };
        }"""
    )
    table.cell("B2").click()
    table.cell("C3").click()
    table.expect_ply(1)
    assert table.page.evaluate("window.seen") == [[True, "transform"]]
    assert table.page.locator("board-view [data-travels]").count() == 1, "it was drawn anew while it travelled"


def test_a_board_is_flipped_and_keeps_its_names(table: Table) -> None:
    table.begin("trimok")
    table.wait_for_turn()
    _, below = table.middle("A1")
    table.page.get_by_role("button", name="Flip").click()
    _, above = table.middle("A1")
    assert above < below
    table.drag("B2", "C3")
    table.expect_ply(1)
