"""Parts that drawings are made of, for the server's and for the page's: circles, ellipses, rectangles and polygons
around a point, in units of a cell's width, y downwards. A colour is told by its role (``face``, ``side``, ``rim``,
``text``) or as it stands. Widths of lines are in pixels of a cell of sixty.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Part = Mapping[str, Any]

ROLES = ("face", "side", "rim", "text")


def circle(x: float, y: float, r: float, **more: Any) -> Part:
    return {"tag": "circle", "cx": x, "cy": y, "r": r, **more}


def ellipse(x: float, y: float, rx: float, ry: float, **more: Any) -> Part:
    return {"tag": "ellipse", "cx": x, "cy": y, "rx": rx, "ry": ry, **more}


def rectangle(x: float, y: float, width: float, height: float, **more: Any) -> Part:
    """By its upper left corner."""
    return {"tag": "rect", "x": x, "y": y, "width": width, "height": height, **more}
