"""The page's files: kept for ever under an address that changes with any of them, packed, and never of two versions."""

from __future__ import annotations

import os
import re
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from ludograph.server import page
from ludograph.server.app import PAGE
from ludograph.web.one_script import modules_of, needed_first, with_whole_scripts

INDEX = """<!doctype html><head>
<link rel="stylesheet" href="page.css">
<script type="module" src="start/page.js"></script>
</head><a href="rules.html">Rules</a><a href="page.css/no-file">Nothing</a>"""
FILES = {
    "index.html": INDEX,
    "lost.html": '<head><script type="module" src="/lost.js"></script></head>',
    "rules.html": "<head></head>",
    "page.css": "p { color: red }",
    "dom.js": """import { SEATS as seats } from "./seats.js";
export const count = 1 + seats.length;
export async function words(language) {
  return await import(`./words/${language}.js`);
}
""",
    "lost.js": "alert();\n",
    "seats.js": "export const SEATS = [];\n",
    "start/page.js": """import { count,
  words } from "../dom.js";
import * as cards from "./cards.js";
import "../theme.js";
const later = async () => (await import("./later.js")).later;
""",
    "start/cards.js": 'export * from "../seats.js";\nexport { Card };\nclass Card {}\n',
    "start/later.js": """import { words } from "../dom.js";
export const later = new URL("worker.js", import.meta.url);
""",
    "theme.js": "await ready();\n",
    "words/en.js": "export const WORDS = {};\n",
}
WHOLE = """const modules = (globalThis.ludograph = {});
modules["seats.js"] = (() => {
const SEATS = [];

return { SEATS };
})();
modules["dom.js"] = (() => {
const { SEATS: seats } = modules["seats.js"];
const count = 1 + seats.length;
async function words(language) {
  return await import(new URL(`./words/${language}.js`, new URL("../dom.js", import.meta.url)));
}

return { count, words };
})();
modules["start/cards.js"] = (() => {


class Card {}

return { Card, ...modules["seats.js"] };
})();
modules["theme.js"] = await (async () => {
await ready();

return {  };
})();
modules["start/page.js"] = (() => {
const { count,
  words } = modules["dom.js"];
const cards = modules["start/cards.js"];

const later = async () => (modules["start/later.js"]).later;

return {  };
})();
modules["start/later.js"] = (() => {
const { words } = modules["dom.js"];
const later = new URL("worker.js", new URL("later.js", import.meta.url));

return { later };
})();
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(page, "LOOK_SECONDS", 0.0)
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def client(folder: Path) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(Starlette(routes=[Mount("/", page.Page(folder))]))
    return httpx.AsyncClient(transport=transport, base_url="http://here")


def named_in(text: str) -> list[str]:
    return re.findall(r'(?:src|href)="([^"]+)"', text)


async def test_a_page_names_its_files_for_ever(client: httpx.AsyncClient) -> None:
    asked = await client.get("/")
    assert asked.headers["content-type"] == "text/html; charset=utf-8"
    assert asked.headers["cache-control"] == "no-cache"
    place = f"files/{re.findall('files/([0-9a-f]{20})/', asked.text)[0]}/"
    kept = [f"{place}page.css", f"{place}start/page.js"]
    assert named_in(asked.text) == [*kept, "rules.html", "page.css/no-file"]
    for name, text in zip(kept, (FILES["page.css"], WHOLE), strict=True):
        file = await client.get(f"/{name}")
        assert file.text == text
        assert file.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert file.headers["content-encoding"] == "gzip"
        unpacked = await client.get(f"/{name}", headers={"accept-encoding": "identity"})
        assert (unpacked.text, "content-encoding" in unpacked.headers) == (text, False)
    assert named_in((await client.get("/lost.html")).text) == [f"/{place}lost.js"]
    assert (await client.get(f"/{place}lost.js")).text == FILES["lost.js"]
    words = await client.get(f"/{place}words/en.js")
    assert (words.text, words.headers["content-type"]) == (FILES["words/en.js"], "text/javascript; charset=utf-8")


async def test_a_page_is_sent_again_only_when_it_is_another_one(client: httpx.AsyncClient, folder: Path) -> None:
    first = await client.get("/index.html")
    tag = {"if-none-match": first.headers["etag"]}
    again = await client.get("/", headers=tag)
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    (folder / "seats.js").write_text("const changed = 1;")
    os.utime(folder / "seats.js", (1, 1))
    after = await client.get("/", headers=tag)
    assert after.status_code == 200
    old, new = (next(name for name in named_in(each.text) if "page.js" in name) for each in (first, after))
    assert old != new
    assert (await client.get(f"/{new}")).headers["cache-control"] != "no-cache"
    open_since = await client.get(f"/{old}")  # by a page of before the change, of which nobody may keep anything
    assert ("const changed = 1;" in open_since.text, open_since.headers["cache-control"]) == (True, "no-cache")


@pytest.mark.parametrize(
    "name", ["nothing.js", "dom.js", "start", "files/", "files/0123456789abcdef0123/no.js", "start%2f..%2fpage.css"]
)
async def test_there_is_nothing_else(client: httpx.AsyncClient, name: str) -> None:
    assert (await client.get(f"/{name}")).status_code == 404


async def test_files_are_only_read(client: httpx.AsyncClient) -> None:
    assert (await client.post("/page.css")).status_code == 405
    head = await client.head("/page.css")
    assert (head.status_code, head.content) == (200, b"")


def test_all_that_scripts_import_comes_before_them() -> None:
    """A misspelt import, a circle, or a way to import that isn't understood, would be told by a browser only, and by
    none whose page doesn't need it."""
    files = {file.relative_to(PAGE).as_posix(): file.read_bytes() for file in PAGE.rglob("*.js")}
    sent = with_whole_scripts(files)
    whole = [name for name, content in sent.items() if content != files[name]]
    assert {"match/page.js", "engine/worker.js"} <= set(whole)
    for name in whole:
        assert not re.findall(r"^(?:import|export)\b.*", sent[name].decode(), re.MULTILINE)
        order = list(modules_of(name, lambda each: files[each].decode()))
        for place, each in enumerate(order):
            assert set(needed_first(each, files[each].decode())) <= set(order[:place]), each
