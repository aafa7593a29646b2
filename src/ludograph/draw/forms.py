"""Forms that are drawn from parts around the middle of a cell, for the server's drawings and the page's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ludograph.draw.parts import Part, circle, ellipse
from ludograph.draw.picture import Shape

EDGED = {"fill": "face", "stroke": "rim", "stroke-width": 2}

MARBLE = (
    circle(0, 0.045, 0.39, fill="rim", opacity=0.35),
    circle(0, 0, 0.39, **EDGED),
    ellipse(0.03, 0.13, 0.31, 0.23, fill="side", opacity=0.45),
    ellipse(-0.12, -0.17, 0.15, 0.1, fill="#ffffff", opacity=0.6),
    circle(-0.16, -0.2, 0.045, fill="#ffffff", opacity=0.8),
)

SOCKET = {"tag": "rect", "x": -0.13, "y": 0.24, "width": 0.26, "height": 0.2, "rx": 0.05, "fill": "side"}
BULB = (
    {**SOCKET, "stroke": "rim", "stroke-width": 2},
    circle(0, -0.06, 0.33, **EDGED),
)
LAMP = (*BULB, ellipse(-0.12, -0.19, 0.1, 0.07, fill="#ffffff", opacity=0.25))
LIT_LAMP = (
    circle(0, -0.06, 0.49, fill="face", opacity=0.3),
    circle(0, -0.06, 0.42, fill="face", opacity=0.4),
    *BULB,
    circle(0, -0.06, 0.19, fill="#ffffff", opacity=0.75),
)

RING = (
    circle(0, 0.03, 0.3, fill="none", stroke="rim", opacity=0.35, **{"stroke-width": 14}),
    circle(0, 0, 0.3, fill="none", stroke="rim", **{"stroke-width": 14}),
    circle(0, 0, 0.3, fill="none", stroke="face", **{"stroke-width": 10}),
    circle(-0.01, -0.02, 0.3, fill="none", stroke="#ffffff", opacity=0.25, **{"stroke-width": 2.5}),
)

#: Sits and looks to the right.
TOAD = (
    ellipse(-0.04, 0.3, 0.38, 0.06, fill="rim", opacity=0.3),
    ellipse(-0.06, 0.1, 0.32, 0.2, **EDGED),
    circle(0.18, -0.08, 0.2, **EDGED),
    circle(0.2, -0.26, 0.1, **EDGED),
    circle(0.23, -0.27, 0.045, fill="#ffffff", opacity=0.95),
    circle(0.245, -0.27, 0.025, fill="rim", opacity=0.95),
    {"tag": "polygon", "points": [[0.2, -0.02], [0.37, -0.05], [0.34, 0], [0.22, 0.02]], "fill": "rim"},
    ellipse(-0.2, 0.19, 0.17, 0.11, **{**EDGED, "fill": "side"}),
    ellipse(0.16, 0.26, 0.12, 0.05, **{**EDGED, "fill": "side"}),
)


def _mirrored(parts: Iterable[Part]) -> tuple[Part, ...]:
    """The same, looking the other way."""
    return tuple(
        {**part, "points": [[-x, y] for x, y in part["points"]]} if "points" in part else {**part, "cx": -part["cx"]}
        for part in parts
    )


FORMS: Mapping[Shape, tuple[Part, ...]] = {
    Shape.MARBLE: MARBLE,
    Shape.LAMP: LAMP,
    Shape.LIT_LAMP: LIT_LAMP,
    Shape.RING: RING,
    Shape.TOAD: TOAD,
    Shape.FROG: _mirrored(TOAD),
}
