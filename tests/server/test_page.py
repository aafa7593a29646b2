"""The page's files: kept for ever under an address that changes with any of them, packed, and never of two versions."""

from __future__ import annotations

import os
import re
from pathlib import Path
from posixpath import dirname, join, normpath

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from ludograph.server import page
from ludograph.server.app import PAGE

INDEX = """<!doctype html><head>
<link rel="stylesheet" href="page.css">
<script type="module" src="start/page.js"></script>
</head><a href="rules.html">Rules</a><a href="page.css/no-file">Nothing</a>"""
FILES = {
    "index.html": INDEX,
    "lost.html": '<head><script type="module" src="/dom.js"></script></head>',
    "rules.html": "<head></head>",
    "page.css": "p { color: red }",
    "dom.js": 'import "./words/en.js";\n',
    "start/page.js": 'import { a,\n  b } from "../dom.js";\nexport * from "./card.js";\nimport("./later.js");\n',
    "start/card.js": 'import "./page.js"; // round and round\n',
    "start/later.js": "",
    "words/en.js": "export const WORDS = {};\n",
}


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


async def test_a_page_names_its_files_for_ever_and_all_that_its_scripts_import(client: httpx.AsyncClient) -> None:
    asked = await client.get("/")
    assert asked.headers["content-type"] == "text/html; charset=utf-8"
    assert asked.headers["cache-control"] == "no-cache"
    place = f"files/{re.findall('files/([0-9a-f]{20})/', asked.text)[0]}/"
    scripts = [f"{place}{name}" for name in ("dom.js", "start/card.js", "words/en.js", "start/page.js")]
    others = [f"{place}page.css", f"{place}start/page.js", "rules.html", "page.css/no-file"]
    assert sorted(named_in(asked.text)) == sorted(scripts + others)
    for name in scripts:
        script = await client.get(f"/{name}")
        assert script.text == FILES[name.removeprefix(place)]
        assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert script.headers["content-type"] == "text/javascript; charset=utf-8"
        assert script.headers["content-encoding"] == "gzip"
    assert (
        "content-encoding"
        not in (await client.get(f"/{place}page.css", headers={"accept-encoding": "identity"})).headers
    )
    assert named_in((await client.get("/lost.html")).text) == [f"/{place}dom.js", f"/{place}words/en.js"]


async def test_a_page_is_sent_again_only_when_it_is_another_one(client: httpx.AsyncClient, folder: Path) -> None:
    first = await client.get("/index.html")
    tag = {"if-none-match": first.headers["etag"]}
    again = await client.get("/", headers=tag)
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    (folder / "start" / "card.js").write_text("changed")
    os.utime(folder / "start" / "card.js", (1, 1))
    after = await client.get("/", headers=tag)
    assert after.status_code == 200
    old, new = (next(name for name in named_in(each.text) if "card.js" in name) for each in (first, after))
    assert old != new
    assert (await client.get(f"/{new}")).headers["cache-control"] != "no-cache"
    open_since = await client.get(f"/{old}")  # by a page of before the change, of which nobody may keep anything
    assert (open_since.text, open_since.headers["cache-control"]) == ("changed", "no-cache")


@pytest.mark.parametrize(
    "name", ["nothing.js", "start", "files/", "files/0123456789abcdef0123/no.js", "start%2f..%2fpage.css"]
)
async def test_there_is_nothing_else(client: httpx.AsyncClient, name: str) -> None:
    assert (await client.get(f"/{name}")).status_code == 404


async def test_files_are_only_read(client: httpx.AsyncClient) -> None:
    assert (await client.post("/page.css")).status_code == 405
    head = await client.head("/page.css")
    assert (head.status_code, head.content) == (200, b"")


def test_all_that_scripts_import_is_there() -> None:
    """A misspelt import would be told by a browser only, and by none whose page doesn't need it."""
    scripts = {file.relative_to(PAGE).as_posix(): file.read_text(encoding="utf-8") for file in PAGE.rglob("*.js")}
    imported = {
        normpath(join(dirname(name), each)) for name, text in scripts.items() for each in page.IMPORTED.findall(text)
    }
    assert len(imported) > 80
    assert imported <= scripts.keys()
