"""``ludograph play``: a board in the terminal, with mouse and keys, or line by line."""

from __future__ import annotations

import json
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludograph.cli.options import AsJson, GameName, PositionText, file_only, position_of, print_json

if TYPE_CHECKING:
    from ludograph.players.session import Session


def register(app: typer.Typer) -> None:
    app.command()(play)


def play(
    game: GameName,
    players: Annotated[
        str | None,
        typer.Option(
            metavar="A,B", help="Who sits where: human, random, greedy, ai:LEVEL, mcts …; human,ai if left out."
        ),
    ] = None,
    position: PositionText = None,
    record: Annotated[
        Path | None,
        file_only("Keep the match in this file (.json, .pgn or .pdn), and go on with it."),
    ] = None,
    lines: Annotated[bool, typer.Option("--lines", help="No screen: read moves from lines, print boards.")] = False,
    as_json: AsJson = False,
) -> None:
    """Play a game in the terminal."""
    from ludograph.cli.progress import said_when_slow
    from ludograph.players.named import split_names, usual_players
    from ludograph.players.session import Session

    start = position_of(game, position)
    seats = split_names(players) if players is not None else usual_players(start.game)
    with said_when_slow(f"Preparing the players of {start.game.id}; this takes a while the first time …"):
        session = Session(start.game, seats, start=start if position is not None else None, record=record)
    try:
        _play(session, lines=lines, as_json=as_json)
    finally:
        session.close()


def _play(session: Session, *, lines: bool, as_json: bool) -> None:
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

    screen = PlayScreen(session)
    screen.run()
    if screen.failure:
        raise screen.failure
