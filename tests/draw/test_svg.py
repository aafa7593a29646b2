"""The SVG board: well-formed, safe, inside its frame, and readable by the numbers."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludograph
from ludograph.board import Board, Node, grids
from ludograph.draw.coordinates import legible_names, names, unit_of
from ludograph.draw.picture import Shape
from ludograph.draw.svg import LAST_MOVE_OPACITY, UNIT, to_svg
from ludograph.draw.themes import LIGHT, THEMES, Theme

from .pictures import BOARDS, GRIDS, PLAIN_GRAPH, picture, piece

SVG = "{http://www.w3.org/2000/svg}"
every_board = pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
HOSTILE = "<script>alert('1')</script> & \"quoted\" ]]> \x00\x1b\ud800 é"


def drawn(*args: object, **more: object) -> ElementTree.Element:
    return ElementTree.fromstring(to_svg(*args, **more))  # type: ignore[arg-type]


def texts(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def piece_groups(root: ElementTree.Element) -> list[ElementTree.Element]:
    return [group for group in root.iter(f"{SVG}g") if group.get("transform")]


def size_of(root: ElementTree.Element) -> tuple[float, float]:
    left, top, width, height = map(float, (root.get("viewBox") or "").split())
    assert (left, top) == (0, 0)
    return width, height


def box_of(group: ElementTree.Element) -> tuple[float, float, float, float]:
    """The box of a piece in the drawing, rims included: left, top, right, bottom."""
    x, y, scale = map(float, re.findall(r"-?[\d.]+", group.get("transform") or ""))
    xs, ys = [], []
    for shape in group:
        rim = float(shape.get("stroke-width", 0)) / 2
        if shape.tag in (f"{SVG}circle", f"{SVG}ellipse"):
            rx = float(shape.get("rx") or shape.get("r") or 0) + rim
            ry = float(shape.get("ry") or shape.get("r") or 0) + rim
            cy = float(shape.get("cy", 0))
            xs += [-rx, rx]
            ys += [cy - ry, cy + ry]
        elif shape.tag == f"{SVG}path":  # M left top v thick a rx ry …: the lower half of an ellipse below
            left, top, thick, rx, ry = map(float, re.findall(r"-?[\d.]+", shape.get("d") or "")[:5])
            xs += [left - rim, left + 2 * rx + rim]
            ys += [top, top + thick + ry + rim]
    return x + scale * min(xs), y + scale * min(ys), x + scale * max(xs), y + scale * max(ys)


class TestDocument:
    @every_board
    @every_theme
    def test_it_has_title_description_and_everything_drawn(self, board: Board, theme: Theme) -> None:
        root = drawn(picture(board, last_move=(0,), marks=(0, len(board) - 1)), theme)
        assert root.tag == f"{SVG}svg"
        assert root.get("role") == "img"
        assert root.findtext(f"{SVG}title") == "A title"
        assert root.findtext(f"{SVG}desc") == "A description"
        assert len(piece_groups(root)) == len(board)
        assert theme.background in to_svg(picture(board), theme)

    def test_hostile_texts_stay_texts(self) -> None:
        board = Board([Node(0, HOSTILE, 0, 0), Node(1, "b", 1, 0)], [(0, 1)])
        shown = picture(
            board, (piece(0, name=HOSTILE),), title=HOSTILE, description=HOSTILE, beside=(piece(0, name=HOSTILE),)
        )
        text = to_svg(shown)
        assert "<script" not in text
        text.encode()
        root = ElementTree.fromstring(text)
        read = HOSTILE.replace("\x00\x1b\ud800", "\ufffd\ufffd\ufffd")
        assert root.findtext(f"{SVG}title") == root.findtext(f"{SVG}desc") == read
        assert read in texts(root)
        assert [group.findtext(f"{SVG}title") for group in piece_groups(root)] == [
            f"{read}, {read}",
            f"{read}, off the board",
        ]

    def test_nothing_comes_from_elsewhere(self) -> None:
        text = to_svg(picture(BOARDS["squares"]))
        assert re.findall(r'https?://[^"]*', text) == ["http://www.w3.org/2000/svg"]
        assert not re.search(r"href|url\(|<style|<image|\son\w+=", text)


class TestFrame:
    @every_board
    @pytest.mark.parametrize("size", [0, 1, 2, 3, 4, 9, 40])
    def test_every_piece_is_inside(self, board: Board, size: int) -> None:
        pieces = tuple(piece(node, node % 2, size) for node in range(len(board)))
        beside = tuple(piece(0, number % 2, size) for number in range(60))
        root = drawn(picture(board, pieces, beside=beside))
        check_inside(root)
        assert len(piece_groups(root)) == len(board) + 60

    @settings(deadline=None)  # boards differ in size, and so does their time
    @given(board=GRIDS)
    def test_every_piece_is_inside_on_any_grid(self, board: Board) -> None:
        check_inside(drawn(picture(board)))

    @settings(deadline=None)  # boards differ in size, and so does their time
    @given(board=GRIDS)
    def test_pieces_don_t_touch_each_other_on_any_grid(self, board: Board) -> None:
        """A disc is narrower than a cell, inner rings included; a stack stays in its cell's height, too."""
        groups = piece_groups(drawn(picture(board, tuple(piece(node) for node in range(min(len(board), 150))))))
        middles = [tuple(map(float, re.findall(r"-?[\d.]+", group.get("transform") or "")[:2])) for group in groups]
        width = box_of(groups[0])[2] - box_of(groups[0])[0]
        assert width <= UNIT
        for (x1, y1), (x2, y2) in combinations(middles, 2):
            assert (x1 - x2) ** 2 + (y1 - y2) ** 2 > width**2

    def test_a_map_of_far_and_near_nodes_has_a_frame_of_bounded_size(self) -> None:
        board = Board([Node(0, "a", 0, 0), Node(1, "b", 1e-12, 0), Node(2, "c", 1e6, 1e6)], [(0, 1)])
        root = drawn(picture(board))
        assert max(size_of(root)) < 100_000
        check_inside(root)

    def test_invisible_nodes_are_not_drawn(self) -> None:
        square = grids.square(2, 1)
        hidden = Board([square.nodes[0], replace(square.nodes[1], visible=False)], [(0, 1), (1, 0)])
        root = drawn(picture(hidden, ()))
        assert len(list(root.iter(f"{SVG}polygon"))) == 1
        assert len(list(drawn(picture(square, ())).iter(f"{SVG}polygon"))) == 2
        nothing = Board([replace(square.nodes[0], visible=False)], [])
        assert not list(drawn(picture(nothing, ())).iter(f"{SVG}polygon"))


def check_inside(root: ElementTree.Element) -> None:
    width, height = size_of(root)
    for group in piece_groups(root):
        left, top, right, bottom = box_of(group)
        assert 0 <= left < right <= width
        assert 0 <= top < bottom <= height
    for text in root.iter(f"{SVG}text"):
        if text.get("x"):
            half = 0.3 * float(text.get("font-size") or 0)
            assert half <= float(text.get("x") or 0) <= width - half
            assert half <= float(text.get("y") or 0) <= height - half


class TestPieces:
    def test_stacks_are_taller_and_wider_by_size(self) -> None:
        board = grids.square(4, 1)
        groups = piece_groups(drawn(picture(board, tuple(piece(node, 0, node + 1) for node in range(4)))))
        boxes = [box_of(group) for group in groups]
        heights = [bottom - top for _, top, _, bottom in boxes]
        widths = [right - left for left, _, right, _ in boxes]
        for shorter, taller in [(0, 1), (1, 2), (2, 3)]:
            assert heights[taller] - heights[shorter] > 5  # pixels: seen at a glance
            assert widths[taller] > widths[shorter]
        assert [group.findtext(f"{SVG}text") for group in groups] == ["1", "2", "3", "4"]

    def test_nearer_stacks_are_drawn_over_farther_ones(self) -> None:
        root = drawn(picture(grids.square(1, 3)))
        heights = [float(re.findall(r"[\d.]+", group.get("transform") or "")[1]) for group in piece_groups(root)]
        assert heights == sorted(heights)

    def test_discs_have_a_rim_and_each_seat_its_colours(self) -> None:
        board = grids.square(2, 1)
        text = to_svg(picture(board, (piece(0, 0), piece(1, 1))))
        for seat in LIGHT.seats[:2]:
            assert f'fill="{seat.face}" stroke="{seat.rim}"' in text
        assert LIGHT.seats[2].face not in text


class TestMarksAndLastMove:
    def test_they_are_seen_and_only_where_they_are(self) -> None:
        board = grids.square(3, 3)
        plain = to_svg(picture(board, (piece(0),)))
        assert LIGHT.last_move not in plain
        root = drawn(picture(board, (piece(0),), last_move=(0, 1), marks=(0, 5)))
        assert len([e for e in root.iter(f"{SVG}polygon") if e.get("fill") == LIGHT.last_move]) == 2
        marks = next(group for group in root.iter(f"{SVG}g") if group.get("fill") == LIGHT.mark)
        ring, dot = marks
        assert (ring.get("fill"), dot.get("stroke")) == ("none", "none")  # around a piece, or on an empty cell
        assert float(ring.get("r") or 0) > UNIT * 0.4 > float(dot.get("r") or 0)
        assert list(root).index(marks) > max(list(root).index(group) for group in piece_groups(root))

    def test_a_node_without_an_outline_is_a_dot_and_links_are_lines(self) -> None:
        root = drawn(picture(PLAIN_GRAPH, (), last_move=(1,)))
        assert len([e for e in root.iter(f"{SVG}circle") if e.get("fill") == LIGHT.last_move]) == 1
        assert len(list(root.iter(f"{SVG}line"))) == 7  # 9 links, two of which go both ways
        assert len(list(root.iter(f"{SVG}circle"))) == 6


class TestCoordinates:
    def test_squares_have_them_along_the_edges(self) -> None:
        assert texts(drawn(picture(BOARDS["squares"], ()))) == [*"ABCDEF", *"123456"]

    def test_hexagons_too(self) -> None:
        """Abalone's letters left of the rows, its numbers below the diagonals; Gliński's letters below the files."""
        assert sorted(texts(drawn(picture(BOARDS["hexagon of rows"], ())))) == sorted([*"abcdefghi", *"123456789"])
        glinski = texts(drawn(picture(BOARDS["hexagon of files"], ())))
        assert sorted(glinski) == sorted([*"abcdefghikl", *map(str, range(1, 12))])

    def test_letters_lie_on_their_own_lines(self) -> None:
        """The columns of the triangle lead to the lower left, and their letters with them."""
        board = ludograph.game("peg-solitaire/triangle").board
        found = {name.text: name for name in names(board, unit_of(board))}
        for letter in "ABCDE":
            lowest, above = (board.nodes[board.labels.index(f"{letter}{row}")] for row in (5, 5 - (letter < "E")))
            if above is not lowest:
                steps = (found[letter].y - lowest.y) / (lowest.y - above.y)
                assert found[letter].x == pytest.approx(lowest.x + steps * (lowest.x - above.x))

    @pytest.mark.parametrize("name", ["dark squares", "rings", "plain graph"])
    def test_other_boards_have_them_at_every_cell(self, name: str) -> None:
        board = BOARDS[name]
        assert sorted(texts(drawn(picture(board, ())))) == sorted(board.labels)

    def test_they_can_be_left_out(self) -> None:
        assert texts(drawn(picture(BOARDS["dark squares"], ()), coordinates=False)) == []

    @every_board
    def test_none_is_under_a_piece(self, board: Board) -> None:
        """A name's box and a disc's circle, of the size it is drawn with, have nothing in common."""
        unit = unit_of(board)
        disc = 0.36 * unit
        for name in (*names(board, unit), *legible_names(board, unit)):
            (left, low), (right, high) = name.corners
            for node in board.nodes:
                dx = max(left - node.x, 0.0, node.x - right)
                dy = max(low - node.y, 0.0, node.y - high)
                assert (dx**2 + dy**2) ** 0.5 > disc * 0.97

    @every_board
    def test_none_is_over_another(self, board: Board) -> None:
        for written in (names(board, unit_of(board)), legible_names(board, unit_of(board))):
            for first, second in combinations(written, 2):
                (left, low), (right, high) = first.corners
                (other_left, other_low), (other_right, other_high) = second.corners
                assert right < other_left or other_right < left or high < other_low or other_high < low

    def test_a_long_name_widens_the_frame(self) -> None:
        long = Board([Node(0, "W" * 16, 0, 0), Node(1, "b", 0, 1)], [(0, 1)])
        short = Board([Node(0, "a", 0, 0), Node(1, "b", 0, 1)], [(0, 1)])
        assert size_of(drawn(picture(long, ())))[0] > size_of(drawn(picture(short, ())))[0]


def luminance(colour: str) -> float:
    """WCAG 2.2: relative luminance."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    darker, lighter = sorted((luminance(first), luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def mixed(below: str, above: str, opacity: float) -> str:
    parts = [
        round(int(below[place : place + 2], 16) * (1 - opacity) + int(above[place : place + 2], 16) * opacity)
        for place in (1, 3, 5)
    ]
    return "#" + "".join(f"{part:02x}" for part in parts)


def cell_colours(theme: Theme) -> list[str]:
    return [*theme.shades, *(mixed(shade, theme.last_move, LAST_MOVE_OPACITY) for shade in theme.shades)]


def test_the_formula_knows_black_and_white() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@every_theme
class TestContrast:
    def test_pieces_against_cells(self, theme: Theme) -> None:
        for seat in theme.seats:
            assert min(contrast(seat.face, cell) for cell in (*cell_colours(theme), theme.background)) >= 1.5
            assert contrast(seat.rim, seat.face) >= 1.5

    def test_the_first_two_seats_by_lightness(self, theme: Theme) -> None:
        assert contrast(theme.seats[0].face, theme.seats[1].face) >= 1.5

    def test_coordinates_against_everything_they_stand_on(self, theme: Theme) -> None:
        assert min(contrast(theme.coordinates, ground) for ground in (theme.background, *cell_colours(theme))) >= 4.5

    def test_labels_on_pieces(self, theme: Theme) -> None:
        for seat in theme.seats:
            assert contrast(seat.text, seat.face) >= 3

    def test_marks_against_cells(self, theme: Theme) -> None:
        assert min(contrast(theme.mark, cell) for cell in cell_colours(theme)) >= 3


@every_theme
def test_a_line_of_text_keeps_its_blanks_and_stays_in_its_cell(theme: Theme) -> None:
    """Written in the colour of the names, whose contrast is checked above; smaller where it has no room."""
    board = Board([Node(0, "1", 0, 0)], [])
    heights = []
    for sign in (" o.o ", " o.o " * 4):
        line = replace(piece(0, size=5, sign=sign), shape=Shape.TEXT)
        (text,) = piece_groups(drawn(picture(board, (line,)), theme))[0].iter(f"{SVG}text")
        assert (text.text, text.get("style"), text.get("fill")) == (sign, "white-space: pre", theme.coordinates)
        heights.append(float(text.get("font-size") or 0))
    assert heights[0] == pytest.approx(4 * heights[1])


@given(title=st.text(), name=st.text(), label=st.text(min_size=1))
def test_any_text_gives_well_formed_xml(title: str, name: str, label: str) -> None:
    board = Board([Node(0, label, 0, 0)], [])
    root = drawn(picture(board, (piece(0, name=name),), title=title, description=name))
    assert root.tag == f"{SVG}svg"
