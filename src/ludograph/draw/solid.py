"""A board that is the surface of a solid whose parts turn: where its cells are in space, and what each move turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

Space = tuple[float, float, float]  # x to the right, y upwards, z towards the viewer


@dataclass(frozen=True, slots=True)
class SolidTurn:
    """A move: the cells that turn about an axis, by so many degrees counter-clockwise as seen from its tip, and for
    each cell the one from which its content comes."""

    axis: Space
    degrees: float
    cells: Sequence[int]
    sources: Sequence[int]


@dataclass(frozen=True, slots=True)
class Solid:
    """The corners of each cell, the moves by name, and how the solid stands: which way is up, and what is in front."""

    outlines: Sequence[Sequence[Space]]
    turns: Mapping[str, SolidTurn]
    up: Space
    front: Space

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)
