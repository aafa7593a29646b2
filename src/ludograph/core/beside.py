"""Files that stand beside a game's module: known counts, the rules for people."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludograph.core.game import Game


def file_beside(game: type[Game], *endings: str) -> Traversable | None:
    """The first file beside a game's module that is named like this or like the game, with one of these endings."""
    package, _, module = game.__module__.rpartition(".")
    names = (module, game.name.replace("-", "_"))
    files = (folder / f"{name}.{ending}" for ending in endings for folder in _folders(package, game) for name in names)
    return next((each for each in files if each.is_file()), None)


def _folders(package: str, game: type[Game]) -> Iterable[Traversable]:
    """Where a game's module stands: its package, or the folder of a file that is in none."""
    if package:
        return [resources.files(package)]
    file = getattr(sys.modules.get(game.__module__), "__file__", None)
    return [Path(file).parent] if file else []
