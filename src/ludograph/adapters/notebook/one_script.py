"""The page's scripts as one: a notebook takes a single text, and there is no bundler here.

Each module becomes a function that returns what it exports. The page's own style is all that is understood: imports and
exports on lines of their own, no default ones, no circles.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import PurePosixPath

WEB = resources.files("ludograph").joinpath("web")
WIDGET = PurePosixPath("notebook/widget.js")
IMPORT = re.compile(r'^import (?:(?:\* as (\w+)|(\{[^}]*\})) from )?"([^"]+)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:class|function|const|let) (\w+))", re.MULTILINE)
ELEMENT = "board-view"


@cache
def script() -> str:
    """The widget's module. The element is defined once on a page, however many boards there are."""
    modules = list(_in_order(WIDGET, set()))
    board, widget = modules[:-1], modules[-1]
    defined = "\n".join(_as_function(path, text) for path, text in board)
    own = _as_function(*widget)
    kept = f"globalThis[Symbol.for({json.dumps(f'ludograph {ELEMENT} {_version()}')})]"
    # Another version's element may be there already: it is used, too, and nothing is defined twice.
    once = defined.replace(
        f'customElements.define("{ELEMENT}"', f'customElements.get("{ELEMENT}") ?? customElements.define("{ELEMENT}"'
    )
    return (
        f"const modules = {kept} ??= (() => {{\nconst modules = {{}};\n{once}\nreturn modules;\n}})();\n{own}\n"
        f"export default {{ render: modules[{json.dumps(str(WIDGET))}].render }};\n"
    )


@cache
def style() -> str:
    return "\n".join(_read(PurePosixPath(path)) for path in ("static/board.css", "notebook/widget.css"))


def _version() -> str:
    from ludograph import __version__

    return __version__


def _in_order(path: PurePosixPath, seen: set[PurePosixPath]) -> Iterator[tuple[PurePosixPath, str]]:
    """Every module after those that it needs."""
    if path in seen:
        return
    seen.add(path)
    text = _read(path)
    for found in IMPORT.finditer(text):
        yield from _in_order(_beside(path, found[3]), seen)
    yield path, text


def _as_function(path: PurePosixPath, text: str) -> str:
    names = ", ".join(found[1] for found in EXPORT.finditer(text))

    def taken(found: re.Match[str]) -> str:
        target = f"modules[{json.dumps(str(_beside(path, found[3])))}]"
        return f"const {found[1] or found[2]} = {target};" if found[1] or found[2] else ""

    body = EXPORT.sub("", IMPORT.sub(taken, text))
    return f"modules[{json.dumps(str(path))}] = (() => {{\n{body}\nreturn {{ {names} }};\n}})();"


def _beside(path: PurePosixPath, told: str) -> PurePosixPath:
    """The path that a module means, from the folder of all."""
    parts: list[str] = []
    for part in (*path.parent.parts, *PurePosixPath(told).parts):
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return PurePosixPath(*parts)


def _read(path: PurePosixPath) -> str:
    return WEB.joinpath(str(path)).read_text(encoding="utf-8")
