"""A script and all that it imports as one: what comes in one piece is there sooner, and a notebook takes a single text.

There is no bundler here. Each module becomes a function that returns what it exports, called after those that it
imports. The page's own style is all that is understood: imports and exports on lines of their own, no default ones,
no circles; words are still fetched by an address that a script puts together.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

IMPORT: Final = re.compile(r'^import (?:(?:\* as (\w+)|(\{[^}]*\})) from )?"([^"]+)";$', re.MULTILINE)
EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:class|function|const|let) (\w+))", re.MULTILINE)
EXPORTED: Final = re.compile(r"^export \{([^}]*)\};$", re.MULTILINE)
ALL_EXPORTED: Final = re.compile(r'^export \* from "([^"]+)";$', re.MULTILINE)
#: Of a module that is needed later, and of one whose name is put together then.
LATER: Final = re.compile(r'\bawait import\("([^"]+)"\)')
SOMETIMES: Final = re.compile(r"\bimport\((`[^`]+`)\)")
WAITS: Final = re.compile(r"^(?:const [^=]+= )?await ", re.MULTILINE)
OWN_ADDRESS: Final = "import.meta.url"
RENAMED: Final = re.compile(r"(\w+) as (\w+)")


#: The text of a script of a name.
Read = Callable[[str], str]


def with_whole_scripts(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """A page's files as they are sent: every script that no other needs in one piece. Those are what pages name, and
    workers."""
    texts = {name: content.decode() for name, content in files.items() if name.endswith(".js")}
    imported = {name: needed_first(name, text) + needed_later(name, text) for name, text in texts.items()}
    parts = {each for names in imported.values() for each in names}
    whole = {name: one_script(name, texts.__getitem__).encode() for name in texts.keys() - parts if imported[name]}
    return {name: content for name, content in {**files, **whole}.items() if name not in parts}


def one_script(name: str, read: Read) -> str:
    """The script of a name with all others that it needs. A browser's console finds what they export, and tests do."""
    return "\n".join(["const modules = (globalThis.ludograph = {});", *modules_of(name, read).values(), ""])


def modules_of(name: str, read: Read) -> dict[str, str]:
    """A script and all that it needs, in the order in which they are to run, each as a statement."""
    texts = dict(_in_order(name, read, set()))
    return {each: _as_statement(each, text, posixpath.dirname(name)) for each, text in texts.items()}


def needed_first(name: str, text: str) -> list[str]:
    """The names of the modules that one imports."""
    told = [found[3] for found in IMPORT.finditer(text)] + ALL_EXPORTED.findall(text)
    return [_beside(name, each) for each in told]


def needed_later(name: str, text: str) -> list[str]:
    """The names of those that it asks for when it has begun. They may import it."""
    return [_beside(name, each) for each in LATER.findall(text)]


def _in_order(name: str, read: Read, seen: set[str]) -> Iterator[tuple[str, str]]:
    """Every module after those that it imports."""
    if name in seen:
        return
    seen.add(name)
    text = read(name)
    for each in needed_first(name, text):
        yield from _in_order(each, read, seen)
    yield name, text
    for each in needed_later(name, text):
        yield from _in_order(each, read, seen)


def _as_statement(name: str, text: str, folder: str) -> str:
    """A module that keeps what it exports among ``modules``, for a script in some folder."""

    def module(told: str) -> str:
        return f"modules[{json.dumps(_beside(name, told))}]"

    def imported(found: re.Match[str]) -> str:
        names = found[1] or RENAMED.sub(r"\1: \2", found[2] or "")
        return f"const {names} = {module(found[3])};" if names else ""

    exports = [found[1] for found in EXPORT.finditer(text)]
    exports += [each.strip() for found in EXPORTED.finditer(text) for each in found[1].split(",") if each.strip()]
    exports += [f"...{module(found[1])}" for found in ALL_EXPORTED.finditer(text)]
    body = EXPORT.sub("", ALL_EXPORTED.sub("", EXPORTED.sub("", IMPORT.sub(imported, text))))
    address = f"new URL({json.dumps(posixpath.relpath(name, folder))}, {OWN_ADDRESS})"
    body = LATER.sub(lambda found: module(found[1]), body).replace(OWN_ADDRESS, address)
    body = SOMETIMES.sub(lambda found: f"import(new URL({found[1]}, {address}))", body)
    waits, is_async = ("await ", "async ") if WAITS.search(text) else ("", "")
    called = f"{waits}({is_async}() => {{\n{body}\nreturn {{ {', '.join(exports)} }};\n}})();"
    return f"modules[{json.dumps(name)}] = {called}"


def _beside(name: str, told: str) -> str:
    """The name of the module that another one means."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), told))
