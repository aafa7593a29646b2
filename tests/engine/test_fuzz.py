"""Random functions do the same compiled as in plain Python, also where they fail.

``LUDOGRAPH_FUZZ=100000`` tries as many functions, and LUDOGRAPH_FUZZ_SEED says with which to begin.
"""

from __future__ import annotations

import ast
import os
import random
import re
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from fuzz import HEAD, SIZES, Made, inputs, written
from kernels import loaded, program_of

from ludograph.engine.program import BOUNDS_CHECKS, Mode, Program
from ludograph.errors import InvalidGame, KernelFailed

BATCH = 60  # functions in one program
RUNS = 6  # of each of them
FUNCTIONS = int(os.environ.get("LUDOGRAPH_FUZZ", "240"))
FIRST_SEED = int(os.environ.get("LUDOGRAPH_FUZZ_SEED", "0"))
FAILED = re.compile(r".* failed: (.*) is (out of range|a division by 0).*(line \d+), in .*")
WIDTHS = {"w": np.uint64, "v": np.uint64, "x": np.uint32, "d": np.uint8}


class Pair:
    """A module's functions as plain Python, and compiled with and without bounds checks."""

    def __init__(self, path: Path, source: str, names: list[str], checks: str) -> None:
        self.path, space = path, loaded(path, source)
        self.state = space["State"]
        self.plain = program_of(space, names, Mode.PLAIN)
        self.compiled = []
        for each in checks:
            with patch.dict(os.environ, {BOUNDS_CHECKS: each}):
                self.compiled.append(program_of(space, names, Mode.COMPILED))

    def difference(self, made: Made, given: list[Any], arrays: dict[str, list[int]], is_aliased: bool) -> str:
        """What compiled code does otherwise on these arguments; empty if nothing."""
        expected = self.outcome(self.plain, made, given, arrays, is_aliased)
        for program in self.compiled[-1:] if "out of range" in expected[0] else self.compiled:
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
            wrong = FAILED.sub(r"\1 is \2 in \3", str(failed))
        except (IndexError, TypeError, ZeroDivisionError) as error:
            wrong = told(error, self.path)
        return wrong, result, {name: [int(item) for item in items] for name, items in own.items()}


def told(error: Exception, path: Path) -> str:
    """An error of plain Python in the words of a compiled kernel's."""
    frames = [each for each in traceback.extract_tb(error.__traceback__) if each.filename == str(path)]
    if not frames:
        raise error
    frame, what = frames[-1], "a division by 0" if isinstance(error, ZeroDivisionError) else "out of range"
    lines = path.read_bytes().splitlines()
    expression = lines[(frame.lineno or 1) - 1][frame.colno : frame.end_colno].decode()
    return f"{expression} is {what} in line {frame.lineno}"


def differences(path: Path, seed: int, functions: int) -> Iterator[str]:
    source, every = written(seed, functions)
    checks = "01" if seed % 4 == 0 else "1"  # of bounds; most of the time is LLVM's
    pair = Pair(path, source, [made.name for made in every], checks)
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
    """The source without the statements that the difference doesn't need."""
    tree = ast.parse(source.removeprefix(HEAD))
    is_smaller = True
    while is_smaller:
        is_smaller = False
        for block in blocks(tree):
            for place in reversed(range(len(block))):
                removed = block.pop(place)
                if still_differs(path, tree, made, case):
                    is_smaller = True
                else:
                    block.insert(place, removed)
    return ast.unparse(tree)


def blocks(node: ast.AST) -> Iterator[list[ast.stmt]]:
    """Of statements, from the outside to what is still inside."""
    for name in ("body", "orelse"):
        if isinstance(block := getattr(node, name, None), list):
            yield block
            for each in block:
                yield from blocks(each)


def still_differs(path: Path, tree: ast.Module, made: Made, case: tuple[Any, ...]) -> bool:
    try:
        pair = Pair(path.with_stem("shrunk"), HEAD + ast.unparse(tree), [made.name], "01")
        return bool(pair.difference(made, *case))
    except (InvalidGame, SyntaxError, NameError, KeyError):
        return False


@pytest.mark.skipif(sys.version_info < (3, 11), reason="needs the columns of errors")
@pytest.mark.parametrize("seed", range(FIRST_SEED, FIRST_SEED + FUNCTIONS // BATCH))
def test_random_functions_do_the_same_compiled(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOGRAPH_CACHE", str(tmp_path / "cache"))
    found = next(differences(tmp_path / f"fuzz_{seed}.py", seed, BATCH), "")
    assert not found, found
