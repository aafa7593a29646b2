"""Numbers for the positions of a declared state, as kernel functions: a digit for each node, which says what stands
there, and further digits for the seat and the small values. A bijection, and dense where nearly everything is possible.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any

from ludograph.engine.bits import lowest, replaced
from ludograph.engine.declared.declaration import Declaration
from ludograph.engine.rules import State

MOST_RANKS = 1 << 63
NO_KIND = 255

# Bound for each game by ``rank_constants``.
DECLARED_NODES = 0
DECLARED_BASE = 1  # what can stand on a node, nothing included
DECLARED_POWERS: tuple[int, ...] = ()  # of the base, by nodes
DECLARED_SIDES: tuple[int, ...] = ()  # for each kind of piece the word with its side's nodes …
DECLARED_KINDS: tuple[int, ...] = ()  # … and with its kind's
DECLARED_NUMBERS: tuple[int, ...] = ()  # the words of the seat and of the small values …
DECLARED_SIZES: tuple[int, ...] = ()  # … and how many values each has
DECLARED_EMPTY: State = ()


def rank(s: State) -> int:
    """The number of a state."""
    number = 0
    for piece in range(len(DECLARED_SIDES)):
        cells = s[DECLARED_SIDES[piece]]
        if DECLARED_KINDS[piece] != NO_KIND:
            cells &= s[DECLARED_KINDS[piece]]
        while cells:
            number += (piece + 1) * DECLARED_POWERS[lowest(cells)]
            cells &= cells - 1
    for place in range(len(DECLARED_NUMBERS)):
        number = number * DECLARED_SIZES[place] + s[DECLARED_NUMBERS[place]]
    return number


def unrank(i: int) -> State:
    """The state with this number; counters are 0."""
    s = DECLARED_EMPTY
    for behind in range(len(DECLARED_NUMBERS)):
        place = len(DECLARED_NUMBERS) - 1 - behind
        s = replaced(s, DECLARED_NUMBERS[place], i % DECLARED_SIZES[place])
        i //= DECLARED_SIZES[place]
    for node in range(DECLARED_NODES):
        piece = i % DECLARED_BASE
        i //= DECLARED_BASE
        if piece:
            side = DECLARED_SIDES[piece - 1]
            kind = DECLARED_KINDS[piece - 1]
            s = replaced(s, side, s[side] | (1 << node))
            if kind != NO_KIND:
                s = replaced(s, kind, s[kind] | (1 << node))
    return s


def number_of_ranks(declaration: Declaration, nodes: int, seats: int) -> int:
    """All ranks are below this number; 0 when they don't fit a word."""
    sizes = number_sizes(declaration, seats).values()
    total = (len(declaration.pieces) + 1) ** nodes * prod(sizes)
    return total if total <= MOST_RANKS and nodes <= 64 else 0


def number_sizes(declaration: Declaration, seats: int) -> dict[int, int]:
    """The words of the seat and of the small values, with the number of values that each has."""
    names = list(declaration.fields)
    sizes = {names.index(name): most + 1 for name, most in declaration.values.items()}
    return sizes if declaration.seat_place is None else {**sizes, declaration.seat_place: seats}


def rank_constants(declaration: Declaration, nodes: int, seats: int) -> Mapping[str, Any]:
    """What the functions are bound to for a game."""
    base = len(declaration.pieces) + 1
    sizes = number_sizes(declaration, seats)
    return {
        "DECLARED_NODES": nodes,
        "DECLARED_BASE": base,
        "DECLARED_POWERS": tuple(base**node for node in range(nodes)),
        "DECLARED_SIDES": tuple(side.places[0] for side, _ in declaration.pieces),
        "DECLARED_KINDS": tuple(kind.places[0] if kind else NO_KIND for _, kind in declaration.pieces),
        "DECLARED_NUMBERS": tuple(sizes),
        "DECLARED_SIZES": tuple(sizes.values()),
        "DECLARED_EMPTY": declaration.state_of([0] * len(declaration.fields)),
    }
