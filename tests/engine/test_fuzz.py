"""Random functions do the same compiled as in plain Python, also where they fail.

``LUDOGRAPH_FUZZ=100000`` tries as many functions, and LUDOGRAPH_FUZZ_SEED says with which to begin.
"""

from __future__ import annotations

import ast
import os
import random
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fuzz import HEAD, SIZES, Made, inputs, written
from kernels import loaded, program_of

from ludograph.engine.compiler.faults import InvalidKernel
from ludograph.engine.program import BOUNDS_CHECKS, Mode, Program
from ludograph.errors import KernelFailed

BATCH = 60  # functions in one program
CHECKS = "1", "0"  # of bounds
RUNS = 6  # of each of them
FUNCTIONS = int(os.environ.get("LUDOGRAPH_FUZZ", "300"))
FIRST_SEED = int(os.environ.get("LUDOGRAPH_FUZZ_SEED", "0"))
WIDTHS = {"w": np.uint64, "v": np.uint64, "x": np.uint32, "d": np.uint8}


class Pair:
    """A module's functions as plain Python, and compiled with and without bounds checks."""

    def __init__(self, path: Path, source: str, names: list[str]) -> None:
        self.path, space = path, loaded(path, source)
        self.state = space["State"]
        self.plain = program_of(space, names, Mode.PLAIN)
        self.compiled = []
        for checks in CHECKS:
            os.environ[BOUNDS_CHECKS] = checks
            self.compiled.append(program_of(space, names, Mode.COMPILED))
        os.environ[BOUNDS_CHECKS] = "1"

    def difference(self, made: Made, given: list[Any], arrays: dict[str, list[int]], is_aliased: bool) -> str:
        """What compiled code does otherwise on these arguments; empty if nothing."""
        expected = self.outcome(self.plain, made, given, arrays, is_aliased)
        is_out_of_range = expected[0].startswith("out of range")
        for program in self.compiled[: 1 if is_out_of_range else 2]:
            found = self.outcome(program, made, given, arrays, is_aliased)
            if found != expected:
                return f"{given} {arrays} {is_aliased=}\nplain    {expected}\ncompiled {found}"
        return ""

    def outcome(
        self, program: Program, made: Made, given: list[Any], arrays: dict[str, list[int]], is_aliased: bool
    ) -> tuple[str, object, object]:
        """What went wrong and where, the result, and what is in the arrays afterwards."""
        own: dict[str, Any] = {name: list(items) for name, items in arrays.items()}
        if program.is_compiled:
            own = {name: np.array(items, WIDTHS[name]) for name, items in arrays.items()}
        if is_aliased:
            own["v"] = own["w"]
        values = [program.state(self.state(*each)) if isinstance(each, tuple) else each for each in given]
        wrong, result = "", None
        try:
            result = getattr(program, made.name)(*values, *own.values(), 2)
        except KernelFailed as failed:
            wrong = str(failed).partition(" failed: ")[2].replace("is out of range: place", "out of range:")
            kind = "out of range" if "out of range" in wrong else "division by 0"
            wrong = (
                f"{kind} {wrong.split(' out of range:')[0].split(' is a division')[0]} {wrong[wrong.rindex('line') :]}"
            )
        except (IndexError, TypeError, ZeroDivisionError) as error:
            wrong = told(error, self.path)
        return wrong, result, {name: [int(item) for item in items] for name, items in own.items()}


def told(error: Exception, path: Path) -> str:
    """An error of plain Python in the words of a compiled kernel's."""
    frames = [each for each in traceback.extract_tb(error.__traceback__) if each.filename == str(path)]
    if not frames:
        raise error
    frame, kind = frames[-1], "division by 0" if isinstance(error, ZeroDivisionError) else "out of range"
    lines = path.read_bytes().splitlines()
    expression = lines[(frame.lineno or 1) - 1][frame.colno : frame.end_colno].decode()
    return f"{kind} {expression} line {frame.lineno}, in {frame.name})."


def differences(path: Path, seed: int, functions: int) -> Iterator[str]:
    source, every = written(seed, functions)
    pair = Pair(path, source, [made.name for made in every])
    chance = random.Random(seed)
    for made in every:
        for _ in range(RUNS):
            arrays = {
                name: [chance.getrandbits(chance.choice((1, 8))) for _ in range(size)] for name, size in SIZES.items()
            }
            arrays["w"] = [chance.getrandbits(chance.randint(1, 64)) for _ in range(8)]
            case = inputs(chance, made), arrays, chance.random() < 0.2
            if what := pair.difference(made, *case):
                yield f"seed {seed}, {made.name}: {what}\n{shrunk(path, source, made, case)}"
                break


def shrunk(path: Path, source: str, made: Made, case: tuple[Any, ...]) -> str:
    """The source without what the difference doesn't need."""
    tree = ast.parse(source)
    start = len(ast.parse(HEAD).body)
    is_smaller = True
    while is_smaller:
        is_smaller = False
        for block in [
            tree.body,
            *(getattr(node, name, None) for node in ast.walk(tree) for name in ("body", "orelse")),
        ]:
            for place in (
                range(len(block) - 1, start - 1 if block is tree.body else -1, -1) if isinstance(block, list) else ()
            ):
                removed = block.pop(place)
                if still_differs(path, tree, made, case):
                    is_smaller = True
                else:
                    block.insert(place, removed)
    return "\n".join(ast.unparse(each) for each in tree.body[start:])


def still_differs(path: Path, tree: ast.Module, made: Made, case: tuple[Any, ...]) -> bool:
    try:
        pair = Pair(path.with_stem("shrunk"), ast.unparse(tree), [made.name])
        return bool(pair.difference(made, *case))
    except (InvalidKernel, SyntaxError, NameError, KeyError, ValueError):
        return False


@pytest.mark.skipif(sys.version_info < (3, 11), reason="needs the columns of errors")
@pytest.mark.parametrize("seed", range(FIRST_SEED, FIRST_SEED + FUNCTIONS // BATCH))
def test_random_functions_do_the_same_compiled(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOGRAPH_CACHE", str(tmp_path / "cache"))
    found = next(differences(tmp_path / f"fuzz_{seed}.py", seed, BATCH), "")
    assert not found, found
