"""A chart of how many there are of each number, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log10
from xml.etree import ElementTree

from ludograph.draw.themes import LIGHT, Theme

WIDTH, HEIGHT = 840.0, 420.0
LEFT, RIGHT, TOP, BOTTOM = 80.0, 20.0, 50.0, 60.0
MOST_BARS = 200


def bar_chart(counts: Sequence[int], title: str, across: str, up: str, theme: Theme = LIGHT) -> str:
    """Bars for ``counts[0]``, ``counts[1]``, …; very many of them are drawn several to a bar."""
    step = ceil(len(counts) / MOST_BARS) or 1
    bars = [sum(counts[first : first + step]) for first in range(0, len(counts), step)]
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
    ElementTree.SubElement(root, "desc").text = f"{up} by {across}: {', '.join(map(str, bars))}"
    ElementTree.SubElement(root, "rect", {"width": "100%", "height": "100%", "fill": theme.background})
    _text(root, title, WIDTH / 2, TOP / 2, anchor="middle", size="17")
    _scale(root, max(bars, default=0), theme)
    _bars(root, bars, step, theme)
    _text(root, across if step == 1 else f"{across} (each bar: {step})", WIDTH / 2, HEIGHT - 14, anchor="middle")
    return ElementTree.tostring(root, encoding="unicode")


def _scale(root: ElementTree.Element, greatest: int, theme: Theme) -> None:
    """Lines at round numbers, with their names."""
    magnitude = 10 ** int(log10(greatest)) if greatest else 1
    step = next(
        size for size in (magnitude // 5, magnitude // 2, magnitude, 2 * magnitude) if size and greatest / size <= 6
    )
    for number in range(0, greatest + 1, step):
        y = _height(number, greatest)
        line = {"x1": f"{LEFT:g}", "x2": f"{WIDTH - RIGHT:g}", "y1": f"{y:.1f}", "y2": f"{y:.1f}"}
        ElementTree.SubElement(root, "line", {**line, "stroke": theme.line, "stroke-opacity": "0.4"})
        _text(root, f"{number:,}", LEFT - 8, y, anchor="end")


def _bars(root: ElementTree.Element, bars: Sequence[int], step: int, theme: Theme) -> None:
    room = (WIDTH - LEFT - RIGHT) / max(1, len(bars))
    names_apart = ceil(40 / room)
    for number, count in enumerate(bars):
        x, y = LEFT + number * room, _height(count, max(bars))
        place = {"x": f"{x + room * 0.1:.2f}", "y": f"{y:.2f}", "width": f"{room * 0.8:.2f}"}
        bar = {**place, "height": f"{HEIGHT - BOTTOM - y:.2f}", "fill": theme.seats[1].face}
        drawn = ElementTree.SubElement(root, "rect", bar)
        ElementTree.SubElement(drawn, "title").text = f"{number * step}: {count:,}"
        if number % names_apart == 0:
            _text(root, str(number * step), x + room / 2, HEIGHT - BOTTOM + 14, anchor="middle")


def _height(count: int, greatest: int) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * count / max(1, greatest)


def _text(root: ElementTree.Element, text: str, x: float, y: float, *, anchor: str, size: str = "13") -> None:
    place = {"x": f"{x:.1f}", "y": f"{y:.1f}", "dy": "0.35em", "text-anchor": anchor, "font-size": size}
    ElementTree.SubElement(root, "text", place).text = text
