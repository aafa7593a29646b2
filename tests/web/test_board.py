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
    expect(table.page.locator("#chooser")).to_contain_text("f2 → d4")  # Russian draughts calls squares so
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
    chooser.get_by_role("button", name="Back").click()
    expect(chooser).to_be_hidden()
    table.go_to("a8")
    table.page.keyboard.press("Enter")
    chooser.get_by_role("button", name="Rook").press("Enter")
    table.expect_ply(1)
    expect(table.cell("a8")).to_be_focused()
    assert table.match()["moves"][0]["text"] == "a7a8r"


@pytest.mark.parametrize(
    ("game", "position", "arrows", "cases"),
    [
        (
            "abalone/hex",
            "B:Bc3,c4,c5/Wi9",
            6,
            [
                (["c3", "c5"], "d3", "c3c5d3"),  # by its ends, to the side
                (["c5", "c4", "c3"], "d5", "c3c5d3"),  # one by one: d5 is for the first of them
                (["c3", "c5"], "c6", "c3c4"),  # the cell before it
                (["c3", "c4", "c5"], "c2", "c5c4"),
            ],
        ),
        ("abalone", "B:BC3,C4,C5/WH8", 4, [(["C3", "C4", "C5"], "D4", "C3:D5"), (["C3", "C5"], "C6", "C3:C6")]),
    ],
)
def test_a_group_is_picked_and_sent_in_a_direction(
    table: Table, game: str, position: str, arrows: int, cases: Sequence[tuple[list[str], str, str]]
) -> None:
    """By click, by drag of any marble of the group, and by keyboard."""

    def begin_and_pick(picked: Sequence[str]) -> None:
        table.begin(game, position=position)
        table.wait_for_turn()
        for cell in picked:
            table.cell(cell).click()
        expect(table.page.locator("board-view .direction")).to_have_count(arrows)
        expect(table.page.locator("board-view .chosen")).to_have_count(3)
        expect(table.page.locator("#chooser")).to_contain_text("which way?")

    def took(text: str) -> None:
        table.expect_ply(1)
        assert table.match()["moves"][0]["text"] == text

    for picked, goes, text in cases:
        begin_and_pick(picked)
        table.cell(goes).click()
        took(text)
    picked, goes, text = cases[0]
    begin_and_pick(picked)
    middle, beside = ("c4", "d4") if game == "abalone/hex" else ("C4", "D4")
    table.drag(middle, beside)
    took(text)
    table.begin(game, position=position)
    table.wait_for_turn()
    table.page.locator("board-view .cell[tabindex='0']").focus()
    for cell in (*cases[-1][0], cases[-1][1]):
        table.go_to(cell)
        table.page.keyboard.press("Enter")
    took(cases[-1][2])


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
    turn = table.page.locator("#chooser").get_by_role("button", name="F'", exact=True)
    turn.click()
    table.expect_ply(1)
    table.wait_for_turn()
    turn.focus()
    table.page.keyboard.press("Enter")
    table.expect_ply(2)
    expect(turn).to_be_focused()


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
    for game, least in (("nchess", 44), ("draughts", 44), ("nchess/three", 38)):
        table.begin(game, ("human", "ai:1", "mcts:nodes=1000") if game == "nchess/three" else ())
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
    table.page.get_by_role("button", name="Settings").click()
    table.page.get_by_label("Names of cells").uncheck()
    table.page.get_by_label("Sounds").check()
    table.page.keyboard.press("Escape")
    expect(table.page.locator("board-view .names text")).to_have_count(0)
    table.wait_for_turn()
    table.drag("C5", "C4")
    table.expect_ply(2)
