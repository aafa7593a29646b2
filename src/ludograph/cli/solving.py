"""Commands about what is true: ``solve``, ``query``, ``verify``."""

from __future__ import annotations

import time
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
    material: Annotated[
        str | None,
        typer.Option(metavar="PIECES", help="Solve the endings with these pieces of a game for two, such as KQKR."),
    ] = None,
    pieces: Annotated[
        int | None, typer.Option(min=1, max=8, help="Solve all endings with up to so many pieces of both sides.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Find the value and the remoteness of every position of a puzzle or of a game for two.

    With --material or --pieces, of every position with these pieces, whether or not it can be reached; --out then names
    a folder, in which each material gets a file.
    """
    if material is not None or pieces is not None:
        _solve_endings(game, material, pieces, out, threads, plot, as_json)
        return
    from ludograph.cli.progress import counting_bar
    from ludograph.core.registry import game as game_named
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
        _plot(solution, plot, puzzle.id)
    if as_json:
        print_json({**solution.summary, "file": str(file)})
        return
    _print_solution(solution)
    speed = f"{solution.positions / max(seconds, 1e-9):,.0f} positions a second"
    typer.echo(f"{seconds:.1f} s, {speed}; kept in {file}")


def _solve_endings(
    game: str,
    material: str | None,
    pieces: int | None,
    out: Path | None,
    threads: int | None,
    plot: Path | None,
    as_json: bool,
) -> None:
    from ludograph.cli.progress import counting_bar
    from ludograph.core.files import check_writable
    from ludograph.core.registry import game as game_named
    from ludograph.solver.memory import readable
    from ludograph.solver.tiers.work import work_on

    if material is not None and pieces is not None:
        raise typer.BadParameter("Either --material or --pieces is given, not both.", param_hint="--pieces")
    if plot:
        check_writable(plot)
    began = time.monotonic()
    work = work_on(game_named(game), material, pieces, out)
    needed, tiers = readable(work.estimated_bytes), sum(map(len, work.todo))
    typer.echo(f"Solving {work.game.id}: {tiers:,} materials, about {needed} of memory are needed.", err=True)
    with counting_bar("positions", work.positions) as progress:
        solution = work.solve(threads=threads, progress=progress)
    seconds = time.monotonic() - began
    if plot:
        _plot(solution, plot, f"{work.game.id}, {material or f'{pieces} pieces'}")
    if as_json:
        print_json({**solution.summary, "tiers": solution.tier_summaries(), "folder": str(work.endings.folder)})
        return
    _print_solution(solution)
    typer.echo(f"{seconds:.1f} s; kept in {work.endings.folder}")


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
        answer = query_position(asked, budget=budget, progress=progress)
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


def _plot(solution: Any, file: Path, what: str) -> None:
    from ludograph.core.files import write_text
    from ludograph.draw.chart import bar_chart

    write_text(file, bar_chart(solution.by_remoteness, f"{what}: positions by remoteness", "remoteness", "positions"))


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
    from ludograph.solver.solve import bytes_of_a_position, estimated_bytes, most_positions

    memory = "memory is needed as positions are found"
    if needed := estimated_bytes(puzzle):
        memory = f"at least {readable(needed)} of memory are needed"
    elif each := bytes_of_a_position(puzzle):
        memory = f"about {readable(each * 1_000_000)} of memory are needed for each million of positions found"
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
