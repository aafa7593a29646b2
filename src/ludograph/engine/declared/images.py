"""Where the symmetries of a game carry its states, as kernel functions: for solving up to symmetry.

Symmetries are numbered, the identity is number 0. They move the nodes of all declared sets, and exchange no seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludograph.board.symmetries import Symmetry
from ludograph.engine.bits import replaced
from ludograph.engine.declared.declaration import Declaration
from ludograph.engine.rules import State

NIBBLE = 4

# Bound for each game by ``image_constants``.
IMAGE_SETS: tuple[int, ...] = ()  # the places of all sets of nodes in the state
IMAGE_SYMMETRIES = 1
IMAGE_NIBBLES = 0  # how many pieces of four nodes a set has
IMAGE_CARRIED: tuple[int, ...] = ()  # for each symmetry, each of these pieces and what is in it: where that is carried


def images() -> int:
    """How many symmetries there are."""
    return IMAGE_SYMMETRIES


def carried(s: State, symmetry: int) -> State:
    """Where a symmetry carries a state."""
    for place in range(len(IMAGE_SETS)):
        s = replaced(s, IMAGE_SETS[place], carried_cells(s[IMAGE_SETS[place]], symmetry))
    return s


def carried_cells(cells: int, symmetry: int) -> int:
    found = 0
    for nibble in range(IMAGE_NIBBLES):
        found |= IMAGE_CARRIED[(symmetry * IMAGE_NIBBLES + nibble) * 16 + ((cells >> (4 * nibble)) & 15)]
    return found


def least_image(s: State) -> State:
    """The one of all images of a state that stands for them: the least by its sets, the first of them first."""
    least = s
    for symmetry in range(1, IMAGE_SYMMETRIES):
        there = carried(s, symmetry)
        if is_before(there, least):
            least = there
    return least


def is_before(s: State, other: State) -> bool:
    for place in range(len(IMAGE_SETS)):
        if s[IMAGE_SETS[place]] != other[IMAGE_SETS[place]]:
            return s[IMAGE_SETS[place]] < other[IMAGE_SETS[place]]
    return False


def different_images(s: State) -> int:
    """How many different images a state has, itself included."""
    unmoved = 1
    for symmetry in range(1, IMAGE_SYMMETRIES):
        there = carried(s, symmetry)
        if not is_before(there, s) and not is_before(s, there):
            unmoved += 1
    return IMAGE_SYMMETRIES // unmoved


FUNCTIONS = {each.__name__: each for each in (images, carried, least_image, different_images)}


def image_constants(declaration: Declaration, symmetries: Sequence[Symmetry]) -> dict[str, Any]:
    """What the functions are bound to, for sets of one word. The symmetries are a group, the identity first."""
    nibbles = -(-len(symmetries[0]) // NIBBLE)
    return {
        "IMAGE_SETS": tuple(cells.places[0] for cells in declaration.sets.values()),
        "IMAGE_SYMMETRIES": len(symmetries),
        "IMAGE_NIBBLES": nibbles,
        "IMAGE_CARRIED": tuple(
            sum(1 << to for bit, to in enumerate(nodes[NIBBLE * nibble :][:NIBBLE]) if content >> bit & 1)
            for nodes in symmetries
            for nibble in range(nibbles)
            for content in range(1 << NIBBLE)
        ),
    }
