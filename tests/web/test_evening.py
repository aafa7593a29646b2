"""A chess player's evening, on a wide screen and on a phone: choose, play by clock, be checked, promote, lose, save,
analyse, play again.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess.pgn
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, expect
from tables import Table

WIDE = {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light"}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "color_scheme": "dark"}
UNTIL_CHECK = ("e2e4", "d7d5", "e4d5", "c7c6", "d5c6", "d8a5", "c6b7", "a5e5")
UNTIL_PROMOTION = ("f1e2", "e7e6")
UNTIL_MATE = ("f8e7", "f2f4", "e5f4", "g2g4", "e7h4")


class Evening:
    """Ann at her screen, and Bob somewhere else, of whom she sees only what he does."""

    def __init__(self, ann: Table, is_phone: bool) -> None:
        self.ann = ann
        self.page = ann.page
        self.is_phone = is_phone
        self._token = ""

    def ask(self, path: str, **body: Any) -> Any:
        """What Bob does."""
        match_id = self.page.url.partition("#")[2]
        headers = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        address = f"{self.ann.address}/api/v1/matches/{match_id}/{path}"
        answer = self.page.request.post(address, data=body, headers=headers)
        assert answer.ok, answer.text()
        return answer.json()

    def join(self) -> None:
        link = self.page.get_by_label("Link for Black").input_value()
        self._token = self.ask("join", invite=link.rpartition("/")[2], name="Bob")["token"]

    def play(self, *moves: str, first: int, bob: int = 1) -> None:
        """Moves of both, Ann's by hand; so many were played before."""
        for ply, move in enumerate(moves, first):
            if ply % 2 == bob:
                self.ask("moves", move=move, ply=ply)
            else:
                self.touch(move[:2], move[2:4])
            self.ann.expect_ply(ply + 1)

    def touch(self, start: str, end: str) -> None:
        self.ann.wait_for_turn()
        if self.is_phone:
            self.ann.cell(start).scroll_into_view_if_needed()
            self.ann.tap(start)
            self.ann.tap(end)
        else:
            self.ann.drag(start, end)

    def card(self, side: str) -> Locator:
        return self.page.locator(".player", has=self.page.get_by_text(side, exact=True))

    def look(self) -> None:
        """Nothing is wrong with what Ann sees now."""
        found = Axe().run(self.page)
        assert found.violations_count == 0, found.generate_report()
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"


def choose_chess_with_a_clock(evening: Evening) -> None:
    page = evening.page
    page.goto(evening.ann.address)
    page.evaluate("localStorage.setItem('ludograph.settings', JSON.stringify({ name: 'Ann' }))")
    page.get_by_role("button", name=re.compile("^(Chess|nchess)$")).first.click()
    expect(page.get_by_role("link", name="How it is played")).to_have_attribute("href", re.compile("rules.html#nchess"))
    page.locator('input[name="kind"][value="invite"]').check()
    page.get_by_label("Clock").select_option("300+3")
    evening.look()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector("board-view .cell")
    evening.join()
    expect(evening.card("Black")).to_contain_text("Bob")
    expect(evening.card("White")).to_contain_text("Ann")
    expect(evening.card("White").get_by_role("timer")).to_have_text("5:00")
    expect(page.get_by_role("link", name="Rules of this game")).to_have_attribute(
        "href", re.compile("rules.html[?]match=")
    )


def be_checked(evening: Evening) -> None:
    evening.play(*UNTIL_CHECK, first=0)
    expect(evening.ann.status).to_contain_text("Check!")
    expect(evening.card("White").locator(".danger")).to_have_text("Check")
    expect(evening.page.locator("board-view .alert")).to_have_count(1)
    expect(evening.page).to_have_title(re.compile("Your move"))
    expect(evening.card("White").locator(".clock")).to_have_class(re.compile("running"))
    expect(evening.card("White").locator(".lead")).to_have_text("+3")
    evening.look()


def promote(evening: Evening) -> None:
    evening.play(*UNTIL_PROMOTION, first=len(UNTIL_CHECK))
    evening.touch("b7", "a8")
    expect(evening.page.locator(".piece-choice")).to_have_count(4)
    evening.look()
    evening.page.locator("#chooser").get_by_role("button", name="Queen").click()
    evening.ann.expect_ply(11)
    expect(evening.card("White").get_by_role("img")).to_have_attribute("aria-label", re.compile("3 × pawn, 1 × rook"))


def lose(evening: Evening) -> None:
    evening.play(*UNTIL_MATE, first=11)
    expect(evening.ann.status).to_contain_text("White is checkmated: Black wins.")
    expect(evening.card("Black")).to_contain_text("won")
    expect(evening.page).to_have_title(re.compile("Game over"))
    evening.look()


def save(evening: Evening, folder: Path) -> None:
    evening.page.get_by_text("Position and export").click()
    with evening.page.expect_download() as saving:
        evening.page.get_by_role("button", name="Save as PGN").click()
    file = folder / "game.pgn"
    saving.value.save_as(file)
    with file.open() as text:
        game = chess.pgn.read_game(text)
    assert game
    told = [game.headers[tag] for tag in ("White", "Black", "Result", "TimeControl")]
    assert told == ["Ann", "Bob", "0-1", "300+3"]
    assert [move.uci() for move in game.mainline_moves()] == [*UNTIL_CHECK, *UNTIL_PROMOTION, "b7a8q", *UNTIL_MATE]


def analyse(evening: Evening) -> None:
    """Where was it lost? Then back to the match."""
    page = evening.page
    page.get_by_role("link", name="Analyse this game").click()
    expect(page.locator("#title")).to_have_text("Chess: analysis")
    expect(page.locator(".mistakes li", has_text="??").first).to_be_visible()
    evening.look()
    page.go_back()
    page.wait_for_selector("board-view .cell")


def play_again(evening: Evening) -> None:
    page, before = evening.page, evening.page.url
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator("#offers")).to_contain_text("White asks for a rematch")
    evening.ask("rematch", reply="accept")
    page.wait_for_url(lambda url: url != before)
    expect(evening.card("White")).to_contain_text("Bob")
    expect(evening.card("Black")).to_contain_text("Ann")
    expect(evening.card("Black").get_by_role("timer")).to_have_text("5:00")
    evening.play("d2d4", "d7d5", first=0, bob=0)


@pytest.mark.parametrize("screen", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_chess_players_evening(sit_down: Callable[..., Table], screen: dict[str, object], tmp_path: Path) -> None:
    evening = Evening(sit_down(**screen), is_phone=screen is PHONE)
    choose_chess_with_a_clock(evening)
    be_checked(evening)
    promote(evening)
    lose(evening)
    save(evening, tmp_path)
    analyse(evening)
    play_again(evening)
