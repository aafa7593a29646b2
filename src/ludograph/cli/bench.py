"""``ludograph bench``: speeds, each with the count that proves it and a peer in the same run."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Annotated

import typer

from ludograph.cli.options import AsJson, is_standard_output, print_json, text_file, write_output
from ludograph.core.texts import quoted
from ludograph.errors import FileRefused


def register(app: typer.Typer) -> None:
    app.command()(bench)


def bench(
    names: Annotated[list[str] | None, typer.Argument(metavar="[NAME…]", help="Which ones; all when left out.")] = None,
    out: Annotated[
        Path | None, text_file("Write a report; of all benchmarks of a checkout to benchmarks/results.md.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Run the benchmarks: what was measured, its ratio to a peer, and whether the aim was met.

    A count that isn't right ends the run. The report has the machine, the versions and the commit.
    """
    from ludograph.cli.bench_report import facts, report

    is_alone = is_standard_output(out, as_json)
    folder = _folder()
    if out is None and not names and os.access(folder.parent / ".git", os.W_OK):
        out = folder / "results.md"
    known = facts(folder)
    results: dict[str, list[dict[str, object]]] = {}
    for module in _benchmarks(names or []):
        typer.echo(f"{module.__name__}: {(module.__doc__ or '').splitlines()[0]}", err=True)
        results[module.__name__] = [*_checked(module, tell=lambda line: typer.echo(line, err=is_alone or as_json))]
    if as_json:
        print_json([result for found in results.values() for result in found])
    if out:
        write_output(out, report(known, results))


def _checked(module: ModuleType, tell: Callable[[str], None]) -> Iterator[dict[str, object]]:
    """The results of a benchmark, each told; the exit code is 1 when a count is wrong."""
    try:
        for result in module.run():
            tell(_line(result))
            yield result
    except AssertionError as error:
        typer.echo(f"The benchmark {module.__name__} counts wrongly: {error}.", err=True)
        raise typer.Exit(1) from None


def _line(result: dict[str, object]) -> str:
    aim = f" (aim: {result['aim']}, {'met' if result['met'] else 'NOT met'})" if result["aim"] else ""
    return f"  {result['what']}: {result['measured']}{aim}"


def _folder() -> Path:
    """In an installed package the benchmarks are inside it, in a checkout beside ``src``."""
    package = Path(__file__).parents[1]
    for folder in (package / "benchmarks", package.parents[1] / "benchmarks"):
        if folder.is_dir():
            return folder
    raise FileRefused("The benchmarks are not installed.")


def _benchmarks(names: list[str]) -> Iterator[ModuleType]:
    sys.path.insert(0, str(_folder()))  # where the benchmarks find what they share
    files = {file.stem.removeprefix("bench_"): file for file in sorted(_folder().glob("bench_*.py"))}
    for name in names or files:
        if name not in files:
            raise FileRefused(f"There is no benchmark {quoted(name)}; there are {', '.join(files)}.")
        spec = importlib.util.spec_from_file_location(name, files[name])
        assert spec
        assert spec.loader
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        yield module
