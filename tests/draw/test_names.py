"""Where names of cells stand: beside rows and grids, also on a board that is turned; never behind a piece."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import ludograph
from ludograph.board import grids
from ludograph.draw.coordinates import cell_of, legible_names, names, turned_names, unit_of
from ludograph.draw.svg import to_svg

from .pictures import BOARDS
from .test_svg import SVG

GRID_GAMES = ["chess", "draughts/russian", "nchess/holes", "trimok", "sliding"]
FIGURE, LEAST_LETTER = {"height": 256, "width": 320}, 9  # pixels
ROW_GAMES = ["toads-and-frogs", "spin-out", "pancakes", "burnt-pancakes", "hanoi"]


@pytest.mark.parametrize("game", [*GRID_GAMES, *ROW_GAMES])
def test_names_stand_beside_grids_and_rows(game: str) -> None:
    board = ludograph.game(game).named_board
    for found in (names(board, unit_of(board)), turned_names(board, unit_of(board))):
        assert found
        assert all(cell_of(name, board) is None for name in found)


@pytest.mark.parametrize("game", [*GRID_GAMES, "nchess/glinski", "nchess/mccooey"])
def test_a_turned_board_has_its_names_at_the_left_and_below_as_well(game: str) -> None:
    """So its frame is the same, and the board stays where it is."""
    board = ludograph.game(game).named_board
    places = {(round(name.x, 6), round(name.y, 6)) for name in names(board, unit_of(board))}
    middles = [(node.x, node.y) for node in board.nodes]
    x, y = (min(at) + max(at) for at in zip(*middles, strict=True))
    turned = {(round(x - name.x, 6), round(y - name.y, 6)) for name in turned_names(board, unit_of(board))}
    if game in GRID_GAMES:
        assert turned == places
    left, bottom = min(at[0] for at in middles), min(at[1] for at in middles)
    assert min(at[0] for at in turned) < left
    assert min(at[1] for at in turned) < bottom


def test_names_along_two_edges_of_hexagons_keep_apart() -> None:
    board = ludograph.game("nchess/glinski").board
    found = turned_names(board, unit_of(board))
    letters = [name for name in found if name.text.isalpha()]
    numbers = [name for name in found if not name.text.isalpha()]
    near = min(((one.x - two.x) ** 2 + (one.y - two.y) ** 2) ** 0.5 for one in letters for two in numbers)
    assert near >= 0.5 * unit_of(board)


@pytest.mark.parametrize("game", ["chess", "draughts/russian", "abalone/hex", "hex", "trimok", "rush-hour"])
def test_names_can_be_read_in_a_small_figure(game: str) -> None:
    """In the room that a page of rules has for it; and they stay beside the board."""
    root = ElementTree.fromstring(to_svg(ludograph.game(game).start().picture(), is_small=True))
    (written,) = (group for group in root if _is_names(group))
    share = min(room / float(root.get(side, "")) for side, room in FIGURE.items())
    assert min(float(text.get("font-size", "")) for text in written) * share >= LEAST_LETTER
    board = ludograph.game(game).named_board
    assert all(cell_of(name, board) is None for name in legible_names(board, unit_of(board)))


def test_a_name_in_a_cell_lies_over_the_piece() -> None:
    """With the cell's colour around it, where a piece reaches so far."""
    root = ElementTree.fromstring(to_svg(ludograph.game("nchess/ring").start().picture()))
    kinds = ["piece" if group.get("transform") else "names" if _is_names(group) else "" for group in root]
    assert kinds.index("names") > max(place for place, kind in enumerate(kinds) if kind == "piece")
    (written,) = (group for group in root if _is_names(group))
    assert all(text.get("paint-order") == "stroke" and text.get("stroke") for text in written)


def _is_names(group: ElementTree.Element) -> bool:
    return group.tag == f"{SVG}g" and group.get("text-anchor") == "middle"


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_to_turn_a_board_twice_changes_nothing(board: grids.Board) -> None:
    again = board.turned().turned()
    assert [(node.x, node.y, node.label) for node in again.nodes] == [(n.x, n.y, n.label) for n in board.nodes]
    assert [[link.target for link in links] for links in again.links] == [[e.target for e in es] for es in board.links]
    renamed = board.relabelled(f"cell {label}" for label in board.labels)
    assert renamed.index(f"cell {board.label(0)}") == 0
