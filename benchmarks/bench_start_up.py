"""Starting up: the command against the bare import of what it is made with."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

from measuring import best_seconds, result


def run() -> Iterator[dict[str, object]]:
    """The ratios of whole processes."""
    command = ("-m", "ludograph")
    yield compared("ludograph --help", (*command, "--help"), "import typer", 3)
    plain = (*command, "perft", "trimok", "3")
    yield compared("ludograph perft trimok 3", plain, "import typer, numpy", 2, says="5422\n")
    compiled, made_with = (*plain, "--engine", "compiled"), "import typer, numpy, llvmlite.binding"
    yield compared("the same, compiled, from a warm cache", compiled, made_with, 2, says="5422\n")
    yield compared("import ludograph", ("-c", "import ludograph"), "import numpy", None)


def compared(
    what: str, arguments: tuple[str, ...], peer: str, aim: float | None, *, says: str | None = None
) -> dict[str, object]:
    """The seconds of a process, and their ratio to the peer's."""
    process(arguments, says)  # fills the caches
    own, other = best_seconds(lambda: process(arguments, says)), best_seconds(lambda: process(("-c", peer), ""))
    measured = f"{own:.2f} s, {own / other:.1f} × '{peer}' ({other:.2f} s)"
    if aim is None:
        return result(what, measured)
    return result(what, measured, aim=f"at most {aim} ×", is_met=own <= aim * other)


def process(arguments: tuple[str, ...], says: str | None) -> None:
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=True)
    assert says is None or done.stdout == says, f"{arguments} printed {done.stdout!r}, not {says!r}"
