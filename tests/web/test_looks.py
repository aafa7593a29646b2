"""What is seen: moves as people write them, boards in every look, names where they belong, files of games."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from tables import Table
from workshops import Workshop

from ludograph.draw.themes import THEMES

BOARDS = sorted({name.removesuffix("-dark") for name in THEMES} - {"light", "dark"})
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
BOX = "cell => { const {x, y, width} = cell.getBoundingClientRect(); return [x, y, width].map(Math.round); }"
SETTINGS = "settings => localStorage.setItem('ludograph.settings', JSON.stringify(settings))"

#: What axe-core looks at: another board changes nothing but colours.
EVERYTHING = {"resultTypes": ["violations"]}
COLOURS = {**EVERYTHING, "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}

GAMES = """[White "Anna"]
[Black "Ben"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0

[White "Cleo"]
[Black "ai:2"]

1. d4 d5 *

[White "Dan"]

1. e4 Ke4 *
"""


def _type(table: Table, text: str) -> None:
    table.wait_for_turn()
    table.page.get_by_label("Type a move").fill(text)
    table.page.get_by_label("Type a move").press("Enter")


def test_moves_are_written_as_people_do_and_with_figurines_if_wanted(table: Table) -> None:
    table.begin("chess")
    for ply, text in enumerate(("e4", "f7f5", "Qh5+"), 1):
        _type(table, text)
        table.expect_ply(ply)
    expect(table.played).to_have_text(["e4", "f5", "Qh5+"])
    expect(table.status).to_have_text("White plays Qh5+. Check! Black to move.")
    assert [move["text"] for move in table.match()["moves"]] == ["e2e4", "f7f5", "d1h5"]
    table.page.get_by_role("button", name="Settings").click()
    table.page.get_by_label("Figurines").check()
    table.page.keyboard.press("Escape")
    expect(table.played.last).to_have_text("♛\ufe0eh5+")
    expect(table.page.get_by_role("button", name="queen h5, check")).to_be_visible()
    _type(table, "g6")
    table.expect_ply(4)
    _type(table, "Qxg6+")
    expect(table.status.get_by_role("img", name="queen takes g6, check")).to_be_visible()


def test_names_follow_a_turned_board_and_leave_it_where_it_is(table: Table) -> None:
    table.begin("draughts/russian")
    expect(table.page.locator("#title")).to_have_text("Draughts: Russian")
    corner = '[data-label="29"]'  # a1, at the lower left
    before = table.page.locator(corner).evaluate(BOX)
    assert table.page.locator(".names text").all_text_contents() == [*"abcdefgh", *"12345678"]
    table.page.get_by_role("button", name="Flip").click()
    assert table.page.locator('[data-label="4"]').evaluate(BOX) == before  # h8 stands there now, to the pixel
    names = table.page.locator(".names text").evaluate_all(
        "texts => texts.map(text => [text.textContent, text.getBoundingClientRect().x])"
    )
    lefts = dict(names)
    assert lefts["h"] < lefts["a"]
    assert max(lefts[row] for row in "12345678") < lefts["h"]


@pytest.mark.parametrize("game", ["toads-and-frogs", "spin-out"])
def test_a_single_row_fills_the_window_and_has_its_names_below(table: Table, game: str) -> None:
    table.begin(game)
    ground = table.page.locator("board-view .ground")
    boxes = ground.evaluate_all(f"cells => cells.map({BOX})")
    assert sum(width for _, _, width in boxes) > 0.9 * 1280
    lowest = max(y + width for _, y, width in boxes)
    names = table.page.locator(".names text").evaluate_all("texts => texts.map(one => one.getBoundingClientRect().y)")
    assert len(names) == len(boxes)
    assert min(names) >= lowest - 4


@pytest.mark.parametrize("board", ["calm", *BOARDS])
def test_every_page_is_free_of_faults_in_every_look(sit_down: Callable[..., Table], board: str) -> None:
    """By day and by night, every second look on a phone."""
    is_small = BOARDS.index(board) % 2 if board in BOARDS else 0
    table = sit_down(**(PHONE if is_small else {}))
    table.begin("nchess/glinski" if is_small else "draughts")
    pages = {
        table.page.url: "board-view .cell",
        f"{table.address}/rules.html#hex": "figure img",
        f"{table.address}/analysis.html#tic-tac-toe": "board-view .cell",
    }
    if board == "calm":  # what other boards change nothing in
        pages |= {f"{table.address}/": ".card", f"{table.address}/workshop.html": "svg"}
        pages |= {f"{table.address}/no-such-page": "a"}
    table.page.evaluate(SETTINGS, {"board": board})
    for address, sign in pages.items():
        table.page.goto("about:blank")  # a change behind the # alone would load nothing
        table.page.goto(address)
        table.page.locator(sign).first.wait_for()
        drawn = set()
        for scheme in ("light", "dark"):
            table.page.emulate_media(color_scheme=scheme)
            table.page.wait_for_selector(f":root[data-theme={scheme}]", state="attached")
            drawn.add(table.page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
            found = Axe().run(table.page, options=EVERYTHING if board == "calm" else COLOURS)
            assert found.violations_count == 0, f"{address} {scheme} {found.generate_report()}"
        assert len(drawn) == 2, address
    table.complaints[:] = [each for each in table.complaints if "no-such-page" not in each]  # the browser logs the 404


def _open(page: Page, address: str, file: Path) -> None:
    page.goto(address)
    page.get_by_label("Open a file").set_input_files(file)


def test_a_file_of_games_is_opened_dropped_and_saved(table: Table, tmp_path: Path) -> None:
    file, page = tmp_path / "games.pgn", table.page
    file.write_text(GAMES)
    _open(page, table.address, file)
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("listitem")).to_have_count(3)
    dialog.get_by_role("button", name="Dan").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Game 3: Line 14, column 7: ")
    dialog.get_by_role("button", name="Cleo").click()
    table.expect_ply(2)
    assert [(seat["player"], seat["name"]) for seat in table.match()["seats"]] == [("human", "Cleo"), ("ai:2", "ai:2")]
    page.get_by_text("Position and export").click()
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save as PGN").click()
    saved = tmp_path / "saved.pgn"
    saving.value.save_as(saved)
    read = subprocess.run(
        [sys.executable, "-m", "ludograph", "read", str(saved), "--json"], capture_output=True, text=True, check=True
    )
    [game] = json.loads(read.stdout)
    assert game["moves"][:2] == ["d2d4", "d7d5"]
    assert (game["tags"]["White"], game["tags"]["Black"]) == ("Cleo", "ai:2")
    page.goto(table.address)
    page.wait_for_selector("#import:enabled")
    dropped = page.evaluate_handle(
        """text => { const dropped = new DataTransfer();
             dropped.items.add(new File([text], "one.pgn")); return dropped; }""",
        GAMES.partition('[White "Cleo"]')[0],
    )
    page.dispatch_event("body", "drop", {"dataTransfer": dropped})
    table.expect_ply(7)
    expect(table.played.last).to_have_text("Qxf7#")
    broken = tmp_path / "broken.pdn"
    broken.write_text('[GameType "25"]\n\n1. c3-d4 ( *\n')
    _open(page, table.address, broken)
    expect(table.refusal).to_contain_text("broken.pdn: Line 3, column ")
    table.complaints.clear()  # the browser logs what was refused


@pytest.mark.parametrize("encoding", ["cp1251", "cp866", "koi8-r", "utf-16"])
def test_a_file_in_an_older_encoding_shows_its_names(table: Table, tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "old.pgn"
    games = (f'[White "{name}"]\n[Event "Матч"]\n\n1. e4 e5 *\n\n' for name in ("Ботвинник", "Смыслов"))
    file.write_bytes("".join(games).encode(encoding))
    _open(table.page, table.address, file)
    expect(table.page.get_by_role("dialog").get_by_role("listitem").first).to_contain_text("Ботвинник")


def test_draughts_are_written_marked_and_saved_as_their_players_do(table: Table, tmp_path: Path) -> None:
    """And the file keeps who sat where, and by which name the game goes on."""
    page, seats = table.page, [{"player": "human", "name": "Ann"}, {"player": "human", "name": "Bob"}]
    table.begin("draughts/russian", (), seats=seats)
    table.wait_for_turn()
    table.drag("22", "13")
    expect(table.refusal).to_have_text("Illegal move: a man moves one square, and a5 is farther from c3.")
    for ply, text in enumerate(("c3-d4", "f6-e5", "d4:f6", "g7:e5"), 1):
        _type(table, text)
        table.expect_ply(ply)
    expect(table.played).to_have_text(["c3-d4", "f6-e5", "d4:f6", "g7:e5"])
    expect(page.locator("board-view .last-move")).to_have_count(2)
    taken = [each.get_attribute("aria-label") for each in page.locator(".player .taken").all()]
    assert taken == ["has taken 1 × man", "has taken 1 × man"]
    page.get_by_text("Position and export").click()
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save as PDN").click()
    saved = tmp_path / "saved.pdn"
    saving.value.save_as(saved)
    _open(page, table.address, saved)
    table.expect_ply(4)
    assert [seat["name"] for seat in table.match()["seats"]] == ["Ann", "Bob"]
    table.open("/")
    expect(page.locator("#earlier-list strong").first).to_have_text("Draughts: Russian")


def test_other_pieces_are_another_colour(table: Table) -> None:
    table.begin("trimok")
    face = THEMES["light"].seats[0].face
    red = table.page.locator(f'board-view .piece [fill="{face}"]')
    expect(red.first).to_be_visible()
    table.page.get_by_role("button", name="Settings").click()
    table.page.get_by_role("dialog").get_by_label("Pieces").select_option("safe")
    expect(red).to_have_count(0)


def test_a_click_that_is_not_allowed_is_explained_also_where_pieces_are_put(table: Table) -> None:
    table.begin("n-queens")
    table.wait_for_turn()
    table.cell("A1").click()
    table.expect_ply(1)
    table.wait_for_turn()
    table.cell("B2").click()
    expect(table.refusal).to_have_text("The queen on A1 attacks B2.")
    table.cell("D5").click()
    expect(table.refusal).to_have_text("The row 2 comes first.")


def test_page_and_command_count_the_same_moves(table: Table) -> None:
    """Of Rush Hour's first puzzle: the move itself counts, in both."""
    said = subprocess.run(
        [sys.executable, "-m", "ludograph", "query", "rush-hour"], capture_output=True, text=True, check=True
    )
    assert "F+1: win in 51" in said.stdout
    table.begin("rush-hour")
    table.page.get_by_role("switch").check()
    expect(table.page.locator(".values li").filter(has_text="F+1")).to_contain_text("win in 51")


def test_a_map_on_which_nobody_can_move_is_not_played(sit_down: Callable[..., Table]) -> None:
    workshop = Workshop(sit_down()).open()
    workshop.begin("shape:hexagon", pieces=False)
    workshop.page.locator("#play").click()
    expect(workshop.page.locator("#play-error")).to_contain_text("The game would be over before it begins: ")
    assert "workshop.html" in workshop.page.url


def _size(table: Table, selector: str) -> float:
    box = table.page.locator(selector).first.bounding_box()
    assert box
    return box["width"]


def test_points_are_small_cars_are_one_thing_and_the_end_takes_no_moves(sit_down: Callable[..., Table]) -> None:
    table = sit_down()
    table.begin("three-mens-morris", ["human", "human"])
    table.wait_for_turn()
    reach = _size(table, '[data-label="A1"] .reach')
    assert _size(table, '[data-label="A1"] .ground') < reach / 2
    x, y = table.middle("A1")
    table.page.mouse.click(x + reach * 0.4, y)  # beside the point that is drawn
    table.expect_ply(1)
    assert _size(table, "board-view .piece.disc") > _size(table, '[data-label="A1"] .ground') * 2

    table.begin("rush-hour")
    table.wait_for_turn()
    table.cell("F4").click()  # the last cell of the lorry M
    expect(table.page.locator(".chosen-group .chosen")).to_have_count(3)
    expect(table.page.locator(".chosen-group line")).to_have_count(8)  # around all three, none between them
    assert table.cell("F2").get_attribute("aria-pressed") == "true"

    table.begin("chess", ["human", "human"])
    for ply, text in enumerate(("f3", "e5", "g4", "Qh4"), 1):
        _type(table, text)
        table.expect_ply(ply)
    expect(table.page.locator("#typed")).to_be_hidden()

    phone = sit_down(**PHONE)
    phone.begin("hex", ["human", "human"])
    assert _size(phone, '[data-label="A1"] .ground') > 30
    phone.wait_for_turn()
    phone.page.locator(".cell[tabindex='0']").focus()
    phone.go_to("F6")
    phone.page.keyboard.press("ArrowUp")  # as it lies on the screen
    upper, lower = phone.page.locator(".cell:focus").bounding_box(), phone.cell("F6").bounding_box()
    assert upper
    assert lower
    assert upper["y"] < lower["y"] - 10


BOXES = """selector => [...document.querySelectorAll(selector)].map(one => {
    const {x, y, width, height} = one.getBoundingClientRect(); return [x, y, x + width, y + height]; })"""


def _overlap(one: Sequence[float], two: Sequence[float]) -> bool:
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["wide", "phone"])
def test_pits_have_names_beside_them_and_tell_that_they_are_empty(
    sit_down: Callable[..., Table], screen: dict[str, object]
) -> None:
    """On a phone they stand upright, and are large enough for a finger."""
    table = sit_down(**screen)
    table.begin("kalah?houses=4&seeds=1")
    expect(table.page.locator("board-view .empty-pit")).to_have_text(["0", "0"])
    table.page.get_by_role("switch").check()
    expect(table.page.locator("board-view .badge")).to_have_count(4)
    names = table.page.evaluate(BOXES, "board-view .names text")
    others = table.page.evaluate(BOXES, "board-view .badge, board-view .ground, board-view .piece")
    assert len(names) == 10
    assert not [name for name in names for other in others if _overlap(name, other)]
    assert _size(table, '[data-label="A1"] .ground') > 60
    if screen:
        south, store = table.cell("A1").bounding_box(), table.cell("S").bounding_box()
        assert south
        assert store
        assert store["y"] > south["y"]


def test_all_that_an_analysis_says_is_in_one_order(table: Table) -> None:
    """A move that only the shallower of two searches has judged is no better than the worst line of the deeper one."""
    table.open("/analysis.html#chess")
    merged = """async () => { const {inOneOrder} = ludograph["analysis/insight.js"];
      const line = (move, win_chance, win_in = null) => ({move, win_chance, win_in});
      const every = [line("c", 90, 3), line("a", 70), line("b", 60), line("d", 20)];
      return inOneOrder([line("a", 55), line("b", 50)], every).map(({move, win_chance}) => [move, win_chance]); }"""
    assert table.page.evaluate(merged) == [["a", 55], ["b", 50], ["c", 50], ["d", 20]]
    expect(table.page.locator(".values li").nth(10)).to_be_visible()
    chances = [int(text.split("%")[0]) for text in table.page.locator(".lines .chance").all_inner_texts()]
    assert chances == sorted(chances, reverse=True)
    listed = table.page.locator(".values li")
    expect(listed.first).to_contain_text(table.page.locator(".lines .first").first.inner_text())
