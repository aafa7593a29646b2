"""Commands about one position: ``show``, ``moves``, ``apply``, ``perft``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from ludograph.cli.options import (
    AsJson,
    GameName,
    PositionText,
    is_standard_output,
    one_of,
    position_of,
    print_json,
    text_file,
    write_output,
)
from ludograph.core.texts import counted, quoted


def register(app: typer.Typer) -> None:
    for command in (show, moves, perft):
        app.command()(command)
    # A move may begin with a dash.
    app.command(context_settings={"ignore_unknown_options": True})(apply)


def show(
    game: GameName,
    position: PositionText = None,
    svg: Annotated[Path | None, text_file("Draw the board into an SVG file.")] = None,
    theme: Annotated[str, typer.Option(help="The colours of the SVG: light or dark.")] = "light",
    as_json: AsJson = False,
) -> None:
    """Show a position: the board, its text, who is to move or how it ended."""
    from ludograph.draw.text import to_text
    from ludograph.draw.themes import THEMES

    colours = THEMES[one_of(theme, THEMES, "--theme")]
    is_drawing_alone = is_standard_output(svg, as_json)
    shown = position_of(game, position)
    if svg:
        from ludograph.draw.svg import to_svg

        write_output(svg, to_svg(shown.picture(), colours))
    if is_drawing_alone:
        return
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
    from ludograph.core.moves import MoveKind

    kinds = {str(known): known for known in MoveKind.__members__.values()}
    found = position_of(game, position).moves(kinds[one_of(kind, kinds, "--kind")])
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
    if options := [text for text in played if text[:2] == "--" and text[2:3].isalpha()]:
        raise typer.BadParameter(f"There is no option {quoted(options[0])}.")
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

    mode = Mode(one_of(engine, Mode, "--engine"))
    root = position_of(game, position)
    counts: dict[str, int] = {}
    if depth:
        with progress_bar("perft") as progress:
            counts = counting.divide(root, depth, mode=mode, threads=threads or os.cpu_count() or 1, progress=progress)
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
    return f"{position.game.seats[position.seat]} to move, {counted(len(position.legal_moves), 'legal move')}."
