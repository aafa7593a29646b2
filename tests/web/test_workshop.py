"""The map workshop in a real browser: drawn by mouse, finger and keyboard, checked, played, kept, refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from tables import Table
from workshops import UNIT, Workshop, named_text

from ludograph.board.maps import read_map, write_map
from ludograph.core.files import offer_text
from ludograph.core.registry import game
from ludograph.games.nchess.game import ChessOnGraph
from ludograph.games.nchess.map_file import TYPES
from ludograph.games.nchess.states import Setting, Standing

WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SCRIPT = "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'>"
LEAST_TARGET = 44


@pytest.fixture
def workshop(table: Table) -> Workshop:
    return Workshop(table).open()


def both_ways(*pairs: tuple[str, str]) -> set[tuple[str, str]]:
    return {pair for one, two in pairs for pair in ((one, two), (two, one))}


# -- drawing ----------------------------------------------------------------------------------------------------------


def test_a_map_is_drawn_by_mouse_checked_mended_and_played(workshop: Workshop, table: Table) -> None:
    workshop.tool("node")
    for place in ((0, 0), (1, 0), (2, 0), (2, 1), (0, 1)):
        workshop.click(*place)
    workshop.tool("link-two")
    for start, end in (((0, 0), (1, 0)), ((1, 0), (2, 0)), ((2, 0), (2, 1)), ((0, 0), (0, 1))):
        workshop.drag(start, end)
    workshop.tool("link-one")
    workshop.drag((0, 1), (1, 0))
    workshop.tool("piece")
    workshop.piece("king", "white", 0, 0)
    workshop.piece("rook", "white", 1, 0)
    workshop.piece("king", "black", 2, 1)
    assert workshop.links() == both_ways(("n1", "n2"), ("n2", "n3"), ("n3", "n4"), ("n1", "n5")) | {("n5", "n2")}
    workshop.verdict("The map has no fault.")

    workshop.tool("select")
    workshop.drag((0, 1), (0, 0))
    workshop.verdict("The map has one fault:")
    fault = workshop.page.locator("#faults button")
    assert fault.inner_text() == "the nodes 1 and 5 are at the same place"
    assert workshop.page.locator('[data-node="5"]').get_attribute("aria-label").startswith("n5; has a fault")
    expect(workshop.page.locator("#chosen-error")).to_have_text("the nodes 1 and 5 are at the same place")
    workshop.page.click("#play")
    expect(workshop.page.locator("#play-error")).to_contain_text("as long as it has faults")
    fault.click()
    assert workshop.focused() == "n1"
    workshop.page.keyboard.press("Control+z")
    workshop.verdict("The map has no fault.")

    workshop.play()
    assert table.match()["game"].startswith("nchess?map=sha256:")
    assert table.match()["start"] == "w:Kn1,Rn2/Kn4"
    table.play_by_drag(["n1-n5"])
    expect(table.status).to_contain_text("A draw by stalemate")


def test_a_small_map_is_drawn_and_played_by_keyboard(workshop: Workshop, table: Table) -> None:
    keyboard = workshop.page.keyboard

    def press(*keys: str) -> None:
        for key in keys:
            keyboard.press(key)

    workshop.page.focus("#add-node")
    press("Enter")
    assert workshop.focused() == "n1"
    press("Control+ArrowRight", "Control+ArrowRight", "Control+ArrowUp", "Control+ArrowLeft", "Control+ArrowLeft")
    assert workshop.focused() == "n6"
    press("Control+ArrowDown")  # there is a node already
    assert workshop.focused() == "n1"
    chain = both_ways(("n1", "n2"), ("n2", "n3"), ("n3", "n4"), ("n4", "n5"), ("n5", "n6"), ("n6", "n1"))
    press("k", "ArrowRight", "r", "ArrowRight", "2", "q", "ArrowUp", "k")
    press("ArrowLeft", "o", "ArrowDown", "Enter")
    assert workshop.links() == chain | {("n5", "n2")}
    press("Shift+Tab")
    workshop.page.focus('[data-node="6"]')
    press("Shift+ArrowUp", "Shift+ArrowUp")
    assert [(node["x"], node["y"]) for node in workshop.map()["nodes"]][5] == (0, 2)
    workshop.page.focus('[data-node="6"]')
    press("Control+z")  # both steps at once
    press("Delete")
    assert len(workshop.map()["nodes"]) == 5
    press("Control+z")
    workshop.verdict("The map has no fault.")
    workshop.play()
    assert table.match()["start"] == "w:Kn1,Rn2/Kn4,Qn3"


def test_links_are_changed_and_removed(workshop: Workshop) -> None:
    workshop.tool("node")
    for place in ((0, 0), (2, 0), (4, 1)):
        workshop.click(*place)
    workshop.tool("link-two")
    workshop.click(0, 0)
    workshop.click(2, 0)  # click and click, as by drag
    workshop.drag((2, 0), (4, 1))
    workshop.tool("select")
    workshop.click(1, 0)
    expect(workshop.page.locator("#node-panel h3")).to_have_text("Link between n1 and n2")
    expect(workshop.page.locator(".degrees text")).to_have_text(["0°", "180°"])
    workshop.page.get_by_label("Link between n1 and n2").select_option("comes")
    assert workshop.links() == {("n2", "n1"), ("n2", "n3"), ("n3", "n2")}
    workshop.tool("erase")
    workshop.click(3, 0.5)
    assert workshop.links() == {("n2", "n1")}
    workshop.click(4, 1)
    workshop.verdict("The map has no fault.")
    assert [node["label"] for node in workshop.map()["nodes"]] == ["n1", "n2"]


def test_the_properties_of_a_map(workshop: Workshop) -> None:
    page = workshop.page
    workshop.begin("map:chess")
    page.fill("#field-name", "my own")
    page.fill("#field-max_turn", "999")
    page.keyboard.press("Tab")
    error = page.locator("#field-max_turn-error")
    expect(error).to_contain_text("not a number of degrees from 0 to 180")
    assert page.locator("#field-max_turn").get_attribute("aria-invalid") == "true"
    page.fill("#field-max_turn", "60")
    page.select_option("#field-heading", "follow")
    page.select_option("#field-kings", "capture")
    expect(error).to_be_hidden()
    page.fill("#field-forward-0-degrees", "45")
    page.fill("#field-promotion-1", "a1 b1 c1")
    page.fill("#player-0", "north")
    page.click("#field-castling summary")
    page.click("#castling-3-remove")
    workshop.verdict("The map has no fault.")
    found = workshop.map()
    assert (found["name"], found["max_turn"], found["heading"], found["kings"]) == ("my own", 60, "follow", "capture")
    assert (found["forward"], found["promotion"]["black"]) == ({"north": 45, "black": 270}, [1, 2, 3])
    assert [each["name"] for each in found["castling"]] == ["K", "Q", "k"]
    assert {piece["player"] for piece in found["pieces"]} == {"north", "black"}


def test_every_template_can_be_begun_with(workshop: Workshop) -> None:
    values = workshop.page.eval_on_selector_all("#template option", "options => options.map(one => one.value)")
    assert {"empty", "shape:squares", "shape:hexagon", "shape:triangle", "map:ring", "map:three"} <= set(values)
    sizes = {"shape:squares": 64, "shape:hexagon": 37, "shape:triangle": 49, "map:ring": 64, "map:three": 91}
    for value, nodes in sizes.items():
        workshop.begin(value, pieces=False)
        expect(workshop.page.locator("[data-node]")).to_have_count(nodes)
        workshop.verdict("The map has no fault.")


def test_a_picture_is_cut_out_of_a_tiling(workshop: Workshop) -> None:
    workshop.page.click("text=Cut a map out of a tiling")
    workshop.page.fill("#picture", "k x")
    workshop.page.click("#cut")
    expect(workshop.page.locator("#picture-error")).to_contain_text("'x' is no piece")
    workshop.page.fill("#picture", "k.\n.K")
    workshop.page.click("#cut")
    expect(workshop.page.locator("[data-node]")).to_have_count(4)
    assert {(piece["player"], piece["at"]) for piece in workshop.map()["pieces"]} == {("black", 3), ("white", 2)}


# -- understanding ----------------------------------------------------------------------------------------------------


def test_hovering_shows_the_moves_on_the_empty_map(workshop: Workshop) -> None:
    for name in ("ring", "glinski"):
        compare_rays(workshop, name)


def compare_rays(workshop: Workshop, name: str) -> None:
    workshop.begin(f"map:{name}", pieces=False)
    bare = {**json.loads(named_text(name)), "pieces": [], "castling": []}
    played = game(f"nchess?map={offer_text(json.dumps(bare))}")
    assert isinstance(played, ChessOnGraph)
    for letter, kind in TYPES.items():
        workshop.page.select_option("#rays-type", kind)
        for node in (0, 21, 50):
            label = played.board.nodes[node].label
            alone = Setting((Standing(node, letter, 0),))
            moved = {move.target for move in played.parse(played.texts.write(alone)).moves()}
            workshop.page.hover(f'[data-node="{played.board.nodes[node].id}"] .dot')
            words = workshop.page.locator("#rays-text")
            expect(words).to_contain_text(f"white {kind} on {label}, with nothing in its way")
            ids = workshop.page.eval_on_selector_all(
                ".target:not(.take)", "targets => targets.map(one => Number(one.dataset.target))"
            )
            assert {each.label for each in played.board.nodes if each.id in ids} == moved, (letter, label)


def test_a_focused_piece_shows_its_lines(workshop: Workshop) -> None:
    workshop.begin("map:chess")
    workshop.page.focus('[data-node="2"]')
    workshop.page.wait_for_selector('[data-target="17"]', state="attached")
    assert workshop.page.locator("#rays-text").inner_text().startswith("white knight on b1, with nothing in its way: ")
    assert workshop.page.locator(".way.jumps").count() == 3


def test_a_king_shows_where_it_castles(workshop: Workshop) -> None:
    workshop.begin("map:chess")
    workshop.page.hover('[data-node="5"] .dot')
    expect(workshop.page.locator("#rays-text")).to_contain_text("castles to g1 · castles to c1")
    targets = workshop.page.locator(".target.castle")
    assert targets.evaluate_all("all => all.map(one => Number(one.dataset.target))") == [7, 3]


def test_one_looks_closer_by_wheel_keys_and_two_fingers(sit_down: Callable[..., Table]) -> None:
    workshop = Workshop(sit_down(**PHONE)).open()
    page, view = workshop.page, "document.getElementById('map').viewBox.baseVal"
    workshop.begin("map:chess")
    page.locator("#map").scroll_into_view_if_needed()
    whole = page.evaluate(f"{view}.width")
    corner = workshop.at(0, 0)
    page.mouse.move(*corner)
    page.mouse.wheel(0, -240)
    page.wait_for_function(f"{view}.width < {whole * 0.9}")
    assert workshop.at(0, 0) == pytest.approx(corner, abs=1), "what is under the pointer stays there"

    page.focus('[data-node="1"]')
    page.keyboard.press("+")
    closer = page.evaluate(f"{view}.width")
    for _ in range(7):
        page.keyboard.press("ArrowRight")  # into sight, and without looking from afar
    assert workshop.focused() == "h1"
    assert page.evaluate(f"{view}.width") == closer
    assert page.evaluate(f"{view}.x <= 7 * {UNIT} && 7 * {UNIT} <= {view}.x + {view}.width")
    page.keyboard.press("Home")
    assert page.evaluate(f"{view}.width") == pytest.approx(whole)

    (x, y), session = workshop.at(3.5, 3.5), page.context.new_cdp_session(page)
    for apart in (40, 60, 80):
        points = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
        kind = "touchStart" if apart == 40 else "touchMove"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert page.evaluate(f"{view}.width") == pytest.approx(whole / 2, rel=0.05)
    assert workshop.at(3.5, 3.5) == pytest.approx((x, y), abs=2)
    assert workshop.map() == {**workshop.map(), "nodes": json.loads(named_text("chess"))["nodes"]}, "nothing was moved"


# -- files and memory -------------------------------------------------------------------------------------------------


def test_a_file_comes_back_as_it_was(workshop: Workshop) -> None:
    for name in ("chess", "ring", "three"):
        workshop.upload(named_text(name), f"{name}.json")
        expect(workshop.page.locator("#said")).to_have_text(f"Opened {name}.json.")
        assert write_map(read_map(json.dumps(workshop.map()))) == write_map(read_map(named_text(name)))


def test_hostile_files_are_refused_in_words(workshop: Workshop) -> None:
    huge = {"nodes": [{"id": each, "x": each, "y": 0} for each in range(100_000)], "links": []}
    many = {"nodes": [{"id": each, "x": each, "y": 0} for each in range(401)], "links": []}
    refusals = {
        "{": "The file is not JSON",
        "[]": "it is no JSON object",
        "{}": "it has no list of nodes",
        json.dumps(huge): "a map has at most 256 KiB",
        json.dumps(many): "The map has 401 nodes, and chess is played on 400 at most.",
        '{"nodes": [{"id": 1, "x": 0, "y": 1e999}], "links": [[1, 2]]}': "Link number 1 is not from node to node.",
        '{"nodes": [{"id": 1, "x": 0, "y": 0, "outline": "<b>"}], "links": []}': "no list of points",
        '{"nodes": [{"id": 1, "x": 0, "y": 0}], "links": [], "players": {}, "forward": {"white": null}}': "'forward'",
    }
    error = workshop.page.locator("#file-error")
    for text, words in refusals.items():
        workshop.upload(text)
        expect(error).to_contain_text(words)
        assert workshop.page.locator("[data-node]").count() == 0


def test_script_in_names_stays_text(workshop: Workshop) -> None:
    hostile = {
        "name": SCRIPT,
        "nodes": [{"id": 1, "x": 0, "y": 0, "label": SCRIPT}, {"id": 2, "x": 1, "y": 0}],
        "links": [[1, 2], [2, 1]],
        "players": ["<b>", "constructor"],
        "pieces": [{"type": "king", "player": "<b>", "at": 1}],
        "forward": {"<b>": 90, "constructor": 270},
    }
    workshop.upload(json.dumps(hostile))
    workshop.verdict("The map has one fault:")
    assert "1 to 16 letters and digits" in workshop.page.locator("#faults").inner_text()
    workshop.page.locator('[data-node="1"]').press("Enter")
    workshop.page.wait_for_selector("#node-label")
    assert workshop.page.input_value("#field-name") == SCRIPT
    assert workshop.page.locator('[data-node="1"] .label').text_content() == SCRIPT
    assert workshop.page.evaluate("window.hacked") is None
    assert workshop.page.locator("main img, main script, main b:not([aria-hidden])").count() == 0


def test_a_reload_loses_nothing(workshop: Workshop) -> None:
    workshop.begin("shape:hexagon")
    workshop.page.locator('[data-node="5"]').press("k")
    before = workshop.map()
    workshop.page.locator('[data-node="7"]').press("Delete")
    workshop.page.reload()
    assert len(workshop.map()["nodes"]) == len(before["nodes"]) - 1
    workshop.page.click("#undo")
    assert workshop.map() == before
    workshop.page.click("#redo")
    assert len(workshop.map()["nodes"]) == len(before["nodes"]) - 1


def test_a_link_opens_a_map_of_the_server(workshop: Workshop, table: Table) -> None:
    answer = table.page.request.post(f"{table.address}/api/v1/maps", data=named_text("twins"))
    kept = answer.json()
    workshop.open(kept["hash"])
    expect(workshop.page.locator("#said")).to_have_text("Opened a map of the server.")
    assert workshop.page.input_value("#field-name") == kept["name"]


# -- for everyone -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("screen", "scheme"), [(WIDE, "light"), (PHONE, "dark")], ids=["wide", "phone"])
def test_nothing_keeps_anybody_out(sit_down: Callable[..., Table], screen: dict[str, Any], scheme: str) -> None:
    workshop = Workshop(sit_down(color_scheme=scheme, **screen)).open()
    check_for_everyone(workshop)
    workshop.begin("map:chess")
    workshop.tool("piece")
    workshop.page.focus('[data-node="12"]')
    workshop.page.keyboard.press("Enter")
    workshop.page.fill("#field-max_turn", "999")
    workshop.page.click("#map-title")
    workshop.verdict("The map has 2 faults:")  # and two kings
    workshop.page.eval_on_selector_all("details", "all => all.forEach(one => { one.open = true; })")
    check_for_everyone(workshop)


def check_for_everyone(workshop: Workshop) -> None:
    found = Axe().run(workshop.page)
    assert found.violations_count == 0, found.generate_report()
    assert workshop.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"
    assert small_targets(workshop) == []


def small_targets(workshop: Workshop) -> list[str]:
    """Buttons and fields that a finger could miss; a box with a label may be hit on the label."""
    sizes = workshop.page.eval_on_selector_all(
        "button, select, summary, textarea, input, .bar a",
        "all => all.filter(one => one.checkVisibility()).map(one => [one.outerHTML.slice(0, 90),"
        " (one.closest('label') ?? one).getBoundingClientRect().height])",
    )
    return [element for element, height in sizes if height < LEAST_TARGET - 0.5]


def test_a_finger_draws(sit_down: Callable[..., Table]) -> None:
    workshop = Workshop(sit_down(**PHONE)).open()
    workshop.tool("node")
    for place in ((1, 1), (3, 1)):
        workshop.page.touchscreen.tap(*workshop.at(*place))
    workshop.tool("link-two")
    for place in ((1, 1), (3, 1)):
        workshop.page.touchscreen.tap(*workshop.at(*place))
    assert workshop.links() == both_ways(("n1", "n2"))
