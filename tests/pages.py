"""Pages of the documentation as the programs that they tell how to write."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

DOCS = Path(__file__).parents[1] / "docs"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"# (\w+)\.py\n")


class Page(NamedTuple):
    """The files that a page tells to write, by their names, and the program that uses them."""

    files: dict[str, str]
    program: str

    def write(self, folder: Path) -> None:
        for name, content in self.files.items():
            (folder / name).write_text(content, encoding="utf-8")


def page(name: str) -> Page:
    """Blocks of Python that begin with a file's name are that file; one of JSON is the counts of the file before it."""
    files: dict[str, str] = {}
    program = []
    for language, text in BLOCK.findall((DOCS / name).read_text(encoding="utf-8")):
        if language == "python" and (file := FILE.match(text)):
            files[f"{file[1]}.py"] = text
        elif language == "python":
            program.append(text)
        elif language == "json":
            files[f"{Path(list(files)[-1]).stem}.perft.json"] = text
    return Page(files, "\n".join(program))
