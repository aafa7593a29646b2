"""The widget's script, with the page's board in it: a notebook takes a single text."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources

from ludograph.web.one_script import modules_of

WEB = resources.files("ludograph").joinpath("web")
WIDGET = "notebook/widget.js"
STYLES = ("static/board.css", "notebook/widget.css")
ELEMENT = "board-view"


@cache
def script() -> str:
    """The widget's module. The element is defined once on a page, however many boards there are."""
    *board, widget = modules_of(WIDGET, _read).values()
    kept = f"globalThis[Symbol.for({json.dumps(f'ludograph {ELEMENT} {_version()}')})]"
    # Another version's element may be there already: it is used, too, and nothing is defined twice.
    once = "\n".join(board).replace(
        f'customElements.define("{ELEMENT}"', f'customElements.get("{ELEMENT}") ?? customElements.define("{ELEMENT}"'
    )
    return (
        f"const modules = {kept} ??= (() => {{\nconst modules = {{}};\n{once}\nreturn modules;\n}})();\n{widget}\n"
        f"export default {{ render: modules[{json.dumps(WIDGET)}].render }};\n"
    )


@cache
def style() -> str:
    return "\n".join(_read(name) for name in STYLES)


def _version() -> str:
    from ludograph import __version__

    return __version__


def _read(name: str) -> str:
    return WEB.joinpath(name).read_text(encoding="utf-8")
