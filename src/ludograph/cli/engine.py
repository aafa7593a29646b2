"""``ludograph engine``: for programs that speak the Universal Chess Interface."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from ludograph.cli.options import complete_game


def register(app: typer.Typer) -> None:
    app.command()(engine)


def engine(
    game: Annotated[
        str, typer.Argument(metavar="[GAME]", help="What is played until setoption says.", autocompletion=complete_game)
    ] = "chess",
) -> None:
    """Speak UCI on stdin and stdout: for chess programs, and with the same words for all other games."""
    from ludograph.players.engine_protocol import Engine

    # Bytes that are no text become junk that is refused, instead of an error.
    sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    Engine(_say, game).run(iter(sys.stdin.readline, ""))


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
