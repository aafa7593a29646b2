"""Playing: check, clocks, what was taken, plans, drawings, choosers, dialogs, rematches, words in the tab."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect
from tables import NO_WORKER, Serving, Table

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
PROMOTING = "4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1"
SCHOLARS_MATE = ("e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7")


def typed(table: Table, *texts: str) -> None:
    """As quickly as a machine can, without looking."""
    table.page.locator("#typed-move").focus()
    for text in texts:
        table.page.keyboard.type(text)
        table.page.keyboard.press("Enter")


def card(table: Table, side: str) -> Locator:
    return table.page.locator(".player", has=table.page.get_by_text(side, exact=True))


def is_within(table: Table, inner: str, outer: str) -> bool:
    boxes = [table.page.locator(selector).bounding_box() for selector in (inner, outer)]
    (one, other) = (box or {} for box in boxes)
    return (
        one["x"] >= other["x"] - 1
        and one["y"] >= other["y"] - 1
        and one["x"] + one["width"] <= other["x"] + other["width"] + 1
        and one["y"] + one["height"] <= other["y"] + other["height"] + 1
    )


def invited(sit_down: Callable[..., Table], game: str, **more: object) -> tuple[Table, Table]:
    """Two browsers at one match; the second one came by the invite."""
    seats = [{"player": "human", "name": "Ann"}, {"player": "human", "name": "Bob", "invite": True}]
    ann, bob = sit_down(), sit_down(**PHONE)
    match_id = ann.begin(game, (), seats=seats, **more)
    bob.open(f"/match.html#{match_id}/{ann.invites[1]}")
    expect(card(ann, "Black")).to_contain_text("Bob")
    return ann, bob


def test_typed_moves_of_a_fast_burst_are_played_one_after_the_other_until_mate(table: Table) -> None:
    table.begin("nchess")
    typed(table, *SCHOLARS_MATE)
    table.expect_ply(len(SCHOLARS_MATE))
    assert [move["text"] for move in table.match()["moves"]] == list(SCHOLARS_MATE)
    expect(table.status).to_have_text("White plays Qxf7#. Black is checkmated: White wins.")
    expect(table.page.locator("board-view .alert")).to_have_count(1)
    expect(card(table, "Black").locator(".danger")).to_have_text("Check")
    expect(card(table, "White").locator(".lead")).to_have_text("+1")
    expect(card(table, "White").get_by_role("img")).to_have_attribute("aria-label", "has taken 1 × pawn")
    expect(table.cell("e8")).to_have_attribute("aria-label", "e8, Black king, check")
    assert table.page.title().startswith("Game over")


def test_check_is_said_and_shown_and_keys_go_through_the_moves(table: Table) -> None:
    table.begin("nchess")
    typed(table, "e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5e5")
    table.expect_ply(6)
    expect(table.status).to_have_text("Black plays Qe5+. Check! White to move.")
    expect(card(table, "White")).to_have_class(re.compile("turn"))
    table.page.locator("#title").click()  # the focus is nowhere
    table.page.evaluate("document.activeElement.blur()")
    table.page.keyboard.press("ArrowLeft")
    expect(table.status).to_have_text("You look at move 5 of 6. Black is to move.")
    expect(card(table, "Black")).to_have_class(re.compile("turn"))
    expect(card(table, "Black")).to_contain_text("to move then")
    expect(table.page.locator("board-view .alert")).to_have_count(0)
    table.page.keyboard.press("Home")
    expect(table.status).to_have_text("You look at the start. White is to move.")
    expect(table.page.locator(".captured")).to_have_count(0)
    table.page.keyboard.press("ArrowRight")
    expect(table.status).to_contain_text("move 1 of 6")
    table.page.keyboard.press("End")
    expect(table.page.locator("board-view .alert")).to_have_count(1)
    table.page.locator("#typed-move").focus()
    table.page.keyboard.press("Home")
    expect(table.page.locator("board-view .alert")).to_have_count(1)


def test_the_chooser_of_a_promotion_stands_beside_its_square_within_the_board(sit_down: Callable[..., Table]) -> None:
    for options in ({}, PHONE):
        table = sit_down(**options)
        table.begin("nchess", (), position=PROMOTING)
        for square in ("h", "a"):
            table.wait_for_turn()
            table.drag(f"{square}7", f"{square}8")
            expect(table.page.locator(".piece-choice")).to_have_count(4)
            assert is_within(table, "#chooser", "board-view")
            x, y = table.middle(f"{square}8")
            assert table.page.evaluate("([x, y]) => !document.elementFromPoint(x, y).closest('#chooser')", [x, y])
            table.page.keyboard.press("Escape")
        table.drag("h7", "h8")
        table.page.get_by_role("button", name="Queen").click()
        table.expect_ply(1)
        expect(card(table, "White").locator(".lead")).to_have_text("+8")


def test_the_chooser_of_a_group_leaves_its_targets_free(table: Table) -> None:
    table.begin("abalone/hex")
    table.wait_for_turn()
    group = next(move for move in table.match()["view"]["moves"] if len(move["hops"]) == 3)["hops"]
    for marble in group[:2]:
        table.cell(marble).click()
    expect(table.page.locator("#chooser.beside")).to_be_visible()
    assert is_within(table, "#chooser", "board-view")
    table.cell(group[2]).click()
    table.expect_ply(1)


def test_arrows_and_circles_are_drawn_with_the_right_button(table: Table) -> None:
    table.begin("nchess")
    drawings = table.page.locator("board-view .drawing")
    mouse = table.page.mouse

    def draw(start: str, end: str) -> None:
        mouse.move(*table.middle(start))
        mouse.down(button="right")
        mouse.move(*table.middle(end))
        mouse.up(button="right")

    draw("e2", "e4")
    draw("d5", "d5")
    expect(drawings).to_have_count(2)
    draw("d5", "d5")
    expect(drawings).to_have_count(1)
    table.cell("h5").click()
    expect(drawings).to_have_count(0)


def test_a_move_is_planned_while_the_other_one_thinks(sit_down: Callable[..., Table]) -> None:
    ann, bob = invited(sit_down, "nchess")
    expect(bob.page).to_have_title("Chess – Ludograph")
    expect(ann.page).to_have_title("● Your move – Chess – Ludograph")
    ann.wait_for_turn()
    bob.drag_by_finger("d7", "d5")
    expect(bob.page.locator("#planned")).to_contain_text("d7 → d5")
    expect(bob.page.locator("board-view .planned")).to_have_count(2)
    ann.drag("e2", "e4")
    for table in (ann, bob):
        table.expect_ply(2)
    expect(bob.page.locator("#planned")).to_be_hidden()

    bob.tap("d5")  # the pawn that Ann takes
    bob.tap("d4")
    expect(bob.page.locator("#planned")).to_contain_text("d5 → d4")
    ann.drag("e4", "d5")
    expect(bob.refusal).to_have_text("What you planned, d5 → d4, is not possible now.")
    bob.wait_for_turn()
    bob.tap("g8")
    bob.tap("f6")
    for table in (ann, bob):
        table.expect_ply(4)

    ann.wait_for_turn()
    ann.drag("b1", "c3")
    ann.expect_ply(5)
    for take_back in ("Escape", "right click"):
        ann.drag("d1", "e2")
        expect(ann.page.locator("#planned")).to_contain_text("d1 → e2")
        if take_back == "Escape":
            ann.page.keyboard.press("Escape")
        else:
            ann.cell("a5").click(button="right")
        expect(ann.page.locator("#planned")).to_be_hidden()
        expect(ann.page.locator("board-view .planned")).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "first", "planned"),
    [("trimok", "B2-C3", ["A2", "A3"]), ("nchess/glinski", "b1-b2", ["c2", "c3"]), ("connect-four", "A1", ["G1"])],
)
def test_plans_are_made_on_every_board_by_the_same_touches(
    table: Table, game: str, first: str, planned: list[str]
) -> None:
    """The program is paused, so that there is time to plan."""
    match_id = table.begin(game, ("human", "random:1"), is_paused=True)
    typed(table, first)
    table.expect_ply(1)
    for cell in planned:
        table.cell(cell).click()
    expect(table.page.locator("board-view .planned")).to_have_count(len(planned))
    owner = table.page.evaluate("JSON.parse(localStorage.getItem('ludograph.matches'))[0].owner")
    headers = {"Authorization": f"Bearer {owner}"}
    pace = f"{table.address}/api/v1/matches/{match_id}/pace"
    assert table.page.request.post(pace, data={"is_paused": False}, headers=headers).ok
    table.page.wait_for_selector('#moves [data-ply="3"]')
    assert table.match()["moves"][2]["text"] == "-".join(planned)


def test_sounds_tell_of_check_and_of_the_end_if_they_are_wanted(table: Table) -> None:
    table.page.add_init_script(
        """window.pitches = [];
        const make = AudioContext.prototype.createOscillator;
        AudioContext.prototype.createOscillator = function () {
            const made = make.call(this);
            queueMicrotask(() => window.pitches.push(made.frequency.value));
            return made;
        };
        localStorage.setItem("ludograph.settings", JSON.stringify({ hasSounds: true }));"""
    )
    table.begin("nchess")
    typed(table, "e2e4", "f7f6", "d1h5")
    table.expect_ply(3)
    assert table.page.evaluate("window.pitches") == [330, 330, 520, 660]
    typed(table, "g7g6", "h5g6", "h7g6")
    table.expect_ply(6)
    assert table.page.evaluate("window.pitches.slice(4)") == [330, 520, 660, 220, 165]


def test_clocks_run_down_warn_and_end_the_game(sit_down: Callable[..., Table]) -> None:
    ann, bob = invited(sit_down, "nchess", clock="13")
    expect(card(ann, "White").get_by_role("timer")).to_have_text("0:13")
    ann.wait_for_turn()
    ann.drag("e2", "e4")
    bob.wait_for_turn()
    bob.tap("e7")
    bob.tap("e5")
    expect(card(ann, "White").locator(".clock.running")).to_be_visible()
    for table in (ann, bob):
        expect(card(table, "White").get_by_role("timer")).to_have_text(re.compile(r"^[0-9]\.[0-9]$"))
    expect(card(ann, "White").locator(".clock.low .low-word")).to_have_text("little time")
    for table in (ann, bob):
        expect(table.status).to_have_text("White has no time left: Black wins.")
        expect(card(table, "White").get_by_role("timer")).to_have_text("0.0")
    assert ann.match()["clock"]["running"] is None


def test_resigning_is_asked_and_a_rematch_is_played_with_sides_exchanged(sit_down: Callable[..., Table]) -> None:
    ann, bob = invited(sit_down, "nchess", clock="600+5")
    ann.wait_for_turn()
    bob.page.get_by_role("button", name="Resign").click()
    dialog = bob.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Resign as Black?")
    dialog.get_by_role("button", name="Cancel").click()
    expect(bob.status).not_to_contain_text("resigned")
    bob.page.get_by_role("button", name="Resign").click()
    dialog.get_by_role("button", name="Resign").click()
    expect(ann.status).to_contain_text("Black resigned.")
    first = ann.match()["id"]
    ann.page.get_by_role("button", name="Rematch").click()
    expect(ann.page.locator("#offers")).to_contain_text("White asks for a rematch. The answer is awaited.")
    bob.page.get_by_role("button", name="Accept").click()
    for table in (ann, bob):
        table.page.wait_for_url(lambda url: first not in url)
        expect(card(table, "White")).to_contain_text("Bob")
        expect(card(table, "White").get_by_role("timer")).to_have_text("10:00")
    bob.wait_for_turn()
    bob.tap("e2")
    bob.tap("e4")
    ann.expect_ply(1)
    ann.open(f"/match.html#{first}")
    ann.page.reload()
    expect(ann.page.get_by_role("link", name="To the rematch")).to_be_visible()
    expect(ann.page.get_by_role("link", name="New game")).to_have_attribute("href", "./#nchess")


def test_an_own_win_is_celebrated_unless_motion_is_reduced(sit_down: Callable[..., Table]) -> None:
    for motion, papers in (("no-preference", True), ("reduce", False)):
        table = sit_down(reduced_motion=motion)
        table.begin("tic-tac-toe", (), position="X:XX./OO./...")
        table.wait_for_turn()
        table.page.evaluate(
            """() => new MutationObserver((changes, observer) => changes.forEach(({ addedNodes }) =>
                addedNodes.forEach(one => one.className === "celebration" && (document.body.dataset.joy = "yes"))))
                .observe(document.body, { childList: true, subtree: true })"""
        )
        table.cell("C3").click()
        expect(table.page.get_by_role("button", name="Rematch")).to_be_visible()
        assert table.page.evaluate("document.body.dataset.joy === 'yes'") is papers
        expect(table.page.locator(".celebration")).to_have_count(0)


def test_what_the_server_did_not_answer_is_asked_again_when_it_is_back(table: Table, serving: Serving) -> None:
    table.page.add_init_script(NO_WORKER)  # else it would show the position by itself
    table.begin("nchess")
    typed(table, "e2e4", "e7e5", "g1f3")
    table.expect_ply(3)
    serving.kill()
    expect(table.page.locator("#connection")).to_be_visible()
    table.page.locator("[data-ply='2']").click()
    expect(table.refusal).to_contain_text("The server doesn't answer.")
    serving.start()
    expect(table.page.locator("#connection")).to_be_hidden()
    expect(table.refusal).to_have_text("")
    expect(table.status).to_contain_text("You look at move 2 of 3.")
    table.complaints.clear()


def test_addresses_under_which_there_is_nothing(table: Table) -> None:
    table.page.goto(f"{table.address}/somewhere/else")
    expect(table.page.get_by_role("heading")).to_have_text("There is nothing under this address.")
    table.complaints.clear()  # the browser tells of the status
    table.page.goto(f"{table.address}/match.html#abc")
    expect(table.page.get_by_role("alert").last).to_have_text("There is no match with this id.")
    table.page.get_by_role("link", name="To all games").click()
    table.page.wait_for_selector(".card")
    table.complaints.clear()
