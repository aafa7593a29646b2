"""The games of a site: which there are, their modules, descriptions, rules and pictures."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from ludograph.adapters.building.entries import Files, file_name, file_of
from ludograph.adapters.building.web import game_files
from ludograph.core.game import Game
from ludograph.core.parameters import IntParameter
from ludograph.core.registry import OTHER_NAMES, game_class_named, game_names
from ludograph.core.registry import game as game_named
from ludograph.core.rulebook import rulebook
from ludograph.draw.svg import to_svg
from ludograph.draw.themes import THEMES
from ludograph.engine.kernel_game import KernelGame
from ludograph.errors import CannotBuild, PositionError
from ludograph.players.named import HUMAN
from ludograph.server.daily import is_puzzle
from ludograph.server.games import entry_of, players_for, thinking_facts
from ludograph.server.page_programs import PAGE_PLAYERS
from ludograph.server.routes.rules import told_rules
from ludograph.server.words import words_of

USUAL = "usual"
SHADES = ("light", "dark")
#: A site has no solutions of others, no programs of its machine.
PLAYERS_HERE = (HUMAN, *PAGE_PLAYERS)
LONG_NUMBER = re.compile(r"-?\d+\.\d{3,}")


@dataclass(frozen=True)
class SiteGame:
    """A game of a site, by one of its names."""

    asked: str
    game: KernelGame
    #: Whose rules are told for it, by the name of its files: a level has those of its puzzle.
    book: str = ""

    @property
    def file(self) -> str:
        return file_name(self.game)


def usual_games() -> list[str]:
    """All that there are, with all their variants, and the levels of puzzles that have some."""
    names = [
        f"{name}/{variant}" if variant else name
        for name in game_names()
        for variant in game_class_named(name).variants or (None,)
    ]
    return [*names, *(level for name in game_names() for level in levels_of(name))]


@lru_cache
def levels_of(name: str) -> tuple[str, ...]:
    """The rated levels of a puzzle, by their names."""
    return tuple(
        f"{name}?{each.name}={number}"
        for each in game_class_named(name).parameters
        if isinstance(each, IntParameter)
        for number in range(1, len(each.rated) + 1)
    )


def chosen_games(names: Iterable[str]) -> tuple[list[SiteGame], list[str]]:
    """The games with these names, each once, and those that can't be there: their rules are plain Python."""
    found: dict[str, SiteGame] = {}
    left_out = []
    for name in names:
        game = game_named(name)
        if isinstance(game, KernelGame):
            found.setdefault(game.id, SiteGame(name, game))
        else:
            left_out.append(game.id)
    return [_with_book(each, found) for each in found.values()], left_out


def _with_book(each: SiteGame, found: Mapping[str, SiteGame]) -> SiteGame:
    whole = found.get(each.game.name, each) if each.asked in levels_of(each.game.name) else each
    return replace(each, book=whole.file)


def files_of(each: SiteGame) -> Files:
    """The files of one game; the slow part of a site."""
    game, name = each.game, each.file
    files = {f"games/{file}": content for file, content in game_files(game).items()}
    start = game.start()
    called = {file_of(called) for called, file in _called([each]) if file == name}
    for shade in SHADES:
        picture = _short(to_svg(start.picture(None), THEMES[shade], coordinates=False))
        files |= {f"pictures/{other}.{shade}.svg": picture for other in called}
    if each.book != name:
        return files
    files[f"book/{name}.json"] = _json(book_of(game))
    for number, figure in enumerate(rulebook(game).figures):
        for shade in SHADES:
            files[f"book/{name}-{number}.{shade}.svg"] = _short(to_svg(figure.picture, THEMES[shade], is_small=True))
    return files


def book_of(game: Game) -> dict[str, Any]:
    """The rules of a game, with positions as sites write them."""
    book = told_rules(game)
    for part in [*book["lead"], *(part for section in book["sections"] for part in section["parts"])]:
        if part["kind"] == "figure":
            part["position"] = _words(game_named(part["game"]), part["position"])
    return book


def _words(game: Game, position: str) -> str | None:
    """A position as sites write it. Of rules in plain Python only the start is known; other cars in the park are
    another puzzle, which isn't there to be tried."""
    if not isinstance(game, KernelGame):
        return ""
    try:
        return words_of(game, game.parse(position))
    except (CannotBuild, PositionError):
        return None


def _short(drawing: str) -> bytes:
    """A drawing without digits that nobody sees."""
    return LONG_NUMBER.sub(lambda number: f"{float(number[0]):.2f}".rstrip("0").rstrip("."), drawing).encode()


def catalogue(games: Iterable[SiteGame]) -> Files:
    """What there is, as the page asks for it, and how strong its players are."""
    every = list(games)
    by_name: dict[str, list[SiteGame]] = {}
    for each in every:
        by_name.setdefault(each.game.name, []).append(each)
    return {
        "data/catalogue.json": _json(
            {
                "entries": [_entry(name, own) for name, own in by_name.items()],
                "files": dict(_called(every)),
                "players": {each.file: _players(each.game) for each in every},
                **thinking_facts(),
                "books": {each.file: each.book for each in every if each.book != each.file},
                "daily": [each.file for each in every if each.book == each.file and is_puzzle(each.game.start())],
            }
        )
    }


def _entry(name: str, games: list[SiteGame]) -> dict[str, Any]:
    """A game as the server lists it, with those variants and parameters that are there: others can't be chosen."""
    entry = entry_of(name)
    known = {variant["name"]: variant for variant in entry["variants"]}
    levels = set(levels_of(name)) if _has_all_levels(name, games) else set()
    variants = []
    for each in games:
        if each.asked not in levels and (choice := _choice(each)):
            usual = {"name": choice, "summary": _in_words(each.game), "seats": len(each.game.seats)}
            variants.append(known.get(choice, usual))
    there = {called for called, _ in _called(games)}
    aliases = [alias for alias in entry["aliases"] if alias["game"] in there]
    alone = len(variants) == 1 and variants[0]["name"] == USUAL
    return {
        **entry,
        "variants": [] if alone else variants,
        "aliases": aliases,
        "parameters": [each for each in entry["parameters"] if levels and "rated" in each],
        "takes_graphs": False,
        "players": _players(games[0].game),
    }


def _has_all_levels(name: str, games: Iterable[SiteGame]) -> bool:
    there = {each.game.id for each in games}
    return all(game_named(level).id in there for level in levels_of(name))


def _choice(each: SiteGame) -> str:
    """What a game is called among those of the same name: its variant, its parameters, or the usual one."""
    parameters = each.asked.partition("?")[2]
    return parameters or (each.game.variant or USUAL)


def _in_words(game: Game) -> str:
    values = [(each, game.values[each.name]) for each in game.parameters]
    return (
        ", ".join(f"{each.name} {value}" for each, value in values if value != each.default)
        or "as it is usually played"
    )


def _called(games: Iterable[SiteGame]) -> Iterator[tuple[str, str]]:
    """All names of the games, with those of their files."""
    seen = set()
    for each in games:
        game, name = each.game, each.game.name
        if name not in seen:
            seen.add(name)
            yield name, each.file
        own = (each.asked, game.id, f"{name}/{_choice(each)}")
        others = (other for other, meant in OTHER_NAMES.items() if meant in own)
        yield from ((called, each.file) for called in (*own, *others))


def _players(game: Game) -> list[dict[str, str]]:
    return [player for player in players_for(game) if player["name"].partition(":")[0] in PLAYERS_HERE]


def _json(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
