"""``ludograph site``: the page with its games as a folder of files, for any host."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludograph.cli.options import AsJson, file_only, print_json
from ludograph.core.texts import counted


def register(app: typer.Typer) -> None:
    app.command()(site)


def site(
    out: Annotated[Path, file_only("The folder for the files; made if it isn't there.", "DIR")],
    games: Annotated[
        list[str] | None,
        typer.Option(metavar="GAME", help="A game to be there; may be given again. All, if left out."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write a folder that any host can serve: games and puzzles that are played without a server, and offline."""
    from ludograph.cli.progress import bar_with_note
    from ludograph.server.site.folder import write_site
    from ludograph.server.site.games import usual_games

    with bar_with_note("site") as progress:
        written = write_site(out, games or usual_games(), progress)
    if as_json:
        names = {"games": written.games, "left_out": written.left_out}
        print_json({**names, "files": written.sizes, "bytes": written.bytes})
        return
    for name in written.left_out:
        typer.echo(f"{name} is not there: its rules are plain Python, and a site needs a kernel.", err=True)
    number = counted(len(written.games), "game")
    typer.echo(f"{out}: {number}, {len(written.sizes)} files, {written.bytes:,} bytes.")
