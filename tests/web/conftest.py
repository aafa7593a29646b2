"""A real server and Debian's Chromium; without one these tests are skipped. `make test` installs it where it can."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from tables import NO_WORKER, Serving, Table

#: Where pages think by themselves, as they do for everybody. In the other tests they ask the server, as they do where
#: no worker runs: so both ways are tried, and not every test compiles modules.
THINKING = ("test_thinking_here", "test_evening", "test_analysis", "test_playing", "test_solids", "test_whole_games")
#: The shell without windows is the same engine for less than half of the processor's time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
playwright_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if not CHROMIUM:
        skip = pytest.mark.skip(reason="no Chromium found: apt-get install chromium, or say CHROMIUM=/path/to/it")
        for item in items:
            if Path(__file__).parent in item.path.parents:
                item.add_marker(skip)


@pytest.fixture(scope="session")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """One server for the tests of a worker."""
    server = Serving(tmp_path_factory.mktemp("data"))
    server.start()
    yield server
    server.kill()


class Shared:
    """One Chromium for the tests of this folder that a worker runs one after the other, whatever their modules: each
    start takes seconds of a processor. Not for its whole session: as long as Playwright runs, its event loop does, and
    no test of the server can run another."""

    def __init__(self) -> None:
        self._open = ExitStack()
        self._browser: playwright_api.Browser | None = None

    def browser(self) -> playwright_api.Browser:
        if self._browser is None:
            playwright = self._open.enter_context(playwright_api.sync_playwright())
            self._browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            self._open.callback(self._browser.close)
        return self._browser

    def close(self) -> None:
        self._browser = None
        self._open.close()


SHARED = Shared()


@pytest.hookimpl(trylast=True)  # after what the tests themselves have opened is closed
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    if nextitem is None or Path(__file__).parent not in nextitem.path.parents:
        SHARED.close()


@pytest.fixture(scope="module")
def chromium() -> playwright_api.Browser:
    playwright_api.expect.set_options(timeout=60_000)  # a kernel may have to be compiled first, on a busy machine
    return SHARED.browser()


@pytest.fixture
def sit_down(
    serving: Serving, chromium: playwright_api.Browser, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Table]]:
    """Open a browser of one's own: ``sit_down(viewport=…, has_touch=True)``. At the end no page may have complained."""
    tables: list[Table] = []

    def opened(**options: object) -> Table:
        usual = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
        context = chromium.new_context(**{**usual, **options})
        if request.path.stem not in THINKING:
            context.add_init_script(NO_WORKER)
        tables.append(Table(context.new_page(), serving.address))
        return tables[-1]

    yield opened
    complaints = [complaint for table in tables for complaint in table.complaints]
    for table in tables:
        table.page.context.close()
    assert not complaints


@pytest.fixture
def table(sit_down: Callable[..., Table]) -> Table:
    return sit_down()
