"""What lies about a board and is no part of it: the plate under pancakes, a river between banks, jugs."""

from __future__ import annotations

from typing import Any, NamedTuple

from ludograph.draw.parts import Part, ellipse, rectangle

Point = tuple[float, float]
WHITE, BLUE, ORANGE, GREY = 0, 3, 4, 7  # tile colours
GLASS = 0.47  # from the middle of a vessel to its side


class Scenery(NamedTuple):
    """Parts around a point of the board's plane, in a tile colour; how far they reach sideways, up and down."""

    x: float
    y: float
    tint: int
    parts: tuple[Part, ...]
    reach: Point

    @property
    def corners(self) -> tuple[Point, Point]:
        """Of what has to be in sight."""
        (across, up), (x, y) = self.reach, self[:2]
        return (x - across, y - up), (x + across, y + up)

    def as_dict(self) -> dict[str, Any]:
        parts = [dict(part) for part in self.parts]
        return {"x": self.x, "y": self.y, "tint": self.tint, "parts": parts, "corners": self.corners}


def plate(x: float, y: float, across: float) -> Scenery:
    """A plate on which something lies whose foot is there, so wide to either side."""
    edge = {"stroke": "rim", "stroke-width": 2}
    parts = (
        ellipse(0, 0.09, across, 0.2, fill="rim", opacity=0.35),
        ellipse(0, 0, across, 0.2, fill="face", **edge),
        ellipse(0, -0.03, across * 0.78, 0.12, fill="side", opacity=0.6),
    )
    return Scenery(x, y, WHITE, parts, (across, 0.3))


def river(x: float, y: float, width: float, height: float) -> Scenery:
    """Water that flows upwards, by its middle, with some waves on it."""
    water = rectangle(-width / 2, -height / 2, width, height, fill="face", opacity=0.55)
    rows = round(2 * height)
    glint = {"fill": "#ffffff", "opacity": 0.6}
    middles = [(row + 0.5) * height / rows - height / 2 for row in range(rows)]
    waves = (
        ellipse((-1) ** row * width * 0.2, middle, width * 0.18, 0.03, **glint) for row, middle in enumerate(middles)
    )
    return Scenery(x, y, BLUE, (water, *waves), (width / 2, height / 2))


def bridge(x: float, y: float, width: float) -> Scenery:
    """Planks from bank to bank, by their middle."""
    planks = max(1, round(4 * width))
    parts = (
        rectangle(-width / 2 + width * plank / planks, -0.4, width / planks - 0.03, 0.8, rx=0.03, fill="side")
        for plank in range(planks)
    )
    rails = (rectangle(-width / 2, side, width, 0.08, rx=0.04, fill="rim") for side in (-0.46, 0.38))
    return Scenery(x, y, ORANGE, (*parts, *rails), (width / 2, 0.5))


def vessel(x: float, y: float, height: float) -> Scenery:
    """A glass around a column of cells, one cell wide, open above, by its middle."""
    glass = {"fill": "none", "stroke": "face", "stroke-width": 4}
    body = rectangle(-GLASS, -height / 2 + 0.03, 2 * GLASS, height - 0.06, rx=0.22, **glass)
    lip = rectangle(-GLASS, -height / 2 - 0.03, 2 * GLASS, 0.1, rx=0.05, fill="face")
    return Scenery(x, y, GREY, (body, lip), (GLASS + 0.05, height / 2 + 0.05))
