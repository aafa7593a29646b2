"""What commands share that work with several processes, here or on a cluster: options, the crew, how it goes."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from ludograph.solver.parts.crew import Crew
    from ludograph.solver.parts.work import Report, Tell

Cluster = Annotated[
    str | None,
    typer.Option(
        metavar="auto|ADDRESS",
        help="Work on a Ray cluster: the one at HOST:PORT; auto: that of RAY_ADDRESS, else one begun here for this.",
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, max=10_000, help="How many workers; without --cluster processes of this machine."),
]


def crew_for(cluster: str | None, workers: int | None) -> Crew:
    """Who does the work that is asked for."""
    if cluster is not None:
        from ludograph.solver.parts.on_ray import RayCrew

        return RayCrew(cluster, workers)
    from ludograph.solver.parts.processes import Processes

    return Processes(workers or 1)


@contextmanager
def crew_bar(title: str) -> Iterator[Tell]:
    """A function to be told how a work goes: shows the rate, the load of each worker and the rest, if it is known."""
    from ludograph.cli.progress import bar_with_note

    began = time.monotonic()
    with bar_with_note(title) as bar:

        def tell(report: Report) -> None:
            rate = report.done / max(time.monotonic() - began, 1e-9)
            busy = ", ".join(f"{load:.0%}" for load in report.loads)
            note = f"{report.done:,}, {rate / 1e6:.1f} million a second, level {report.level}, workers busy {busy}"
            bar(report.done, report.total, note)
            if report.note:
                print(f"{report.note[0].upper()}{report.note[1:]}.", file=sys.stderr, flush=True)  # noqa: T201

        yield tell
