"""How soon a board is seen: in a Chromium that has never been here, from the first byte to the first board drawn."""

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

AIM_SECONDS = 1.5
GAME = "trimok"
PIECES = 24
# From the first byte of the page to the frame after the one in which all pieces are there.
DRAWN = """() => new Promise(done => {
    const [{responseStart}] = performance.getEntriesByType("navigation");
    const look = () => document.querySelectorAll("board-view .piece").length
        ? requestAnimationFrame(() => done(performance.now() - responseStart))
        : requestAnimationFrame(look);
    look();
})"""


def run() -> Iterator[dict[str, object]]:
    """The start position of Trimok in a new profile, several times; a new profile has nothing in its caches."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        yield result("first board drawn", "not measured: playwright is not installed")
        return
    if not chromium:
        yield result("first board drawn", "not measured: there is no Chromium")
        return
    with _server() as address, sync_playwright() as playwright:
        seconds = min(_first_board(playwright, chromium, address) for _ in range(RUNS))
    measured = f"{seconds * 1000:,.0f} ms after the first byte"
    aim = f"{AIM_SECONDS * 1000:,.0f} ms"
    yield result("first board drawn, cold browser", measured, aim=aim, is_met=seconds <= AIM_SECONDS)


def _first_board(playwright: Any, chromium: str, address: str) -> float:
    browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
    page = browser.new_page()
    made = page.request.post(f"{address}/api/v1/matches", data={"game": GAME}).json()
    page.goto(f"{address}/match.html#{made['id']}", wait_until="commit")
    seconds = float(page.evaluate(DRAWN)) / 1000
    assert page.locator("board-view .piece").count() == PIECES
    browser.close()
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
