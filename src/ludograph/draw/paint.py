"""A picture as coloured characters, for a terminal: tiles, pieces, marks. Every mark has a sign of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from ludograph.draw.picture import LONG, Picture, Piece, Shape
from ludograph.draw.themes import EIGHT, SeatColours, Theme, mixed
from ludograph.draw.tiles import TilePlan
from ludograph.draw.towers import tower_grid

TARGET, CAPTURE, CHOSEN = "••", "××", "><"
LOW_CURSOR, CURSOR_TOP, CURSOR_BOTTOM = "[]", "┏┓", "┗┛"
# The lower eighths of a character, none to all.
BLOCKS = " ▁▂▃▄▅▆▇█"
UPPER_HALF = "▀"
EIGHTHS = 8
# Quarters of a character, for the corners of what is half a line high there.
UPPER_CORNERS, LOWER_CORNERS = "▗▖", "▝▘"
CHOSEN_TINT, LAST_MOVE_TINT = 0.45, 0.75
VEHICLE_GAP = 2  # eighths of a line
# A stack of three is the tallest that every board must keep apart from smaller ones.
USUAL_STACK = 3


class Ink(NamedTuple):
    """One character with its colour and the ground behind it."""

    sign: str
    colour: str
    ground: str


@dataclass(frozen=True, slots=True)
class Hands:
    """What the player's hand is doing: the cursor's node, and the nodes touched so far for a move; and what is noted on
    nodes where it may go, with the colours."""

    cursor: int | None = None
    chosen: Sequence[int] = ()
    notes: Mapping[int, tuple[str, str]] = field(default_factory=dict)


Canvas = list[list[Ink]]


def paint(picture: Picture, plan: TilePlan, theme: Theme, hands: Hands | None = None) -> Canvas:
    """The picture as ``plan.height`` lines of ``plan.width`` characters."""
    blank = Ink(" ", theme.coordinates, theme.background)
    canvas = [[blank] * plan.width for _ in range(plan.height)]
    _paint_links(canvas, picture, plan, theme)
    _paint_coordinates(canvas, plan, theme)
    painter = _TilePainter(canvas, picture, plan, theme, hands or Hands())
    for node in plan.layout.places:
        painter.paint(node)
    return canvas


def _write(canvas: Canvas, line: int, column: int, text: str, colour: str, ground: str | None = None) -> None:
    """Write over a line; without a ground of its own the text keeps the one that is there."""
    for place, sign in enumerate(text, column):
        canvas[line][place] = Ink(sign, colour, ground or canvas[line][place].ground)


def _paint_links(canvas: Canvas, picture: Picture, plan: TilePlan, theme: Theme) -> None:
    """Dotted lines between nodes that have no outlines to touch each other; tiles are painted over them."""
    nodes = picture.board.nodes
    for start in plan.layout.places:
        for link in picture.board.links[start]:
            if link.target in plan.layout.places and not (nodes[start].outline and nodes[link.target].outline):
                _paint_line(canvas, plan, start, link.target, theme.coordinates)


def _paint_line(canvas: Canvas, plan: TilePlan, start: int, end: int, colour: str) -> None:
    (line1, column1), (line2, column2) = plan.place_of(start), plan.place_of(end)
    steps = max(abs(line2 - line1), abs(column2 - column1) // 2, 1)
    for step in range(steps + 1):
        line = line1 + plan.tile_height // 2 + round((line2 - line1) * step / steps)
        column = column1 + plan.tile_width // 2 + round((column2 - column1) * step / steps)
        _write(canvas, line, column, "·", colour)


def _paint_coordinates(canvas: Canvas, plan: TilePlan, theme: Theme) -> None:
    for line, text in plan.left_texts.items():
        _write(canvas, line, 0, text.rjust(plan.left_margin - 1), theme.coordinates)
    for column, text in plan.bottom_texts.items():
        _write(canvas, plan.height - 1, plan.left_margin + column, text, theme.coordinates)


class _TilePainter:
    def __init__(self, canvas: Canvas, picture: Picture, plan: TilePlan, theme: Theme, hands: Hands) -> None:
        self.canvas = canvas
        self.picture = picture
        self.theme = theme
        self.hands = hands
        self.plan = plan
        self.width, self.height = plan.tile_width, plan.tile_height
        self.pieces = picture.on_node
        self.tallest = max([USUAL_STACK, *(piece.size for piece in picture.pieces)])

    def paint(self, node: int) -> None:
        """A tile from the ground up: shade, label, piece, marks, cursor."""
        line, column = self.plan.place_of(node)
        for number in range(self.height):
            _write(self.canvas, line + number, column, " " * self.width, self.theme.coordinates, self._ground(node))
        if self.plan.has_own_labels:
            label = self.picture.board.label(node)[: self.width - 1]
            _write(self.canvas, line, column + 1, label, self.theme.coordinates)
        if node in self.pieces:
            self._piece(self.pieces[node], line, column)
        if node == self.hands.cursor:
            self._cursor(line, column)
        self._marks(node, line, column)
        text, colour = self.hands.notes.get(node, ("", ""))
        if len(text) <= self.width and self.height > 1:
            end = line + self.height - 1, column + self.width - len(text)
            _write(self.canvas, *end, text, colour, self.theme.background)

    def _ground(self, node: int) -> str:
        shade = self.theme.shades[self.picture.board.nodes[node].shade % len(self.theme.shades)]
        if node in self.hands.chosen:
            return shade if self.theme is EIGHT else mixed(self.theme.mark, shade, CHOSEN_TINT)
        if node not in self.picture.last_move:
            return shade
        return self.theme.last_move if self.theme is EIGHT else mixed(self.theme.last_move, shade, LAST_MOVE_TINT)

    def _piece(self, piece: Piece, line: int, column: int) -> None:
        colours = self.theme.colours_of(piece)
        ground = self.canvas[line][column].ground
        above = 1 if self.plan.has_own_labels else 0
        if piece.shape is Shape.TOWER and self.height > 1:
            self._tower(piece, colours, ground, line + above, column, self.height - above)
            return
        body = BODIES[piece.shape](piece, colours, self.height - above, self.tallest)
        if piece.shape in LONG and self.height > 1:
            body = self._vehicle(piece, colours, line, column)
        inset = max(1, self.width // 6)
        left = column + (0 if self._goes_on(piece, line, column - 1) else inset)
        right = column + self.width - (0 if self._goes_on(piece, line, column + self.width) else inset)
        for number, eighths in enumerate(body.lines(ground), line + above):
            self.canvas[number][left:right] = [_block(eighths, ground)] * (right - left)
            if body.is_round and ground in eighths:
                corners = LOWER_CORNERS if eighths[0] == ground else UPPER_CORNERS
                _write(self.canvas, number, left, corners[0], colours.face, ground)
                _write(self.canvas, number, right - 1, corners[1], colours.face, ground)
        sign = piece.sign[: self.width - 2]
        begin = column + (self.width - len(sign)) // 2
        _write(
            self.canvas,
            line + above + body.sign_line,
            begin,
            sign,
            colours.text,
            colours.face if body.layers else ground,
        )

    def _goes_on(self, piece: Piece, line: int, column: int) -> bool:
        """Whether a piece covers the tile at this place, too."""
        return bool(piece.also) and self.plan.node_at(line, column) in piece.nodes

    def _vehicle(self, piece: Piece, colours: SeatColours, line: int, column: int) -> _Body:
        """A vehicle's part in a tile: it keeps away from the edges behind which it does not go on."""
        below = 0 if self._goes_on(piece, line + self.height, column) else VEHICLE_GAP
        above = 0 if self._goes_on(piece, line - 1, column) else VEHICLE_GAP
        thickness = self.height * EIGHTHS - below - above
        return _Body(self.height, ((None, below), (colours.face, thickness)), self.height // 2)

    def _tower(self, piece: Piece, colours: SeatColours, ground: str, line: int, column: int, height: int) -> None:
        """Disks of different width, in halves of lines."""
        grid = tower_grid(piece, colours, ground, self.width - 2, 2 * height)
        for number, (upper, lower) in enumerate(zip(grid[::2], grid[1::2], strict=True), line):
            inks = [Ink(UPPER_HALF, *halves) for halves in zip(upper, lower, strict=True)]
            self.canvas[number][column + 1 : column + self.width - 1] = inks

    def _marks(self, node: int, line: int, column: int) -> None:
        """A dot on an empty target; signs at both sides of a piece that can be taken or is chosen."""
        middle = line + self.height // 2
        if node in self.hands.chosen:
            self._flank(middle, column, CHOSEN, node, self.theme.cursor)
        elif node in self.picture.marks and self.picture.is_taken(node):
            self._flank(middle, column, CAPTURE, node, self.theme.mark)
        elif node in self.picture.marks:
            # On what is there and stays, the dot is above.
            place = line if node in self.pieces else middle
            _write(self.canvas, place, column + self.width // 2 - 1, TARGET, self.theme.mark)

    def _flank(self, line: int, column: int, signs: str, node: int, colour: str) -> None:
        # In a tile of one line the cursor's first bracket must stay visible.
        if self.height > 1 or node != self.hands.cursor:
            _write(self.canvas, line, column, signs[0], colour)
        _write(self.canvas, line, column + self.width - 1, signs[1], colour)

    def _cursor(self, line: int, column: int) -> None:
        corners = {0: LOW_CURSOR} if self.height == 1 else {0: CURSOR_TOP, self.height - 1: CURSOR_BOTTOM}
        for number, signs in corners.items():
            _write(self.canvas, line + number, column, signs[0], self.theme.cursor)
            _write(self.canvas, line + number, column + self.width - 1, signs[1], self.theme.cursor)


@dataclass(frozen=True)
class _Body:
    """A piece seen from the front: layers of a colour and a thickness in eighths of a line, from below."""

    height: int
    layers: Sequence[tuple[str | None, int]]
    sign_line: int
    is_round: bool = False

    def lines(self, ground: str) -> list[list[str]]:
        """The colours of the lines from above, each in eighths from below."""
        column = [colour or ground for colour, thickness in self.layers for _ in range(thickness)]
        column += [ground] * (self.height * EIGHTHS - len(column))
        return [column[begin : begin + EIGHTHS] for begin in range((self.height - 1) * EIGHTHS, -1, -EIGHTHS)]


def _disc(piece: Piece, colours: SeatColours, height: int, tallest: int) -> _Body:
    """A disc in the middle, half a line away from the tile's edges where there is room for that."""
    below = EIGHTHS // 2 if height > 2 else 0
    above = EIGHTHS // 2 if height > 1 else 0
    thickness = height * EIGHTHS - below - above
    return _Body(height, ((None, below), (colours.face, thickness)), height // 2, is_round=height > 2)


def _stack(piece: Piece, colours: SeatColours, height: int, tallest: int) -> _Body:
    """Layers upon each other, in two colours by turns: the larger the stack, the taller."""
    room = height * EIGHTHS - (4 if height > 2 else 2 if height == 2 else 0)
    lowest = max(EIGHTHS, room // tallest)
    further = (room - lowest) // (tallest - 1)
    thicknesses = [lowest] + [further] * (piece.size - 1)
    layers = [(colours.side if number % 2 else colours.face, thick) for number, thick in enumerate(thicknesses)]
    return _Body(height, layers, height - 1)


def _tile(piece: Piece, colours: SeatColours, height: int, tallest: int) -> _Body:
    """The whole height of the cell."""
    return _Body(height, ((colours.face, height * EIGHTHS),), height // 2)


def _bare(piece: Piece, colours: SeatColours, height: int, tallest: int) -> _Body:
    """Nothing but the sign."""
    return _Body(height, (), height // 2)


BODIES: dict[Shape, Callable[[Piece, SeatColours, int, int], _Body]] = {
    Shape.DISC: _disc,
    Shape.CROWNED: _disc,
    Shape.STACK: _stack,
    Shape.TOWER: _bare,
    Shape.VEHICLE: _tile,
    Shape.BLOCK: _tile,
    Shape.TILE: _tile,
    Shape.TOKEN: _disc,
    Shape.BAR: _tile,
    Shape.STICKER: _tile,
    Shape.FIGURE: _disc,
    Shape.MARBLE: _disc,
    Shape.LAMP: _tile,
    Shape.LIT_LAMP: _tile,
    Shape.RING: _disc,
    Shape.TOAD: _disc,
    Shape.FROG: _disc,
    Shape.SEEDS: _bare,
    Shape.TEXT: _bare,
}


def _block(eighths: Sequence[str], ground: str) -> Ink:
    """The character for eighths of a line from below; where three colours meet, the lowest gives way."""
    runs = [(colour, len(list(run))) for colour, run in groupby(eighths)]
    if len(runs) == 1:
        return Ink(" ", runs[0][0], runs[0][0])
    (lower, _), (upper, above) = runs[-2:]
    if lower == ground and above == EIGHTHS // 2:
        return Ink(UPPER_HALF, upper, lower)  # in fonts that leave seams the piece itself should be whole
    return Ink(BLOCKS[EIGHTHS - above], lower, upper)
