"""What puzzles with turning parts have in common: the cube, the pyraminx, the skewb.

Such a puzzle is given by the places of its stickers: where the piece is and in which direction the sticker looks, as
vectors (x to the right, y upwards, z towards the viewer). A turn rotates all pieces on one side of the middle about an
axis. A position's text is the letter of each sticker's own face, place by place.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

from ludograph.board import Board, Node
from ludograph.core.plain_data import piece_data
from ludograph.core.texts import quoted
from ludograph.draw.picture import Piece, Shape
from ludograph.draw.solid import Solid, SolidTurn, Space
from ludograph.engine.coordinates import RULES, Coordinates, Marking, Permutation, State
from ludograph.engine.kernel_puzzle import NamedMovesPuzzle
from ludograph.errors import InvalidPosition, PositionSyntaxError

Vector = tuple[int, int, int]
Point = tuple[float, float]

KINDS = {1: "centre", 2: "edge", 3: "corner"}  # by the number of stickers
FAULTS_LISTED = 8
QUARTER, THIRD = 90.0, 120.0  # of a whole turn, in degrees


class Face(NamedTuple):
    """A face: its letter, the direction it looks in, and the colour of its stickers."""

    letter: str
    normal: Vector
    tile: int  # the number of a tile colour
    colour: str


class Sticker(NamedTuple):
    """A place for a sticker: where the piece is, in which direction it looks, and what is drawn for it."""

    piece: Vector
    normal: Vector
    outline: tuple[Point, ...]


class Turn(NamedTuple):
    """A move: so many clockwise turns, as seen from the tip of the axis, of all pieces on that side."""

    name: str
    axis: Vector
    times: int


class Aspect(NamedTuple):
    """What a coordinate looks at: which piece is where, for some places, and which way round it is, for some.

    ``fault`` says what is wrong with an arrangement that no turns lead to.
    """

    is_ordered: Callable[[Vector], bool]
    is_oriented: Callable[[Vector], bool]
    fault: str


class Place(NamedTuple):
    """A place for a piece: the places of its stickers, clockwise from the first, its kind and its name."""

    stickers: tuple[int, ...]
    kind: str
    name: str


class Twisty(NamedMovesPuzzle):
    """A puzzle with turning parts.

    The *home* of a sticker is the place where it is when the puzzle is solved. A kind of such puzzles says which state
    is given by the homes of the stickers that are at all places, and by which homes a state is.
    """

    faces: Sequence[Face]
    stickers: Sequence[Sticker]  # in the order of the text, face by face
    turns: Sequence[Turn]
    start_text: str

    def __init__(self, variant: str | None = None, **values: object) -> None:
        super().__init__(variant, **values)
        self.face_of = {face.normal: face for face in self.faces}
        self.board = self._net()

    @abstractmethod
    def state_with(self, homes: Sequence[int]) -> Any:
        """The state in which the stickers with these homes are at the places."""

    @abstractmethod
    def homes_in(self, state: Any) -> Sequence[int]:
        """For each place of a sticker the place where the sticker that is there belongs."""

    @abstractmethod
    def faults_of_homes(self, homes: Sequence[int]) -> list[str]:
        """What no turns can do, though they bring each piece to its place."""

    def start_state(self) -> Any:
        return self.read(self.start_text)

    def solution_states(self) -> Iterable[Any]:
        return (self.state_with(range(len(self.stickers))),)

    # -- places -------------------------------------------------------------------------------------------

    @cached_property
    def places(self) -> list[Place]:
        """The places of all pieces, in the order of their first stickers."""
        stickers: dict[Vector, list[int]] = {}
        for number, sticker in enumerate(self.stickers):
            stickers.setdefault(sticker.piece, []).append(number)
        return [self._place(numbers) for numbers in stickers.values()]

    def _place(self, stickers: Sequence[int]) -> Place:
        first, *others = stickers
        normals = [self.stickers[number].normal for number in stickers]
        if len(normals) == 3 and dot(normals[0], cross(normals[1], normals[2])) > 0:
            others.reverse()
        name = "".join(self._letter(number) for number in (first, *others))
        return Place((first, *others), KINDS[len(stickers)], name)

    def _letter(self, sticker: int) -> str:
        return self.face_of[self.stickers[sticker].normal].letter

    @cached_property
    def permutations(self) -> tuple[Permutation, ...]:
        """What each turn does to the stickers."""
        return tuple(permutation_of(self.stickers, turn) for turn in self.turns)

    # -- moves --------------------------------------------------------------------------------------------

    def description(self) -> dict[str, Any]:
        """Also where each move takes the sticker of each place from: who begins with the pieces of the start follows
        them by that, without knowing what the number of a position means."""
        carries = {turn.name: list(sources) for turn, sources in zip(self.turns, self.permutations, strict=True)}
        start = [piece_data(piece) for piece in self.pieces(self.start_state())]
        return {**super().description(), "start_pieces": start, "carries": carries}

    @property
    def move_names(self) -> Sequence[str]:
        return [turn.name for turn in self.turns]

    def normal(self, text: str) -> str:
        return text.replace("’", "'")

    # -- text ---------------------------------------------------------------------------------------------

    def write(self, state: Any) -> str:
        return "".join(self._letter(home) for home in self.homes_in(state))

    def read(self, text: str) -> Any:
        if faults := self._faults_of_letters(text):
            raise PositionSyntaxError("The position can't be read", faults, text)
        homes = [self._pieces_showing.get(self._shown(text, place)) for place in self.places]
        if faults := self._faults_of_pieces(text, homes) or self._faults_of_turns(text, self._spread(homes)):
            raise InvalidPosition("The position is not possible", faults, text)
        return self.state_with(self._spread(homes))

    def _shown(self, text: str, place: Place) -> str:
        return "".join(text[sticker] for sticker in place.stickers)

    @cached_property
    def _pieces_showing(self) -> dict[str, tuple[int, ...]]:
        """What stickers a piece has by what it shows, clockwise from any of them."""
        found = {}
        for place in self.places:
            for first in range(len(place.stickers)):
                found[place.name[first:] + place.name[:first]] = place.stickers[first:] + place.stickers[:first]
        return found

    def _spread(self, homes: Iterable[tuple[int, ...] | None]) -> list[int]:
        """The homes of stickers place by place, from those of pieces."""
        spread = [0] * len(self.stickers)
        for place, stickers in zip(self.places, homes, strict=True):
            for here, home in zip(place.stickers, stickers or (), strict=True):
                spread[here] = home
        return spread

    def _faults_of_letters(self, text: str) -> list[str]:
        letters = "".join(face.letter for face in self.faces)
        strange = sorted(set(text) - set(letters))
        faults = [f"{quoted(letter)} is none of the faces {', '.join(letters)}" for letter in strange[:FAULTS_LISTED]]
        if len(text) != len(self.stickers):
            faults.append(f"it has {len(text)} stickers, not {len(self.stickers)}")
        return faults

    def _faults_of_pieces(self, text: str, homes: Sequence[tuple[int, ...] | None]) -> list[str]:
        """Wrong numbers of colours; else pieces that don't exist, or more than once."""
        each = len(self.stickers) // len(self.faces)
        counts = Counter(text)
        if any(counts[face.letter] != each for face in self.faces):
            wrong = ((face, counts[face.letter]) for face in self.faces if counts[face.letter] != each)
            return [f"it has {count} stickers {face.letter} ({face.colour}), not {each}" for face, count in wrong]
        faults = [
            f"the {place.kind} at {place.name} shows {self._shown(text, place)}, as no {place.kind} does"
            for place, home in zip(self.places, homes, strict=True)
            if home is None
        ]
        pieces = Counter(min(home) for home in homes if home)
        again = (place for place in self.places if pieces[min(place.stickers)] > 1)
        faults += [f"the {place.kind} {place.name} is there {pieces[min(place.stickers)]} times" for place in again]
        return faults[:FAULTS_LISTED]

    def _faults_of_turns(self, text: str, homes: Sequence[int]) -> list[str]:
        """What no turns can do: bring a piece to a wrong place; else whatever this kind of puzzles knows."""
        faults = [
            f"the {place.kind} at {place.name} shows {self._shown(text, place)}, as no turns can make it"
            for place in self.places
            if homes[place.stickers[0]] not in self._reaches[place.stickers[0]]
        ]
        return faults[:FAULTS_LISTED] or self.faults_of_homes(homes)

    @cached_property
    def _reaches(self) -> list[set[int]]:
        """For each place of a sticker those that turns bring it to."""
        reaches = []
        for start in range(len(self.stickers)):
            reached, waiting = set(), [start]
            while waiting:
                place = waiting.pop()
                if place not in reached:
                    reached.add(place)
                    waiting += [sources[place] for sources in self.permutations]
            reaches.append(reached)
        return reaches

    # -- drawing ------------------------------------------------------------------------------------------

    @abstractmethod
    def in_space(self, letter: str, point: Point) -> Space:
        """Where a point of a face in the net is on the solid."""

    up: Space = (0, 1, 0)
    front: Space = (0, 0, 1)

    @cached_property
    def solid(self) -> Solid:
        outlines = [
            [self.in_space(self._letter(number), point) for point in sticker.outline]
            for number, sticker in enumerate(self.stickers)
        ]
        turns = zip(self.turns, self.permutations, strict=True)
        return Solid(
            outlines, {turn.name: self._in_space(turn, sources) for turn, sources in turns}, self.up, self.front
        )

    def _in_space(self, turn: Turn, sources: Permutation) -> SolidTurn:
        step = QUARTER if dot(turn.axis, turn.axis) == 1 else THIRD
        cells = [number for number, sticker in enumerate(self.stickers) if dot(turn.axis, sticker.piece) > 0]
        return SolidTurn(turn.axis, -step * turn.times, cells, sources)

    def _net(self) -> Board:
        """The stickers of the unfolded puzzle, numbered on each face."""
        numbers: Counter[str] = Counter()
        nodes = []
        for index, sticker in enumerate(self.stickers):
            letter = self._letter(index)
            numbers[letter] += 1
            x, y = (sum(values) / len(values) for values in zip(*sticker.outline, strict=True))
            # Small letters: F2 is a turn.
            nodes.append(Node(index, f"{letter.lower()}{numbers[letter]}", x, y, outline=sticker.outline))
        return Board(nodes, (), name=f"net of the {self.title}")

    def pieces(self, state: Any) -> list[Piece]:
        faces = (self.face_of[self.stickers[home].normal] for home in self.homes_in(state))
        return [
            Piece(place, face.tile, Shape.STICKER, face.letter, f"{face.colour} sticker")
            for place, face in enumerate(faces)
        ]


class NumberedTwisty(Twisty):
    """One with so few positions that each has a number, by coordinates."""

    aspects: Sequence[Aspect]

    state_type = State
    rules = RULES

    def constants(self) -> Mapping[str, Any]:
        return self.coordinates.constants()

    @cached_property
    def coordinates(self) -> Coordinates:
        return Coordinates([self._solved(aspect) for aspect in self.aspects], self.permutations)

    def _solved(self, aspect: Aspect) -> Marking:
        labels = [0] * len(self.stickers)
        for number, place in enumerate(self.places, 1):
            for index, sticker in enumerate(place.stickers, 1):
                piece = self.stickers[sticker].piece
                labels[sticker] = 4 * number * aspect.is_ordered(piece) + index * aspect.is_oriented(piece)
        return tuple(labels)

    @cached_property
    def _home_of(self) -> dict[Marking, int]:
        """The place of a sticker when solved, by its labels in all markings."""
        return {labels: home for home, labels in enumerate(zip(*self.coordinates.solved, strict=True))}

    def state_with(self, homes: Sequence[int]) -> State:
        return State(self.coordinates.number(self._markings(homes)))

    def homes_in(self, state: State) -> list[int]:
        markings = self.coordinates.markings(state.number)
        return [self._home_of[labels] for labels in zip(*markings, strict=True)]

    def _markings(self, homes: Sequence[int]) -> list[Marking]:
        return [tuple(marking[home] for home in homes) for marking in self.coordinates.solved]

    def faults_of_homes(self, homes: Sequence[int]) -> list[str]:
        """Whatever the aspects say."""
        parts = zip(self.aspects, self.coordinates.orbits, self._markings(homes), strict=True)
        return [aspect.fault for aspect, orbit, marking in parts if marking not in orbit.numbers]


# ---------------------------------------------------------------------------------------------------------
# Turning in space
# ---------------------------------------------------------------------------------------------------------


def turns_about(axes: Mapping[str, Vector], suffixes: Mapping[str, int]) -> list[Turn]:
    """All turns about named axes, the suffixes of their names standing for numbers of clockwise turns."""
    return [Turn(name + suffix, axes[name], suffixes[suffix]) for name, suffix in product(axes, suffixes)]


def permutation_of(stickers: Sequence[Sticker], turn: Turn, *, whole: bool = False) -> Permutation:
    """What a turn, or that of the whole puzzle, does to the stickers."""
    number_at = {(sticker.piece, sticker.normal): number for number, sticker in enumerate(stickers)}
    sources = list(range(len(stickers)))
    for number, sticker in enumerate(stickers):
        if whole or dot(turn.axis, sticker.piece) > 0:
            piece, normal = sticker.piece, sticker.normal
            for _ in range(turn.times):
                piece, normal = turned(piece, turn.axis), turned(normal, turn.axis)
            sources[number_at[piece, normal]] = number
    return tuple(sources)


def turned(vector: Vector, axis: Vector) -> Vector:
    """A vector after a clockwise turn: a quarter about an axis like (1, 0, 0), a third about one like (1, 1, 1)."""
    along = dot(axis, vector)
    across = cross(vector, axis)
    if dot(axis, axis) == 1:
        return _vector(along * a + c for a, c in zip(axis, across, strict=True))
    return _vector((along * a + c - v) // 2 for a, c, v in zip(axis, across, vector, strict=True))


def dot(one: Vector, two: Vector) -> int:
    return sum(a * b for a, b in zip(one, two, strict=True))


def cross(one: Vector, two: Vector) -> Vector:
    (a, b, c), (x, y, z) = one, two
    return b * z - c * y, c * x - a * z, a * y - b * x


def _vector(values: Iterable[int]) -> Vector:
    x, y, z = values
    return x, y, z


def total(*vectors: Vector) -> Vector:
    return _vector(map(sum, zip(*vectors, strict=True)))


# ---------------------------------------------------------------------------------------------------------
# Cubes
# ---------------------------------------------------------------------------------------------------------

UP, DOWN, RIGHT, LEFT, FRONT, BACK = (0, 1, 0), (0, -1, 0), (1, 0, 0), (-1, 0, 0), (0, 0, 1), (0, 0, -1)

CUBE_FACES = (
    Face("U", UP, 0, "white"),
    Face("R", RIGHT, 5, "red"),
    Face("F", FRONT, 2, "green"),
    Face("D", DOWN, 1, "yellow"),
    Face("L", LEFT, 4, "orange"),
    Face("B", BACK, 3, "blue"),
)

# For each face in the net: what lies to the right and below on it, and where its middle is.
FACE_SIDE, FACE_GAP = 2.0, 0.2
CUBE_NET: Mapping[str, tuple[Vector, Vector, Point]] = {
    "U": (RIGHT, FRONT, (1, 1)),
    "R": (BACK, DOWN, (2, 0)),
    "F": (RIGHT, DOWN, (1, 0)),
    "D": (RIGHT, BACK, (1, -1)),
    "L": (FRONT, DOWN, (0, 0)),
    "B": (LEFT, DOWN, (3, 0)),
}


def on_cube_net(letter: str, points: Iterable[Point]) -> tuple[Point, ...]:
    """Points of a face, from -1 to 1 to the right and upwards, in the plane of the net."""
    _, _, (column, row) = CUBE_NET[letter]
    apart = FACE_SIDE + FACE_GAP
    return tuple((column * apart + right, row * apart + up) for right, up in points)


def on_cube(letter: str, point: Point) -> Space:
    """Where a point of the net is on the cube."""
    to_right, down, (column, row) = CUBE_NET[letter]
    normal = cross(down, to_right)
    right, up = (at - (FACE_SIDE + FACE_GAP) * middle for at, middle in zip(point, (column, row), strict=True))
    x, y, z = (n + right * r - up * d for n, r, d in zip(normal, to_right, down, strict=True))
    return x, y, z


def cube_corner(face: Face, right: int, up: int) -> Vector:
    """The corner of the cube that a corner of a face is, both from -1 to 1."""
    to_right, down, _ = CUBE_NET[face.letter]
    return _vector(n + right * r - up * d for n, r, d in zip(face.normal, to_right, down, strict=True))
