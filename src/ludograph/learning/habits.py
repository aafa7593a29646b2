"""Which habits of a search (``engine.habits``) a game has, and what they are told of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ludograph.board.tables import WORD_BITS
from ludograph.engine import habits

if TYPE_CHECKING:
    from ludograph.engine.kernel_game import KernelGame

#: What stands for no seat.
NOBODYS = 2

#: The kernel functions of each habit.
HABITS: Mapping[str, Mapping[str, Callable[..., Any]]] = {
    "gain": {"gain": habits.gain},
    "ends": {"ends_suddenly": habits.ends_suddenly},
}


def habits_for(game: KernelGame) -> list[str]:
    """Those that a game may have: where it doesn't say itself what they would."""
    own = game.kernel.functions.keys() | ({"ends_suddenly"} if "is_over" in game.kernel.functions else set())
    return [name for name, functions in HABITS.items() if not own & functions.keys()]


def habits_of(game: KernelGame, names: Sequence[str]) -> tuple[dict[str, Callable[..., Any]], dict[str, Any]]:
    """The functions of these habits, and the constants that they look up."""
    functions = {key: function for name in names for key, function in HABITS[name].items()}
    return functions, _constants(game) if functions else {}


def _constants(game: KernelGame) -> dict[str, Any]:
    declaration = game.declaration
    owners = [declaration.owner(piece.side, turn) for turn in range(2) for piece in declaration.pieces]
    return {
        "HABIT_SET_WORDS": -(-len(game.board) // WORD_BITS),
        "HABIT_OWNERS": tuple(NOBODYS if owner is None else owner for owner in owners),
    }
