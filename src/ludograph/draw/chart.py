"""A chart of how many there are of each number, as SVG: of one kind upwards, of a second kind downwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, log10
from xml.etree import ElementTree

from ludograph.draw.themes import LIGHT, Theme

WIDTH, HEIGHT = 840.0, 420.0
LEFT, RIGHT, TOP, BOTTOM = 80.0, 20.0, 50.0, 60.0
MOST_BARS = 200
#: With at most so many bars each is told its number.
MOST_COUNTED = 16
#: Room for those numbers above the greatest bar, and below it.
ROOM_FOR_COUNT = 18.0
#: The seats in whose colours the bars are drawn, of one kind and of two.
COLOURS = {1: (1,), 2: (2, 0)}


@dataclass(frozen=True)
class _Axis:
    """Where a number is: so many above the line of 0, or below it if it is negative."""

    greatest: int
    least: int
    room: float

    def height(self, number: float) -> float:
        top, bottom = TOP + self.room, HEIGHT - BOTTOM - (self.room if self.least else 0.0)
        return top + (bottom - top) * (self.greatest - number) / max(1, self.greatest - self.least)


def bar_chart(series: Mapping[str, Sequence[int]], title: str, across: str, up: str, theme: Theme = LIGHT) -> str:
    """Bars for ``counts[0]``, ``counts[1]``, … of one kind or of two, by their names; very many of them are drawn
    several to a bar."""
    length = max(map(len, series.values()), default=0)
    step = ceil(length / MOST_BARS) or 1
    bars = {name: _bundled(counts, length, step) for name, counts in series.items()}
    least = -max([0, *(max(counts, default=0) for counts in list(bars.values())[1:])])
    greatest = max([0, *(max(counts, default=0) for counts in list(bars.values())[:1])])
    is_counted = 0 < length <= MOST_COUNTED
    axis = _Axis(greatest, least, ROOM_FOR_COUNT if is_counted else 0.0)
    root = _paper(title, theme)
    told = "; ".join(f"{name}: {', '.join(map(str, counts))}" for name, counts in bars.items())
    ElementTree.SubElement(root, "desc").text = f"{up} by {across}; {told}"
    ElementTree.SubElement(root, "rect", {"width": "100%", "height": "100%", "fill": theme.background})
    _text(root, title, WIDTH / 2, TOP / 2, anchor="middle", size="17")
    _scale(root, axis, theme)
    for (name, counts), way, seat in zip(bars.items(), (1, -1), COLOURS.get(len(bars), (1,)), strict=False):
        _bars(root, name, counts, way, step, axis, theme.seats[seat].face, is_counted=is_counted)
    _names(root, length, step)
    if len(bars) > 1:
        _legend(root, list(bars), theme)
    _text(root, across if step == 1 else f"{across} (each bar: {step})", WIDTH / 2, HEIGHT - 14, anchor="middle")
    return ElementTree.tostring(root, encoding="unicode")


def _bundled(counts: Sequence[int], length: int, step: int) -> list[int]:
    return [sum(counts[first : first + step]) for first in range(0, length, step)]


def _paper(title: str, theme: Theme) -> ElementTree.Element:
    root = ElementTree.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {WIDTH:g} {HEIGHT:g}",
            "width": f"{WIDTH:g}",
            "height": f"{HEIGHT:g}",
            "role": "img",
            "font-family": "system-ui, sans-serif",
            "font-size": "13",
            "fill": theme.coordinates,
        },
    )
    ElementTree.SubElement(root, "title").text = title
    return root


def _scale(root: ElementTree.Element, axis: _Axis, theme: Theme) -> None:
    """Lines at round numbers, with their names."""
    span = max(axis.greatest, -axis.least)
    magnitude = 10 ** int(log10(span)) if span else 1
    step = next(
        size for size in (magnitude // 5, magnitude // 2, magnitude, 2 * magnitude) if size and span / size <= 6
    )
    for number in range(-(-axis.least // step) * step, axis.greatest + 1, step):
        y = axis.height(number)
        line = {"x1": f"{LEFT:g}", "x2": f"{WIDTH - RIGHT:g}", "y1": f"{y:.1f}", "y2": f"{y:.1f}"}
        ElementTree.SubElement(root, "line", {**line, "stroke": theme.line, "stroke-opacity": "0.4" if number else "1"})
        _text(root, f"{abs(number):,}", LEFT - 8, y, anchor="end")


def _bars(
    root: ElementTree.Element,
    name: str,
    counts: Sequence[int],
    way: int,
    step: int,
    axis: _Axis,
    colour: str,
    *,
    is_counted: bool,
) -> None:
    """Bars upwards or downwards."""
    room = (WIDTH - LEFT - RIGHT) / max(1, len(counts))
    for number, count in enumerate(counts):
        top, bottom = sorted((axis.height(0), axis.height(way * count)))
        place = {"x": f"{LEFT + room * (number + 0.1):.2f}", "y": f"{top:.2f}", "width": f"{room * 0.8:.2f}"}
        drawn = ElementTree.SubElement(root, "rect", {**place, "height": f"{bottom - top:.2f}", "fill": colour})
        ElementTree.SubElement(drawn, "title").text = f"{name} in {number * step}: {count:,}"
        if is_counted and count:
            y = top - ROOM_FOR_COUNT / 2 if way > 0 else bottom + ROOM_FOR_COUNT / 2
            _text(root, f"{count:,}", LEFT + room * (number + 0.5), y, anchor="middle", size="11")


def _names(root: ElementTree.Element, length: int, step: int) -> None:
    """The numbers below the bars, as many as have room."""
    bars = ceil(length / step)
    room = (WIDTH - LEFT - RIGHT) / max(1, bars)
    for number in range(0, bars, ceil(40 / room)):
        _text(root, str(number * step), LEFT + room * (number + 0.5), HEIGHT - BOTTOM + 14, anchor="middle")


def _legend(root: ElementTree.Element, names: Sequence[str], theme: Theme) -> None:
    """What goes upwards and what downwards, beside the bars' field."""
    for name, seat, y, arrow in zip(names, COLOURS[2], (TOP / 2, HEIGHT - 14), "▲▼", strict=True):
        colour = theme.seats[seat].side
        _text(root, f"{arrow} {name}", WIDTH - RIGHT, y, anchor="end", size="14", colour=colour)


def _text(
    root: ElementTree.Element, text: str, x: float, y: float, *, anchor: str, size: str = "13", colour: str = ""
) -> None:
    place = {"x": f"{x:.1f}", "y": f"{y:.1f}", "dy": "0.35em", "text-anchor": anchor, "font-size": size}
    ElementTree.SubElement(root, "text", {**place, **({"fill": colour} if colour else {})}).text = text
