"""Arguments and options that several commands share, and how they print."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer


def complete_game(incomplete: str) -> list[str]:
    """Names of games, for the shell."""
    from ludograph.core.registry import OTHER_NAMES, game_class_named, game_names

    names = []
    for name in (*game_names(), *OTHER_NAMES):
        has_variant = "/" in OTHER_NAMES.get(name, name)
        variants = () if has_variant else game_class_named(name).variants
        names += [name, *(f"{name}/{variant}" for variant in variants)]
    return [name for name in names if name.startswith(incomplete)]


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="name[/variant][?key=value&…], such as trimok?exchange=none.",
        autocompletion=complete_game,
    ),
]
PositionText = Annotated[
    str | None, typer.Option("--position", metavar="P", help="A position's text; the start when left out.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
STANDARD_OUTPUT = Path("-")


def text_file(words: str) -> Any:
    """The option for a file that gets one text. ``-`` is standard output, where this text then stands alone."""
    return typer.Option(metavar="FILE", help=f"{words} - is standard output.")


def file_only(words: str, metavar: str = "FILE") -> Any:
    """The option for what can't be written to standard output. ``-`` is refused: nobody means a file of that name."""
    return typer.Option(metavar=metavar, help=words, callback=_not_standard_output)


def _not_standard_output(file: Path | None) -> Path | None:
    if file == STANDARD_OUTPUT:
        raise typer.BadParameter("- is standard output, to which this can't be written.")
    return file


def is_standard_output(file: Path | None, as_json: bool) -> bool:
    """Whether a text alone is wanted on standard output; wrong usage when JSON is, too."""
    if file == STANDARD_OUTPUT and as_json:
        raise typer.BadParameter("- and --json both are standard output.")
    return file == STANDARD_OUTPUT


def write_output(file: Path, text: str) -> None:
    """Write a text into a file or to standard output."""
    from ludograph.core.files import write_text

    if file == STANDARD_OUTPUT:
        typer.echo(text, nl=not text.endswith("\n"))
    else:
        write_text(file, text)


def position_of(game_name: str, text: str | None) -> Any:
    """The position that a command is about."""
    from ludograph.core.registry import game

    named = game(game_name)
    return named.start() if text is None else named.parse(text)


def one_of(value: str, choices: Iterable[str], option: str) -> str:
    """The value of an option that has to be one of a few words; else wrong usage."""
    words = list(choices)
    if value not in words:
        from ludograph.core.texts import quoted

        raise typer.BadParameter(f"{quoted(value)} is not one of {', '.join(words)}.", param_hint=option)
    return value


def print_json(data: object) -> None:
    typer.echo(json.dumps(data, ensure_ascii=False))
