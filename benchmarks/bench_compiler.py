"""From Python to machine code: what a first use waits for, beside LLVM's own share of it."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import ludograph
from ludograph.engine import compiled
from ludograph.engine.algorithms.alpha_beta import search
from ludograph.engine.algorithms.perft import perft
from ludograph.engine.compiler.module import write_module
from ludograph.engine.compiler.native import object_file, this_machine
from ludograph.engine.kernel import collect
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.kernel_puzzle import KernelPuzzle
from ludograph.engine.perft import PLAIN_LEAVES
from ludograph.engine.program import Mode, Program
from measuring import best_seconds, result

RUNS = 3
MOST_SECONDS = {"search": 1.0, "perft": 0.7}
DEPTH = 3
#: Boards that are graphs of many nodes are said apart.
LARGE = ("nchess/glinski", "nchess/mccooey", "nchess/three", "nchess?map=")


def run() -> Iterator[dict[str, object]]:
    """The CPU seconds of each program, after what it counts was found right."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LUDOGRAPH_CACHE"] = folder
        for name in names():
            game = ludograph.game(name)
            assert isinstance(game, KernelGame)
            check(game)
            for algorithm in (perft,) if isinstance(game, KernelPuzzle) else (perft, search):
                yield cold(game, algorithm)
        yield warm(ludograph.game("nchess"))


def names() -> Iterator[str]:
    """All games and puzzles that are kernels, with their variants, and chess as a user's map."""
    for name in ludograph.game_names():
        game = type(ludograph.game(name)) if name != "graph" else None
        if game and issubclass(game, KernelGame):
            yield from (f"{name}/{variant}" for variant in game.variants) if game.variants else (name,)
    yield f"nchess?map={Path(str(resources.files('ludograph.games.nchess'))) / 'maps' / 'chess.json'}"


def check(game: KernelGame) -> None:
    """Compiled and plain count the same."""
    if len(game.codes(game.start().state)) ** DEPTH > PLAIN_LEAVES:
        return
    counts = []
    for mode in (Mode.COMPILED, Mode.PLAIN):
        program = Program(game.kernel, [perft], mode)
        state = program.state(game.start().state)  # type: ignore[arg-type]
        counts.append(int(program.perft(state, program.stack(DEPTH), program.word(0), DEPTH)))
    assert counts[0] == counts[1], f"{game.id}: {counts}"


def cold(game: KernelGame, algorithm: Callable[..., Any]) -> dict[str, object]:
    """One program, from the functions' files to machine code."""
    what, entries = algorithm.__name__, {algorithm.__name__: algorithm}

    def text() -> str:
        return write_module(game.kernel, entries, collect(game.kernel, entries), has_bounds_checks=False).text

    written = text()
    own = best_seconds(lambda: object_file(text(), this_machine()), RUNS, time.process_time)
    llvm = best_seconds(lambda: object_file(written, this_machine()), RUNS, time.process_time)
    measured = f"{own:.2f} s of CPU, {own / llvm:.2f} × LLVM's share ({llvm:.2f} s)"
    name = f"{game.id.partition('?map')[0]}{', a map' if '?map' in game.id else ''}: {what}"
    if game.id.startswith(LARGE):
        return result(name, measured)
    return result(name, measured, aim=f"at most {MOST_SECONDS[what]} s", is_met=own <= MOST_SECONDS[what])


def warm(game: KernelGame) -> dict[str, object]:
    """A program that was compiled before."""
    Program(game.kernel, [search], Mode.COMPILED)

    def load() -> None:
        compiled._loaded.clear()  # as if in another process
        Program(game.kernel, [search], Mode.COMPILED)

    own = best_seconds(load, RUNS, time.process_time)
    return result(f"{game.id}: search, from the cache", f"{own * 1000:.0f} ms of CPU")
