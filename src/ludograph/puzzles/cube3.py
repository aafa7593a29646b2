"""The 3×3×3 cube, Ernő Rubik's Magic Cube (1974).

Eight corners and twelve edges about six centres that stay where they are; a move turns one face, by a quarter or by a
half (the half-turn metric). There are 8! · 3**7 · 12! / 2 · 2**11 = 43,252,003,274,489,856,000 positions, more than
words of 64 bits can number, and none needs more than 20 moves (Rokicki, Kociemba, Davidson and Dethridge, 2010). So the
cube can't be solved as a whole. Single positions are searched, with databases of the corners and of six edges at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from math import perm
from typing import Annotated, Any, NamedTuple

from ludograph.board import tables
from ludograph.engine.coordinates import Permutation
from ludograph.engine.declared.fields import Other
from ludograph.engine.kernel_puzzle import Patterns, View
from ludograph.engine.ranking import rank_arrangement, unrank_arrangement
from ludograph.engine.rules import Moves
from ludograph.puzzles._twisty import (
    CUBE_FACES,
    FRONT,
    RIGHT,
    Face,
    Place,
    Sticker,
    Turn,
    Twisty,
    cube_corner,
    on_cube,
    on_cube_net,
    permutation_of,
    turns_about,
)

# ---------------------------------------------------------------------------------------------------------
# The kernel
# ---------------------------------------------------------------------------------------------------------

# Bound by Cube3.constants.
SOLVED_CORNERS = 0
SOLVED_EDGES = 0
TURNED_CORNERS: Sequence[int] = ()  # for each move where it takes two corners, given by ten bits
TURNED_EDGES: Sequence[int] = ()
MAY_FOLLOW: Sequence[int] = ()  # for each move, after each other one and after none

MOVES = 18


class State(NamedTuple):
    """Where the first sticker of each piece is, five bits for each. The places of corners' stickers are numbered three
    by three, those of edges' stickers two by two."""

    corners: Annotated[int, Other("five bits for each corner: where its first sticker is")]
    edges: Annotated[int, Other("five bits for each edge: where its first sticker is")]


def generate(s: State, out: Moves, n: int) -> int:
    """A move's code is its number: each can be made in every position."""
    for move in range(MOVES):
        out[n] = move
        n += 1
    return n


def apply(s: State, move: int) -> State:
    corners = 0
    for pair in range(4):
        corners |= TURNED_CORNERS[(move << 10) + ((s.corners >> (10 * pair)) & 1023)] << (10 * pair)
    edges = 0
    for pair in range(6):
        edges |= TURNED_EDGES[(move << 10) + ((s.edges >> (10 * pair)) & 1023)] << (10 * pair)
    return State(corners, edges)


def is_solution(s: State) -> bool:
    return s.corners == SOLVED_CORNERS and s.edges == SOLVED_EDGES


def may_follow(move: int, last: int) -> bool:
    """No turns of the same face one after the other, and of opposite faces only in one order."""
    return MAY_FOLLOW[(MOVES + 1) * move + last] == 1


# Pattern databases: the places of some corners or edges, and which way round they are. A view may turn the whole cube
# before it looks, so that one table serves for several sets of pieces.

CORNERS_SEEN = 7  # the eighth follows
TWISTS: int = 3**CORNERS_SEEN
EDGES_SEEN = 6
FLIPS: int = 2**EDGES_SEEN
EDGE_VIEWS = 4  # more find little more, and take time
PATTERN_OF_CORNERS: Sequence[int] = ()  # whether a view sees corners
PATTERN_SIZES: Sequence[int] = ()  # how many pieces it sees
PATTERN_SHIFTS: Sequence[int] = ()  # where they are found in the state, a row of eight for each view
PATTERN_SPOTS: Sequence[int] = ()  # for each such piece where it sees a sticker: 4 * place + which way round


def pattern_rank(s: State, view: int) -> int:
    is_corners = PATTERN_OF_CORNERS[view]
    pieces = s.corners if is_corners else s.edges
    count = PATTERN_SIZES[view]
    places = 0
    turns = 0
    for k in range(count):
        seen = 8 * view + k
        spot = PATTERN_SPOTS[32 * seen + ((pieces >> PATTERN_SHIFTS[seen]) & 31)]
        places |= (spot >> 2) << (4 * k)
        turns = turns * (3 if is_corners else 2) + (spot & 3)
    if is_corners:
        return rank_arrangement(places, count, 8) * TWISTS + turns
    return rank_arrangement(places, count, 12) * FLIPS + turns


def pattern_state(number: int, view: int) -> State:
    if PATTERN_OF_CORNERS[view]:
        turns = number % TWISTS
        places = unrank_arrangement(number // TWISTS, CORNERS_SEEN, 8)
        return State(pieces_at(places, turns, view, 3), 0)
    turns = number % FLIPS
    places = unrank_arrangement(number // FLIPS, EDGES_SEEN, 12)
    return State(0, pieces_at(places, turns, view, 2))


def pieces_at(places: int, turns: int, view: int, stickers: int) -> int:
    """The pieces of a view at these places, the ways round numbered from the last one on."""
    pieces = 0
    count = PATTERN_SIZES[view]
    for step in range(count):
        k = count - 1 - step
        pieces |= (((places >> (4 * k)) & 15) * stickers + turns % stickers) << PATTERN_SHIFTS[8 * view + k]
        turns //= stickers
    return pieces


# ---------------------------------------------------------------------------------------------------------
# The puzzle, for people
# ---------------------------------------------------------------------------------------------------------

THIRD = 1 / 3
STEPS = (-1, 0, 1)
AXES = {face.letter: face.normal for face in CUBE_FACES}
SUFFIXES = {"": 1, "2": 2, "'": 3}


def _sticker(face: Face, right: int, up: int) -> Sticker:
    x, y = 2 * THIRD * right, 2 * THIRD * up
    square = [(x - THIRD, y - THIRD), (x + THIRD, y - THIRD), (x + THIRD, y + THIRD), (x - THIRD, y + THIRD)]
    return Sticker(cube_corner(face, right, up), face.normal, on_cube_net(face.letter, square))


class Cube3(Twisty):
    """The 3×3×3 cube."""

    name = "cube3"
    title = "3×3×3 cube"
    summary = "turn the faces of Rubik's cube until each has one colour"
    other_names = ("Rubik's Cube", "Zauberwürfel", "кубик Рубика", "cubo de Rubik", "ルービックキューブ", "魔方")
    max_moves = MOVES
    remoteness_bound = 20
    state_type = State
    faces = CUBE_FACES
    stickers = tuple(_sticker(face, right, -down) for face in CUBE_FACES for down in STEPS for right in STEPS)
    turns = turns_about(AXES, SUFFIXES)
    in_space = staticmethod(on_cube)
    start_text = "RRUBUDDLDLLRBRRBUUBBFRFURDRDRDFDLUFBFDLDLULLFBBUFBFLUF"  # needs 14 moves
    patterns = Patterns(
        (perm(8, CORNERS_SEEN) * TWISTS, perm(12, EDGES_SEEN) * FLIPS),
        ((View(0, 0),), *((View(view, 1),) for view in range(1, 1 + EDGE_VIEWS))),
    )

    def constants(self) -> Mapping[str, Any]:
        return {
            "SOLVED_CORNERS": _packed(range(0, 24, 3)),
            "SOLVED_EDGES": _packed(range(0, 24, 2)),
            "TURNED_CORNERS": self._turned(self._corners),
            "TURNED_EDGES": self._turned(self._edges),
            "MAY_FOLLOW": tuple(self._may_follow(move, last) for move in range(MOVES) for last in range(MOVES + 1)),
            **self._pattern_constants(),
        }

    # -- pieces -------------------------------------------------------------------------------------------

    @cached_property
    def _corners(self) -> list[Place]:
        return [place for place in self.places if place.kind == "corner"]

    @cached_property
    def _edges(self) -> list[Place]:
        return [place for place in self.places if place.kind == "edge"]

    def _turned(self, places: Sequence[Place]) -> Any:
        """Where each turn takes two stickers, given by the numbers of their places."""
        spots = _spots(places)
        rows = []
        for sources in self.permutations:
            after = [spots.index(sources.index(sticker)) for sticker in spots] + [0] * (32 - len(spots))
            rows += [after[pair & 31] | after[pair >> 5] << 5 for pair in range(1024)]
        return tables.words(rows)

    def _may_follow(self, move: int, last: int) -> int:
        """Whether no single move, and no two moves in another order, lead to the same as two in this order."""
        if last == MOVES:
            return 1
        both = _after(self.permutations[last], self.permutations[move])
        shorter = both == tuple(range(len(both))) or both in self.permutations
        other_order = _after(self.permutations[move], self.permutations[last]) == both and move < last
        return int(not shorter and not other_order)

    # -- patterns -----------------------------------------------------------------------------------------

    def _pattern_constants(self) -> dict[str, Any]:
        upper = [number for number, place in enumerate(self._edges) if self._is_upper(place)]
        views = [
            (self._corners, range(CORNERS_SEEN), tuple(range(len(self.stickers)))),
            *((self._edges, upper, turned) for turned in self._turns_of_the_whole),
        ]
        shifts, spots = [], []
        for places, pieces, turned in views:
            rows = [self._seen_spots(places, piece, turned) for piece in pieces]
            shifts += [5 * piece for piece, _ in rows] + [0] * (8 - len(rows))
            spots += [spot for _, row in rows for spot in row] + [0] * (32 * (8 - len(rows)))
        return {
            "PATTERN_OF_CORNERS": tuple(int(places is self._corners) for places, _, _ in views),
            "PATTERN_SIZES": tuple(len(pieces) for _, pieces, _ in views),
            "PATTERN_SHIFTS": tuple(shifts),
            "PATTERN_SPOTS": tuple(spots),
        }

    @property
    def _turns_of_the_whole(self) -> list[Permutation]:
        """Which bring other edges up: those below, and both from the sides."""
        as_it_is = tuple(range(len(self.stickers)))
        upside_down = permutation_of(self.stickers, Turn("", RIGHT, 2), whole=True)
        on_its_side = permutation_of(self.stickers, Turn("", FRONT, 1), whole=True)
        return [as_it_is, upside_down, on_its_side, _after(upside_down, on_its_side)]

    def _is_upper(self, place: Place) -> bool:
        """Whether an edge is in the upper layer, or in the middle one at the front."""
        _, y, z = self.stickers[place.stickers[0]].piece
        return y > 0 or (y == 0 and z > 0)

    def _seen_spots(self, places: Sequence[Place], piece: int, turned: Permutation) -> tuple[int, list[int]]:
        """Which piece looks like this one when the whole cube is turned; and, for each place where the first sticker of
        that piece can be, where the first one of this seems to be: four times the place, plus which of its stickers."""
        sticker = turned[places[piece].stickers[0]]
        looking_like = next(number for number, place in enumerate(places) if sticker in place.stickers)
        index = places[looking_like].stickers.index(sticker)
        spots = _spots(places)
        count = len(places[0].stickers)
        seen = []
        for spot in range(len(spots)):
            place, first = divmod(spot, count)
            seems = spots.index(turned.index(places[place].stickers[(first + index) % count]))
            seen.append(4 * (seems // count) + seems % count)
        return looking_like, seen + [0] * (32 - len(seen))

    # -- states and stickers ------------------------------------------------------------------------------

    def state_with(self, homes: Sequence[int]) -> State:
        return State(_packed(self._places_of(self._corners, homes)), _packed(self._places_of(self._edges, homes)))

    def _places_of(self, places: Sequence[Place], homes: Sequence[int]) -> list[int]:
        """Where the first sticker of each piece is."""
        return [_spots(places).index(homes.index(place.stickers[0])) for place in places]

    def homes_in(self, state: State) -> list[int]:
        homes = list(range(len(self.stickers)))
        for places, pieces in ((self._corners, state.corners), (self._edges, state.edges)):
            for number, piece in enumerate(places):
                count = len(piece.stickers)
                place, first = divmod(pieces >> (5 * number) & 31, count)
                for index, sticker in enumerate(piece.stickers):
                    homes[places[place].stickers[(first + index) % count]] = sticker
        return homes

    def faults_of_homes(self, homes: Sequence[int]) -> list[str]:
        corners, edges = self._places_of(self._corners, homes), self._places_of(self._edges, homes)
        faults = []
        if sum(spot % 3 for spot in corners) % 3:
            faults.append("a corner is twisted")
        if sum(spot % 2 for spot in edges) % 2:
            faults.append("an edge is flipped")
        if _is_odd([spot // 3 for spot in corners]) != _is_odd([spot // 2 for spot in edges]):
            faults.append("two pieces are exchanged")
        return faults


def _spots(places: Sequence[Place]) -> list[int]:
    """The stickers of some places one after the other: where the first sticker of a piece can be."""
    return [sticker for place in places for sticker in place.stickers]


def _packed(spots: Iterable[int]) -> int:
    return sum(spot << (5 * number) for number, spot in enumerate(spots))


def _after(first: Permutation, second: Permutation) -> Permutation:
    """One permutation after another, for every place the place that its sticker comes from."""
    return tuple(first[source] for source in second)


def _is_odd(order: Sequence[int]) -> bool:
    inversions = sum(order[i] > order[j] for j in range(len(order)) for i in range(j))
    return inversions % 2 == 1
