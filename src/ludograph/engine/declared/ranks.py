"""Numbers for the positions of a declared state, as kernel functions; bijections in two forms.

* By cells: a digit for each node, which says what stands there. Dense where nearly everything is possible.
* By material, where the declaration bounds how many pieces there are: all positions with the same numbers of pieces
  stand one behind the other, and among them the places of the first kind are chosen out of all nodes, those of the
  second out of the nodes that are left, and so on.

Behind that come the small values and the seat, as further digits.

Of all ways to put t seeds into q pits, C(t + q - 1, q - 1), those come first that have few in the first pit; among them
those with few in the second, and so on. Behind the seeds comes the seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from math import comb, prod
from typing import Any, NamedTuple

from ludograph.board.tables import WORD_BITS
from ludograph.engine.bits import lowest, popcount, replaced
from ludograph.engine.declared.contents import NO_KIND, declared_cells
from ludograph.engine.declared.declaration import Declaration, PieceSets
from ludograph.engine.declared.fields import Cells, Marks
from ludograph.engine.declared.pits import number_of_ways, seeds_in, with_seeds
from ludograph.engine.ranking import rank_combination, spread, squeeze, unrank_combination
from ludograph.engine.rules import State

MOST_RANKS = 1 << 63
#: More combinations of numbers of pieces than this are no table that a kernel should carry.
MOST_MATERIALS = 1 << 15

# Bound for each game by ``Ranks.constants``, beside the constants of the contents.
DECLARED_NODES = 0
DECLARED_BASE = 1  # what can stand on a node, nothing included
DECLARED_POWERS: tuple[int, ...] = ()  # of the base, by nodes
DECLARED_NUMBERS: tuple[int, ...] = ()  # the words of the seat and of the small values …
DECLARED_SIZES: tuple[int, ...] = ()  # … and how many values each has
DECLARED_EMPTY: State = ()
DECLARED_SIDES: tuple[int, ...] = ()
DECLARED_KINDS: tuple[int, ...] = ()
DECLARED_PLAIN: tuple[int, ...] = ()
DECLARED_WORDS = 1
# For ranks by material:
DECLARED_ALL = 0  # all nodes
DECLARED_STEPS: tuple[int, ...] = ()  # what one piece more of each kind adds to the number of the material
DECLARED_MATERIALS: tuple[int, ...] = ()  # for each number of material its place among those that can be
DECLARED_FIRST: tuple[int, ...] = ()  # for each material its first rank, and the end
DECLARED_COUNTS: tuple[int, ...] = ()  # for each material and each kind how many there are …
DECLARED_WAYS: tuple[int, ...] = ()  # … and in how many ways they can stand
# For ranks of seeds in pits, bound by ``pit_constants``:
PIT_TURN = 0  # the word of the seat
PIT_NODES = 0
PIT_SEEDS = 0  # all of them
PIT_WAYS: tuple[int, ...] = ()  # in how many ways 0, 1, … seeds can be put into no pit, into one, …
PIT_EMPTY: State = ()


def rank_by_cells(s: State) -> int:
    """The number of a state."""
    number = 0
    for piece in range(len(DECLARED_PLAIN)):
        cells = declared_cells(s, piece, 0)
        while cells:
            number += (piece + 1) * DECLARED_POWERS[lowest(cells)]
            cells &= cells - 1
    return with_numbers(s, number)


def unrank_by_cells(i: int) -> State:
    """The state with this number; counters are 0."""
    s = numbers_of(i)
    i = i // numbers_size()
    for node in range(DECLARED_NODES):
        piece = i % DECLARED_BASE
        i //= DECLARED_BASE
        if piece:
            s = with_pieces(s, piece - 1, 1 << node)
    return s


def rank_by_material(s: State) -> int:
    """The number of a state."""
    number = 0
    for piece in range(len(DECLARED_PLAIN)):
        number += DECLARED_STEPS[piece] * popcount(declared_cells(s, piece, 0))
    material = DECLARED_MATERIALS[number]
    first = material * len(DECLARED_PLAIN)
    number = DECLARED_FIRST[material]
    left = DECLARED_ALL
    weight = 1
    for piece in range(len(DECLARED_PLAIN)):
        cells = declared_cells(s, piece, 0)
        number += weight * rank_combination(squeeze(cells, left))
        weight *= DECLARED_WAYS[first + piece]
        left &= ~cells
    return with_numbers(s, number)


def unrank_by_material(i: int) -> State:
    """The state with this number; counters are 0."""
    s = numbers_of(i)
    i = i // numbers_size()
    low = 0
    high = len(DECLARED_FIRST) - 1
    while high - low > 1:
        middle = (low + high) // 2
        if DECLARED_FIRST[middle] <= i:
            low = middle
        else:
            high = middle
    i -= DECLARED_FIRST[low]
    left = DECLARED_ALL
    for piece in range(len(DECLARED_PLAIN)):
        place = low * len(DECLARED_PLAIN) + piece
        ways = DECLARED_WAYS[place]
        chosen = unrank_combination(i % ways, popcount(left), DECLARED_COUNTS[place])
        i //= ways
        cells = spread(chosen, left)
        s = with_pieces(s, piece, cells)
        left &= ~cells
    return s


def with_numbers(s: State, number: int) -> int:
    """A rank of the pieces, with the seat and the small values behind it."""
    for place in range(len(DECLARED_NUMBERS)):
        number = number * DECLARED_SIZES[place] + s[DECLARED_NUMBERS[place]]
    return number


def numbers_size() -> int:
    """How many values the seat and the small values have together."""
    size = 1
    for place in range(len(DECLARED_SIZES)):
        size *= DECLARED_SIZES[place]
    return size


def numbers_of(i: int) -> State:
    """An empty board with the seat and the small values of a rank."""
    s = DECLARED_EMPTY
    for behind in range(len(DECLARED_NUMBERS)):
        place = len(DECLARED_NUMBERS) - 1 - behind
        s = replaced(s, DECLARED_NUMBERS[place], i % DECLARED_SIZES[place])
        i //= DECLARED_SIZES[place]
    return s


def with_pieces(s: State, piece: int, cells: int) -> State:
    """A state with more pieces of a kind."""
    side = DECLARED_SIDES[piece * DECLARED_WORDS]
    kind = DECLARED_KINDS[piece * DECLARED_WORDS]
    s = replaced(s, side, s[side] | cells)
    if kind != NO_KIND:
        s = replaced(s, kind, s[kind] | cells)
    return s


def ways_into(pits: int, seeds: int) -> int:
    return PIT_WAYS[pits * (PIT_SEEDS + 1) + seeds]


def rank_by_seeds(s: State) -> int:
    """The number of a state."""
    number = 0
    left = PIT_SEEDS
    for pit in range(PIT_NODES):
        seeds = seeds_in(s, pit)
        number += ways_into(PIT_NODES - pit, left) - ways_into(PIT_NODES - pit, left - seeds)
        left -= seeds
    return 2 * number + s[PIT_TURN]


def unrank_by_seeds(i: int) -> State:
    """The state with this number."""
    s = replaced(PIT_EMPTY, PIT_TURN, i & 1)
    i >>= 1
    left = PIT_SEEDS
    for pit in range(PIT_NODES):
        seeds = 0
        while i >= ways_into(PIT_NODES - pit - 1, left - seeds):
            i -= ways_into(PIT_NODES - pit - 1, left - seeds)
            seeds += 1
        s = with_seeds(s, pit, seeds)
        left -= seeds
    return s


# ---------------------------------------------------------------------------------------------------------
# Which form, and its tables
# ---------------------------------------------------------------------------------------------------------

#: How many pieces there are of each kind, in the order of ``Declaration.pieces``.
Material = tuple[int, ...]


class Ranks(NamedTuple):
    """The ranks of a game: how many, and the functions with their constants."""

    number: int
    functions: Mapping[str, Any]
    constants: Mapping[str, Any]

    @classmethod
    def of(
        cls, declaration: Declaration, nodes: int, seats: int, materials: Iterable[Material] | None = None
    ) -> Ranks | None:
        """Those of all positions, or of those with one of some materials; None where there are too many for a word."""
        has_marks = any(isinstance(cells.field, Marks) for cells in declaration.sets.values())
        if nodes > WORD_BITS or not declaration.says_all or not declaration.pieces or has_marks:
            return None
        sizes = _number_sizes(declaration, seats)
        base = len(declaration.pieces) + 1
        shared = {
            "DECLARED_NODES": nodes,
            "DECLARED_NUMBERS": tuple(sizes),
            "DECLARED_SIZES": tuple(sizes.values()),
            "DECLARED_EMPTY": declaration.empty,
        }
        if materials is None:
            materials = _materials(declaration, nodes)
        if materials is None:
            number = base**nodes
            functions = {"rank": rank_by_cells, "unrank": unrank_by_cells}
            tables: dict[str, Any] = {
                "DECLARED_BASE": base,
                "DECLARED_POWERS": tuple(base**node for node in range(nodes)) if number < MOST_RANKS else (),
            }
        else:
            number, tables = _material_tables(list(materials), nodes)
            functions = {"rank": rank_by_material, "unrank": unrank_by_material}
        number *= prod(sizes.values())
        return cls(number, functions, {**shared, **tables}) if 0 < number <= MOST_RANKS else None

    @classmethod
    def of_seeds(cls, nodes: int, seeds: int) -> Ranks | None:
        """Those of all ways in which seeds can lie in pits, with either seat to move; likewise."""
        number = 2 * number_of_ways(nodes, seeds)
        functions = {"rank": rank_by_seeds, "unrank": unrank_by_seeds}
        return cls(number, functions, {}) if number <= MOST_RANKS else None


def _number_sizes(declaration: Declaration, seats: int) -> dict[int, int]:
    """The words of the seat and of the small values, with the number of values that each has."""
    names = list(declaration.fields)
    sizes = {names.index(name): most + 1 for name, most in declaration.values.items()}
    return sizes if declaration.seat_place is None else {**sizes, declaration.seat_place: seats}


def _materials(declaration: Declaration, nodes: int) -> list[Material] | None:
    """All numbers of pieces that the declaration allows; None where it says nothing about them, or too little."""
    most = [_most(piece, nodes) for piece in declaration.pieces]
    if all(each == nodes for each in most) or prod(each + 1 for each in most) > MOST_MATERIALS:
        return None
    return [counts for counts in product(*(range(each + 1) for each in most)) if _can_be(declaration, counts, nodes)]


def _most(piece: PieceSets, nodes: int) -> int:
    assert isinstance(piece.side.field, Cells)
    return min(most for most in (nodes, piece.side.field.most, piece.what.most) if most is not None)


def _can_be(declaration: Declaration, counts: Material, nodes: int) -> bool:
    for side in declaration.sides:
        assert isinstance(side.field, Cells)
        own = sum(count for count, piece in zip(counts, declaration.pieces, strict=True) if piece.side == side)
        if not side.field.least <= own <= (nodes if side.field.most is None else side.field.most):
            return False
    return sum(counts) <= nodes


def _material_tables(materials: list[Material], nodes: int) -> tuple[int, dict[str, Any]]:
    """How many positions there are with some materials, and the tables for their ranks."""
    most = [max(counts) for counts in zip(*materials, strict=True)]
    steps = [prod(each + 1 for each in most[:kind]) for kind in range(len(most))]
    places = [0] * prod(each + 1 for each in most)
    first, ways = [0], list[int]()
    for place, counts in enumerate(materials):
        places[sum(step * count for step, count in zip(steps, counts, strict=True))] = place
        own = list(_ways(counts, nodes))
        ways += own
        first.append(first[-1] + prod(own))
    fits = first[-1] < MOST_RANKS
    return first[-1], {
        "DECLARED_ALL": (1 << nodes) - 1,
        "DECLARED_STEPS": tuple(steps),
        "DECLARED_MATERIALS": tuple(places),
        "DECLARED_FIRST": tuple(first) if fits else (),
        "DECLARED_COUNTS": tuple(count for counts in materials for count in counts),
        "DECLARED_WAYS": tuple(ways) if fits else (),
    }


def _ways(counts: Material, nodes: int) -> Iterator[int]:
    for count in counts:
        yield comb(nodes, count)
        nodes -= count
