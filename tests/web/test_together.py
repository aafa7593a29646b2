"""Matches between browsers and programs: invites, live moves, agreements, lost connections."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect
from tables import OWNER, Serving, Table
from whole_games import TRIMOK

SCRIPT = "<img src=x onerror=alert(1)>"


def _choose(table: Table, game: str, kind: str) -> None:
    table.open("/")
    table.page.get_by_role("button", name=game, exact=True).click()
    table.page.locator(f'input[name=kind][value="{kind}"]').check()
    table.page.get_by_role("button", name="Play", exact=True).click()
    table.page.wait_for_selector("board-view .cell")


def test_two_browsers_play_by_an_invite(sit_down: Callable[..., Table]) -> None:
    red, blue = sit_down(), sit_down(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    _choose(red, "Trimok", "invite")
    expect(red.page.locator("#upper")).to_contain_text("waiting")
    blue.open(red.page.get_by_label("Link for Blue").input_value().removeprefix(red.address))
    expect(red.page.locator("#upper")).not_to_contain_text("waiting")
    assert "/" not in blue.page.url.partition("#")[2], "the invite must not stay in the address"

    red.wait_for_turn()
    expect(blue.page.locator("board-view")).not_to_have_attribute("playable", "")
    red.drag("B2", "C3")
    blue.wait_for_turn()
    blue.tap("C5")
    blue.tap("B4")
    for table in (red, blue):
        table.expect_ply(2)

    red.page.get_by_role("button", name="Undo").click()
    blue.page.get_by_role("button", name="Accept").click()
    expect(red.played).to_have_count(0)
    blue.page.get_by_role("button", name="Offer draw").click()
    blue.page.get_by_role("dialog").get_by_role("button", name="Offer draw").click()
    red.page.get_by_role("button", name="Accept").click()
    for table in (red, blue):
        expect(table.status).to_contain_text("draw")


def test_strangers_meet_in_the_lobby(sit_down: Callable[..., Table]) -> None:
    """One waits, another takes the seat; they talk, are watched, one of them has enough of it and tells the owner."""
    red, blue, watcher = (sit_down() for _ in range(3))
    for table, name in ((red, "Ann"), (watcher, "Cleo")):
        table.open("/")
        table.page.get_by_role("button", name="Settings").click()
        table.page.get_by_label("Your name").fill(name)
        if table is red:
            table.page.get_by_label("A rating in games with others").check()
        table.page.get_by_role("button", name="Done").click()
    _choose(red, "Trimok", "lobby")
    expect(red.page.locator("#invites")).to_contain_text("waits in the lobby")
    expect(red.page.locator("#lower .name")).to_have_text("Ann 1500?")
    blue.open("/")
    take = blue.page.get_by_role("button", name="Play Trimok with Ann 1500?")
    while not take.is_visible():  # the server looks every two seconds who is there
        blue.page.reload()
        blue.page.wait_for_selector(".card")
        blue.page.wait_for_load_state("networkidle")
    expect(blue.page.locator("#lobby-list li")).to_contain_text("no clock · rated")
    take.click()
    blue.page.wait_for_selector("board-view .cell")
    expect(red.page.locator("#upper")).not_to_contain_text("waiting")
    watcher.open(f"/match.html{blue.page.url.partition('match.html')[2]}")

    blue.page.get_by_label("Say something").fill(f"Hello {SCRIPT}")
    blue.page.get_by_role("button", name="Send").click()
    for table in (red, blue, watcher):
        expect(table.page.locator("#chat-lines li")).to_have_text(f"Blue: Hello {SCRIPT}")
    expect(watcher.page.locator("#chat-form")).to_be_hidden()
    expect(red.page.locator("#spectators")).to_have_text("1 spectator: Cleo")
    red.page.get_by_role("button", name="Switch the chat off").click()
    for table in (blue, watcher):
        expect(table.page.locator("#chat-off")).to_have_text("Red has switched the chat off.")
        expect(table.page.locator("#chat-lines li")).to_have_count(0)
    red.page.get_by_role("button", name="Report Blue…").click()
    red.page.get_by_label("What has happened").fill("A script in the chat.")
    red.page.get_by_role("dialog").get_by_role("button", name="Report").click()
    expect(red.page.locator("#chat-off")).to_have_text("The owner has your report.")

    watcher.page.goto(f"{watcher.address}/owner.html")
    watcher.page.get_by_label("The owner's token").fill(OWNER)
    watcher.page.get_by_role("button", name="Show").click()
    report = watcher.page.locator("#reports li[data-report]")
    expect(report).to_contain_text("Blue (seat 2, 127.0.0.1): A script in the chat.")
    report.get_by_text("What was said").click()
    expect(report.locator("li")).to_have_text(f"Seat 2: Hello {SCRIPT}")
    report.get_by_role("button", name="Dealt with").click()
    expect(watcher.page.locator("#reports")).to_have_text("There are none.")


def test_three_seats_with_a_link_for_each_of_the_others(sit_down: Callable[..., Table]) -> None:
    red = sit_down()
    red.open("/")
    red.page.get_by_role("button", name="Chess on graphs", exact=True).click()
    red.page.get_by_label("Variant").select_option("three")
    expect(red.page.locator('input[name="side"]')).to_have_count(4)
    red.page.locator('input[name="kind"][value="invite"]').check()
    red.page.get_by_role("button", name="Play", exact=True).click()
    red.page.wait_for_selector("board-view .cell")
    for side in ("Blue", "Green"):
        other = sit_down()
        other.open(red.page.get_by_label(f"Link for {side}").input_value().removeprefix(red.address))
        expect(red.page.get_by_label(f"Link for {side}")).to_have_count(0)
        expect(other.page.locator(".player", has_text="you")).to_contain_text(side)


def test_three_seats_each_by_itself(table: Table) -> None:
    table.open("/")
    table.page.get_by_role("button", name="Chess on graphs", exact=True).click()
    table.page.get_by_label("Variant").select_option("three")
    table.page.locator('input[name="kind"][value="each"]').check()
    for seat, player in enumerate(("here", "ai:1", "mcts")):
        table.page.locator(f'select[name="seat-{seat}"]').select_option(player)
    table.page.get_by_role("button", name="Play", exact=True).click()
    table.page.wait_for_selector("board-view .cell")
    assert [seat["player"] for seat in table.match()["seats"]] == ["human", "ai:1", "mcts"]
    table.wait_for_turn()
    table.drag("f4", "f5")
    table.expect_ply(3)
    table.wait_for_turn()


def test_a_name_with_a_script_stays_text(table: Table) -> None:
    table.begin("trimok", (), seats=[{"player": "human", "name": SCRIPT}, {"player": "human"}])
    expect(table.page.locator("#lower .name")).to_have_text(SCRIPT)
    assert table.page.locator("img").count() == 0


def test_programs_play_to_the_end_with_pause_step_and_speed(table: Table) -> None:
    late = {"game": "trimok", "moves": TRIMOK[:36]}
    position = table.page.request.post(f"{table.address}/api/v1/position/play", data=late).json()["position"]
    table.begin("trimok", ("ai:1", "ai:1"), position=position, pace=0.25, is_paused=True)
    expect(table.status).to_contain_text("Paused")
    table.page.get_by_role("button", name="Step").click()
    table.expect_ply(1)
    table.page.get_by_label("Speed").select_option("At once")
    table.page.get_by_role("button", name="Go on").click()
    expect(table.status).to_contain_text(re.compile("wins|draw"))
    assert table.match()["view"]["outcome"]


def test_a_human_plays_the_ai_and_takes_back(table: Table) -> None:
    table.begin("trimok", ("human", "ai:time=1.5"))
    table.wait_for_turn()
    table.page.get_by_role("switch").check()
    expect(table.page.locator(".analysis").last).to_contain_text("deep")
    table.drag("B2", "C3")
    expect(table.page.locator("#upper .busy")).to_have_text("thinks…")
    expect(table.status).to_have_text("Red plays B2-C3. Blue thinks…")
    expect(table.page.locator(".thinking")).to_have_text(
        re.compile(r"Blue thinks [+-]\d.*, \d+ deep, .* positions: \w\d")
    )
    assert table.page.locator(".thinking").evaluate("one => one.closest('[aria-live]')") is None, (
        "it would be read all the time"
    )
    table.expect_ply(2)
    expect(table.page.locator(".thinking")).to_be_hidden()
    table.wait_for_turn()
    table.page.get_by_role("button", name="Undo").click()
    expect(table.played).to_have_count(0)


def test_nothing_is_lost_when_the_server_is_killed(table: Table, serving: Serving) -> None:
    table.begin("trimok")
    table.play_by_drag(TRIMOK[:3])
    serving.kill()
    expect(table.page.locator("#connection")).to_be_visible()
    expect(table.page.locator("board-view")).not_to_have_attribute("playable", "")
    serving.start()
    expect(table.page.locator("#connection")).to_be_hidden()
    table.wait_for_turn()
    table.expect_ply(3)
    table.drag("A5", "B4")
    table.expect_ply(4)
    table.page.reload()
    table.expect_ply(4)
    assert [move["text"] for move in table.match()["moves"]] == TRIMOK[:4]
    assert all("ERR_CONNECTION_REFUSED" in complaint or "WebSocket" in complaint for complaint in table.complaints)
    table.complaints.clear()
