"""The board in the terminal: boards of any shape and terminals of any size."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import pytest
from textual.widgets import Button

from ludograph.board import Board, grids
from ludograph.cli.play_screen import PlayScreen
from ludograph.cli.screen.walking import DOWN, LEFT, RIGHT, UP, walk
from ludograph.core.game import Game
from ludograph.core.moves import Move, MoveKind
from ludograph.core.outcome import Outcome
from ludograph.draw.layout import layout
from ludograph.draw.paint import Hands, paint
from ludograph.draw.picture import Picture, Piece, Shape
from ludograph.draw.themes import DARK
from ludograph.draw.tiles import SIZES, TilePlan, plan_for
from ludograph.errors import IllegalMove
from ludograph.players.session import Session
from screens import TRIMOK, click, position_of, screen, type_move

BOARDS = (
    grids.square(6, 6, links=8),
    grids.dark_squares(8),
    grids.hexagon(5),
    grids.hexagon(6, layout="files"),
    grids.ring(12, 3),
)


class Stroll(Game):
    """One walker takes one or two steps along links, or rests: moves that can go on, and a hop that is no cell."""

    name = "stroll"
    title = "Stroll"
    summary = "a walker that goes anywhere"
    seats = ("Walker",)

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.board = board

    def start_state(self) -> int:
        return 0

    def seat_of(self, state: Any) -> int:
        return 0

    def moves_of(self, state: Any, kind: MoveKind) -> Iterable[Move]:
        yield Move("rest", None, None, hops=("rest",), code=state)
        for first in self.board.neighbours(state):
            yield self._move(state, first)
            for second in self.board.neighbours(first):
                if second != state:
                    yield self._move(state, first, second)

    def _move(self, *nodes: int) -> Move:
        labels = tuple(map(self.board.label, nodes))
        return Move("-".join(labels), labels[0], labels[-1], hops=labels, code=nodes[-1])

    def after(self, state: Any, move: Move) -> int:
        return move.code

    def end_of(self, state: Any) -> Outcome | None:
        return None

    def read(self, text: str) -> Hashable:
        return self.board.labels.index(text)

    def write(self, state: Any) -> str:
        return self.board.label(state)

    def why_not(self, state: Any, hops: Sequence[str]) -> IllegalMove | None:
        return None

    def pieces(self, state: Any) -> Sequence[Piece]:
        return [Piece(state, 0, Shape.DISC, "W", "walker")]


@pytest.mark.parametrize("board", BOARDS, ids=str)
async def test_moves_hop_by_hop_on_any_board(board: Board) -> None:
    game = Stroll(board)
    app = PlayScreen(Session(game, ["human"]), delay=0)
    async with app.run_test(size=(100, 40)) as pilot:
        first = board.neighbours(0)[0]
        second = next(node for node in board.neighbours(first) if node != 0)
        labels = [board.label(node) for node in (0, first, second)]
        await click(pilot, app, *labels)
        assert app.match.played[-1].hops == tuple(labels)
        # A first step that could go on is ended by touching it again.
        await click(pilot, app, labels[2], labels[1], labels[1])
        assert app.match.played[-1].hops == (labels[2], labels[1])
        # What is no cell has a button.
        await pilot.click(app.choice_bar.query(Button).first())
        await pilot.pause()
        assert app.match.played[-1].text == "rest"


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_every_node_has_a_tile_of_its_own(board: Board, size: tuple[int, int]) -> None:
    plan = TilePlan(board, *size)
    width, height = size
    for node in range(len(board)):
        line, column = plan.place_of(node)
        corners = [(line, column), (line + height - 1, column + width - 1)]
        assert [plan.node_at(*corner) for corner in corners] == [node, node]
    pieces = [Piece(node, 0, Shape.DISC, f"{node % 100:02}", "") for node in range(len(board))]
    canvas = paint(Picture(board, pieces, "", ""), plan, DARK, Hands(cursor=0))
    assert {len(line) for line in canvas} == {plan.width}
    assert len(canvas) == plan.height
    shown = "\n".join("".join(ink.sign for ink in line) for line in canvas)
    assert all(piece.sign in shown for piece in pieces)


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_arrows_reach_every_node(board: Board) -> None:
    reached, fresh = {0}, [0]
    while fresh:
        node = fresh.pop()
        steps = {walk(board, node, direction) for direction in (RIGHT, UP, LEFT, DOWN)} - reached
        reached |= steps
        fresh += steps
    assert reached == set(range(len(board)))


def test_arrows_go_where_they_point() -> None:
    board = grids.square(3, 3)
    steps = [walk(board, board.labels.index("B2"), direction) for direction in (RIGHT, UP, LEFT, DOWN)]
    assert [board.label(node) for node in steps] == ["C2", "B3", "A2", "B1"]
    assert walk(board, 0, LEFT) == 0


def test_rows_of_a_hexagon_are_shifted_by_half_a_cell() -> None:
    board = grids.hexagon(3)
    places = layout(board, 4).places
    rows: dict[int, list[int]] = {}
    for line, column in places.values():
        rows.setdefault(line, []).append(column)
    assert [sorted(rows[line]) for line in sorted(rows)] == [
        [6, 12, 18],
        [3, 9, 15, 21],
        [0, 6, 12, 18, 24],
        [3, 9, 15, 21],
        [6, 12, 18],
    ]


def test_taller_stacks_cover_more_of_their_tiles() -> None:
    board = grids.square(3, 1)
    pieces = [Piece(size - 1, 0, Shape.STACK, f"R{size}", "", size) for size in (1, 2, 3)]
    for size in ((6, 3), (6, 2), (12, 6)):
        plan = TilePlan(board, *size)
        canvas = paint(Picture(board, pieces, "", ""), plan, DARK)
        heights = []
        for node in range(3):
            _, column = plan.place_of(node)
            column += plan.tile_width // 2 - 2  # beside the sign
            shade = DARK.shades[board.nodes[node].shade]
            inks = [canvas[line][column] for line in range(plan.tile_height)]
            heights.append(sum(8 if ink.ground != shade else " ▁▂▃▄▅▆▇".index(ink.sign) for ink in inks))
        assert heights == sorted(set(heights))


@pytest.mark.parametrize(("terminal", "tile"), [((80, 24), (6, 3)), ((120, 40), (12, 6)), ((34, 12), (4, 1))])
async def test_tiles_fit_the_terminal(terminal: tuple[int, int], tile: tuple[int, int]) -> None:
    app = screen()
    async with app.run_test(size=terminal) as pilot:
        await pilot.pause()
        assert (app.view.plan.tile_width, app.view.plan.tile_height) == tile
        assert app.view.region.width <= terminal[0]
        await click(pilot, app, "C2", "C3")
        assert position_of(app) == str(TRIMOK.start().play("C2-C3"))


async def test_a_board_that_is_too_large_scrolls_with_the_cursor() -> None:
    app = screen()
    async with app.run_test(size=(20, 8)) as pilot:
        await pilot.press(*["right"] * 5)
        await pilot.pause()
        assert app.view.cursor == TRIMOK.board.labels.index("F1")
        line, column = app.view.plan.place_of(app.view.cursor)
        shown = app.view.parent.region  # type: ignore[union-attr]
        assert shown.contains(app.view.region.x + column, app.view.region.y + line)
        await type_move(pilot, "C2-C3")
        assert position_of(app) == str(TRIMOK.start().play("C2-C3"))


async def test_the_layout_follows_the_terminal() -> None:
    app = screen()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.resize_terminal(50, 18)
        await pilot.pause()
        assert app.view.plan == plan_for(TRIMOK.board, *app.view.parent.outer_size)  # type: ignore[union-attr]
        assert app.view.plan.tile_height < 6
        assert app.view.region.bottom <= app.panel.region.y
