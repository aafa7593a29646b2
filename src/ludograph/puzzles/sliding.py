"""Sliding tiles: the 15-puzzle of Noyes Chapman (1880) and its kin from 2×2 to 4×4 and 2×8.

All cells but one hold a numbered tile, and a tile beside the blank may slide into it. The puzzle is solved when the
tiles are in order, row by row, and the blank is in the last corner. Half of all arrangements can't be solved (Johnson
and Story, 1879): they may be set up and played, and ``cannot_be_solved`` says so. The start has the tiles in reverse
order, with 1 and 2 exchanged where that couldn't be solved.

The kernel numbers the cells, as *places*, line by line, the lines being the shorter ones of rows and columns. A move
along a line leaves the order of the tiles as it is; one across lines takes a tile past the others of a line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from math import factorial, perm
from typing import Annotated, Any, NamedTuple

from ludograph.board import grids, tables
from ludograph.core.moves import Move
from ludograph.core.parameters import IntParameter
from ludograph.core.texts import quoted
from ludograph.draw.picture import Piece, Shape
from ludograph.engine.bits import lowest
from ludograph.engine.declared.fields import Other, Value
from ludograph.engine.kernel_puzzle import KernelPuzzle, Patterns, View
from ludograph.engine.ranking import (
    is_odd_permutation,
    rank_arrangement,
    rank_permutation,
    unrank_arrangement,
    unrank_permutation_of_parity,
)
from ludograph.engine.rules import Moves
from ludograph.errors import IllegalMove, InvalidPosition, MoveError, PositionSyntaxError

MAX_CELLS = 16
MAX_SIDE = 8
MAX_GROUP = 6  # of tiles whose ways home are looked up together
GROUPS_OF_15 = ((0, 1, 4, 5, 8, 9), (2, 3, 6, 7, 10, 11), (12, 13, 14))
BLANK = "-"

#: The moves that the farthest positions need, by the two sides, the shorter first (OEIS A151944 and the literature).
FARTHEST = {
    (2, 2): 6, (2, 3): 21, (2, 4): 36, (2, 5): 55, (2, 6): 80, (2, 7): 108, (2, 8): 140,
    (3, 3): 31, (3, 4): 53, (3, 5): 84, (4, 4): 80,
}  # fmt: skip

# ---------------------------------------------------------------------------------------------------------
# The kernel
# ---------------------------------------------------------------------------------------------------------

# Bound for each puzzle by Sliding.constants.
LINE = 3  # cells in a line
PLACES = 9
TILES = 8
ORDERS = 20_160  # of the tiles, for each place of the blank
SOLVED = 0
UNITS: Sequence[int] = ()  # of an order's number: its first k digits count so much
RECIPROCALS: Sequence[int] = ()  # of the units, times two to the power of the shift
SHIFTS: Sequence[int] = ()
DISTANCES: Sequence[int] = ()  # from each place to each tile's home


CONTENT_NODES: Sequence[int] = ()  # the node of each place
CONTENT_PLACES: Sequence[int] = ()  # and the place of each node

MAX_FACTOR = 1 << 31  # two such numbers, one of them doubled, multiply within a word


class State(NamedTuple):
    """The tiles in the order of the places, four bits for each, without the blank; and the blank's place.

    A tile is called by its home, the place where it belongs.
    """

    tiles: Annotated[int, Other("four bits for each place but the blank's: the home of its tile")]
    blank: Annotated[int, Value(15)]


def content(s: State, node: int) -> int:
    place = CONTENT_PLACES[node]
    if place == s.blank:
        return 0
    if place > s.blank:
        place -= 1
    return CONTENT_NODES[(s.tiles >> (4 * place)) & 15] + 1


def generate(s: State, out: Moves, n: int) -> int:
    """A move's code: the place that the tile leaves."""
    along = s.blank % LINE
    if along > 0:
        out[n] = s.blank - 1
        n += 1
    if along < LINE - 1:
        out[n] = s.blank + 1
        n += 1
    if s.blank >= LINE:
        out[n] = s.blank - LINE
        n += 1
    if s.blank + LINE < PLACES:
        out[n] = s.blank + LINE
        n += 1
    return n


def touched(s: State, move: int, way: int, out: Moves) -> int:
    if way:
        return 0
    out[0] = CONTENT_NODES[move]
    out[1] = CONTENT_NODES[s.blank]
    return 2


def apply(s: State, move: int) -> State:
    if move + LINE == s.blank:
        return State(first_to_end(s.tiles, move), move)
    if move == s.blank + LINE:
        return State(last_to_front(s.tiles, s.blank), move)
    return State(s.tiles, move)


def first_to_end(tiles: int, start: int) -> int:
    """The tiles with the first of a line's length from ``start`` on put behind the others."""
    group = (tiles >> (4 * start)) & ((1 << (4 * LINE)) - 1)
    turned = (group >> 4) | ((group & 15) << (4 * (LINE - 1)))
    return tiles ^ ((group ^ turned) << (4 * start))


def last_to_front(tiles: int, start: int) -> int:
    """The tiles with the last of a line's length from ``start`` on put before the others."""
    group = (tiles >> (4 * start)) & ((1 << (4 * LINE)) - 1)
    turned = ((group << 4) & ((1 << (4 * LINE)) - 1)) | (group >> (4 * (LINE - 1)))
    return tiles ^ ((group ^ turned) << (4 * start))


def is_solution(s: State) -> bool:
    return s.tiles == SOLVED and s.blank == PLACES - 1


def lower_bound(s: State) -> int:
    """The steps that all tiles need if none is in another's way: the Manhattan distance."""
    steps = 0
    for k in range(TILES):
        place = k + 1 if k >= s.blank else k
        steps += DISTANCES[16 * place + ((s.tiles >> (4 * k)) & 15)]
    return steps


# Pattern databases: the places of some tiles and of the blank, all other tiles being alike and called by the blank's
# own home. Moves of those are free, so that what groups of different tiles need can be added.

PATTERN_SIZES: Sequence[int] = ()  # how many tiles each view sees
PATTERN_TILES: Sequence[int] = ()  # which, a row of eight for each view
PATTERN_PLACES: Sequence[int] = ()  # where it sees each place, a row of 16 for each view
PATTERN_OTHERS = 0  # all places but the blank's with a tile of no group
FOURS = 0x1111_1111_1111_1111  # the lowest of each four bits


def pattern_rank(s: State, view: int) -> int:
    places = 0
    count = PATTERN_SIZES[view]
    for k in range(count):
        places |= PATTERN_PLACES[16 * view + place_of(s, PATTERN_TILES[8 * view + k])] << (4 * k)
    places |= PATTERN_PLACES[16 * view + s.blank] << (4 * count)
    return rank_arrangement(places, count + 1, PLACES)


def place_of(s: State, tile: int) -> int:
    """Where a tile is."""
    other = s.tiles ^ (FOURS * tile)
    k = lowest((other - FOURS) & ~other & (FOURS << 3)) >> 2  # where it differs in nothing: the lowest such is right
    return k + 1 if k >= s.blank else k


def pattern_state(number: int, view: int) -> State:
    count = PATTERN_SIZES[view]
    places = unrank_arrangement(number, count + 1, PLACES)
    blank = places >> (4 * count)
    tiles = PATTERN_OTHERS
    for k in range(count):
        place = (places >> (4 * k)) & 15
        if place > blank:
            place -= 1
        tiles ^= (PATTERN_TILES[8 * view + k] ^ (PLACES - 1)) << (4 * place)
    return State(tiles, blank)


def pattern_is_free(s: State, move: int) -> bool:
    place = move - 1 if move > s.blank else move
    return (s.tiles >> (4 * place)) & 15 == PLACES - 1


# Ranks: the blank's place, then the number of the tiles' order among those of its parity. The parity is known: where
# lines are even, each move across lines changes it. The number is written in the digits of Lehmer's code, digit k
# counting the smaller tiles behind the k-th; the last but one follows from the parity, the last one is 0.


def parity_of(blank: int) -> int:
    """1 when the order of the tiles of a solvable position is odd, with the blank at this place."""
    return (((PLACES - 1) // LINE + blank // LINE) * (LINE - 1)) & 1


def rank(s: State) -> int:
    """Without meaning for a position that can't be solved."""
    return s.blank * ORDERS + (rank_permutation(s.tiles, TILES) >> 1)


def unrank(number: int) -> State:
    blank = number // ORDERS
    return State(unrank_permutation_of_parity(number % ORDERS, TILES, parity_of(blank)), blank)


def children(number: int, out: Moves, n: int) -> int:
    """From rank to ranks: a move along a line changes the blank's place, one across changes a few digits."""
    blank = number // ORDERS
    order = number - blank * ORDERS
    along = blank % LINE
    if along > 0:
        out[n] = number - ORDERS
        n += 1
    if along < LINE - 1:
        out[n] = number + ORDERS
        n += 1
    if blank >= LINE:
        out[n] = (blank - LINE) * ORDERS + number_with_first_to_end(order, blank - LINE, blank)
        n += 1
    if blank + LINE < PLACES:
        out[n] = (blank + LINE) * ORDERS + number_with_last_to_front(order, blank, blank)
        n += 1
    return n


# Two neighbours with the digits a and b change places: when a > b, the first is the larger one and the digits become
# b and a - 1, else b + 1 and a.


def number_with_first_to_end(order: int, start: int, blank: int) -> int:
    """The number of an order after ``first_to_end``."""
    moved = digit(order, start, blank)
    number = order - moved * UNITS[start + 1]
    for k in range(start + 1, start + LINE):
        passed = digit(order, k, blank)
        number -= passed * UNITS[k + 1]
        if moved > passed:
            moved -= 1
            number += passed * UNITS[k]
        else:
            number += (passed + 1) * UNITS[k]
    return number + moved * UNITS[start + LINE]


def number_with_last_to_front(order: int, start: int, blank: int) -> int:
    """The number of an order after ``last_to_front``."""
    end = start + LINE
    moved = digit(order, end - 1, blank)
    number = order - moved * UNITS[end]
    for step in range(1, LINE):
        k = end - step
        passed = digit(order, k - 1, blank)
        number -= passed * UNITS[k]
        if passed > moved:
            number += (passed - 1) * UNITS[k + 1]
        else:
            number += passed * UNITS[k + 1]
            moved += 1
    return number + moved * UNITS[start + 1]


def digit(order: int, k: int, blank: int) -> int:
    """A digit of an order's number."""
    if k + 2 < TILES:
        return head(order, k + 1) - head(order, k) * (TILES - k)
    if k + 2 > TILES:
        return 0
    # All digits together are as odd as the order. In their sum, each head but every second one occurs evenly.
    total = parity_of(blank)
    for heads in range(TILES & 1, TILES - 1, 2):
        total += head(order, heads)
    return total & 1


def head(order: int, k: int) -> int:
    """The number that the first k digits make: the order divided by a unit, faster where that fits a word."""
    if ORDERS <= MAX_FACTOR:
        return (order * RECIPROCALS[k]) >> SHIFTS[k]
    return order // UNITS[k]


# ---------------------------------------------------------------------------------------------------------
# The puzzle, for people
# ---------------------------------------------------------------------------------------------------------


class Sliding(KernelPuzzle):
    """Sliding tiles."""

    name = "sliding"
    title = "Sliding tiles"
    summary = "slide the tiles into order, one at a time into the blank"
    other_names = (
        "15-puzzle",
        "8-puzzle",
        "Fifteen",
        "Schiebepuzzle",
        "пятнашки",
        "taquin",
        "juego del 15",
        "スライドパズル",
        "华容道",
    )
    parameters = (
        IntParameter("rows", 3, f"how many rows there are; at most {MAX_CELLS} cells in all", 2, MAX_SIDE),
        IntParameter("columns", 3, "how many columns there are", 2, MAX_SIDE),
    )
    state_type = State
    max_moves = 4

    def __init__(self, variant: str | None = None, **values: object) -> None:
        super().__init__(variant, **values)
        self.rows: int = self.values["rows"]
        self.columns: int = self.values["columns"]
        self.cells = self.rows * self.columns
        if self.cells > MAX_CELLS:
            what = f"{self.rows}×{self.columns} are {self.cells} cells, but there may be at most {MAX_CELLS}."
            raise self.invalid_parameter(what)
        self.line: int = min(self.rows, self.columns)
        self.remoteness_bound = FARTHEST[self.line, max(self.rows, self.columns)]
        self.board = grids.square(self.columns, self.rows, first_row="top")

    def constants(self) -> Mapping[str, Any]:
        tiles = self.cells - 1
        orders = factorial(tiles) // 2
        units = [factorial(tiles - k) // 2 for k in range(tiles + 1)]
        # Large enough for (order * reciprocal) >> shift to be exact for every order.
        shifts = [(orders * unit).bit_length() for unit in units]
        reciprocals = [(1 << shift) // unit + 1 if unit else 0 for shift, unit in zip(shifts, units, strict=True)]
        is_small = orders <= MAX_FACTOR
        views = self._views
        return {
            "LINE": self.line,
            "PLACES": self.cells,
            "TILES": tiles,
            "RANKS": factorial(self.cells) // 2,
            "ORDERS": orders,
            "SOLVED": _word(range(tiles)),
            "UNITS": tables.words(units),
            "RECIPROCALS": tables.words(reciprocals if is_small else []),
            "SHIFTS": tables.words(shifts if is_small else []),
            "PATTERN_OTHERS": _word([tiles] * tiles),
            "PATTERN_SIZES": tuple(len(seen) for seen, _ in views),
            "PATTERN_TILES": tuple(tile for seen, _ in views for tile in (*seen, *[0] * (8 - len(seen)))),
            "PATTERN_PLACES": tuple(place for _, places in views for place in (*places, *[0] * (16 - len(places)))),
            "CONTENT_NODES": self._nodes,
            "CONTENT_PLACES": tuple(map(self._nodes.index, range(self.cells))),
            "DISTANCES": tables.words([self._distance(a, b) for a in range(self.cells) for b in range(16)]),
        }

    def _distance(self, place: int, other: int) -> int:
        """The steps between two places; 0 where there is no such place, so that a table can have gaps."""
        if other >= self.cells:
            return 0
        (line, along), (other_line, other_along) = divmod(place, self.line), divmod(other, self.line)
        return abs(line - other_line) + abs(along - other_along)

    @cached_property
    def patterns(self) -> Patterns:  # type: ignore[override]
        """The tiles in groups. On a square board they are also seen in the mirror, which exchanges rows and columns."""
        count = len(self._groups)
        ranks = tuple(perm(self.cells, len(group) + 1) for group in self._groups)
        sums = [tuple(View(first + part, part) for part in range(count)) for first in range(0, len(self._views), count)]
        return Patterns(ranks, tuple(sums))

    @cached_property
    def _groups(self) -> Sequence[Sequence[int]]:
        """Tiles that lie together, six at most."""
        if self.cells == MAX_CELLS and self.line == 4:
            return GROUPS_OF_15
        tiles = range(self.cells - 1)
        return [tiles[first : first + MAX_GROUP] for first in range(0, len(tiles), MAX_GROUP)]

    @cached_property
    def _views(self) -> Sequence[tuple[Sequence[int], Sequence[int]]]:
        """The tiles that are seen, each as another's view sees its own, and where each place is seen."""
        places = range(self.cells)
        views: list[tuple[Sequence[int], Sequence[int]]] = [(group, places) for group in self._groups]
        if self.rows == self.columns:
            mirrored = [place % self.line * self.line + place // self.line for place in places]
            views += [([mirrored[tile] for tile in group], mirrored) for group in self._groups]
        return views

    @cached_property
    def _nodes(self) -> tuple[int, ...]:
        """The board's node at each place. A tile's number is that of its home's node, counted from 1."""
        nodes = range(self.cells)
        if self.rows >= self.columns:
            return tuple(nodes)
        return tuple(sorted(nodes, key=lambda node: (node % self.columns, node // self.columns)))

    def _state(self, numbers: Sequence[int]) -> State:
        """The state with these tiles on the nodes, the blank being 0."""
        homes = {node + 1: place for place, node in enumerate(self._nodes)}
        in_order = [numbers[node] for node in self._nodes]
        return State(_word(homes[number] for number in in_order if number), in_order.index(0))

    def _numbers(self, state: State) -> list[int]:
        """The tile on each node, the blank being 0."""
        numbers = [0] * self.cells
        for k in range(self.cells - 1):
            place = k + (k >= state.blank)
            numbers[self._nodes[place]] = self._nodes[state.tiles >> (4 * k) & 15] + 1
        return numbers

    def start_state(self) -> State:
        numbers = [*reversed(range(1, self.cells)), 0]
        if self.cannot_be_solved(self._state(numbers)):
            numbers[-3], numbers[-2] = numbers[-2], numbers[-3]
        return self._state(numbers)

    def solution_states(self) -> Iterable[State]:
        return (self._state([*range(1, self.cells), 0]),)

    def cannot_be_solved(self, state: State) -> str | None:
        if is_odd_permutation(state.tiles, self.cells - 1) == self.plain.parity_of(state.blank):
            return None
        return "No moves exchange just two tiles, and that is what would be left in the end."

    # -- moves --------------------------------------------------------------------------------------------

    def normal(self, text: str) -> str:
        return text.upper()

    def spellings(self, state: State, move: Move) -> Iterable[str]:
        return move.text, str(self._numbers(state)[self._nodes[move.code]])

    def explain(self, state: State, text: str) -> MoveError:
        """A tile's number stands for its cell."""
        numbers = [str(number) for number in self._numbers(state) if number]
        if text not in numbers:
            return super().explain(state, text)
        cell = self.board.label(self._numbers(state).index(int(text)))
        return self.why_not(state, (cell,)) or super().explain(state, text)

    def why_not(self, state: State, hops: Sequence[str]) -> IllegalMove | None:
        if refusal := self.unknown_node(hops):
            return refusal
        nodes = self.nodes_named(hops)
        blank = self._nodes[state.blank]
        if nodes[0] == blank:
            return IllegalMove(f"There is no tile on {hops[0]}.", reason="blank")
        if nodes[0] not in self.board.neighbours(blank):
            what = f"The tile on {hops[0]} is not beside the blank on {self.board.label(blank)}."
            return IllegalMove(what, reason="far")
        if len(nodes) > 2 or nodes[1:] not in ([], [blank]):
            what = f"The tile on {hops[0]} can only slide into the blank on {self.board.label(blank)}."
            return IllegalMove(what, reason="not-blank")
        return None

    # -- text ---------------------------------------------------------------------------------------------

    def write(self, state: State) -> str:
        signs = [str(number) if number else BLANK for number in self._numbers(state)]
        return "/".join(",".join(signs[first : first + self.columns]) for first in range(0, self.cells, self.columns))

    def read(self, text: str) -> State:
        rows = [row.split(",") for row in text.split("/")]
        signs = [sign for row in rows for sign in row]
        known = {BLANK: 0, **{str(number): number for number in range(1, self.cells)}}
        faults = []
        if len(rows) != self.rows:
            faults.append(f"it has {len(rows)} rows, not {self.rows}")
        faults += [
            f"row {number} has {len(row)} cells, not {self.columns}"
            for number, row in enumerate(rows[: self.rows], 1)
            if len(row) != self.columns
        ]
        faults += [f"{quoted(sign)} is no tile from 1 to {self.cells - 1}" for sign in signs if sign not in known]
        if faults:
            raise PositionSyntaxError("The position can't be read", faults, text)
        missing = [sign for sign in known if sign not in signs]
        if missing:
            faults = [f"there is no {'blank' if sign == BLANK else f'tile {sign}'}" for sign in missing]
            raise InvalidPosition("The position is not possible", faults, text)
        return self._state([known[sign] for sign in signs])

    # -- drawing ------------------------------------------------------------------------------------------

    @cached_property
    def contents(self) -> Sequence[Piece]:
        return [
            Piece(0, 3 * node.shade, Shape.TILE, str(number), f"tile {number}")
            for number, node in enumerate(self.board.nodes, 1)
        ]


def _word(tiles: Iterable[int]) -> int:
    return sum(tile << (4 * k) for k, tile in enumerate(tiles))
