"""The shapes of puzzles' pieces: in tile colours, figures, vehicles; goals and one-way links."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import ludograph
from ludograph.board import Board, Node, grids
from ludograph.draw.coordinates import unit_of
from ludograph.draw.paint import paint
from ludograph.draw.picture import Picture, Piece, Shape, bar_width
from ludograph.draw.svg import HEADLIGHT, UNIT, to_svg
from ludograph.draw.themes import DARK, LIGHT, THEMES
from ludograph.draw.tiles import SIZES, TilePlan

SVG = "{http://www.w3.org/2000/svg}"
BOARD = grids.square(2, 1)


def drawn(*pieces: Piece, theme=LIGHT) -> ElementTree.Element:
    return ElementTree.fromstring(to_svg(Picture(BOARD, pieces, "A title", "A description"), theme))


def texts(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def widths(root: ElementTree.Element) -> list[float]:
    (group,) = (group for group in root.iter(f"{SVG}g") if group.get("transform"))
    return [float(bar.get("width", 0)) for bar in group.iter(f"{SVG}rect")]


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("shape", [Shape.TOKEN, Shape.BAR, Shape.STICKER])
def test_tile_colours_and_sign(shape: Shape, theme) -> None:
    for seat, colours in enumerate(theme.tiles):
        root = drawn(Piece(0, seat, shape, "q7", "a thing"), theme=theme)
        assert "q7" in texts(root)
        assert colours.face in {element.get("fill") for element in root.iter()}


@pytest.mark.parametrize("size", [1, 5, 12])
def test_bars_are_as_wide_as_they_say(size: int) -> None:
    assert max(widths(drawn(Piece(0, 1, Shape.BAR, "1", "a bar", size)))) == pytest.approx(UNIT * bar_width(size))


def test_sticker_fills_its_cell_only() -> None:
    root = drawn(Piece(1, 3, Shape.STICKER, "B", "a sticker"), theme=DARK)
    fills = [polygon.get("fill") for polygon in root.iter(f"{SVG}polygon")]
    assert fills == [DARK.shades[0], DARK.tiles[3].face]


@pytest.mark.parametrize("shape", [Shape.TILE, Shape.TOKEN, Shape.FIGURE])
def test_a_letter_is_drawn_large_whosever_it_is(shape: Shape) -> None:
    """In texts small ones are the other side's, which colours say here."""
    for sign, shown in (("r", "R"), ("+p", "+P"), ("R", "R"), ("q7", "q7"), ("ß", "ß")):
        assert shown in texts(drawn(Piece(0, 1, shape, sign, "a rook")))


def test_cells_with_stickers_have_no_names() -> None:
    assert texts(drawn(Piece(0, 3, Shape.STICKER, "q", "a sticker"))) == ["q"]
    assert set(texts(drawn(Piece(0, 3, Shape.TOKEN, "q", "a token")))) > {"Q", "A"}


@pytest.mark.parametrize(("sign", "expected"), [("♘", "♞"), ("♞", "♞"), ("♔", "♚"), ("Q", "Q")])
def test_figures_are_filled(sign: str, expected: str) -> None:
    root = drawn(Piece(0, 0, Shape.FIGURE, sign, "a knight"))
    assert expected in texts(root)
    assert next(text for text in root.iter(f"{SVG}text") if text.text == expected).get("fill") == LIGHT.seats[0].face


def test_a_vehicle_reaches_over_its_cells() -> None:
    board = grids.square(3, 3)
    park = Picture(board, (Piece(0, 2, Shape.VEHICLE, "T", "truck", also=(1, 2)),), "A title", "A description")
    root = ElementTree.fromstring(to_svg(park))
    (group,) = (group for group in root.iter(f"{SVG}g") if group.get("transform"))
    assert group.findtext(f"{SVG}title") == "truck, A1 B1 C1"
    widths = {float(body.get("width", 0)) for body in group.iter(f"{SVG}rect")}
    assert len(widths) == 1
    assert 2.5 * UNIT < widths.pop() < 3 * UNIT
    assert [text for text in texts(root) if text == "T"] == ["T"]
    assert [park.on_node[node].sign for node in range(3)] == ["T"] * 3


def test_a_block_has_no_nose_and_fills_its_cells() -> None:
    """Klotski's are blocks, Rush Hour's are cars."""
    headlights = {}
    for name in ("klotski", "rush-hour"):
        root = ElementTree.fromstring(to_svg(ludograph.game(name).start().picture()))
        headlights[name] = sum(each.get("fill") == HEADLIGHT for each in root.iter(f"{SVG}circle"))
    assert headlights == {"klotski": 0, "rush-hour": 2 * len(ludograph.game("rush-hour").start().picture().pieces)}
    board = grids.square(2, 2)
    tray = Picture(board, (Piece(0, 5, Shape.BLOCK, "L", "large block", also=(1, 2, 3)),), "A title", "A description")
    bodies = list(ElementTree.fromstring(to_svg(tray)).iter(f"{SVG}rect"))[1:]
    assert {(body.get("width"), body.get("height")) for body in bodies} == {("116.4", "116.4"), ("104.4", "104.4")}


@pytest.mark.parametrize(
    ("name", "tints"),
    [
        ("pancakes", [0]),  # a white plate
        ("burnt-pancakes?n=3", [0]),
        ("ball-sort?colours=2", [7] * 4),  # a tube of glass for each column
        ("water-jugs", [7] * 3),
        ("wolf-goat-cabbage", [3]),  # water
        ("bridge-and-torch", [3, 4]),  # with a bridge over it
    ],
)
def test_what_lies_about_a_board_is_drawn_whole_and_below_the_pieces(name: str, tints: list[int]) -> None:
    picture = ludograph.game(name).start().picture()
    assert [each.tint for each in picture.scenery] == tints
    root = ElementTree.fromstring(to_svg(picture))
    groups = [each for each in root if (each.get("transform") or "").startswith("translate(")]
    about, pieces = groups[: len(tints)], groups[len(tints) :]
    assert [len(group) for group in about] == [len(each.parts) for each in picture.scenery]
    assert len(pieces) == len(picture.pieces)
    assert all(group.find(f"{SVG}title") is not None for group in pieces)
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    unit = UNIT / unit_of(picture.board)
    for group, each in zip(about, picture.scenery, strict=True):
        x, y = map(float, (group.get("transform") or "")[len("translate(") : -1].split())
        across, up = (reach * unit for reach in each.reach)
        assert 0 <= x - across < x + across <= width
        assert 0 <= y - up < y + up <= height


@pytest.mark.parametrize("size", SIZES)
def test_vehicles_side_by_side_and_end_to_end_are_apart_on_the_screen(size: tuple[int, int]) -> None:
    """All of one colour: only the gaps tell them apart."""
    board = grids.square(4, 2)
    cars = tuple(Piece(node, 2, Shape.VEHICLE, "c", "car", also=(node + 1,)) for node in (0, 2, 4, 6))
    plan = TilePlan(board, *size)
    canvas = paint(Picture(board, cars, "A title", "A description"), plan, DARK)
    face, middle = DARK.tiles[2].face, plan.place_of(4)[0] + size[1] // 2
    grounds = [ink.ground == face for ink in canvas[middle][plan.left_margin :]]
    assert all(grounds[size[0] // 2 : size[0] * 3 // 2]), "a car has no gap"
    assert not all(grounds[size[0] * 3 // 2 : size[0] * 5 // 2]), "two cars have one"
    if size[1] > 1:
        lower = canvas[plan.place_of(0)[0] - 1][plan.left_margin + size[0] // 2]
        assert {lower.colour, lower.ground} > {face}


def test_the_exit_of_the_car_park_is_an_arrow_out_of_it() -> None:
    picture = ludograph.game("rush-hour").start().picture()
    assert [picture.board.label(goal) for goal in picture.goals] == ["F3"]
    fills = [arrow.get("fill") for arrow in ElementTree.fromstring(to_svg(picture)).iter(f"{SVG}polygon")]
    assert fills.count(LIGHT.mark) == 1


def marked(picture: Picture) -> list[ElementTree.Element]:
    """The groups of goals and of marks."""
    groups = ElementTree.fromstring(to_svg(picture)).iter(f"{SVG}g")
    return [group for group in groups if group.get("stroke") == LIGHT.mark]


def test_goals_that_are_nodes_or_inner_cells() -> None:
    graph = ludograph.game("graph").start().picture()
    assert [graph.board.label(goal) for goal in graph.goals] == ["2"]
    assert [[shape.tag for shape in group] for group in marked(graph)] == [[f"{SVG}circle"], []]
    inner = Picture(grids.square(3, 3), (), "A title", "A description", goals=(4,))
    assert [[shape.tag for shape in group] for group in marked(inner)] == [[f"{SVG}polygon"], []]


def test_only_one_way_links_have_arrowheads() -> None:
    board = Board(
        [Node(0, "a", 0, 0), Node(1, "b", 2, 0), Node(2, "c", 4, 0)],
        [(0, 1), (1, 2), (2, 1)],
    )
    root = ElementTree.fromstring(to_svg(Picture(board, (), "A title", "A description")))
    assert len(list(root.iter(f"{SVG}line"))) == 2
    (arrow,) = root.iter(f"{SVG}polygon")
    xs = [float(point.split(",")[0]) for point in arrow.get("points", "").split()]
    circles = sorted(float(circle.get("cx", 0)) for circle in root.iter(f"{SVG}circle"))
    assert circles[0] < min(xs) < xs[0] < circles[1], "it points to b"
