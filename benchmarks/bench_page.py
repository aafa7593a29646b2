"""How soon games and a board are seen in a Chromium that was never here, also by a server that was just started."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from measuring import RUNS, result

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
AIM_SECONDS = 1.5
GAME = "trimok"
PIECES = "board-view .piece"
CARDS = ".card"
COUNTS = {PIECES: 24, CARDS: 71}  # at least so many cards: some variants have one of their own
# From the first byte of the page to the frame after the one in which they are there.
DRAWN = """selector => new Promise(done => {
    const [{responseStart}] = performance.getEntriesByType("navigation");
    const look = () => document.querySelectorAll(selector).length
        ? requestAnimationFrame(() => done(performance.now() - responseStart))
        : requestAnimationFrame(look);
    look();
})"""


def run() -> Iterator[dict[str, object]]:
    """The start page and the start position of Trimok in a new profile, which has nothing in its caches: at first by a
    server that has just been started and has compiled nothing yet, then several times."""
    chromium = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        yield result("first board drawn", "not measured: playwright is not installed")
        return
    if not chromium:
        yield result("first board drawn", "not measured: there is no Chromium")
        return
    with _server() as address, sync_playwright() as playwright:
        visits = [_visit(playwright, chromium, address) for _ in range(RUNS)]
    for what, number in (("the start page's cards", 0), ("first board drawn", 1)):
        yield _aimed(f"{what}, cold browser, server just started", visits[0][number])
        yield _aimed(f"{what}, cold browser", min(visit[number] for visit in visits))


def _aimed(what: str, seconds: float) -> dict[str, object]:
    measured = f"{seconds * 1000:,.0f} ms after the first byte"
    return result(what, measured, aim=f"{AIM_SECONDS * 1000:,.0f} ms", is_met=seconds <= AIM_SECONDS)


def _visit(playwright: Any, chromium: str, address: str) -> tuple[float, float]:
    """Seconds until the games are seen on the start page, and until the board of a new match is."""
    browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
    page = browser.new_page()
    cards = _seconds_until(page, f"{address}/", CARDS)
    browser.close()
    browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
    page = browser.new_page()
    made = page.request.post(f"{address}/api/v1/matches", data={"game": GAME}).json()
    board = _seconds_until(page, f"{address}/match.html#{made['id']}", PIECES)
    browser.close()
    return cards, board


def _seconds_until(page: Any, address: str, selector: str) -> float:
    page.goto(address, wait_until="commit")
    seconds = float(page.evaluate(DRAWN, selector)) / 1000
    assert page.locator(selector).count() >= COUNTS[selector]
    return seconds


@contextmanager
def _server() -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as data:
        environment = {**os.environ, "LUDOGRAPH_DATA": data, "LUDOGRAPH_LOG_LEVEL": "warning"}
        command = [sys.executable, "-m", "ludograph", "serve", "--port", str(port)]
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        try:
            for _ in range(600):
                with suppress(OSError), urllib.request.urlopen(f"{address}/api/v1/ready", timeout=5):
                    break
                time.sleep(0.1)
            yield address
        finally:
            process.terminate()
            process.wait()
