"""``ludograph build``: a game for pages, or for programs in other languages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludograph.cli.options import AsJson, GameName, file_only, one_of, print_json

TARGETS = ("wasm", "object")


def register(app: typer.Typer) -> None:
    app.command()(build)


def build(
    game: GameName,
    out: Annotated[Path, file_only("The folder for the files; made if it isn't there.", "DIR")],
    target: Annotated[str, typer.Option(metavar="wasm|object", help="For pages, or for programs in C.")] = "wasm",
    triple: Annotated[
        str | None,
        typer.Option(
            metavar="TRIPLE",
            help="Of an object: x86_64-linux-gnu, aarch64-linux-gnu, arm64-apple-macosx or x86_64-pc-windows-msvc;"
            " this machine's when left out.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Build a game's rules, counting and search as WebAssembly with a worker, or as an object file with a C header."""
    from ludograph.adapters.building.entries import kernel_game
    from ludograph.core.files import write_folder
    from ludograph.core.registry import game as game_named

    one_of(target, TARGETS, "--target")
    if triple is not None and target != "object":
        raise typer.BadParameter("Only an object has a triple.", param_hint="--triple")
    chosen = kernel_game(game_named(game))
    if target == "wasm":
        from ludograph.adapters.building.web import build_for_web

        files = build_for_web(chosen)
    else:
        from ludograph.adapters.building.machine import TARGETS as MACHINES
        from ludograph.adapters.building.machine import build_for_machine, this_triple

        triple = one_of(triple, MACHINES, "--triple") if triple else this_triple()
        files = build_for_machine(chosen, triple)
    write_folder(out, files)
    if as_json:
        written = [{"file": str(out / name), "bytes": len(content)} for name, content in files.items()]
        print_json({"game": chosen.id, "target": target, "triple": triple, "files": written})
        return
    for name, content in files.items():
        typer.echo(f"{out / name}: {len(content):,} bytes")
