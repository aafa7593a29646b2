"""A picture as a standalone SVG, for any board: polygons where nodes have outlines, else dots and lines."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from xml.etree import ElementTree

from ludograph.board import Board, Node
from ludograph.draw.picture import Picture, Piece, Shape
from ludograph.draw.themes import LIGHT, SeatColours, Theme

UNIT = 60.0  # pixels between the nearest two nodes
MARGIN = 0.55  # of a unit, around the board, for the coordinates
FONT = "system-ui, sans-serif"


def to_svg(picture: Picture, theme: Theme = LIGHT, *, coordinates: bool = True) -> str:
    """The drawing as SVG text, with title and description for screen readers."""
    return _Drawing(picture, theme, coordinates).text()


@dataclass(frozen=True)
class _Frame:
    """From the board's plane, with y upwards, to the drawing's, with y downwards."""

    left: float
    top: float
    width: float
    height: float
    scale: float

    @classmethod
    def around(cls, board: Board, rows_beside: int) -> _Frame:
        points = [point for node in board.nodes for point in _corners(node)]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        unit = _nearest_distance(board)
        margin = MARGIN * unit
        left, top = min(xs) - margin, max(ys) + margin
        width = max(xs) - left + margin
        height = top - min(ys) + margin + rows_beside * 0.8 * unit
        return cls(left, top, width, height, UNIT / unit)

    def at(self, x: float, y: float) -> tuple[float, float]:
        return (x - self.left) * self.scale, (self.top - y) * self.scale

    @property
    def size(self) -> tuple[float, float]:
        return self.width * self.scale, self.height * self.scale


class _Drawing:
    def __init__(self, picture: Picture, theme: Theme, coordinates: bool) -> None:
        self.picture = picture
        self.theme = theme
        self.rows_beside = sorted({piece.seat for piece in picture.beside})
        self.frame = _Frame.around(picture.board, len(self.rows_beside))
        width, height = self.frame.size
        self.root = ElementTree.Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "viewBox": f"0 0 {_number(width)} {_number(height)}",
                "width": _number(width),
                "height": _number(height),
                "role": "img",
                "font-family": FONT,
            },
        )
        _add(self.root, "title").text = picture.title
        _add(self.root, "desc").text = picture.description
        _add(self.root, "rect", width="100%", height="100%", fill=theme.background)
        self._links()
        self._cells()
        if coordinates:
            self._coordinates()
        self._marks()
        self._pieces()
        self._beside()

    def text(self) -> str:
        return ElementTree.tostring(self.root, encoding="unicode")

    def _visible(self) -> Iterable[tuple[int, Node]]:
        return ((index, node) for index, node in enumerate(self.picture.board.nodes) if node.visible)

    def _links(self) -> None:
        """Lines between nodes that have no outlines to touch each other."""
        board = self.picture.board
        group = _add(self.root, "g", stroke=self.theme.line, stroke_width="2")
        for start, node in self._visible():
            for link in board.links[start]:
                end = board.nodes[link.target]
                twice = link.target < start and any(back.target == start for back in board.links[link.target])
                if twice or not end.visible or (node.outline and end.outline):
                    continue
                (x1, y1), (x2, y2) = self.frame.at(node.x, node.y), self.frame.at(end.x, end.y)
                _add(group, "line", x1=_number(x1), y1=_number(y1), x2=_number(x2), y2=_number(y2))

    def _cells(self) -> None:
        group = _add(self.root, "g", stroke=self.theme.line, stroke_width="1")
        touched = set(self.picture.last_move)
        for index, node in self._visible():
            shade = self.theme.shades[node.shade % len(self.theme.shades)]
            self._cell(group, node, shade)
            if index in touched:
                self._cell(group, node, self.theme.last_move, fill_opacity="0.55")

    def _cell(self, group: ElementTree.Element, node: Node, fill: str, **more: str) -> None:
        if node.outline:
            corners = (self.frame.at(x, y) for x, y in node.outline)
            points = " ".join(f"{_number(x)},{_number(y)}" for x, y in corners)
            _add(group, "polygon", points=points, fill=fill, **more)
        else:
            x, y = self.frame.at(node.x, node.y)
            _add(group, "circle", cx=_number(x), cy=_number(y), r=_number(UNIT * 0.4), fill=fill, **more)

    def _coordinates(self) -> None:
        group = _add(self.root, "g", fill=self.theme.coordinates, font_size="12", text_anchor="middle")
        edges = _edge_labels(self.picture.board)
        for text, x, y in edges or _node_labels(self.picture.board):
            px, py = self.frame.at(x, y)
            _add(group, "text", x=_number(px), y=_number(py), dy="0.35em").text = text

    def _marks(self) -> None:
        group = _add(self.root, "g", fill=self.theme.mark, stroke=self.theme.mark, stroke_width="3")
        occupied = self.picture.on_node
        for index in self.picture.marks:
            node = self.picture.board.nodes[index]
            x, y = self.frame.at(node.x, node.y)
            if index in occupied:
                _add(group, "circle", cx=_number(x), cy=_number(y), r=_number(UNIT * 0.45), fill="none")
            else:
                _add(group, "circle", cx=_number(x), cy=_number(y), r=_number(UNIT * 0.12), stroke="none")

    def _pieces(self) -> None:
        # Stacks reach upwards: those further down are drawn later, in front of the others.
        nodes = self.picture.board.nodes
        for piece in sorted(self.picture.pieces, key=lambda piece: -nodes[piece.node].y):
            node = nodes[piece.node]
            self._piece(piece, *self.frame.at(node.x, node.y), place=node.label)

    def _beside(self) -> None:
        """The pieces off the board, a row below it for each seat."""
        _, height = self.frame.size
        for row, seat in enumerate(self.rows_beside):
            y = height - UNIT * 0.8 * (len(self.rows_beside) - row - 0.5)
            row_pieces = [piece for piece in self.picture.beside if piece.seat == seat]
            for number, piece in enumerate(row_pieces):
                self._piece(piece, UNIT * (MARGIN + 0.4 + 0.6 * number), y, place="off the board", scale=0.6)

    def _piece(self, piece: Piece, x: float, y: float, *, place: str, scale: float = 1.0) -> None:
        colours = self.theme.seats[piece.seat % len(self.theme.seats)]
        group = _add(self.root, "g", transform=f"translate({_number(x)} {_number(y)}) scale({scale})")
        _add(group, "title").text = f"{piece.name}, {place}"
        SHAPES[piece.shape](group, piece, colours)


def _draw_disc(group: ElementTree.Element, piece: Piece, colours: SeatColours) -> None:
    radius = UNIT * 0.38
    _add(group, "circle", cy="2", r=_number(radius), fill=colours.rim, opacity="0.35")
    _add(group, "circle", r=_number(radius), fill=colours.face, stroke=colours.rim, stroke_width="2")
    _add(group, "circle", r=_number(radius * 0.7), fill="none", stroke=colours.side, stroke_width="3")


def _draw_stack(group: ElementTree.Element, piece: Piece, colours: SeatColours) -> None:
    """Discs seen from the front, one upon the other: the larger the stack, the taller and the wider."""
    rx, ry, thick = UNIT * (0.24 + 0.045 * piece.size), UNIT * 0.12, UNIT * 0.13
    bottom = UNIT * 0.13 + thick * piece.size / 2
    for level in range(piece.size):
        y = bottom - level * thick
        side = f"M{_number(-rx)} {_number(y - thick)} v{_number(thick)} a{_number(rx)} {_number(ry)} 0 0 0 "
        side += f"{_number(2 * rx)} 0 v{_number(-thick)} z"
        _add(group, "path", d=side, fill=colours.side, stroke=colours.rim, stroke_width="1.5")
        top = {"cy": _number(y - thick), "rx": _number(rx), "ry": _number(ry)}
        _add(group, "ellipse", **top, fill=colours.face, stroke=colours.rim, stroke_width="1.5")
    label = _add(
        group, "text", y=_number(bottom - piece.size * thick), dy="0.35em", fill=colours.text,
        font_size="13", font_weight="bold", text_anchor="middle",
    )  # fmt: skip
    label.text = str(piece.size)


SHAPES = {Shape.DISC: _draw_disc, Shape.STACK: _draw_stack}


def _add(parent: ElementTree.Element, tag: str, **attributes: str) -> ElementTree.Element:
    return ElementTree.SubElement(parent, tag, {name.replace("_", "-"): value for name, value in attributes.items()})


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if abs(value) >= 0.005 else "0"


def _corners(node: Node) -> Iterable[tuple[float, float]]:
    return node.outline or ((node.x - 0.4, node.y - 0.4), (node.x + 0.4, node.y + 0.4))


def _nearest_distance(board: Board) -> float:
    """The distance of the two nearest linked nodes: one unit of the drawing."""
    distances = [
        math.dist((node.x, node.y), (board.nodes[link.target].x, board.nodes[link.target].y))
        for node, links in zip(board.nodes, board.links, strict=True)
        for link in links
    ]
    return min(distances, default=1.0)


def _edge_labels(board: Board) -> list[tuple[str, float, float]]:
    """Letters and numbers along the edges, when columns and rows of a square grid have one each."""
    nodes = [node for node in board.nodes if node.visible]
    by_x, by_y = _common_parts(nodes, "x"), _common_parts(nodes, "y")
    if by_x is None or by_y is None:
        return []
    left, bottom = min(by_y and (node.x for node in nodes)), min(node.y for node in nodes)
    columns = [(text, x, bottom - 0.5 - MARGIN / 2) for x, text in by_x.items()]
    return columns + [(text, left - 0.5 - MARGIN / 2, y) for y, text in by_y.items()]


def _common_parts(nodes: Iterable[Node], axis: str) -> dict[float, str] | None:
    """For each coordinate on an axis the one letter part, or the one number part, of its labels."""
    letters: dict[float, set[str]] = {}
    numbers: dict[float, set[str]] = {}
    for node in nodes:
        letter = node.label.rstrip("0123456789")
        letters.setdefault(getattr(node, axis), set()).add(letter)
        numbers.setdefault(getattr(node, axis), set()).add(node.label[len(letter) :])
    for parts in (letters, numbers):
        texts = {place: "".join(found) for place, found in parts.items() if len(found) == 1}
        if len(texts) == len(parts) == len(set(texts.values())) and all(texts.values()):
            return texts
    return None


def _node_labels(board: Board) -> list[tuple[str, float, float]]:
    """Each node's label in its lower part."""
    offset = 0.36 * _nearest_distance(board)
    return [(node.label, node.x, node.y - offset) for node in board.nodes if node.visible]
