"""Kernels made of a text, for tests of the compiler."""

from __future__ import annotations

import linecache
from pathlib import Path
from typing import Any

from ludograph.engine.kernel import Kernel
from ludograph.engine.program import Mode, Program

HEAD = """\
from math import sqrt
from typing import NamedTuple

import numpy as np

from ludograph.engine.bits import WORD, abreast, byteswap, highest, lowest, popcount, replaced
from ludograph.engine.rules import Distances, Indices, Word, Words, apart, game


class State(NamedTuple):
    a: int
    b: int
    c: int


"""
FIRST_LINE = HEAD.count("\n") + 1  # of what follows


def loaded(path: Path, source: str) -> dict[str, Any]:
    """The names of a file with this source. Functions whose names begin with ``algorithm`` are no rules."""
    path.write_text(source, encoding="utf-8")
    linecache.checkcache(str(path))
    space: dict[str, Any] = {"__name__": path.stem}
    exec(compile(source, str(path), "exec"), space)
    for name, value in space.items():
        if name.startswith("algorithm"):
            value.__module__ = "ludograph.engine.algorithms.tested"
    return space


def program_of(space: dict[str, Any], names: list[str], mode: Mode, **constants: Any) -> Program:
    """The functions of these names as a program. One that is called ``apply`` is the kernel's."""
    rules = {"apply": space["apply"]} if "apply" in space else {}
    kernel = Kernel("tested", space["State"], rules, constants, max_moves=1, is_trusted=True)
    return Program(kernel, [space[name] for name in names], mode)
