"""``ludograph rules``: how a game is played."""

from __future__ import annotations

import sys

import typer

from ludograph.cli.options import AsJson, GameName, print_json


def register(app: typer.Typer) -> None:
    app.command()(rules)


def rules(game: GameName, as_json: AsJson = False) -> None:
    """Tell the rules of a game, with boards: set-up, moves, captures, end, and what is known about it."""
    from ludograph.core.registry import game as game_named
    from ludograph.core.rulebook import rulebook
    from ludograph.core.rulebook.telling import as_data, as_markdown

    book = rulebook(game_named(game))
    if as_json:
        print_json(as_data(book))
    elif sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(as_markdown(book)))
    else:
        typer.echo(as_markdown(book), nl=False)
