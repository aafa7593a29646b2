"""Commands about one position: ``show``, ``moves``, ``apply``, ``perft``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from ludograph.cli.options import AsJson, GameName, PositionText, position_of, print_json


def register(app: typer.Typer) -> None:
    for command in (show, moves, apply, perft):
        app.command()(command)


def show(
    game: GameName,
    position: PositionText = None,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the board into an SVG file.")] = None,
    theme: Annotated[str, typer.Option(help="The colours of the SVG: light or dark.")] = "light",
    as_json: AsJson = False,
) -> None:
    """Show a position: the board, its text, who is to move or how it ended."""
    from ludograph.draw.text import to_text
    from ludograph.draw.themes import theme_named

    shown = position_of(game, position)
    colours = theme_named(theme)
    if svg:
        from ludograph.core.files import write_text
        from ludograph.draw.svg import to_svg

        write_text(svg, to_svg(shown.picture(), colours))
    if as_json:
        print_json({**_summary(shown), "board": to_text(shown.picture())})
        return
    typer.echo(to_text(shown.picture()))
    typer.echo(f"\n{shown}\n{_state_of_play(shown)}")


def moves(
    game: GameName,
    position: PositionText = None,
    kind: Annotated[
        str, typer.Option(metavar="KIND", help="legal, forward, bidirectional, backward, undo or all.")
    ] = "legal",
    as_json: AsJson = False,
) -> None:
    """List the moves of a position."""
    found = position_of(game, position).moves(kind)
    if as_json:
        print_json([move.as_dict() for move in found])
        return
    for move in found:
        typer.echo(move.text)


def apply(
    game: GameName,
    played: Annotated[list[str], typer.Argument(metavar="MOVE…", help="Moves, played one after the other.")],
    position: PositionText = None,
    as_json: AsJson = False,
) -> None:
    """Play moves and print the new position."""
    reached = position_of(game, position)
    for text in played:
        reached = reached.play(text)
    if as_json:
        print_json(_summary(reached))
    else:
        typer.echo(str(reached))


def perft(
    game: GameName,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=0, max=100, help="The number of moves.")],
    position: PositionText = None,
    divide: Annotated[bool, typer.Option("--divide", help="Count for each first move.")] = False,
    threads: Annotated[
        int | None, typer.Option(min=1, max=1024, help="How many to use; one for each core when left out.")
    ] = None,
    engine: Annotated[str, typer.Option(metavar="ENGINE", help="compiled, plain or auto.")] = "auto",
    as_json: AsJson = False,
) -> None:
    """Count the move sequences of a length."""
    from ludograph.cli.progress import progress_bar
    from ludograph.engine import perft as counting
    from ludograph.engine.program import Mode

    root = position_of(game, position)
    if engine not in tuple(Mode):
        raise typer.BadParameter(f"{engine!r} is not one of {', '.join(Mode)}.", param_hint="--engine")
    counts: dict[str, int] = {}
    if depth:
        with progress_bar("perft") as progress:
            counts = counting.divide(
                root, depth, mode=Mode(engine), threads=threads or os.cpu_count() or 1, progress=progress
            )
    nodes = sum(counts.values()) if depth else 1
    if as_json:
        print_json({"nodes": nodes, **({"divide": counts} if divide else {})})
        return
    if divide:
        for text, count in counts.items():
            typer.echo(f"{text}: {count}")
    typer.echo(nodes)


def _summary(position: Any) -> dict[str, object]:
    outcome = position.outcome
    return {
        "game": position.game.id,
        "position": str(position),
        "turn": None if outcome else position.game.seats[position.seat],
        "outcome": outcome.as_dict() if outcome else None,
    }


def _state_of_play(position: Any) -> str:
    if position.outcome:
        return str(position.outcome)
    moves = len(position.legal_moves)
    return f"{position.game.seats[position.seat]} to move, {moves} legal move{'s' if moves != 1 else ''}."
