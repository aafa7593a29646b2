"""The board of a notebook in a real browser: hands reach the real widget, and what comes of it is shown."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from ludograph.adapters.notebook.script import script, style

playwright_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
BoardWidget = pytest.importorskip("ludograph.adapters.notebook.widget", reason="anywidget is not installed").BoardWidget

TRAITS = ("game", "theme", "view", "last_move", "values", "says")
#: What Jupyter does: it loads the script for each board anew, and carries messages and traits.
JUPYTER = """
async ([script, style, traits, boards]) => {
  document.head.append(Object.assign(document.createElement("style"), { textContent: style }));
  const listeners = {};
  const model = {
    get: (name) => traits[name],
    on: (event, call) => (listeners[event] ??= new Set()).add(call),
    off: (event, call) => listeners[event].delete(call),
    send: async (message) => {
      const before = traits;
      traits = JSON.parse(await window.answer(JSON.stringify(message)));
      for (const name of Object.keys(traits)) {
        if (JSON.stringify(before[name]) !== JSON.stringify(traits[name])) {
          for (const call of listeners[`change:${name}`] ?? []) call();
        }
      }
    },
  };
  for (let board = 0; board < boards; board++) {
    const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    const { default: widget } = await import(url);
    const el = document.body.appendChild(document.createElement("div"));
    widget.render({ model, el });
  }
}
"""


class Notebook:
    """A page with boards of one widget."""

    def __init__(self, page: playwright_api.Page, widget: Any, boards: int = 1) -> None:
        self.page, self.widget = page, widget
        page.expose_function("answer", self._answer)
        page.evaluate(JUPYTER, [script(), style(), json.loads(self._traits()), boards])

    def _traits(self) -> str:
        return json.dumps({name: getattr(self.widget, name) for name in TRAITS})

    def _answer(self, message: str) -> str:
        self.widget._answer(self.widget, json.loads(message), [])
        return self._traits()

    def touch(self, *labels: str) -> None:
        for label in labels:
            self.page.locator(f"board-view .cell[aria-label^='{label}']").first.click()

    def expect_to_say(self, text: str) -> None:
        playwright_api.expect(self.page.locator(".ludograph-says").first).to_have_text(text)


@pytest.fixture
def page(chromium: playwright_api.Browser) -> Iterator[playwright_api.Page]:
    complaints: list[str] = []
    context = chromium.new_context(reduced_motion="reduce")
    opened = context.new_page()
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    yield opened
    context.close()
    assert not complaints


def test_moves_are_made_by_clicks_refused_and_taken_back(page: playwright_api.Page) -> None:
    notebook = Notebook(page, BoardWidget("trimok"), boards=2)
    notebook.touch("A2", "A3")
    notebook.expect_to_say("Blue to move.")
    assert [move.text for move in notebook.widget.match.played] == ["A2-A3"]
    notebook.touch("A5", "F1")
    assert notebook.widget.match.ply == 1
    page.get_by_role("button", name="Take back").first.click()
    notebook.expect_to_say("Red to move.")
    assert notebook.widget.match.ply == 0


def test_values_are_shown_and_hidden(page: playwright_api.Page) -> None:
    notebook = Notebook(page, BoardWidget("tic-tac-toe", values=True))
    playwright_api.expect(page.locator("board-view .badge.draw")).to_have_count(9)
    page.get_by_role("button", name="Values").click()
    playwright_api.expect(page.locator("board-view .badge")).to_have_count(0)
    assert notebook.widget.match.ply == 0
