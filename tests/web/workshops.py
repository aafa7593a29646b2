"""The page of the map workshop, and what hands do there."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Any

from playwright.sync_api import expect
from tables import Table

UNIT = 60  # of the drawing, for one step of the map


def named_text(name: str) -> str:
    return (resources.files("ludograph.games.nchess") / "maps" / f"{name}.json").read_text(encoding="utf-8")


class Workshop:
    """One page of the workshop, and hands for it."""

    def __init__(self, table: Table) -> None:
        self.page, self.address = table.page, table.address

    def open(self, map_name: str = "") -> Workshop:
        self.page.goto("about:blank")
        self.page.goto(f"{self.address}/workshop.html{map_name and '#'}{map_name}")
        self.page.wait_for_selector('#template option[value="map:ring"]', state="attached")
        self.page.wait_for_selector("#field-name")
        return self

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A place of the map on the screen, as long as a step of the map is one of the drawing."""
        asked = "([x, y]) => new DOMPoint(x, y).matrixTransform(document.getElementById('map').getScreenCTM())"
        point = self.page.evaluate(f"at => {{ const p = ({asked})(at); return [p.x, p.y]; }}", [x * UNIT, -y * UNIT])
        return point[0], point[1]

    def tool(self, name: str) -> None:
        self.page.check(f'input[name="tool"][value="{name}"]')

    def click(self, x: float, y: float) -> None:
        self.page.mouse.click(*self.at(x, y))

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.page.mouse.move(*self.at(*start))
        self.page.mouse.down()
        self.page.mouse.move(*self.at(*end), steps=3)
        self.page.mouse.up()

    def piece(self, kind: str, player: str, x: float, y: float) -> None:
        self.page.check(f'input[name="palette-type"][value="{kind}"]')
        self.page.select_option("#palette-player", label=player)
        self.click(x, y)

    def verdict(self, text: str) -> None:
        expect(self.page.locator("#verdict")).to_have_text(text)

    def begin(self, template: str, *, pieces: bool = True) -> None:
        self.page.select_option("#template", template)
        self.page.set_checked("#template-pieces", pieces)
        self.page.click("#begin")
        expect(self.page.locator("#said")).to_contain_text("Began with")

    def upload(self, text: str, name: str = "map.json") -> None:
        file = {"name": name, "mimeType": "application/json", "buffer": text.encode()}
        self.page.set_input_files("#file", file)

    def map(self) -> dict[str, Any]:
        """The map as its file has it."""
        with self.page.expect_download() as download:
            self.page.click("#download")
        return dict(json.loads(Path(download.value.path()).read_text(encoding="utf-8")))

    def links(self) -> set[tuple[str, str]]:
        found = self.map()
        labels = {node["id"]: node["label"] for node in found["nodes"]}
        return {(labels[start], labels[end]) for start, end in found["links"]}

    def focused(self) -> str:
        return str(self.page.evaluate("document.activeElement.querySelector('.label')?.textContent ?? ''"))

    def play(self) -> None:
        """Play the map by its button, with the keyboard."""
        self.page.focus("#play")
        self.page.keyboard.press("Enter")
        self.page.wait_for_url("**/match.html#*")
        self.page.wait_for_selector("board-view .cell")
