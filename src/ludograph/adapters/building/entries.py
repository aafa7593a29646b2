"""What is built of a game: its rules, counting, and the ways of thinking that suit it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ludograph.core.game import Game
from ludograph.engine.algorithms.alpha_beta import search
from ludograph.engine.algorithms.perft import perft
from ludograph.engine.algorithms.tree_search import grow
from ludograph.engine.compiler.failing import ENTRY
from ludograph.engine.compiler.module import Module, write_module
from ludograph.engine.kernel import collect
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.program import wants_bounds_checks
from ludograph.errors import CannotBuild
from ludograph.learning.weights import playing_kernel

#: Those of a game's rules that others call, as far as it has them.
RULES = ("generate", "apply", "turn", "winners", "drawn", "is_solution", "position_key", "content", "touched")

Files = dict[str, bytes]
Entries = dict[str, Callable[..., Any]]


def kernel_game(game: Game) -> KernelGame:
    """A game that can be built; others are refused."""
    if not isinstance(game, KernelGame):
        raise CannotBuild(f"{game.id} can't be built: its rules are plain Python and no kernel.")
    return game


def file_name(game: Game) -> str:
    """A game's name as that of a file: ``draughts/english`` is in ``draughts-english``."""
    return file_of(game.id)


def file_of(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def fields_of(game: KernelGame) -> tuple[str, ...]:
    """The names of the words of a state."""
    fields: tuple[str, ...] = game.state_type._fields  # type: ignore[attr-defined]
    return fields


def start_of(game: KernelGame) -> list[int]:
    """The words of the first state."""
    state: Any = game.start_state()
    return [int(word) for word in state]


def has_alpha_beta(game: KernelGame) -> bool:
    return len(game.seats) == 2


def has_tree_search(game: KernelGame) -> bool:
    return len(game.seats) > 1


def rules_of(game: KernelGame) -> Entries:
    """The rules that can be called, and counting, by their names."""
    rules = game.kernel.complete_functions()
    endangered = game.endangered_rule()
    told = {"endangered": endangered} if endangered else {}
    return {**{name: rules[name] for name in RULES if name in rules}, **told, "perft": perft}


def entries_of(game: KernelGame) -> Entries:
    """All functions that can be called, by their names."""
    entries = rules_of(game)
    if has_alpha_beta(game):
        entries["search"] = search
    if has_tree_search(game):
        entries["grow"] = grow
    return entries


def module_of(game: KernelGame, entries: Entries, *, can_jump: bool, prefix: str = ENTRY) -> Module:
    """Functions and all that they call, in LLVM's language."""
    kernel = playing_kernel(game)
    has_checks = wants_bounds_checks(kernel)
    bindings = collect(kernel, entries)
    return write_module(kernel, entries, bindings, can_jump=can_jump, has_bounds_checks=has_checks, prefix=prefix)
