"""A picture as a standalone SVG, for any board: polygons where nodes have outlines, else dots and lines."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

from ludograph.board import Board, Node
from ludograph.draw.borders import name_of, sides_of
from ludograph.draw.coordinates import NODE_RADIUS, POINT_RADIUS, Name, cells_of, legible_names, names, unit_of
from ludograph.draw.forms import FORMS
from ludograph.draw.parts import ROLES, Part
from ludograph.draw.picture import DISK_COLOURS, LONG, Picture, Piece, Shape, bar_width
from ludograph.draw.scenery import Scenery
from ludograph.draw.themes import LIGHT, SeatColours, Theme

UNIT = 60.0  # pixels of the smallest cell
MARGIN = 0.3  # of a unit, around everything
BESIDE = 0.6  # the scale of pieces off the board
GAP_BESIDE = 0.12  # between the board and them, in units
LAST_MOVE_OPACITY = 0.55
BORDER = UNIT * 0.15
ARROW = UNIT * 0.2  # the length of an arrow's head
FILLED_FIGURES = str.maketrans("♔♕♖♗♘♙", "♚♛♜♝♞♟")
FIGURE_RIM = "3"  # half of it is seen
HEADLIGHT = "#fff3b0"
SEEDS_NUMBER = 0.3  # how far it is below the middle of a pit, in units
MOST_SEEDS, GOLDEN_ANGLE = 16, math.radians(137.508)
CROWN = "#e8b923"  # gold, on any piece
FONT = "system-ui, sans-serif"

Point = tuple[float, float]


def to_svg(picture: Picture, theme: Theme = LIGHT, *, coordinates: bool = True, is_small: bool = False) -> str:
    """The drawing as SVG text, with title and description for screen readers; names of cells can be read on a small
    one, too."""
    root = drawn(picture, theme, coordinates=coordinates, is_small=is_small)
    return ElementTree.tostring(root, encoding="unicode")


def drawn(picture: Picture, theme: Theme, *, coordinates: bool, is_small: bool = False) -> ElementTree.Element:
    """The same as an element, to be a part of another drawing."""
    return _Drawing(picture, theme, coordinates, is_small).root


@dataclass(frozen=True)
class _Frame:
    """From the board's plane, with y upwards, to the drawing's, with y downwards."""

    left: float
    top: float
    width: float
    height: float
    scale: float

    @classmethod
    def around(cls, board: Board, scenery: Iterable[Scenery], written: Iterable[Name], rows_beside: int) -> _Frame:
        unit = unit_of(board)
        points = [point for node in board.nodes for point in _corners(node, unit)]
        points += [corner for each in scenery for corner in each.corners]
        points += [corner for name in written for corner in name.corners]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        margin = MARGIN * unit
        left, top = min(xs) - margin, max(ys) + margin
        width = max(xs) - left + margin
        height = top - min(ys) + margin + rows_beside * 0.8 * unit
        return cls(left, top, width, height, UNIT / unit)

    def at(self, x: float, y: float) -> Point:
        return (x - self.left) * self.scale, (self.top - y) * self.scale

    @property
    def size(self) -> Point:
        return self.width * self.scale, self.height * self.scale


class _Drawing:
    def __init__(self, picture: Picture, theme: Theme, coordinates: bool, is_small: bool) -> None:
        self.picture = picture
        self.theme = theme
        self.rows_beside = sorted({piece.seat for piece in picture.beside})
        is_named = coordinates and picture.has_cell_names
        written = legible_names if is_small else names
        self.names = written(picture.board, unit_of(picture.board)) if is_named else ()
        self.frame = _Frame.around(picture.board, picture.scenery, self.names, len(self.rows_beside))
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
        _add(self.root, "title").text = _clean(picture.title)
        _add(self.root, "desc").text = _clean(picture.description)
        _add(self.root, "rect", width="100%", height="100%", fill=theme.background)
        self._light_squares()
        self._links()
        self._cells()
        self._scenery()
        self._borders()
        self._goals()
        self._pieces()
        self._coordinates()
        self._marks()
        self._beside()

    def _visible(self) -> Iterable[tuple[int, Node]]:
        return ((index, node) for index, node in enumerate(self.picture.board.nodes) if node.visible)

    def _light_squares(self) -> None:
        """What lies between the dark squares of a draughts board: nodes that touch only at their corners."""
        board = self.picture.board
        directions = {link.direction % 90.0 for links in board.links for link in links}
        if directions != {45.0} or not all(node.outline for node in board.nodes):
            return
        corners = [point for node in board.nodes for point in node.outline]
        (left, top), (right, bottom) = (
            self.frame.at(min(x for x, _ in corners), max(y for _, y in corners)),
            self.frame.at(max(x for x, _ in corners), min(y for _, y in corners)),
        )
        fill = self.theme.shades[(board.nodes[0].shade + 1) % len(self.theme.shades)]
        place = {"x": _number(left), "y": _number(top), "width": _number(right - left), "height": _number(bottom - top)}
        _add(self.root, "rect", **place, fill=fill, stroke=self.theme.line)

    def _links(self) -> None:
        """Lines between nodes that have no outlines to touch each other."""
        board = self.picture.board
        group = _add(self.root, "g", stroke=self.theme.coordinates, stroke_width="2")
        drawn: set[tuple[int, int]] = set()
        for start, node in self._visible():
            for link in board.links[start]:
                end = board.nodes[link.target]
                twice = link.target < start and (link.target, start) in drawn
                drawn.add((start, link.target))
                if twice or not end.visible or (node.outline and end.outline):
                    continue
                (x1, y1), (x2, y2) = self.frame.at(node.x, node.y), self.frame.at(end.x, end.y)
                _add(group, "line", x1=_number(x1), y1=_number(y1), x2=_number(x2), y2=_number(y2))
                if not end.outline and not any(back.target == start for back in board.links[link.target]):
                    _draw_arrowhead(group, (x1, y1), (x2, y2), UNIT * NODE_RADIUS, self.theme.coordinates)

    def _scenery(self) -> None:
        for x, y, tint, parts, _ in self.picture.scenery:
            place = "translate({} {})".format(*map(_number, self.frame.at(x, y)))
            _draw_parts(_add(self.root, "g", transform=place), parts, self.theme.tiles[tint])

    def _borders(self) -> None:
        for border in self.picture.borders:
            style = {"stroke": self.theme.seats[border.seat].face, "stroke-width": _number(BORDER)}
            group = _add(self.root, "g", **style, stroke_linecap="round")
            for start, end in border.sides:
                (x1, y1), (x2, y2) = self.frame.at(*start), self.frame.at(*end)
                _add(group, "line", x1=_number(x1), y1=_number(y1), x2=_number(x2), y2=_number(y2))

    def _goals(self) -> None:
        """A ring in a round node; an arrow out of the board where pieces leave it; a frame in any other cell."""
        style = {"stroke": self.theme.mark, "stroke-width": "3", "fill": "none"}
        group = _add(self.root, "g", **style)
        for index in self.picture.goals:
            node = self.picture.board.nodes[index]
            x, y = self.frame.at(node.x, node.y)
            free = self._free_sides(index) if self.picture.goals_lead_out else []
            if not node.outline:
                _add(group, "circle", cx=_number(x), cy=_number(y), r=_number(UNIT * NODE_RADIUS * 0.8))
            elif not free:
                inside = _shrunk(node.outline, (node.x, node.y), 0.8)
                points = " ".join(f"{_number(px)},{_number(py)}" for px, py in (self.frame.at(*at) for at in inside))
                _add(group, "polygon", points=points)
            for start, end in free:
                (x1, y1), (x2, y2) = self.frame.at(*start), self.frame.at(*end)
                _add(group, "line", x1=_number(x1), y1=_number(y1), x2=_number(x2), y2=_number(y2), stroke_width="5")
                middle = (x1 + x2) / 2, (y1 + y2) / 2
                _draw_arrowhead(group, (x, y), middle, -ARROW, self.theme.mark)

    def _free_sides(self, index: int) -> list[tuple[Point, Point]]:
        """The sides of a cell's outline that no other cell has."""
        nodes = self.picture.board.nodes
        others = [node for other, node in enumerate(nodes) if other != index]
        taken = {name_of(side) for node in others for side in sides_of(node)}
        return [side for side in sides_of(nodes[index]) if name_of(side) not in taken]

    def _cells(self) -> None:
        group = _add(self.root, "g", stroke=self.theme.line, stroke_width="1")
        stickers = {piece.node: piece for piece in self.picture.pieces if piece.shape is Shape.STICKER}
        for index, node in self._visible():
            if index in stickers:
                colours = self.theme.colours_of(stickers[index])
                self._cell(group, node, colours.face, stroke=colours.rim)
            else:
                draw = self._point if self.picture.has_points else self._cell
                draw(group, node, self.theme.shades[node.shade % len(self.theme.shades)])
        # Hue alone is not seen by everybody: the cells of the last move are framed, too, above all others.
        frame = {"stroke": self.theme.coordinates, "stroke-width": "2", "fill-opacity": str(LAST_MOVE_OPACITY)}
        for index in self.picture.last_move:
            self._cell(group, self.picture.board.nodes[index], self.theme.last_move, **frame)

    def _point(self, group: ElementTree.Element, node: Node, fill: str) -> None:
        x, y = self.frame.at(node.x, node.y)
        _add(group, "circle", cx=_number(x), cy=_number(y), r=_number(UNIT * POINT_RADIUS), fill=fill)

    def _cell(self, group: ElementTree.Element, node: Node, fill: str, **more: str) -> None:
        if node.outline:
            corners = (self.frame.at(x, y) for x, y in node.outline)
            points = " ".join(f"{_number(x)},{_number(y)}" for x, y in corners)
            _add(group, "polygon", points=points, fill=fill, **more)
        else:
            x, y = self.frame.at(node.x, node.y)
            _add(group, "circle", cx=_number(x), cy=_number(y), r=_number(UNIT * NODE_RADIUS), fill=fill, **more)

    def _coordinates(self) -> None:
        group = _add(self.root, "g", fill=self.theme.coordinates, text_anchor="middle")
        for name, cell in zip(self.names, cells_of(self.names, self.picture.board), strict=True):
            x, y = self.frame.at(name.x, name.y)
            place = {"x": _number(x), "y": _number(y), "font-size": _number(name.height * self.frame.scale)}
            _add(group, "text", **place, dy="0.35em", **self._halo(cell)).text = _clean(name.text)

    def _halo(self, cell: Node | None) -> dict[str, str]:
        """A name in a cell lies over a piece that reaches so far, and brings the cell's colour along."""
        if cell is None:
            return {}
        shade = self.theme.shades[cell.shade % len(self.theme.shades)]
        return {"stroke": shade, "stroke-width": "3", "paint-order": "stroke", "stroke-linejoin": "round"}

    def _marks(self) -> None:
        group = _add(self.root, "g", fill=self.theme.mark, stroke=self.theme.mark, stroke_width="3")
        for index in self.picture.marks:
            node = self.picture.board.nodes[index]
            x, y = self.frame.at(node.x, node.y)
            if self.picture.is_taken(index):
                _add(group, "circle", cx=_number(x), cy=_number(y), r=_number(UNIT * 0.45), fill="none")
            else:
                _add(group, "circle", cx=_number(x), cy=_number(y), r=_number(UNIT * 0.12), stroke="none")

    def _pieces(self) -> None:
        # Stacks reach upwards: those further down are drawn later, in front of the others.
        nodes = self.picture.board.nodes
        for piece in sorted(self.picture.pieces, key=lambda piece: -nodes[piece.node].y):
            covered = [nodes[node] for node in piece.nodes]
            (x1, y1), (x2, y2) = (self.frame.at(node.x, node.y) for node in (covered[0], covered[-1]))
            place = " ".join(node.label for node in covered)
            self._piece(piece, (x1 + x2) / 2, (y1 + y2) / 2, place=place, length=(abs(x2 - x1), abs(y2 - y1)))
        if any(piece.shape is Shape.SEEDS for piece in self.picture.pieces):
            self._empty_pits()

    def _empty_pits(self) -> None:
        """Where others have the number of their seeds, these have a nought."""
        for index, node in self._visible():
            if index not in self.picture.on_node:
                x, y = self.frame.at(node.x, node.y)
                place = {"x": _number(x), "y": _number(y + UNIT * SEEDS_NUMBER)}
                _write(self.root, "0", self.theme.coordinates, UNIT * 0.24, **place)

    def _beside(self) -> None:
        """The pieces off the board, a row below it for each seat."""
        width, height = self.frame.size
        for row, seat in enumerate(self.rows_beside):
            y = height - UNIT * (0.8 * (len(self.rows_beside) - row - 0.5) + MARGIN - GAP_BESIDE)
            row_pieces = [piece for piece in self.picture.beside if piece.seat == seat]
            room = width - UNIT * (2 * MARGIN + BESIDE)
            apart = min(UNIT * BESIDE, room / max(1, len(row_pieces) - 1))  # many lie one upon the other
            for number, piece in enumerate(row_pieces):
                x = UNIT * (MARGIN + BESIDE / 2) + apart * number
                self._piece(piece, x, y, place="off the board", scale=BESIDE)

    def _piece(
        self, piece: Piece, x: float, y: float, *, place: str, scale: float = 1.0, length: Point = (0.0, 0.0)
    ) -> None:
        colours = self.theme.colours_of(piece)
        group = _add(self.root, "g", transform=f"translate({_number(x)} {_number(y)}) scale({scale})")
        _add(group, "title").text = _clean(f"{piece.name}, {place}")
        if piece.shape in LONG:
            _draw_long(group, piece, colours, *length)
        elif piece.shape is Shape.TOWER:
            _draw_tower(group, piece, colours, self.theme.tiles)
        elif piece.shape in FORMS:
            _draw_parts(group, FORMS[piece.shape], colours)
        else:
            SHAPES[piece.shape](group, piece, colours)


def _draw_arrowhead(group: ElementTree.Element, start: Point, end: Point, short: float, colour: str) -> None:
    """An arrow's head on the way from point to point, so much short of its end."""
    length = math.dist(start, end)
    x, y = (end[0] - start[0]) / length, (end[1] - start[1]) / length  # one pixel ahead
    tip = end[0] - short * x, end[1] - short * y
    back = tip[0] - ARROW * x, tip[1] - ARROW * y
    aside = ARROW * 0.45
    corners = (tip, (back[0] - aside * y, back[1] + aside * x), (back[0] + aside * y, back[1] - aside * x))
    points = " ".join(f"{_number(px)},{_number(py)}" for px, py in corners)
    _add(group, "polygon", points=points, fill=colour, stroke="none")


def _draw_disc(group: ElementTree.Element, piece: Piece, colours: SeatColours) -> None:
    radius = UNIT * 0.36
    _add(group, "circle", cy="2.5", r=_number(radius), fill=colours.rim, opacity="0.35")
    _add(group, "circle", r=_number(radius), fill=colours.face, stroke=colours.rim, stroke_width="2")
    _add(group, "circle", r=_number(radius * 0.7), fill="none", stroke=colours.side, stroke_width="3")


def _draw_crowned(group: ElementTree.Element, piece: Piece, colours: SeatColours) -> None:
    """A disc upon another, seen a little from the front, with a crown on it."""
    radius, edge = UNIT * 0.36, {"stroke": colours.rim, "stroke-width": "2"}
    _add(group, "circle", cy=_number(UNIT * 0.09), r=_number(radius), fill=colours.side, **edge)
    _add(group, "circle", r=_number(radius), fill=colours.face, **edge)
    points = ((-1, 0.55), (-1, -0.5), (-0.5, 0.05), (0, -0.8), (0.5, 0.05), (1, -0.5), (1, 0.55))
    crown = " ".join(f"{_number(x * radius * 0.55)},{_number(y * radius * 0.55)}" for x, y in points)
    _add(group, "polygon", points=crown, fill=CROWN, stroke=colours.rim, stroke_width="1.5", stroke_linejoin="round")


def _draw_stack(group: ElementTree.Element, piece: Piece, colours: SeatColours) -> None:
    """Discs seen from the front, one upon the other: the larger the stack, the taller and the wider."""
    rx, ry = UNIT * min(0.4, 0.24 + 0.045 * piece.size), UNIT * 0.12
    thick = UNIT * min(0.13, 0.52 / piece.size)  # from five on the discs are thinner: it must stay in its cell
    bottom = thick * piece.size / 2
    for level in range(piece.size):
        y = bottom - level * thick
        side = f"M{_number(-rx)} {_number(y - thick)} v{_number(thick)} a{_number(rx)} {_number(ry)} 0 0 0 "
        side += f"{_number(2 * rx)} 0 v{_number(-thick)} z"
        _add(group, "path", d=side, fill=colours.side, stroke=colours.rim, stroke_width="1.5")
        top = {"cy": _number(y - thick), "rx": _number(rx), "ry": _number(ry)}
        _add(group, "ellipse", **top, fill=colours.face, stroke=colours.rim, stroke_width="1.5")
    label = _add(
        group, "text", y=_number(-bottom), dy="0.35em", fill=colours.text,
        font_size="13", font_weight="bold", text_anchor="middle",
    )  # fmt: skip
    label.text = str(piece.size)


def _draw_parts(group: ElementTree.Element, parts: Iterable[Part], colours: SeatColours) -> None:
    for part in parts:
        given = {name: _attribute(name, value, colours) for name, value in part.items() if name != "tag"}
        ElementTree.SubElement(group, part["tag"], given)


def _attribute(name: str, value: Any, colours: SeatColours) -> str:
    if name == "points":
        return " ".join(f"{_number(x * UNIT)},{_number(y * UNIT)}" for x, y in value)
    if isinstance(value, str):
        return str(getattr(colours, value)) if value in ROLES else value
    return _number(value) if name in ("opacity", "stroke-width") else _number(value * UNIT)


def _draw_tower(group: ElementTree.Element, piece: Piece, colours: SeatColours, tiles: Sequence[SeatColours]) -> None:
    """A peg on a plinth with its disks, the widest below, each size in a colour of its own."""
    bottom, height, widest = UNIT * 0.4, UNIT * 0.84, UNIT * 0.9
    thick = min(UNIT * 0.2, height / piece.size)
    _bar(group, 0, bottom - height, UNIT * 0.07, height, fill=colours.rim)
    _bar(group, 0, bottom, widest, UNIT * 0.06, fill=colours.rim)
    for level, size in enumerate(piece.parts):
        width = widest * (0.25 + 0.75 * size / piece.size)
        top = bottom - thick * (level + 1)
        face = tiles[DISK_COLOURS[(size - 1) % len(DISK_COLOURS)]].face
        _bar(group, 0, top, width, thick, fill=face, stroke=colours.rim, stroke_width="1.5")


def _bar(
    group: ElementTree.Element, x: float, top: float, width: float, height: float, round_part: float = 0.3, **more: str
) -> None:
    """A rectangle with round corners, x being its middle."""
    place = {"x": _number(x - width / 2), "y": _number(top), "width": _number(width), "height": _number(height)}
    _add(group, "rect", **place, rx=_number(min(width, height) * round_part), **more)


def _draw_long(group: ElementTree.Element, piece: Piece, colours: SeatColours, across: float, down: float) -> None:
    """A body that reaches over all its cells: a vehicle with round ends, or a block."""
    is_block = piece.shape is Shape.BLOCK
    end, gap = (0.1, 0.06) if is_block else (0.32, 0.16)
    width, height = across + UNIT * (1 - gap), down + UNIT * (1 - gap)
    place = {"x": _number(-width / 2), "width": _number(width), "rx": _number(UNIT * end)}
    _add(group, "rect", **place, y=_number(2.5 - height / 2), height=_number(height), fill=colours.side)
    body = {"fill": colours.face, "stroke": colours.rim, "stroke-width": "2"}
    _add(group, "rect", **place, y=_number(-height / 2), height=_number(height), **body)
    if is_block:
        _draw_bevel(group, colours, width - UNIT * 0.2, height - UNIT * 0.2)
    else:
        _draw_nose(group, colours, across, down)
        _write(group, piece.sign, colours.text, UNIT * 0.42)


def _draw_bevel(group: ElementTree.Element, colours: SeatColours, width: float, height: float) -> None:
    place = {"x": -width / 2, "y": -height / 2, "width": width, "height": height, "rx": UNIT * 0.06}
    line = {"fill": "none", "stroke": colours.side, "stroke-width": "3"}
    _add(group, "rect", **{name: _number(value) for name, value in place.items()}, **line)


def _draw_nose(group: ElementTree.Element, colours: SeatColours, across: float, down: float) -> None:
    """Windscreen and headlights at the end where a vehicle drives forwards: to the right, or upwards."""
    front = max(across, down) / 2 + UNIT * 0.42

    def at(ahead: float, aside: float) -> Point:
        along, beside = front - UNIT * ahead, UNIT * aside
        return (along, beside) if across else (beside, -along)

    screen = (at(0.2, -0.25), at(0.2, 0.25), at(0.36, 0.29), at(0.36, -0.29))
    points = " ".join(f"{_number(x)},{_number(y)}" for x, y in screen)
    _add(group, "polygon", points=points, fill=colours.rim, opacity="0.55")
    for side in (-0.24, 0.24):
        x, y = at(0.09, side)
        _add(group, "circle", cx=_number(x), cy=_number(y), r=_number(UNIT * 0.06), fill=HEADLIGHT, opacity="0.95")


def _draw_tile(group: ElementTree.Element, piece: Piece, colours: SeatColours) -> None:
    side = UNIT * 0.88
    _bar(group, 0, -side / 2, side, side, fill=colours.side)
    _bar(group, 0, -side / 2, side, side * 0.94, fill=colours.face, stroke=colours.rim, stroke_width="2")
    _write(group, _capital(piece.sign), colours.text, UNIT * (0.46 if len(piece.sign) < 3 else 0.3))


def _draw_token(group: ElementTree.Element, piece: Piece, colours: SeatColours) -> None:
    radius = UNIT * 0.42
    _add(group, "circle", r=_number(radius), fill=colours.face, stroke=colours.rim, stroke_width="2")
    _write(group, _capital(piece.sign), colours.text, UNIT * (0.46 if len(piece.sign) < 3 else 0.3))


def _draw_bar(group: ElementTree.Element, piece: Piece, colours: SeatColours) -> None:
    width, thick = UNIT * bar_width(piece.size), UNIT * 0.7
    _bar(group, 0, -thick / 2, width, thick, 0.5, fill=colours.side, stroke=colours.rim, stroke_width="2")
    _bar(group, 0, -thick / 2, width, thick * 0.72, 0.5, fill=colours.face)
    _write(group, piece.sign, colours.text, UNIT * 0.36, y=_number(-thick * 0.12))


def _draw_sticker(group: ElementTree.Element, piece: Piece, colours: SeatColours) -> None:
    """Its cell is in its colour already."""
    _write(group, piece.sign, colours.text, UNIT * 0.56)


def _draw_figure(group: ElementTree.Element, piece: Piece, colours: SeatColours) -> None:
    """Filled, whatever its sign: whose it is is told by its colours. The rim lies around it, not over it."""
    sign = _capital(piece.sign).translate(FILLED_FIGURES)
    rim = {"stroke": colours.rim, "stroke-width": FIGURE_RIM, "paint-order": "stroke", "stroke-linejoin": "round"}
    _write(group, sign, colours.face, UNIT * 0.8, **rim)


def _capital(sign: str) -> str:
    """A piece's letter as it is cut into wood: in texts small ones are the other side's, which colours say here."""
    return sign.upper() if len(sign.removeprefix("+")) == 1 and sign.isascii() else sign


def _draw_seeds(group: ElementTree.Element, piece: Piece, colours: SeatColours) -> None:
    """A pile of seeds, each turned by the golden angle against the one before; the number says it where they are too
    many to be counted."""
    for number in range(min(piece.size, MOST_SEEDS)):
        far, angle = UNIT * 0.088 * math.sqrt(number + 0.5), GOLDEN_ANGLE * number
        place = {"cx": _number(far * math.cos(angle)), "cy": _number(far * math.sin(angle) - UNIT * 0.09)}
        edge = {"stroke": colours.rim, "stroke-width": "1.5"}
        _add(group, "circle", **place, r=_number(UNIT * 0.07), fill=colours.face, **edge)
    rim = {"stroke": colours.rim, "stroke-width": FIGURE_RIM, "paint-order": "stroke", "stroke-linejoin": "round"}
    _write(group, piece.sign, colours.face, UNIT * 0.24, y=_number(UNIT * SEEDS_NUMBER), **rim)


def _draw_text(group: ElementTree.Element, piece: Piece, colours: SeatColours) -> None:
    """In letters of one width, blanks kept, so that lines drawn with characters stay together."""
    height = UNIT * 0.48 * min(1.0, piece.size / max(1, len(piece.sign)))
    style = {"font-family": "monospace", "font-size": _number(height), "text-anchor": "middle", "dy": "0.35em"}
    _add(group, "text", **style, fill=colours.text, style="white-space: pre").text = _clean(piece.sign)


def _write(group: ElementTree.Element, text: str, fill: str, size: float, **more: str) -> None:
    place = {"font-size": _number(size), "text-anchor": "middle", "dy": "0.35em", "font-weight": "bold"}
    _add(group, "text", **place, fill=fill, **more).text = _clean(text)


SHAPES = {
    Shape.DISC: _draw_disc,
    Shape.CROWNED: _draw_crowned,
    Shape.STACK: _draw_stack,
    Shape.TILE: _draw_tile,
    Shape.TOKEN: _draw_token,
    Shape.BAR: _draw_bar,
    Shape.STICKER: _draw_sticker,
    Shape.FIGURE: _draw_figure,
    Shape.SEEDS: _draw_seeds,
    Shape.TEXT: _draw_text,
}


def _add(parent: ElementTree.Element, tag: str, **attributes: str) -> ElementTree.Element:
    return ElementTree.SubElement(parent, tag, {name.replace("_", "-"): value for name, value in attributes.items()})


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if abs(value) >= 0.005 else "0"


def _shrunk(outline: Iterable[Point], middle: Point, share: float) -> list[Point]:
    return [(middle[0] + (x - middle[0]) * share, middle[1] + (y - middle[1]) * share) for x, y in outline]


def _corners(node: Node, unit: float) -> Iterable[Point]:
    """The corners of what is drawn for a node, a piece on it included."""
    around = NODE_RADIUS * unit
    return *node.outline, (node.x - around, node.y - around), (node.x + around, node.y + around)


def _clean(text: str) -> str:
    """The text without the characters that XML can't have."""
    return "".join(character if _is_xml(character) else "\ufffd" for character in text)


def _is_xml(character: str) -> bool:
    code = ord(character)
    return character in "\t\n\r" or 0x20 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or code >= 0x10000
