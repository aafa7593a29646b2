"""Commands about what is true: ``solve``, ``query``, ``verify``."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from ludograph.cli.options import AsJson, GameName, PositionText, position_of, print_json

ROWS_SHOWN = 40
BAR_WIDTH = 40
#: For those who don't see colours, and for those who don't read.
SIGNS = {"win": "✓", "lose": "✗", "draw": "=", "unsolvable": "✗"}


def register(app: typer.Typer) -> None:
    for command in (solve, query, verify):
        app.command()(command)


def solve(
    game: GameName,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where to keep the solution; the user's data folder when left out."),
    ] = None,
    threads: Annotated[
        int | None, typer.Option(min=1, max=1024, help="How many to use; one for each core when left out.")
    ] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the distribution into an SVG file.")] = None,
    as_json: AsJson = False,
) -> None:
    """Find the value and the remoteness of every position of a puzzle or of a game for two."""
    from ludograph.cli.progress import counting_bar
    from ludograph.core.files import write_text
    from ludograph.core.registry import game as game_named
    from ludograph.draw.chart import bar_chart
    from ludograph.solver.solve import check_solvable
    from ludograph.solver.solve import solve as solve_puzzle

    puzzle = game_named(game)
    check_solvable(puzzle)
    _check_files(puzzle, out, plot)
    began = time.monotonic()
    with counting_bar("positions", _announce(puzzle)) as progress:
        solution = solve_puzzle(puzzle, threads=threads, progress=progress)
    seconds = time.monotonic() - began
    file = _keep(solution, out)
    if plot:
        title = f"{puzzle.id}: positions by remoteness"
        write_text(plot, bar_chart(solution.by_remoteness, title, "remoteness", "positions"))
    if as_json:
        print_json({**solution.summary, "file": str(file)})
        return
    _print_solution(solution)
    speed = f"{solution.positions / max(seconds, 1e-9):,.0f} positions a second"
    typer.echo(f"{seconds:.1f} s, {speed}; kept in {file}")


def query(
    game: GameName,
    position: PositionText = None,
    budget: Annotated[
        int | None, typer.Option(min=1, help="How many positions a search may look at, when it comes to that.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Tell the value and the remoteness of a position and of each move."""
    from ludograph.cli.progress import counting_bar
    from ludograph.solver.deepening import USUAL_BUDGET
    from ludograph.solver.query import query as query_position

    asked = position_of(game, position)
    budget = budget or USUAL_BUDGET
    with counting_bar("positions searched", budget) as progress:
        answer = query_position(asked, budget=budget, progress=progress, preparing=_preparing)
    if as_json:
        print_json(answer.as_dict())
        return
    typer.echo(f"{asked}: {_words(answer.value, answer.remoteness)} ({answer.source})")
    for move, value, remoteness in sorted(answer.moves, key=_by_remoteness):
        typer.echo(f"  {move.text}: {_words(value, remoteness)}")


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A solution that was kept.")], as_json: AsJson = False
) -> None:
    """Check a solution: the whole file, its counts, and every number against the rules."""
    from ludograph.cli.progress import counting_bar
    from ludograph.solver.any_solution import load_solution
    from ludograph.solver.verify import verify as verify_solution

    solution = load_solution(file)
    with counting_bar("positions", len(solution.table)) as progress:
        verify_solution(solution, progress)
    if as_json:
        print_json({"game": solution.game.id, "valid": True, **solution.summary})
    else:
        typer.echo(f"{file} is a right solution of {solution.game.id} ({solution.positions:,} positions).")


@contextmanager
def _preparing(what: str, ranks: int) -> Iterator[Any]:
    """Say what is made before a search, and show how far it is."""
    from ludograph.cli.progress import counting_bar
    from ludograph.solver.memory import readable

    typer.echo(f"Making a pattern database, once ({what}): {readable(ranks)} of memory.", err=True)
    with counting_bar("ranks", ranks) as progress:
        yield progress


def _check_files(puzzle: Any, out: Path | None, plot: Path | None) -> None:
    """Refuse, before the work, files that can't hold what is found."""
    from ludograph.core.files import check_writable
    from ludograph.solver.kept import place_for

    for file in (out or place_for(puzzle.id), plot):
        if file:
            check_writable(file)


def _announce(puzzle: Any) -> int | None:
    """Say what memory is needed; returns how many positions there are at most, if that is known."""
    from ludograph.solver.memory import readable
    from ludograph.solver.solve import estimated_bytes, most_positions

    needed = estimated_bytes(puzzle)
    memory = (
        f"at least {readable(needed)} of memory are needed"
        if needed
        else "memory, then disk, is needed as positions are found"
    )
    typer.echo(f"Solving {puzzle.id}: {memory}.", err=True)
    return most_positions(puzzle)


def _keep(solution: Any, out: Path | None) -> Path:
    """Keep a solution; returns its file."""
    from ludograph.errors import FileRefused
    from ludograph.solver.kept import keep

    if out is None:
        return keep(solution)
    try:
        solution.save(out)
    except FileRefused as error:
        kept = keep(solution)  # it may have taken hours
        raise FileRefused(f"{error.message.rstrip('.')}; the solution is kept in {kept} instead.") from None
    return out


def _words(value: Any, remoteness: int | None) -> str:
    """A value in words and with a sign, not by colour alone."""
    if value is None:
        return "? not known"
    sign = SIGNS[value]
    if remoteness is None:
        return f"{sign} {value}"
    return f"{sign} {value} in {remoteness}" if remoteness or value != "win" else f"{sign} solved"


def _by_remoteness(item: tuple[Any, Any, int | None]) -> tuple[bool, int]:
    return item[2] is None, item[2] or 0


def _print_solution(solution: Any) -> None:
    typer.echo(solution.report)
    counts = solution.by_remoteness
    most = max(counts, default=1)
    for remoteness, count in enumerate(counts[:ROWS_SHOWN]):
        typer.echo(f"{remoteness:>6} {count:>14,} {'█' * round(BAR_WIDTH * count / most)}".rstrip())
    if len(counts) > ROWS_SHOWN:
        typer.echo(f"     … and {len(counts) - ROWS_SHOWN:,} more; --json prints all, --plot draws them.")
