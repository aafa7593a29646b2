"""Which habits of a search (``engine.habits``) a game has, and what they are told of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ludograph.engine import habits
from ludograph.engine.declared.fields import MOVER, OTHER, Cells, Hand

if TYPE_CHECKING:
    from ludograph.engine.kernel_game import KernelGame

#: The kernel functions of each habit.
HABITS: Mapping[str, Mapping[str, Callable[..., Any]]] = {
    "gain": {"gain": habits.gain},
    "pass": {"may_pass": habits.may_pass, "pass_turn": habits.pass_turn},
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
        "HABIT_SET_WORDS": -(-len(game.board) // 64),
        "HABIT_OWNERS": tuple(2 if owner is None else owner for owner in owners),
        "HABIT_SIDES": tuple(_seen_by_other(game)),
    }


def _seen_by_other(game: KernelGame) -> list[int]:
    """Where each word of a state stands when who was to move is not any more: what is the mover's and what is the
    other's change places."""
    declaration = game.declaration
    places = list(range(len(declaration.fields)))
    names = list(declaration.fields)
    own: dict[Any, list[list[int]]] = {MOVER: [], OTHER: []}
    for each in declaration.sets.values():
        if isinstance(each.field, Cells) and each.field.whose in own:
            own[each.field.whose].append(list(each.places))
    for name, field in declaration.fields.items():
        if isinstance(field, Hand) and field.whose in own:
            own[field.whose].append([names.index(name)])
    for mine, theirs in zip(own[MOVER], own[OTHER], strict=True):
        for one, other in zip(mine, theirs, strict=True):
            places[one], places[other] = other, one
    return places
