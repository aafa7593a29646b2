"""Several pictures side by side in one SVG, each small and with a line below it: a match at a glance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from xml.etree import ElementTree

from ludograph.draw.picture import Picture
from ludograph.draw.svg import FONT, drawn
from ludograph.draw.themes import LIGHT, Theme

WIDTH = 150.0  # of each picture, in pixels
GAP = 10.0
LINE = 22.0  # the height of the line below
TEXT = 13
LETTER = 0.6 * TEXT  # about as wide as one is


@dataclass(frozen=True)
class Strip:
    """Pictures in rows, read like text; a notebook shows it."""

    pictures: Sequence[Picture]
    captions: Sequence[str]
    title: str
    columns: int = 6

    def to_svg(self, theme: Theme = LIGHT) -> str:
        boards = [drawn(picture, theme, coordinates=False) for picture in self.pictures]
        heights = [WIDTH * float(board.attrib["height"]) / float(board.attrib["width"]) for board in boards]
        cell = max(heights, default=0.0) + LINE + GAP
        across = min(self.columns, len(boards))
        width, height = across * (WIDTH + GAP) + GAP, ceil(len(boards) / self.columns) * cell + GAP
        root = ElementTree.Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "viewBox": f"0 0 {width:g} {height:g}",
                "width": f"{width:g}",
                "height": f"{height:g}",
                "role": "img",
                "font-family": FONT,
            },
        )
        ElementTree.SubElement(root, "title").text = self.title
        ElementTree.SubElement(root, "rect", {"width": "100%", "height": "100%", "fill": theme.background})
        for number, (board, own_height, caption) in enumerate(zip(boards, heights, self.captions, strict=True)):
            row, column = divmod(number, self.columns)
            left, top = GAP + column * (WIDTH + GAP), GAP + row * cell
            board.attrib.update(x=f"{left:g}", y=f"{top:g}", width=f"{WIDTH:g}", height=f"{own_height:g}")
            root.append(board)
            below = {"x": f"{left + WIDTH / 2:g}", "y": f"{top + cell - GAP - LINE / 3:g}", "text-anchor": "middle"}
            look = {"font-size": str(TEXT), "fill": theme.coordinates}
            ElementTree.SubElement(root, "text", {**below, **look}).text = _shortened(caption)
        return ElementTree.tostring(root, encoding="unicode")

    def _repr_svg_(self) -> str:
        return self.to_svg()


def _shortened(text: str) -> str:
    most = int(WIDTH / LETTER)
    return text if len(text) <= most else f"{text[: most - 1]}…"
