"""The page's files, as browsers should have them.

A page asks for its scripts and styles under an address with the digest of all files. So a browser keeps them for ever,
asks for none of them again, and never runs some of before an update beside some of after it. And a page's scripts come
in one piece, not in dozens, one circle of imports after the other.
"""

from __future__ import annotations

import hashlib
import math
import re
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from fastapi import HTTPException, Request, Response
from starlette.types import Receive, Scope, Send

from ludograph.server.packed import FOR_EVER, File
from ludograph.web.one_script import with_whole_scripts

#: Before the digest in an address.
KEPT: Final = "files/"
START: Final = "index.html"
#: Asked for again at every visit, and sent only when it is another one.
LOOKED_AFTER: Final = "no-cache"
MEDIA_TYPES: Final = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
DIGITS = 20
#: Within so many seconds nobody looks a second time whether files have changed.
LOOK_SECONDS = 1.0
NAMED = re.compile(r'\b(src|href)="(/?)([^"]+)"')


class Page:
    """An ASGI application that sends the files of a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._looked = -math.inf
        self._seen: dict[str, tuple[int, int]] = {}
        self._contents: dict[str, bytes] = {}
        self._digest = ""
        #: Those that were asked for.
        self._files: dict[str, File] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._answer(Request(scope, receive))(scope, receive, send)

    def _answer(self, request: Request) -> Response:
        if request.method not in ("GET", "HEAD"):
            raise HTTPException(405)
        name = request.url.path.removeprefix("/") or START
        if name.startswith(f"{KEPT}{self._digest}/"):
            return self._found(name.removeprefix(f"{KEPT}{self._digest}/")).answer(request, FOR_EVER)
        self._look()
        # Of another version: a page that was open during an update gets what there is, and doesn't keep it.
        file = self._found(re.sub(rf"^{KEPT}[0-9a-f]+/", "", name))
        tag = f'"{hashlib.sha256(file.content).hexdigest()[:DIGITS]}"'
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers={"etag": tag, "cache-control": LOOKED_AFTER})
        return file.answer(request, LOOKED_AFTER, etag=tag)

    def _found(self, name: str) -> File:
        if name not in self._contents:
            raise HTTPException(404)
        if name not in self._files:
            self._files[name] = File(self._contents[name], MEDIA_TYPES[Path(name).suffix])
        return self._files[name]

    def _look(self) -> None:
        """Read the files anew if one of them is another one, as while somebody works on them."""
        now = time.monotonic()
        if now - self._looked < LOOK_SECONDS:
            return
        self._looked, seen = now, dict(self._walk())
        if seen == self._seen:
            return
        contents = {name: (self._folder / name).read_bytes() for name in seen}
        told = hashlib.sha256()
        for name, content in sorted(contents.items()):
            told.update(f"{name}\n{len(content)}\n".encode() + content)
        self._digest = told.hexdigest()[:DIGITS]
        contents = with_whole_scripts(contents)
        for name, content in contents.items():
            if name.endswith(".html"):
                contents[name] = _as_sent(content.decode(), contents, self._digest).encode()
        self._seen, self._contents, self._files = seen, contents, {}

    def _walk(self) -> Iterator[tuple[str, tuple[int, int]]]:
        for file in self._folder.rglob("*"):
            if file.suffix in MEDIA_TYPES:
                status = file.stat()
                yield file.relative_to(self._folder).as_posix(), (status.st_mtime_ns, status.st_size)


def _as_sent(page: str, contents: Mapping[str, bytes], digest: str) -> str:
    """A page that asks for its files under the digest."""
    place = f"{KEPT}{digest}/"

    def placed(found: re.Match[str]) -> str:
        attribute, root, name = found.groups()
        is_kept = name in contents and not name.endswith(".html")
        return f'{attribute}="{root}{place}{name}"' if is_kept else found[0]

    return NAMED.sub(placed, page)
