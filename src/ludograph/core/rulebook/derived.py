"""What the rules can tell without being told: the parameters, what was solved, and games that have no text."""

from __future__ import annotations

import json
import random
import shlex
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from ludograph.core.game import Game, Position
from ludograph.core.registry import specified
from ludograph.core.rulebook.figures import end_of
from ludograph.core.texts import counted

RESULTS = "results.json"
SOLVED = "Solved with Ludograph, every number verified against the rules:"
MOST_PLIES = 2_000
MOST_SHOWN = 12


def parameter_table(game: Game) -> str:
    """The parameters of a game as a table of Markdown."""
    rows = [
        f"| `{each.name}` | {each.domain}{_default(each.write(each.default)) if each.default is not None else ''} "
        f"| {each.description} |"
        for each in game.parameters
    ]
    rows += [
        f"| `{short}` | | short: the same value for {' and '.join(f'`{name}`' for name in names)} |"
        for short, names in game.short_parameters.items()
    ]
    return "\n".join(["| parameter | values | meaning |", "|---|---|---|", *rows])


def _default(text: str) -> str:
    return f"; default {text}" if text else ""


# -- what was solved ------------------------------------------------------------------------------------------------


def known_results(game: Game) -> str:
    """The solved games and endings of this variant as a table of Markdown, and what they come to; or nothing."""
    found = [(asked, row) for asked, row in _results() if _is_about(asked, game)]
    if not found:
        return ""
    lines = [SOLVED, "", "| solved | positions | won | lost | drawn | longest win |", "|---|---|---|---|---|---|"]
    lines += [_row(asked, row) for asked, row in found]
    for asked, row in found:
        if row["value"]:
            lines += ["", f"`{asked[0]}`: {row['value']}"]
    return "\n".join(lines)


def _row(asked: list[str], row: dict[str, Any]) -> str:
    longest = f"{row['longest_win']} plies" if row["longest_win"] else "–"
    numbers = " | ".join(f"{row[key]:,}" for key in ("positions", "win", "lose", "draw"))
    return f"| {_what(*asked)} | {numbers} | {longest} |"


def _what(game: str, option: str = "", value: str = "") -> str:
    if option == "--pieces":
        return f"`{game}`, up to {value} pieces"
    return f"`{game}`, {value}" if value else f"`{game}`"


def _is_about(asked: list[str], game: Game) -> bool:
    game_class, variant, _ = specified(asked[0])
    return game_class.name == game.name and (variant or next(iter(game.variants), None)) == game.variant


@lru_cache(maxsize=1)
def _results() -> list[tuple[list[str], dict[str, Any]]]:
    """The arguments of ``ludograph solve`` with what came out; in an installed package the file is inside it, in a
    checkout among the docs."""
    package = Path(__file__).parents[2]
    for file in (package / RESULTS, package.parents[1] / "docs" / "results" / "rows.json"):
        if file.is_file():
            rows = json.loads(file.read_text(encoding="utf-8"))
            return [(shlex.split(command)[2:], row) for command, row in rows.items()]
    return []


# -- games without a text -------------------------------------------------------------------------------------------


def derived_source(game: Game) -> str:
    """A text for a game that has none: what it says of itself, the start, its moves there, and an end."""
    return "\n\n".join(_derived_chunks(game))


def _derived_chunks(game: Game) -> Iterator[str]:
    start = game.start()
    summary = game.summary[:1].upper() + game.summary[1:].rstrip(".")
    yield f"# {game.title}\n\n{summary}."
    begins = f" {game.seats[0]} begins." if len(game.seats) > 1 else ""
    yield f"## Set-up\n\nThis is how it begins.{begins}"
    yield _figure("The start.")
    texts = [move.text for move in start.legal_moves]
    listed = ", ".join(f"`{text}`" for text in texts[:MOST_SHOWN])
    more = " and others" if len(texts) > MOST_SHOWN else ""
    yield f"## Moves\n\nAt the start there are {counted(len(texts), 'move')}: {listed}{more}."
    yield _figure("Where the first moves lead.", f"moves: {' '.join(text for text in texts if ' ' not in text)}")
    yield "## End\n\nThis is how a game may end."
    end = _some_end(start)
    if end and end.outcome:
        yield _figure("The last position of a game.", f"position: {end}", f"end: {end_of(end)}")


def _figure(caption: str, *lines: str) -> str:
    return "\n".join(["```figure", *lines, caption, "```"])


def _some_end(position: Position) -> Position | None:
    """Where a game of chance ends, always the same; nothing where it goes on and on."""
    chance = random.Random(0)
    for _ in range(MOST_PLIES):
        if position.outcome or not position.legal_moves:
            return position
        position = position.play(chance.choice(position.legal_moves))
    return None
