"""The rules of one game, put together: what its file says, and what is derived."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from ludograph.core.beside import file_beside
from ludograph.core.game import Game
from ludograph.core.registry import game as game_named
from ludograph.core.rulebook.derived import derived_source, known_results, parameter_table
from ludograph.core.rulebook.figures import Figure
from ludograph.core.rulebook.source import FENCE, Chunk, chunks_for

FIGURE = "figure"
#: What every game tells, in this order; other sections follow.
SET_UP, MOVES, END, ORIGIN, KNOWN = "Set-up", "Moves", "End", "Origin", "What is known"
TAUGHT = (SET_UP, MOVES, "Captures", "Check", END, ORIGIN, KNOWN)
PARAMETERS = "Parameters"
MOST_KEPT = 64


@dataclass(frozen=True)
class Prose:
    """Some paragraphs, lists and tables as Markdown."""

    text: str


Part = Prose | Figure


@dataclass(frozen=True)
class Section:
    """A part of the rules under its title."""

    title: str
    parts: tuple[Part, ...]

    @property
    def is_taught(self) -> bool:
        """Whether it belongs to what a player learns; the others are to be looked up."""
        return self.title in TAUGHT

    @property
    def figures(self) -> list[Figure]:
        return [part for part in self.parts if isinstance(part, Figure)]


@dataclass(frozen=True)
class Rulebook:
    """The rules of a game for people."""

    game: Game
    title: str
    lead: tuple[Part, ...]
    sections: tuple[Section, ...]

    @property
    def figures(self) -> list[Figure]:
        """All figures, in order: a figure is named by its place among them."""
        return [part for part in self.parts if isinstance(part, Figure)]

    @property
    def parts(self) -> Iterator[Part]:
        yield from self.lead
        for section in self.sections:
            yield from section.parts

    def section(self, title: str) -> Section | None:
        return next((each for each in self.sections if each.title == title), None)


@lru_cache(maxsize=MOST_KEPT)
def rulebook(game: Game) -> Rulebook:
    """The rules of a game as people read them, for its usual parameters. A game without a file gets what can be
    derived."""
    game = _usual(game)
    chunks = list(chunks_for(source_of(game), game.traits))
    title = next((chunk.title for chunk in chunks if chunk.level == 1), game.title)
    lead, *sections = _divided(chunk for chunk in chunks if chunk.level != 1)
    made = [Section(section[0].title, tuple(_parts(game, section[1:]))) for section in sections]
    return Rulebook(game, title, tuple(_parts(game, lead)), tuple(_with_derived(game, made)))


def _usual(game: Game) -> Game:
    """The variant as it is played when no parameters are given; the game itself where these make it another one."""
    usual = game_named(f"{game.name}/{game.variant}" if game.variant else game.name)
    return usual if usual.traits == game.traits else game


def source_of(game: Game) -> str:
    """The text of the file beside the game's module: that of its variant alone, or that of all."""
    own = [f"{game.variant}.rules.md"] if game.variant in game.traits else []
    file = file_beside(type(game), *own, "rules.md")
    return file.read_text(encoding="utf-8") if file else derived_source(game)


def _divided(chunks: Iterable[Chunk]) -> Iterator[list[Chunk]]:
    """The chunks before the first section, then those of each section with its heading."""
    section: list[Chunk] = []
    for chunk in chunks:
        if chunk.level == 2:
            yield section
            section = []
        section.append(chunk)
    yield section


def _parts(game: Game, chunks: Iterable[Chunk]) -> Iterator[Part]:
    texts: list[str] = []
    for chunk in chunks:
        if chunk.language != FIGURE:
            texts.append(_markdown(chunk))
            continue
        if texts:
            yield Prose(_joined(texts))
        texts = []
        yield Figure.read(game, chunk.text)
    if texts:
        yield Prose(_joined(texts))


def _markdown(chunk: Chunk) -> str:
    return chunk.text if chunk.language is None else f"{FENCE}{chunk.language}\n{chunk.text}\n{FENCE}"


def _joined(texts: Iterable[str]) -> str:
    """Blank lines between all but the items of a list."""
    joined = ""
    before = ""
    for text in texts:
        are_items = text.startswith("- ") and before.startswith("- ")
        joined += (("\n" if are_items else "\n\n") if joined else "") + text
        before = text
    return joined


def _with_derived(game: Game, sections: list[Section]) -> Iterator[Section]:
    """First what is taught, at its end what is known and was solved; then what is looked up, the parameters first."""
    yield from (each for each in sections if each.is_taught and each.title != KNOWN)
    written = [part for each in sections if each.title == KNOWN for part in each.parts]
    solved = known_results(game)
    if known := [*written, *([Prose(solved)] if solved else [])]:
        yield Section(KNOWN, tuple(known))
    if game.parameters:
        yield Section(PARAMETERS, (Prose(parameter_table(game)),))
    yield from (each for each in sections if not each.is_taught)
