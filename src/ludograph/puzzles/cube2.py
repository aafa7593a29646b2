"""The 2×2×2 cube, Ernő Rubik's Pocket Cube (1980).

Eight corners; a move turns one face. Turning opposite faces comes to the same but for how the cube is held, so that the
corner at the back, lower left stays in its place and only the faces R, U and F are turned. So there are 7! · 3**6
positions. With half turns counted as one move (``metric=half``) all can be solved in 11 moves, with quarter turns only
in 14.
"""

from __future__ import annotations

from ludograph.core.parameters import ChoiceParameter
from ludograph.puzzles._twisty import (
    CUBE_FACES,
    FRONT,
    RIGHT,
    UP,
    Aspect,
    Face,
    NumberedTwisty,
    Sticker,
    cube_corner,
    on_cube,
    on_cube_net,
    turns_about,
)

AXES = {"R": RIGHT, "U": UP, "F": FRONT}
SUFFIXES = {
    "half": {"": 1, "2": 2, "'": 3},
    "quarter": {"": 1, "'": 3},
}
BOUNDS = {"half": 11, "quarter": 14}
SQUARE = ((-1, 1), (1, 1), (-1, -1), (1, -1))  # the corners of a face in reading order: to the right, up


def _sticker(face: Face, right: int, up: int) -> Sticker:
    outline = on_cube_net(face.letter, [(0, 0), (right, 0), (right, up), (0, up)])
    return Sticker(cube_corner(face, right, up), face.normal, outline)


class Cube2(NumberedTwisty):
    """The 2×2×2 cube."""

    name = "cube2"
    title = "2×2×2 cube"
    summary = "turn the faces of a small cube until each has one colour"
    other_names = ("Pocket Cube", "Zauberwürfel", "кубик Рубика", "cubo de Rubik", "ルービックキューブ", "二阶魔方")
    parameters = (ChoiceParameter("metric", "half", "whether a half turn is one move or no move", tuple(BOUNDS)),)
    max_moves = 9
    faces = CUBE_FACES
    stickers = tuple(_sticker(face, right, up) for face in CUBE_FACES for right, up in SQUARE)
    aspects = (
        Aspect(lambda _: False, lambda _: True, "a corner is twisted"),
        Aspect(lambda _: True, lambda _: False, "the corners can't be brought into this order"),
    )
    in_space = staticmethod(on_cube)
    start_text = "LUURFRFBFUDDLRDRBLLFBUDB"  # one of the 2644 that need 11 moves with half turns

    def __init__(self, variant: str | None = None, **values: object) -> None:
        super().__init__(variant, **values)
        metric = self.values["metric"]
        self.turns = turns_about(AXES, SUFFIXES[metric])
        self.remoteness_bound = BOUNDS[metric]
