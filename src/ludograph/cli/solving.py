"""Commands about what is true: ``solve``, ``query``, ``verify``."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludograph.cli.cluster import Cluster, Workers, crew_bar, crew_for
from ludograph.cli.options import (
    STANDARD_OUTPUT,
    AsJson,
    GameName,
    PositionText,
    file_only,
    is_standard_output,
    position_of,
    print_json,
    text_file,
    write_output,
)

if TYPE_CHECKING:
    from ludograph.solver.any_solution import AnySolution
    from ludograph.solver.query import Answer

ROWS_SHOWN = 40
BAR_WIDTH = 40
#: The bars of wins and of losses.
BARS = "█░"


def register(app: typer.Typer) -> None:
    for command in (solve, query, verify):
        app.command()(command)


def solve(
    game: GameName,
    out: Annotated[
        Path | None,
        file_only("Where to keep the solution; the user's data folder when left out."),
    ] = None,
    threads: Annotated[
        int | None, typer.Option(min=1, max=1024, help="How many to use; one for each core when left out.")
    ] = None,
    plot: Annotated[Path | None, text_file("Draw the distribution into an SVG file.")] = None,
    material: Annotated[
        str | None,
        typer.Option(
            metavar="PIECES",
            help="Solve the endings with these pieces of a game for two, such as KQKR; start: the game's own pieces.",
        ),
    ] = None,
    pieces: Annotated[
        int | None, typer.Option(min=1, max=8, help="Solve all endings with up to so many pieces of both sides.")
    ] = None,
    cluster: Cluster = None,
    workers: Workers = None,
    folder: Annotated[
        Path | None,
        file_only(
            "Where workers keep what they have, which all of them reach; in the data folder when left out.", "DIR"
        ),
    ] = None,
    memory: Annotated[
        int | None,
        typer.Option(metavar="MB", min=1, help="What a worker may take; half of what is free, shared, when left out."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Find the value and the remoteness of every position of a puzzle or of a game for two.

    With --material or --pieces, of every position with these pieces, whether or not it can be reached; --out then names
    a folder, in which each material gets a file.

    With --cluster or --workers in parts, each by a process of its own. What was done is kept, so that the same command
    goes on after whatever has stopped it.
    """
    in_parts = _in_parts(cluster, workers, folder, memory, threads)
    if material is not None or pieces is not None:
        _solve_endings(game, material, pieces, out, threads, plot, as_json, in_parts)
        return
    from ludograph.core.registry import game as game_named
    from ludograph.solver.solve import check_solvable

    is_chart_alone = is_standard_output(plot, as_json)
    puzzle = game_named(game)
    check_solvable(puzzle)
    _check_files(puzzle, out, plot)
    began = time.monotonic()
    solution, file = _solved_in_parts(puzzle, out, in_parts) if in_parts else _solved_here(puzzle, out, threads)
    seconds = time.monotonic() - began
    if plot:
        _plot(solution, plot, puzzle.id)
    if is_chart_alone:
        return
    if as_json:
        print_json({**solution.summary, "file": str(file)})
        return
    _print_solution(solution)
    speed = f"{solution.positions / max(seconds, 1e-9):,.0f} positions a second"
    typer.echo(f"{seconds:.1f} s, {speed}; kept in {file}")


def _solved_here(puzzle: Any, out: Path | None, threads: int | None) -> tuple[AnySolution, Path]:
    from ludograph.cli.progress import counting_bar
    from ludograph.solver.solve import solve as solve_puzzle

    with counting_bar("positions", _announce(puzzle)) as progress:
        solution = solve_puzzle(puzzle, threads=threads, progress=progress)
    return solution, _keep(solution, out)


@dataclass(frozen=True)
class InParts:
    """How work is shared out, where it is: on which cluster, among how many, kept where, with how many bytes each."""

    cluster: str | None
    workers: int | None
    folder: Path | None
    memory: int | None


def _in_parts(
    cluster: str | None, workers: int | None, folder: Path | None, memory: int | None, threads: int | None
) -> InParts | None:
    is_wanted = cluster is not None or workers is not None
    for name, value in {"folder": folder, "memory": memory}.items():
        if value is not None and not is_wanted:
            raise typer.BadParameter("It is for --cluster and --workers only.", param_hint=f"--{name}")
    if is_wanted and threads is not None:
        raise typer.BadParameter("Workers have one thread each: --threads can't be given, too.", param_hint="--threads")
    return InParts(cluster, workers, folder, memory and memory * 10**6) if is_wanted else None


def _solved_in_parts(puzzle: Any, out: Path | None, how: InParts) -> tuple[AnySolution, Path]:
    from ludograph.solver.kept import place_for
    from ludograph.solver.parts.solve import solve_in_parts

    file = out or place_for(puzzle.id)
    say = partial(typer.echo, err=True)
    with crew_for(how.cluster, how.workers) as crew, crew_bar("positions") as tell:
        solution = solve_in_parts(puzzle, crew, file, folder=how.folder, memory=how.memory, tell=tell, say=say)
    return solution, file


def _solve_endings(
    game: str,
    material: str | None,
    pieces: int | None,
    out: Path | None,
    threads: int | None,
    plot: Path | None,
    as_json: bool,
    in_parts: InParts | None,
) -> None:
    from ludograph.cli.progress import counting_bar
    from ludograph.core.files import check_writable
    from ludograph.core.registry import game as game_named
    from ludograph.solver.tiers.work import work_on

    if material is not None and pieces is not None:
        raise typer.BadParameter("Either --material or --pieces is given, not both.", param_hint="--pieces")
    is_chart_alone = is_standard_output(plot, as_json)
    if plot and not is_chart_alone:
        check_writable(plot)
    began = time.monotonic()
    work = work_on(game_named(game), material, pieces, out)
    typer.echo(f"Solving {work.game.id}: {_needed(work, threads, in_parts)}.", err=True)
    if in_parts:
        solution = _endings_in_parts(work, in_parts)
    else:
        with counting_bar("positions", work.positions) as progress:
            solution = work.solve(threads=threads, progress=progress)
    seconds = time.monotonic() - began
    if plot:
        _plot(solution, plot, f"{work.game.id}, {material or f'{pieces} pieces'}")
    if is_chart_alone:
        return
    if as_json:
        print_json({**solution.summary, "tiers": solution.tier_summaries(), "folder": str(work.endings.folder)})
        return
    _print_solution(solution)
    typer.echo(f"{seconds:.1f} s; kept in {work.endings.folder}")


def _needed(work: Any, threads: int | None, in_parts: InParts | None) -> str:
    """What solving endings will take, before it begins."""
    from ludograph.core.texts import counted
    from ludograph.solver.memory import readable
    from ludograph.solver.progress import readable_time

    if not work.todo:
        return "all materials are kept already"
    materials = counted(sum(map(len, work.todo)), "material")
    memory = f"{materials}, about {readable(work.estimated_bytes)} of memory"
    return f"{memory}{'' if in_parts else f' and {readable_time(work.estimated_seconds(threads))}'} are needed"


def _endings_in_parts(work: Any, how: InParts) -> Any:
    from ludograph.solver.parts.solve import solve_endings_in_parts

    with crew_for(how.cluster, how.workers) as crew, crew_bar("positions") as tell:
        return solve_endings_in_parts(work, crew, folder=how.folder, memory=how.memory, tell=tell)


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
    from ludograph.solver.valued import NOUNS, VERBS

    asked = position_of(game, position)
    budget = budget or USUAL_BUDGET
    with counting_bar("positions searched", budget) as progress:
        answer = query_position(asked, budget=budget, progress=progress, preparing=_preparing)
    if as_json:
        print_json(answer.as_dict())
        return
    typer.echo(f"{asked}: {_told(answer)} ({answer.source})")
    words = NOUNS if len(asked.game.seats) == 1 else VERBS
    for move in sorted(answer.moves, key=lambda each: each.goodness):
        typer.echo(f"  {move.sign} {move.move.text}: {move.in_words(words)}")


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
    from ludograph.solver.chart import chart_of

    write_output(file, chart_of(solution, what))


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
        if file and file != STANDARD_OUTPUT:
            check_writable(file)


def _announce(puzzle: Any) -> int | None:
    """Say what memory and time are needed; returns how many positions there are at most, if that is known."""
    from ludograph.core.game import Road
    from ludograph.solver.memory import readable
    from ludograph.solver.progress import readable_time
    from ludograph.solver.solve import bytes_of_a_position, estimated_bytes, estimated_seconds, most_positions

    memory = "memory, then disk, is needed as positions are found"
    if needed := estimated_bytes(puzzle):
        memory = f"at least {readable(needed)} of memory are needed"
    elif each := bytes_of_a_position(puzzle):
        memory = f"about {readable(each * 1_000_000)} of memory are needed for each million of positions found"
    most, time = most_positions(puzzle), ""
    if puzzle.road is not Road.PLAIN:
        seconds = estimated_seconds(puzzle, most or 1_000_000)
        time = f"; roughly {readable_time(seconds)} of a core{'' if most else ' for a million'}"
    typer.echo(f"Solving {puzzle.id}: {memory}{time}.", err=True)
    return most


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


def _told(answer: Answer) -> str:
    """What is true of a position, in words and with a sign, not by colour alone."""
    from ludograph.solver.valued import NOUNS, SIGNS

    sign, noun, remoteness = SIGNS[answer.value], NOUNS[answer.value], answer.remoteness
    if len(answer.position.game.seats) > 1:
        return f"{sign} {answer.words.removesuffix('.')}"
    if remoteness is None:
        return f"{sign} {noun}"
    return f"{sign} {noun} in {remoteness:,}" if remoteness else f"{sign} solved"


def _print_solution(solution: AnySolution) -> None:
    from ludograph.draw.text import to_text
    from ludograph.solver.valued import RESULTS

    typer.echo(solution.report)
    series = solution.by_value
    if len(series) > 1:
        typer.echo(f"{'':>6}" + "".join(f" {RESULTS[value]:>14}" for value in series))
    rows = list(zip_longest(*series.values(), fillvalue=0))
    most = max(map(sum, rows), default=1)
    for remoteness, counts in enumerate(rows[:ROWS_SHOWN]):
        numbers = "".join(f" {count:>14,}" for count in counts)
        bars = "".join(bar * round(BAR_WIDTH * count / most) for bar, count in zip(BARS, counts, strict=False))
        typer.echo(f"{remoteness:>6}{numbers} {bars}".rstrip())
    if len(rows) > ROWS_SHOWN:
        typer.echo(f"     … and {len(rows) - ROWS_SHOWN:,} more; --json prints all, --plot draws them.")
    for position in solution.hardest(1):
        typer.echo(f"\nOne of the hardest: {position}\n\n{to_text(position.picture())}\n\n{solution.words(position)}")
