"""Reading a file of rules: Markdown, in which anything may be for some variants only.

A heading, a paragraph, an item of a list or a fenced block is for some variants when it begins with a condition, a
fence behind its language::

    ## {flying} Kings
    - {english, italian} A king goes one step.
    ```figure {not mirrored and flying}

The words of a condition are names of variants and other traits of the game; commas divide alternatives. The
condition of a heading holds for all below it, except that of a title.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

FENCE = "```"
TITLE = 1  # the level of a game's title, of which a variant may have its own
BEGINNING = re.compile(r"(?P<before>#+ |- |)\{(?P<condition>[^{}]+)\} ")
FENCED = re.compile(r"```(?P<language>\w*)(?: \{(?P<condition>[^{}]+)\})?")
HEADING = re.compile(r"(?P<level>#+) (?P<title>.+)")


@dataclass(frozen=True)
class Chunk:
    """A heading, a paragraph, an item or a fenced block, and for whom it is: an empty condition is for all."""

    text: str
    condition: str = ""
    language: str | None = None  # of a fenced block, whose text is then its content

    @property
    def level(self) -> int:
        """Of a heading; 0 for anything else."""
        found = None if self.language is not None else HEADING.fullmatch(self.text)
        return len(found["level"]) if found else 0

    @property
    def title(self) -> str:
        return self.text.lstrip("# ")

    @property
    def words(self) -> set[str]:
        """The traits that its condition names."""
        return {word.removeprefix("not ") for every in _alternatives(self.condition) for word in every}

    def is_for(self, traits: frozenset[str]) -> bool:
        return not self.condition or any(
            all((word.removeprefix("not ") in traits) != word.startswith("not ") for word in every)
            for every in _alternatives(self.condition)
        )


def chunks_for(text: str, traits: frozenset[str]) -> Iterator[Chunk]:
    """The chunks of a file that are for a game with these traits."""
    left_out = 0  # the level of a heading that is not for it
    for chunk in chunks_in(text):
        if chunk.level and chunk.level <= left_out:
            left_out = 0
        if left_out:
            continue
        if chunk.is_for(traits):
            yield chunk
        elif chunk.level != TITLE:
            left_out = chunk.level


def chunks_in(text: str) -> Iterator[Chunk]:
    """All chunks of a file."""
    lines: list[str] = []
    fence: re.Match[str] | None = None
    for line in [*text.splitlines(), ""]:
        if fence:
            if line == FENCE:
                yield Chunk("\n".join(lines), fence["condition"] or "", fence["language"])
                lines, fence = [], None
            else:
                lines.append(line)
            continue
        fence = FENCED.fullmatch(line)
        if lines and (fence or not line or line.startswith(("- ", "#")) or lines[0].startswith("#")):
            yield _chunk("\n".join(lines))
            lines = []
        if line and not fence:
            lines.append(line)


def _chunk(text: str) -> Chunk:
    found = BEGINNING.match(text)
    if not found:
        return Chunk(text)
    return Chunk(found["before"] + text[found.end() :], found["condition"])


def _alternatives(condition: str) -> list[list[str]]:
    return [[word.strip() for word in every.split(" and ")] for every in condition.split(",")] if condition else []
