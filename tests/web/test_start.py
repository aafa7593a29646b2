"""The start page: what its address asks for."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tables import Table


@pytest.mark.parametrize(
    ("address", "title", "chosen"),
    [
        ("#chess/three", "nchess", {"variant": "three", "parameter-setup": "518"}),
        ("#checkers", "Draughts", {"variant": "english"}),
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
