"""The report of ``ludograph bench``: figures with the machine, the versions and the commit that they were made by."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

from ludograph import __version__

Result = Mapping[str, object]

LIBRARIES = ("numpy", "llvmlite")
#: Who is measured in the same run, where they are installed: packages (extra ``bench``) and programs.
PEERS = ("chess", "py-draughts", "open_spiel", "pettingzoo", "gymnasium", "pgx")
PROGRAMS = ("stockfish", "fairy-stockfish")
#: Above so much work of others for each core a machine is not quiet.
QUIET = 0.25
MISSING = "not installed"


def facts(folder: Path) -> dict[str, str]:
    """What figures depend on, before the first of them is measured."""
    load, cores = os.getloadavg()[0], os.cpu_count() or 1
    quiet = "a quiet machine" if load <= QUIET * cores else "NOT a quiet machine: others worked on it, too"
    own = (f"Ludograph {__version__}", f"Python {platform.python_version()}")
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "machine": f"{_processor()}, {cores} cores, {platform.system()} {platform.release()}",
        "load": f"{load:.1f} at the beginning, {quiet}",
        "commit": _commit(folder),
        "versions": ", ".join([*own, *_versions(LIBRARIES)]),
        "peers": ", ".join([*_versions(PEERS), *(f"{name} {_where(name)}" for name in PROGRAMS)]),
    }


def report(known: Mapping[str, str], results: Mapping[str, Sequence[Result]]) -> str:
    """All of it as Markdown; results by the names of benchmarks."""
    return "\n".join(_lines(known, results)) + "\n"


def _lines(known: Mapping[str, str], results: Mapping[str, Sequence[Result]]) -> Iterator[str]:
    yield "# Figures"
    yield ""
    yield f"Written by `ludograph bench {' '.join(results)}`."
    yield "Every count is checked before it is timed, and peers are measured in the same run."
    yield ""
    yield from (f"- **{what}**: {said}" for what, said in known.items())
    for name, found in results.items():
        yield from ("", f"## {name}", "", "| what | measured | aim |", "|---|---|---|")
        for each in found:
            aim = f"{each['aim']} {'✓' if each['met'] else '✗'}" if each["aim"] else ""
            yield f"| {each['what']} | {each['measured']} | {aim} |"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def _commit(folder: Path) -> str:
    """The commit of a checkout, and whether something in it is not committed."""
    try:
        said = [
            subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=True).stdout.strip()
            for words in (("rev-parse", "HEAD"), ("status", "--porcelain"))
        ]
    except (OSError, subprocess.CalledProcessError):
        return "none: not a checkout"
    return said[0] + (", with changes" if said[1] else "")


def _versions(names: Sequence[str]) -> Iterator[str]:
    for name in names:
        try:
            yield f"{name} {metadata.version(name)}"
        except metadata.PackageNotFoundError:
            yield f"{name} {MISSING}"


def _where(program: str) -> str:
    return "installed" if shutil.which(program) or Path("/usr/games", program).exists() else MISSING
