"""The start page: what its address asks for, finding, preparing, the puzzle of the day, going on."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect
from tables import Table


@pytest.mark.parametrize(
    ("address", "title", "chosen"),
    [
        ("#chess/three", "Chess: Three players", {"variant": "three", "parameter-setup": "518"}),
        ("#checkers", "Draughts: English", {"variant": "english"}),
        ("#reversi?size=6", "Othello", {"parameter-size": "6"}),
        ("#hanoi?disks=5", "Tower of Hanoi", {"parameter-disks": "5", "parameter-pegs": "3"}),
    ],
)
def test_a_game_by_its_name(table: Table, address: str, title: str, chosen: dict[str, str]) -> None:
    table.open(f"/{address}")
    expect(table.page.locator("#new-game-title")).to_have_text(title)
    for name, value in chosen.items():
        expect(table.page.locator(f"#new-game [name={name}]")).to_have_value(value)


def test_the_seats_are_those_of_the_variant(table: Table) -> None:
    table.open("/#chess/three")
    table.page.get_by_role("button", name="Play", exact=True).click()
    table.page.wait_for_url("**/match.html#*")
    assert len(table.match()["seats"]) == 3


def test_what_is_no_game_is_told(table: Table) -> None:
    table.complaints.clear()
    table.open("/#chesss")
    expect(table.refusal).to_contain_text("There is no game 'chesss'; did you mean 'chess'?")
    table.complaints.clear()  # the browser notes the 404


def shown(table: Table) -> list[str]:
    return table.page.locator(".cards > li:not([hidden]) h3").all_inner_texts()


FOUND = {
    "warcaby": {"Draughts", "Chinese checkers"},
    "ШАШКИ": {"Draughts", "Chinese checkers"},
    "ajedrez": {"Chess", "Chess on graphs", "Atomic chess", "Capablanca chess"},
    "echecs": {"Chess", "Chess on graphs", "Atomic chess", "Capablanca chess", "Three-check"},
    "glinski": {"Chess on graphs: Glinski"},
    "turme hanoi": {"Tower of Hanoi"},
    "リバーシ": {"Othello", "Reversi"},
    "xyzzy": set(),
}


def test_a_game_is_found_by_any_of_its_names(table: Table) -> None:
    table.open("/")
    for words, found in FOUND.items():
        table.page.get_by_label("Find a game").fill(words)
        assert set(shown(table)) == found
        said = {0: "No game has that name.", 1: "One game is found."}.get(len(found), f"{len(found)} games are found.")
        expect(table.page.locator("#found")).to_have_text(said)


def test_kinds_are_filters_and_enter_opens_what_is_found(table: Table) -> None:
    table.open("/")
    everything = shown(table)
    assert {"Chess", "Checkers", "Russian draughts", "Reversi", "Connect Four", "Sliding tiles"} <= set(everything)
    for kind, holds, lacks in (
        ("Two players", {"Chess", "Trimok", "Chinese checkers"}, {"Sliding tiles", "Chess on graphs: Three"}),
        ("Puzzles", {"Sliding tiles", "Graph"}, {"Chess", "Trimok"}),
        ("Three and more", {"Chess on graphs: Three", "Chinese checkers"}, {"Chess", "Hex"}),
        ("On graphs", {"Chess on graphs", "Graph"}, {"Trimok", "Hex"}),
    ):
        table.page.get_by_role("radio", name=kind).check()
        found = set(shown(table))
        assert holds <= found, kind
        assert not lacks & found, kind
    table.page.get_by_role("radio", name="Three and more").check()
    sides = table.page.get_by_role("group", name="Your side").get_by_role("radio")
    table.page.locator(".cards > li:not([hidden]) button", has_text="Three").click()
    expect(table.page.locator("#new-game [name=variant]")).to_have_value("three")
    expect(sides).to_have_count(4)  # Red, Blue, …
    table.page.keyboard.press("Escape")
    table.page.locator(".cards > li:not([hidden]) button", has_text="Chinese checkers").click()
    expect(sides).to_have_count(3)
    table.page.locator("#new-game [name=parameter-players]").select_option("6")  # asked for at once
    expect(sides).to_have_count(7)
    table.page.keyboard.press("Escape")
    table.page.get_by_role("radio", name="All").check()
    assert shown(table) == everything
    table.page.get_by_label("Find a game").fill("checkers")
    table.page.keyboard.press("Enter")
    expect(table.page.locator("#new-game [name=variant]")).to_have_value("english")


def test_two_cards_stand_side_by_side_on_a_phone(sit_down: Callable[..., Table]) -> None:
    table = sit_down(viewport={"width": 360, "height": 740})
    table.open("/")
    first, second, third = (
        table.page.locator(".cards > li:not([hidden])").nth(each).bounding_box() for each in range(3)
    )
    assert first
    assert second
    assert third
    assert first["y"] == second["y"] < third["y"]
    assert first["width"] > 150
    assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_is_prepared_is_told_until_it_is_ready(table: Table) -> None:
    told = [
        {"game": "dao", "is_ready": False, "doing": "compiling the opponent", "done": 1, "steps": 2},
        {"game": "dao", "is_ready": True, "doing": "ready", "done": 2, "steps": 2},
    ]
    seen = threading.Event()

    def answer(route: Route) -> None:
        route.fulfill(json=told[seen.is_set()])

    table.page.route("**/api/v1/preparing*", answer)
    table.open("/#dao")
    preparing = table.page.locator(".preparing")
    expect(preparing).to_have_text("Preparing: compiling the opponent (1 of 2 done) …")
    seen.set()
    expect(preparing).to_have_text("Ready to play.")
    table.page.unroute("**/api/v1/preparing*")
    table.page.keyboard.press("Escape")
    table.page.get_by_role("button", name="Hexapawn").click()
    expect(preparing).to_have_text("Ready to play.")  # as the server says it
    table.page.get_by_role("button", name="Play", exact=True).click()
    table.page.wait_for_url("**/match.html#*")


def test_the_puzzle_of_the_day_is_begun_by_its_link(table: Table) -> None:
    table.open("/")
    daily = table.page.request.get(f"{table.address}/api/v1/puzzle-of-the-day").json()
    expect(table.page.locator("#daily-name")).to_have_text(daily["title"])
    table.page.get_by_role("link", name="Solve it").click()
    table.page.wait_for_url("**/match.html#*")
    match = table.match()
    assert (match["game"], match["start"]) == (daily["game"], daily["position"])
    table.page.goto("about:blank")
    table.open("/")
    expect(table.page.locator("#earlier-list .last")).to_contain_text(daily["title"])
    table.page.goto(f"{table.address}/#today")
    table.page.wait_for_url("**/match.html#*")


def test_one_goes_on_where_one_was(table: Table) -> None:
    table.begin("trimok")
    table.wait_for_turn()
    table.play_by_drag(["A2-A3"])
    table.open("/")
    last = table.page.locator("#earlier-list .last")
    expect(last).to_contain_text("Trimok")
    expect(last).to_contain_text("1 move played")
    expect(last.locator("img")).to_be_visible()
    last.locator("a").click()
    table.expect_ply(1)


@contextmanager
def held_up(table: Table, pattern: str) -> Iterator[None]:
    """Answers that come only afterwards."""
    held: list[Route] = []
    table.page.route(pattern, lambda route: held.append(route))
    yield
    for route in held:
        route.continue_()
    table.page.unroute(pattern)


def test_who_waits_is_told_for_what(table: Table) -> None:
    match_id = table.begin("tic-tac-toe")
    for path, asked, place, words in (
        ("/", "games", "#found", "Fetching the games …"),
        (f"/match.html#{match_id}", "game?*", "#status", "Setting up the board …"),
        ("/analysis.html#hexapawn", "game?*", "#status", "Setting up the board …"),
        ("/rules.html#hex", "rules?*", "#rules", "Fetching the rules …"),
    ):
        told = table.page.locator(place)
        with held_up(table, f"**/api/v1/{asked}"):
            table.page.goto(f"{table.address}{path}")
            expect(told).to_have_text(words)
        expect(told).not_to_contain_text(words)


def test_games_that_can_not_be_had_are_not_waited_for(table: Table) -> None:
    problem = {"code": "unavailable", "detail": "The database doesn't answer."}
    table.page.route("**/api/v1/games", lambda route: route.fulfill(status=503, json=problem))
    table.page.goto(table.address)
    expect(table.refusal).to_have_text("The database doesn't answer.")
    expect(table.page.locator("#found")).to_be_empty()
    table.complaints.clear()  # the browser notes the 503


def test_a_clock_of_ones_own(table: Table) -> None:
    table.open("/#hexapawn")
    dialog = table.page.locator("#new-game")
    clock = dialog.get_by_role("combobox", name="Clock")
    minutes, each = (dialog.get_by_role("spinbutton", name=name) for name in ("Minutes", "Seconds for each move"))
    clock.select_option("game")
    minutes.fill("1.5")
    expect(each).to_be_hidden()
    clock.select_option("move")
    expect(minutes).to_be_hidden()
    each.fill("90")
    dialog.get_by_role("button", name="Play", exact=True).click()
    table.page.wait_for_url("**/match.html#*")
    assert table.match()["clock"]["control"] == "1/90"
    expect(table.page.get_by_role("timer").first).to_have_text("1:30")


def test_many_earlier_games_leave_room_for_all_others(table: Table) -> None:
    kept = []
    for _ in range(7):
        answer = table.page.request.post(f"{table.address}/api/v1/matches", data={"game": "tic-tac-toe"}).json()
        tokens = [seat["token"] for seat in answer["seats"]]
        kept.append({"id": answer["id"], "game": "tic-tac-toe", "title": "One", "tokens": tokens, "created": 1})
    table.open("/")
    table.page.evaluate("kept => localStorage.setItem('ludograph.matches', JSON.stringify(kept))", kept)
    table.page.reload()
    games = table.page.locator("#earlier-list li:visible")
    expect(games).to_have_count(5)
    table.page.get_by_role("button", name="Show all 7").click()
    expect(games).to_have_count(7)
    expect(games.nth(5).locator("a")).to_be_focused()
    expect(table.page.locator("#earlier-all")).to_be_hidden()


def test_levels_by_rating_are_solved_kept_and_taken_along(sit_down: Callable[..., Table], tmp_path: Path) -> None:
    table = sit_down()
    page = table.page
    level = page.locator("#new-game").get_by_label("Level")
    table.open("/#lunar-lockout")
    expect(level).to_be_visible()
    assert level.locator("optgroup").evaluate_all("sets => sets.map((set) => [set.label, set.children.length])") == [
        ["easy", 2],
        ["medium", 3],
        ["hard", 4],
        ["the hardest", 3],
    ]
    expect(level.locator("option").first).to_have_text("1: 2 moves")
    page.get_by_role("button", name="Begin").click()
    table.wait_for_turn()
    for ply in range(2):
        asked = {"game": "lunar-lockout", "position": table.match()["view"]["position"]}
        moves = page.request.get(f"{table.address}/api/v1/position/value", params=asked).json()["moves"]
        page.locator("#typed-move").fill(next(move["text"] for move in moves if move["is_best"]))
        page.keyboard.press("Enter")
        table.expect_ply(ply + 1)
    expect(page.locator("#tally")).to_contain_text("Your best!")

    # What was solved is marked, also in the browser that opens the file of all that this one keeps.
    solved = "✓ 1: 2 moves, yours 2"
    table.open("/#lunar-lockout")
    expect(level.locator("option").first).to_have_text(solved)
    page.keyboard.press("Escape")
    with page.expect_download() as downloaded:
        page.get_by_role("button", name="Save all that this browser keeps").click()
    downloaded.value.save_as(file := tmp_path / "kept.json")
    other = sit_down()
    other.open("/")
    with other.page.expect_navigation():
        other.page.locator("#import").set_input_files(file)
    other.open("/#lunar-lockout")
    expect(other.page.locator("#new-game option").first).to_have_text(solved)

    # A start of a wanted difficulty, of a puzzle that is solved at once; another one is refused with a sentence.
    other.page.keyboard.press("Escape")
    other.open("/#hanoi?disks=4")
    other.page.locator("#new-game").get_by_label("Start").select_option("hardest")
    other.page.get_by_role("button", name="Begin").click()
    other.page.wait_for_url("**/match.html#*")
    expect(other.page.locator(".used")).to_have_text("0 moves used; from the start 15 moves are enough.")
    other.open("/#cube3")
    other.page.locator("#new-game").get_by_label("Start").select_option("easy")
    other.page.get_by_role("button", name="Begin").click()
    expect(other.page.locator("#new-game .refusal")).to_have_text(
        "cube3 is not solved; a solve can be ordered, if it can be solved at all."
    )
    other.complaints.clear()  # that it is not solved is told by the status of the answer


def test_the_lobby_names_the_variant_also_where_it_is_the_usual_one(table: Table) -> None:
    waiting = {"clock": None, "open_seats": [1], "players": [{"name": "Ann", "rating": None}], "is_rated": False}
    games = ["draughts", "draughts/english", "hex?size=7"]
    told = [{**waiting, "match": f"match{number}", "game": game} for number, game in enumerate(games)]
    table.page.route("**/api/v1/lobby", lambda route: route.fulfill(json=told))
    table.open("/")
    titles = table.page.locator("#lobby-list strong")
    expect(titles).to_have_text(["Draughts: Russian", "Draughts: English", "Hex (size=7)"])
