"""``ludograph play``: a board in the terminal, with mouse and keys, or line by line."""

from __future__ import annotations

import json
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Annotated

import typer

from ludograph.cli.options import AsJson, GameName, PositionText, position_of, print_json


def register(app: typer.Typer) -> None:
    app.command()(play)


def play(
    game: GameName,
    players: Annotated[
        str | None,
        typer.Option(metavar="A,B", help="Who sits where: human or random[:SEED]; human,random when left out."),
    ] = None,
    position: PositionText = None,
    record: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep the match in this file (.json, .pgn or .pdn), and go on with it."),
    ] = None,
    lines: Annotated[bool, typer.Option("--lines", help="No screen: read moves from lines, print boards.")] = False,
    as_json: AsJson = False,
) -> None:
    """Play a game in the terminal."""
    from ludograph.players.session import Session

    start = position_of(game, position)
    seats = players.split(",") if players is not None else _usual_players(len(start.game.seats))
    session = Session(start.game, seats, start=start if position is not None else None, record=record)
    if as_json:
        from ludograph.cli.play_lines import play_lines

        with redirect_stdout(sys.stderr):  # stdout is for the record of the match alone
            play_lines(session)
        print_json(json.loads(session.match.record().to_json()))
        return
    if lines or not (sys.stdin.isatty() and sys.stdout.isatty()):
        from ludograph.cli.play_lines import play_lines

        play_lines(session)
        return
    from ludograph.cli.play_screen import PlayScreen

    PlayScreen(session).run()


def _usual_players(seats: int) -> list[str]:
    return ["human", *["random"] * (seats - 1)]
