"""The page's own files, as they are but for what they ask: on a site the answers come from the site itself."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from importlib.resources.abc import Traversable

from ludograph.adapters.building.entries import Files
from ludograph.web.one_script import with_whole_scripts

#: What of the page needs a server, and what only tools read.
LEFT_OUT = re.compile(r"workshop|owner|not-found|service-worker\.js$|(^|/)types\.js$")
#: These are the site's own.
REPLACED = ("api.js", "live.js")
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
SERVICE_WORKER = "service-worker.js"
USUAL_WORDS = "words/en.js"
PARTS_OF_SHELL = re.compile(r"(\.html|\.css|\.js|icon\.svg|data/\w+\.json)$")


def page_files() -> Files:
    """The files of the page by their names."""
    files = {name: file.read_bytes() for name, file in _walk(_static()) if not LEFT_OUT.search(name)}
    files |= {name: f'export * from "./site/{name}";\n'.encode() for name in REPLACED}
    files = with_whole_scripts(files)
    return {name: _as_site(content) if name.endswith(".html") else content for name, content in files.items()}


def _static() -> Traversable:
    return resources.files("ludograph").joinpath("web/static")


def _walk(folder: Traversable, path: str = "") -> Iterator[tuple[str, Traversable]]:
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        if entry.is_dir():
            yield from _walk(entry, f"{path}{entry.name}/")
        else:
            yield path + entry.name, entry


def _as_site(page: bytes) -> bytes:
    """A page that says that it has no server, with the policy that a server would send."""
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    text = page.decode().replace("<html ", '<html data-place="site" ', 1)
    return text.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n{policy}', 1).encode()


def service_worker(files: Mapping[str, bytes]) -> bytes:
    """The worker that keeps the files of a site; another version for any other file."""
    digest = hashlib.sha256()
    for name, content in sorted(files.items()):
        digest.update(f"{name}\n{len(content)}\n".encode() + content)
    shell = [name for name in files if PARTS_OF_SHELL.search(name) and not _can_wait(name)]
    site = {"version": digest.hexdigest()[:16], "shell": shell, "others": _without(files, shell)}
    script = _static().joinpath("site", SERVICE_WORKER).read_text(encoding="utf-8")
    return f"self.SITE = {json.dumps(site)};\n{script}".encode()


def _can_wait(name: str) -> bool:
    """What belongs to one game, or to a language that perhaps nobody here speaks: who asks for it gets it."""
    return name.startswith(("games/", "pictures/", "book/", "words/")) and name != USUAL_WORDS


def _without(files: Iterable[str], shell: Iterable[str]) -> list[str]:
    kept = set(shell)
    return [name for name in files if name not in kept]
