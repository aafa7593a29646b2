"""The documentation as a folder of HTML: all pages of docs/, the README, the change log, the rules of all games, and
a reference that is made from the code.

    python tools/docs_site.py --out DIR [--games GAME …]

Links lead from page to page; files that are linked to are copied. A link that leads nowhere is told, and the exit
code is 1 then.
"""

from __future__ import annotations

import argparse
import html
import re
import shutil
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from os.path import relpath
from pathlib import Path, PurePosixPath
from typing import Any

from docs_reference import reference_pages
from markdown_it import MarkdownIt

import ludograph
from ludograph import Game
from ludograph.core.beside import file_beside
from ludograph.core.rulebook import Prose, Rulebook, rulebook
from ludograph.draw.svg import to_svg

REPOSITORY = Path(__file__).resolve().parents[1]
#: The pages in the order in which somebody new wants them; others follow under the last title.
NAVIGATION = {
    "Begin": (
        "README",
        "docs/plain-python-puzzles",
        "docs/plain-python-games",
        "docs/writing-a-game",
        "docs/first-map",
        "docs/first-solve",
        "docs/first-learned-player",
        "docs/notebooks/README",
    ),
    "Use": (
        "docs/page",
        "docs/players",
        "docs/solver",
        "docs/game-files",
        "docs/boards",
        "docs/rules",
        "docs/results",
        "docs/learners",
    ),
    "Run": ("docs/server", "docs/deploy/README", "docs/site", "docs/building", "docs/scale"),
    "Look up": (
        "docs/reference/library",
        "docs/reference/command",
        "docs/reference/http",
        "docs/reference/websocket",
        "docs/stability",
        "docs/safety",
        "docs/citing",
        "CHANGELOG",
    ),
    "Look inside": ("docs/way-of-a-move", "docs/engine", "docs/kernel-language", "CONTRIBUTING"),
}
PAGE_OF_RULES = "/rules.html#"  # where rules are on the page that is served
RULES = "Rules of the games"
STYLE = """
:root { color-scheme: light dark; } * { box-sizing: border-box; }
body { margin: 0; font: 1rem/1.55 system-ui, sans-serif; display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
nav { padding: 1rem; height: 100vh; overflow: auto; position: sticky; top: 0; border-right: 1px solid #8885; }
nav ul { list-style: none; margin: 0 0 1rem; padding: 0; } nav h2 { font-size: 0.9rem; margin: 0; }
main { padding: 1rem 2rem; max-width: 60rem; } [aria-current] { font-weight: bold; }
pre { overflow: auto; padding: 0.7rem; background: #8882; }
table { border-collapse: collapse; display: block; overflow: auto; }
th, td { border: 1px solid #8886; padding: 0.2rem 0.5rem; text-align: left; vertical-align: top; }
figure { margin: 1rem 0; } figure svg { max-width: 20rem; height: auto; }
@media (max-width: 50rem) { body { display: block; } nav { position: static; height: auto; border: 0; } }
"""


@dataclass
class Page:
    """One page: from where in the repository it is, to where in the folder it goes, and its parts."""

    source: Path
    target: PurePosixPath
    parts: list[str]  # Markdown, or HTML that begins with <
    title: str = ""
    anchors: set[str] = field(default_factory=set)
    body: str = ""
    links: list[tuple[Any, str]] = field(default_factory=list)


class Site:
    """All pages, with the links between them."""

    def __init__(self, games: Iterable[str]) -> None:
        self.faults: list[str] = []
        self.copied: dict[PurePosixPath, Path] = {}
        self._markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
        self.pages = [*_written_pages(), *_reference_pages(), *(page for name in games for page in _rules_pages(name))]
        self._by_source = {page.source: page for page in reversed(self.pages)}
        self._by_target = {page.target: page for page in self.pages}
        tokens = [[self._read(page, part) for part in page.parts] for page in self.pages]
        for page, read in zip(self.pages, tokens, strict=True):
            self._lead(page)
            page.body = "\n".join(
                each if isinstance(each, str) else self._markdown.renderer.render(each, self._markdown.options, {})
                for each in read
            )

    def write(self, folder: Path) -> None:
        for page in self.pages:
            file = folder / page.target
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(self._whole(page), encoding="utf-8")
        for target, source in self.copied.items():
            (folder / target).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, folder / target)
        (folder / "style.css").write_text(STYLE, encoding="utf-8")

    # -- headings and links --------------------------------------------------------------------------------------------

    def _read(self, page: Page, part: str) -> Any:
        """The tokens of a part, its headings with anchors; its links are noted."""
        if part.startswith("<"):
            return part
        tokens = self._markdown.parse(part)
        for token, inside in zip(tokens, [*tokens[1:], None], strict=True):
            if token.type == "heading_open" and inside is not None:
                token.attrSet("id", _anchor(inside.content, page.anchors))
                page.title = page.title or _plain(inside.content)
            for child in token.children or ():
                if name := {"link_open": "href", "image": "src"}.get(child.type):
                    page.links.append((child, name))
        return tokens

    def _lead(self, page: Page) -> None:
        for token, name in page.links:
            told = str(token.attrGet(name))
            if not re.match(r"[a-z]+:", told):
                token.attrSet(name, self._address(page, told))

    def _address(self, page: Page, told: str) -> str:
        if told.startswith(PAGE_OF_RULES):
            found = self._by_target.get(_rules_target(ludograph.game(told.removeprefix(PAGE_OF_RULES))))
            return relpath(found.target, page.target.parent) if found else self._nowhere(page, told)
        path, _, anchor = told.partition("#")
        meant = (page.source.parent / path).resolve() if path else page.source
        meant = meant / "README.md" if meant.is_dir() else meant
        found = self._by_source.get(meant) if path else page
        if found is None and (not meant.is_file() or REPOSITORY not in meant.parents):
            return self._nowhere(page, told)
        if found and anchor and anchor not in found.anchors:
            self.faults.append(f"{page.source.relative_to(REPOSITORY)}: {told} has no such heading")
        target = found.target if found else PurePosixPath("files") / meant.relative_to(REPOSITORY).as_posix()
        if not found:
            self.copied[target] = meant
        return relpath(target, page.target.parent) + (f"#{anchor}" if anchor else "")

    def _nowhere(self, page: Page, told: str) -> str:
        self.faults.append(f"{page.source.relative_to(REPOSITORY)}: {told} leads nowhere")
        return told

    # -- the frame -----------------------------------------------------------------------------------------------------

    @cached_property
    def _groups(self) -> dict[str, list[Page]]:
        by_name = {str(page.target.with_suffix("")): page for page in self.pages}
        by_name["README"] = by_name.pop("index")
        groups = {title: [by_name.pop(name) for name in names] for title, names in NAVIGATION.items()}
        rules = sorted(
            (each for each in by_name.values() if each.target.parts[0] == "rules"), key=lambda each: each.title
        )
        others = [page for page in by_name.values() if page.target.parts[0] != "rules"]
        return {**groups, "More": others, RULES: rules}

    def _whole(self, page: Page) -> str:
        top = relpath(".", page.target.parent)
        return (
            f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{html.escape(page.title)}</title>'
            f'<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="{top}/style.css"></head>'
            f"<body><nav>{''.join(self._group(page, *each) for each in self._groups.items())}</nav>"
            f"<main>{page.body}</main></body></html>\n"
        )

    @staticmethod
    def _group(page: Page, title: str, pages: list[Page]) -> str:
        links = "".join(
            f'<li><a href="{relpath(each.target, page.target.parent)}"{" aria-current=page" if each is page else ""}>'
            f"{html.escape(each.title)}</a></li>"
            for each in pages
        )
        return f"<h2>{title}</h2><ul>{links}</ul>" if pages else ""


def _written_pages() -> Iterator[Page]:
    roots = [REPOSITORY / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
    for source in [*roots, *sorted((REPOSITORY / "docs").rglob("*.md"))]:
        target = PurePosixPath(source.relative_to(REPOSITORY).with_suffix(".html").as_posix())
        is_first = source == roots[0]
        yield Page(source, PurePosixPath("index.html") if is_first else target, [source.read_text(encoding="utf-8")])


def _reference_pages() -> Iterator[Page]:
    for name, text in reference_pages().items():
        path = f"docs/reference/{name}"
        yield Page(REPOSITORY / f"{path}.md", PurePosixPath(f"{path}.html"), [text])


def _rules_pages(name: str) -> Iterator[Page]:
    """The rules of a game, the usual variant first: to it leads what leads to the text of all."""
    usual = ludograph.game(name)
    for variant in usual.variants or [""]:
        game = ludograph.game(f"{usual.name}/{variant}" if variant else name)
        own = file_beside(type(game), f"{game.variant}.rules.md", "rules.md")
        source = Path(str(own)) if own else REPOSITORY / "README.md"
        yield Page(source, _rules_target(game), list(_told(game, rulebook(game))))


def _rules_target(game: Game) -> PurePosixPath:
    is_usual = game.variant == next(iter(game.variants), game.variant)
    return PurePosixPath(f"rules/{game.name if is_usual else f'{game.name}-{game.variant}'}.html")


def _told(game: Game, book: Rulebook) -> Iterator[str]:
    """The parts of a game's rules as Markdown and, for figures, as HTML."""
    yield f"# {book.title}"
    for title, parts in [("", book.lead), *((section.title, section.parts) for section in book.sections)]:
        if title:
            yield f"## {title}"
        for part in parts:
            if isinstance(part, Prose):
                yield part.text
            else:
                caption = html.escape(part.caption)
                yield f"<figure>{to_svg(part.picture, is_small=True)}<figcaption>{caption}</figcaption></figure>"
    yield f"```\n$ ludograph play {game.id}\n```"


def _plain(title: str) -> str:
    return re.sub(r"[`*]|\]\([^)]*\)|\[", "", title)


def _anchor(title: str, taken: set[str]) -> str:
    """A heading's anchor, as GitHub makes it."""
    plain = re.sub(r"[^\w\- ]", "", _plain(title).lower()).replace(" ", "-")
    found, number = plain, 0
    while found in taken:
        number += 1
        found = f"{plain}-{number}"
    taken.add(found)
    return found


def main() -> int:
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--out", type=Path, required=True)
    options.add_argument("--games", nargs="*", default=None, help="whose rules are written; all when left out")
    chosen = options.parse_args()
    site = Site(ludograph.game_names() if chosen.games is None else chosen.games)
    site.write(chosen.out)
    print(f"{len(site.pages)} pages in {chosen.out}.")
    for fault in site.faults:
        print(fault, file=sys.stderr)
    return 1 if site.faults else 0


if __name__ == "__main__":
    sys.exit(main())
