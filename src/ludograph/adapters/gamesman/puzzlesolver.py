"""The import alias: files of GamesmanPuzzles run unchanged, with ``puzzlesolver`` being this.

puzzles = import_puzzles("GamesmanPuzzles/puzzlesolver/puzzles")
GeneralSolver(puzzles["towersofhanoi"].generateStartPosition("3_3")).solve()
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from enum import Enum
from importlib import import_module
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import module_from_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from ludograph.adapters.gamesman.asking import PuzzleWarning, reason_of
from ludograph.adapters.gamesman.general_solver import GeneralSolver
from ludograph.adapters.gamesman.player import PuzzlePlayer
from ludograph.adapters.gamesman.puzzle import Puzzle, PuzzleValue
from ludograph.adapters.gamesman.server_puzzle import ServerPuzzle, StringMode
from ludograph.errors import FileRefused, InvalidGame

ALIAS = "puzzlesolver"
#: Names of solvers that puzzles import: there is one for all.
SOLVERS = (
    "GeneralSolver", "IndexSolver", "LightsOutClosedFormSolver", "NoUndoSolver", "PickleSolver", "SolitaireChessSolver",
    "SqliteSolver", "SquirrelSolver",
)  # fmt: skip


class PuzzleException(Exception):
    """What puzzles raise for a server to tell."""


class classproperty:  # noqa: N801 - this is how puzzles call it
    """A property of a class."""

    def __init__(self, getter: Callable[[Any], Any]) -> None:
        self._getter = getter

    def __get__(self, instance: object, owner: type) -> Any:
        return self._getter(owner)


def deprecated(message: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A function that warns when it is called."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        def warned(*args: Any, **kwargs: Any) -> Any:
            warnings.warn(message, DeprecationWarning, stacklevel=2)
            return function(*args, **kwargs)

        return warned

    return decorate


class TUI(PuzzlePlayer):
    """The player in the terminal, made as puzzles make it."""

    def __init__(
        self, puzzle: Puzzle, solver: Any = None, info: bool = False, auto: bool = False, debug: bool = False
    ) -> None:
        super().__init__(puzzle, solver, auto)


def alias_puzzlesolver(folder: str | Path) -> None:
    """Let ``import puzzlesolver.puzzles.NAME`` find the files of a folder, with everything else of it being ours.

    FileRefused when there is no such folder, InvalidGame when another ``puzzlesolver`` is loaded already.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise FileRefused(f"The folder {folder} can't be read: there is none.")
    known = sys.modules.get(ALIAS)
    if known is not None and not hasattr(known, "is_alias"):
        raise InvalidGame(f"Another {ALIAS} is loaded already.")
    forgotten = [name for name in sys.modules if name.startswith(f"{ALIAS}.puzzles.")]
    for name in forgotten:
        del sys.modules[name]
    util = {each.__name__: each for each in (PuzzleValue, StringMode, PuzzleException, classproperty, deprecated, Enum)}
    parts: dict[str, dict[str, Any]] = {
        "util": {**util, "warnings": warnings},
        "solvers": dict.fromkeys(SOLVERS, GeneralSolver),
        "players": {"TUI": TUI, "PuzzlePlayer": PuzzlePlayer},
        "puzzles": {"Puzzle": ServerPuzzle, "ServerPuzzle": ServerPuzzle},
    }
    root = _module(ALIAS, {"is_alias": True})
    for part, names in parts.items():
        place = folder if part == "puzzles" else None
        setattr(root, part, _module(f"{ALIAS}.{part}", {**names, "__all__": list(names)}, place))


def import_puzzles(folder: str | Path) -> dict[str, type[ServerPuzzle]]:
    """The puzzle classes of the files in a folder by their ids. A file that can't be imported is passed over with a
    ``PuzzleWarning``."""
    alias_puzzlesolver(folder)
    found: dict[str, type[ServerPuzzle]] = {}
    for file in sorted(Path(folder).glob("[!_]*.py")):
        name = f"{ALIAS}.puzzles.{file.stem}"
        try:
            module = import_module(name)
        except Exception as error:  # the file is somebody else's and may do anything
            warnings.warn(f"{file.name} can't be imported: {reason_of(error)}.", PuzzleWarning, stacklevel=2)
            continue
        for each in vars(module).values():
            if isinstance(each, type) and each.__module__ == name and issubclass(each, ServerPuzzle) and each.id:
                found[each.id] = each
    return found


def _module(name: str, names: dict[str, Any], folder: Path | None = None) -> ModuleType:
    """A package with these names in it, and with the files of a folder, of which its own file is not run."""
    spec = ModuleSpec(name, SourceFileLoader(name, str(folder / "__init__.py")) if folder else None, is_package=True)
    spec.submodule_search_locations = [str(folder)] if folder else []
    module = module_from_spec(spec)
    vars(module).update(names)
    sys.modules[name] = module
    return module
