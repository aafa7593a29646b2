"""``ludograph doctor``: whether what Ludograph needs is there and works, and where it keeps its files."""

from __future__ import annotations

import platform
import re
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import typer

from ludograph.cli.options import AsJson, print_json
from ludograph.core.files import reason_of
from ludograph.errors import LudographError

#: Packages that are installed by a name of their own (``ludograph[cluster]``), and what they are for.
EXTRAS = {
    "ray": ("cluster", "solving on several machines"),
    "gymnasium": ("learners", "puzzles and single seats as environments for learners"),
    "pettingzoo": ("learners", "games as environments for learners"),
    "anywidget": ("notebook", "boards to play on in notebooks"),
    "psycopg": ("postgres", "matches kept by PostgreSQL"),
    "chess": ("bench", "comparing speeds"),
    "py-draughts": ("bench", "comparing speeds"),
    "open_spiel": ("bench", "comparing speeds"),
    "pgx": ("bench", "comparing speeds"),
}
#: A count that everybody knows: of tic-tac-toe, so many moves ahead.
DEPTH, SEQUENCES = 5, 15_120


class Finding(NamedTuple):
    """One thing that was looked at."""

    what: str
    said: str
    is_good: bool = True


def register(app: typer.Typer) -> None:
    app.command()(doctor)


def doctor(as_json: AsJson = False) -> None:
    """Look whether all that is needed is there and works: versions, compiler, folders, plug-ins."""
    findings = [_safely(look) for look in (_python, _compiler, _cache, _data)]
    findings += [*_packages(), *_extras(), *_plug_ins()]
    if as_json:
        print_json([{"what": each.what, "said": each.said, "good": each.is_good} for each in findings])
    else:
        for each in findings:
            typer.echo(f"{'good' if each.is_good else 'BAD '}  {each.what}: {each.said}")
    if not all(each.is_good for each in findings):
        raise typer.Exit(1)


def _safely(look: Callable[[], Finding]) -> Finding:
    try:
        return look()
    except LudographError as error:
        return Finding(look.__name__.strip("_"), error.message, is_good=False)


def _python() -> Finding:
    from ludograph import __version__

    return Finding("ludograph", f"{__version__} with Python {platform.python_version()} on {platform.platform()}")


def _compiler() -> Finding:
    from ludograph import game
    from ludograph.engine.perft import perft
    from ludograph.engine.program import Mode

    found = perft(game("tic-tac-toe").start(), DEPTH, mode=Mode.COMPILED)
    said = f"compiled rules count {found:,} ways to begin tic-tac-toe"
    return Finding("compiler", said if found == SEQUENCES else f"{said}, not {SEQUENCES:,}", found == SEQUENCES)


def _cache() -> Finding:
    from ludograph.engine.cache import kernel_folder

    return _folder("cache", kernel_folder())


def _data() -> Finding:
    from ludograph.core.files import data_folder

    return _folder("data", data_folder())


def _folder(what: str, folder: Path) -> Finding:
    """Where it is, what is in it, and whether more can be."""
    from ludograph.solver.memory import readable

    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"written")
    except OSError as error:
        return Finding(what, f"{folder} can't be written to: {reason_of(error)}.", is_good=False)
    sizes = [file.stat().st_size for file in folder.rglob("*") if file.is_file()]
    return Finding(what, f"{folder} has {len(sizes):,} files, {readable(sum(sizes))}")


def _packages() -> Iterator[Finding]:
    """What the program needs in any case."""
    from importlib.metadata import requires

    for line in requires("ludograph") or ():
        if "extra ==" not in line:
            name = re.split(r"[^A-Za-z0-9._-]", line, maxsplit=1)[0]
            version = _version_of(name)
            yield Finding(name, version or "is missing: install Ludograph anew.", version is not None)


def _extras() -> Iterator[Finding]:
    """What only some need, so that nothing is wrong without it."""
    for package, (extra, purpose) in EXTRAS.items():
        missing = f"not installed; pip install 'ludograph[{extra}]' brings it"
        yield Finding(package, f"{_version_of(package) or missing}, for {purpose}")


def _version_of(package: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _plug_ins() -> Iterator[Finding]:
    """Games of other packages that can't be used."""
    from ludograph.core.registry import game_names, plug_in_problems

    yield Finding("games", f"{len(game_names())} are known")
    for problem in plug_in_problems():
        yield Finding("plug-in", problem, is_good=False)
