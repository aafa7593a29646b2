"""Games for those who teach machines: environments, actions and planes as numbers (docs/learners.md).

* ``VectorEnv``: thousands of games side by side, at native speed;
* ``SeatsEnv``: PettingZoo's agents, and ``SoloEnv``: Gymnasium's one agent (extra ``learners``);
* ``load_game``: games and states as OpenSpiel's algorithms call them;
* ``numbers_of``: the actions and planes of a game.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ludograph.errors import LudographError

if TYPE_CHECKING:
    from ludograph.learners.aec import SeatsEnv
    from ludograph.learners.numbers import numbers_of
    from ludograph.learners.solo import SoloEnv
    from ludograph.learners.spiel import load_game
    from ludograph.learners.vector import VectorEnv

__all__ = ["SeatsEnv", "SoloEnv", "VectorEnv", "load_game", "numbers_of"]

_MODULES = {"SeatsEnv": "aec", "SoloEnv": "solo", "VectorEnv": "vector", "load_game": "spiel", "numbers_of": "numbers"}


def __getattr__(name: str) -> Any:
    """What is asked for is imported then: each needs something else."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    except ModuleNotFoundError as error:
        if error.name not in ("gymnasium", "pettingzoo"):
            raise
        raise LudographError(
            f"{name} needs {error.name}, which is not installed: pip install 'ludograph[learners]' brings it."
        ) from error
