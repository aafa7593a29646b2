"""The skewb, by Tony Durham, named by Douglas Hofstadter (1982): a cube whose cuts go through its middle.

Six centres and eight corners; a move turns one half of the cube by a third about a corner. Turning the other half comes
to the same but for how the cube is held, so that the corner at the upper front right stays in its place, and the moves
are those of the World Cube Association about four other corners: R down-right-back, U up-left-back, L down-left-front,
B down-back-left. So there are 3,149,280 positions; all can be solved in 11 moves.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludograph.puzzles._twisty import (
    CUBE_FACES,
    Aspect,
    Face,
    NumberedTwisty,
    Sticker,
    Vector,
    cube_corner,
    dot,
    on_cube,
    on_cube_net,
    turns_about,
)

AXES = {"R": (1, -1, -1), "U": (-1, 1, -1), "L": (-1, -1, 1), "B": (-1, -1, -1)}


def _stickers(face: Face) -> Iterator[Sticker]:
    """The stickers of a face in reading order: two corners, the centre, two corners."""
    yield _corner(face, -1, 1)
    yield _corner(face, 1, 1)
    yield Sticker(face.normal, face.normal, on_cube_net(face.letter, [(1, 0), (0, 1), (-1, 0), (0, -1)]))
    yield _corner(face, -1, -1)
    yield _corner(face, 1, -1)


def _corner(face: Face, right: int, up: int) -> Sticker:
    outline = on_cube_net(face.letter, [(right, 0), (right, up), (0, up)])
    return Sticker(cube_corner(face, right, up), face.normal, outline)


# The corners are two sets of four, each corner linked by edges only to those of the other set. No move leads from one
# set to the other: R, U and L exchange places in one set and twist in the other, and B does so the other way round.


def is_centre(piece: Vector) -> bool:
    return dot(piece, piece) == 1


def is_like_fixed(piece: Vector) -> bool:
    """Whether the place is in the set of the corner that stays in its place."""
    return piece[0] * piece[1] * piece[2] == 1


def is_unlike_fixed(piece: Vector) -> bool:
    return piece[0] * piece[1] * piece[2] == -1


class Skewb(NumberedTwisty):
    """The skewb."""

    name = "skewb"
    title = "Skewb"
    summary = "turn halves of a cube about its corners until each face has one colour"
    max_moves = 8
    remoteness_bound = 11
    faces = CUBE_FACES
    stickers = tuple(sticker for face in CUBE_FACES for sticker in _stickers(face))
    turns = turns_about(AXES, {"": 1, "'": 2})
    # How one set may be twisted depends on how the other is ordered, and on nothing else.
    aspects = (
        Aspect(is_centre, lambda _: False, "two centres are exchanged"),
        Aspect(is_unlike_fixed, is_like_fixed, "a corner in the set of URF is twisted, or others are exchanged"),
        Aspect(is_like_fixed, is_unlike_fixed, "corners in the set of URF are exchanged, or another one is twisted"),
    )
    in_space = staticmethod(on_cube)
    start_text = "LUUUURRRRBFFFDFLDBDRBLDLFBULDB"  # one of the 90 that need 11 moves
