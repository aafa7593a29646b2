"""``ludograph map``: a map file from a small text picture."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from ludograph.cli.options import AsJson, is_standard_output, print_json, text_file

STANDARD_INPUT = "-"


def register(app: typer.Typer) -> None:
    app.command("map")(make_map)


def make_map(
    tiling: Annotated[str, typer.Argument(metavar="TILING", help="square, hex, hex-files or triangle.")],
    picture: Annotated[
        str,
        typer.Argument(
            metavar="PICTURE",
            help="A text file, or - for standard input: a blank is no cell, # an invisible one, . an empty one;"
            " PNBRQK are pieces of the first player, pnbrqk of the second.",
        ),
    ],
    out: Annotated[Path | None, text_file("Where to; standard output when left out.")] = None,
    name: Annotated[str, typer.Option(metavar="TEXT", help="What the map is called.")] = "",
    forward: Annotated[
        str | None,
        typer.Option(metavar="A,B", help="Where the pawns of both players go, in degrees; without it they are free."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make a map for nchess: a regular tiling cut to the shape of a picture."""
    from ludograph.board.maps import write_map
    from ludograph.board.tilings import TILINGS, cut
    from ludograph.core.files import read_text, write_text
    from ludograph.games.nchess.map_file import pictured_map, read_chess_map

    if is_standard_output(out, as_json):
        out = None
    if tiling not in TILINGS:
        raise typer.BadParameter(f"{tiling!r} is not one of {', '.join(TILINGS)}.", param_hint="TILING")
    text = sys.stdin.read() if picture == STANDARD_INPUT else read_text(Path(picture))
    found = pictured_map(cut(tiling, text, name=name), _degrees(forward))
    written = write_map(found)
    read_chess_map(written)  # whatever is wrong with it is said now and not when it is played
    if out:
        write_text(out, written)
    if as_json:
        print_json({"name": found.board.name, "nodes": len(found.board), "file": str(out) if out else None})
    elif out:
        typer.echo(f"{out}: {len(found.board)} nodes; play it as nchess?map={out}")
    else:
        typer.echo(written, nl=False)


def _degrees(text: str | None) -> tuple[float, float] | None:
    if text is None:
        return None
    try:
        first, second = (float(part) for part in text.split(","))
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not two directions like 90,270.", param_hint="--forward") from None
    return first, second
