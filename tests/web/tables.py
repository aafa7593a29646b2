"""A server that can be killed, and a player before a page: what hands, fingers and keys do there."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

LOOSE = "100000/second"
START_SECONDS = 60
OWNER = "the-owner-of-this-server"
EMPTY_PAGE = "/icon.svg"  # of our origin, so that its storage can be filled, and without scripts
#: Before a page's own scripts: it can't think by itself, and asks the server.
NO_WORKER = "delete self.Worker"


class Serving:
    """The server in a process of its own, always at the same port."""

    def __init__(self, data: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            self.port = listener.getsockname()[1]
        limits = {f"LUDOGRAPH_{kind}_LIMITS": LOOSE for kind in ("ADDRESS", "TOKEN", "COSTLY", "CHAT")}
        self._environment = {**os.environ, "LUDOGRAPH_DATA": str(data), "LUDOGRAPH_LOG_LEVEL": "warning", **limits}
        self._environment["LUDOGRAPH_OWNER_TOKEN"] = OWNER
        self._environment.pop("LUDOGRAPH_BOUNDS_CHECKS", None)  # the user's own kernels are the quicker ones

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "ludograph", "serve", "--port", str(self.port)]
        self._process = subprocess.Popen(command, env=self._environment, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            assert self._process.poll() is None, "the server did not start"
            with suppress(OSError), urllib.request.urlopen(f"{self.address}/api/v1/ready", timeout=5):
                return
            time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


class Table:
    """A page, and what its player does. Complaints are what the browser's console has got to say."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.complaints: list[str] = []
        #: Of the last match that was begun here, by seat.
        self.invites: dict[int, str] = {}
        page.set_default_timeout(60_000)
        page.on("console", lambda said: said.type == "error" and self.complaints.append(f"{said.text} {said.location}"))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        own = (address, "blob:", "data:", "about:", "ws:" + address.partition(":")[2])
        page.on(
            "request", lambda asked: asked.url.startswith(own) or self.complaints.append(f"{asked.url} is elsewhere")
        )

    # -- coming to a match ---------------------------------------------------------------------------------------

    def begin(self, game: str, players: Sequence[str] = (), **more: Any) -> str:
        """A new match with all its keys in this browser; returns its id."""
        seats = [{"player": player} for player in players]
        answer = self.page.request.post(f"{self.address}/api/v1/matches", data={"game": game, "seats": seats, **more})
        assert answer.ok, answer.text()
        made = answer.json()
        self.invites = {seat["seat"]: seat["invite"] for seat in made["seats"] if seat.get("invite")}
        tokens = [seat["token"] for seat in made["seats"] if seat.get("token")]
        kept = {
            "id": made["id"],
            "game": game,
            "title": game,
            "tokens": tokens,
            "owner": made["owner_token"],
            "created": 1,
        }
        self.page.goto(f"{self.address}{EMPTY_PAGE}")
        self.page.evaluate("kept => localStorage.setItem('ludograph.matches', JSON.stringify([kept]))", kept)
        self.open(f"/match.html#{made['id']}")
        return str(made["id"])

    def open(self, path: str) -> None:
        self.page.goto(self.address + path)
        has_board = "match.html" in path or "analysis.html" in path
        self.page.wait_for_selector("board-view .cell, board-view .solid-cell" if has_board else ".card")

    def match(self) -> dict[str, Any]:
        """The match as the server has it."""
        name = self.page.url.partition("#")[2]
        return dict(self.page.request.get(f"{self.address}/api/v1/matches/{name}").json())

    # -- what is seen --------------------------------------------------------------------------------------------

    @property
    def status(self) -> Locator:
        return self.page.locator("#status")

    @property
    def refusal(self) -> Locator:
        return self.page.locator("#refusal")

    @property
    def played(self) -> Locator:
        return self.page.locator("#moves .move")

    def cell(self, label: str) -> Locator:
        return self.page.locator(f'board-view [data-label="{label}"]')

    def wait_for_turn(self) -> None:
        self._wait("board-view[playable]")

    def expect_ply(self, ply: int) -> None:
        """That many moves and no more; a page that is being left may still show more of them."""
        self._wait(f'#moves:has([data-ply="{ply}"]):not(:has([data-ply="{ply + 1}"]))')

    def _wait(self, selector: str) -> None:
        """Looks at every frame, which is sooner than ``expect`` does."""
        self.page.wait_for_selector(selector, state="attached")

    # -- hands, fingers, keys ------------------------------------------------------------------------------------

    def middle(self, label: str) -> tuple[float, float]:
        box = self.cell(label).bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(self, start: str, end: str) -> None:
        mouse, (x, y), (to_x, to_y) = self.page.mouse, self.middle(start), self.middle(end)
        mouse.move(x, y)
        mouse.down()
        mouse.move((x + to_x) / 2, (y + to_y) / 2)
        mouse.move(to_x, to_y)
        mouse.up()

    def drag_by_finger(self, start: str, end: str) -> None:
        """Touches as the browser gets them from a screen."""
        (x, y), (to_x, to_y) = self.middle(start), self.middle(end)
        session = self.page.context.new_cdp_session(self.page)
        for tenths in (0, 3, 7, 10):
            at = {"x": x + (to_x - x) * tenths / 10, "y": y + (to_y - y) * tenths / 10}
            kind = "touchMove" if tenths else "touchStart"
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def play_by_drag(self, moves: Sequence[str]) -> None:
        """Each move as the server says that a hand makes it."""
        for ply, text in enumerate(moves, 1):
            self.wait_for_turn()
            known = next(move for move in self.match()["view"]["moves"] if move["text"] == text)
            for start, end in zip(known["hops"], known["hops"][1:], strict=False):
                self.drag(start, end)
            self.expect_ply(ply)

    def tap(self, label: str) -> None:
        self.page.touchscreen.tap(*self.middle(label))

    def go_to(self, label: str) -> None:
        """With the keyboard: letters jump there."""
        for letter in label:
            self.page.keyboard.press(letter.lower())
        self._wait(f'[data-label="{label}"]:focus')


def cells_of(text: str) -> list[str]:
    """The cells that a move's text names."""
    return re.split(r"[-x:]", text)
