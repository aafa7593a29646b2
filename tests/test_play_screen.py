"""The board in the terminal: mouse, keys, typed moves, players that move by themselves, boards of any shape."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Button

import ludograph
from ludograph.board import Board, grids
from ludograph.cli.play_screen import PlayScreen
from ludograph.cli.screen.board_view import BoardView
from ludograph.cli.screen.dialogs import Help, Question
from ludograph.cli.screen.hand import Hand
from ludograph.cli.screen.walking import DOWN, LEFT, RIGHT, UP, walk
from ludograph.core.game import Game
from ludograph.core.moves import Move, MoveKind
from ludograph.core.outcome import Outcome
from ludograph.draw.layout import layout
from ludograph.draw.paint import Hands, paint
from ludograph.draw.picture import Picture, Piece, Shape
from ludograph.draw.themes import DARK
from ludograph.draw.tiles import SIZES, TilePlan, plan_for
from ludograph.errors import FileRefused, IllegalMove
from ludograph.players.session import Session

TRIMOK = ludograph.game("trimok")
START = str(TRIMOK.start())
RETURNING = str(TRIMOK.parse("R:1A6R,2D6R,3E6R,1C1B"))
NORMAL = (80, 24)
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


def screen(*seats: str, position: str | None = None, record: Path | None = None) -> PlayScreen:
    start = TRIMOK.parse(position) if position else None
    return PlayScreen(Session(TRIMOK, seats or ("human", "human"), start=start, record=record), delay=0)


def position_of(app: PlayScreen) -> str:
    return str(app.match.position)


def message_of(app: PlayScreen) -> str:
    return str(app.panel.message.render())


def board_lines(app: PlayScreen) -> list[str]:
    view = app.view
    return [view.render_line(line).text for line in range(view.plan.height)]


def tile_text(app: PlayScreen, label: str) -> str:
    """The lines of a tile, as they are shown."""
    plan, board = app.view.plan, app.match.game.board
    line, column = plan.place_of(board.labels.index(label))
    rows = board_lines(app)[line : line + plan.tile_height]
    return "\n".join(row[column : column + plan.tile_width] for row in rows)


def middle(app: PlayScreen, label: str) -> tuple[int, int]:
    plan = app.view.plan
    line, column = plan.place_of(app.match.game.board.labels.index(label))
    return column + plan.tile_width // 2, line + plan.tile_height // 2


async def click(pilot: Pilot[None], app: PlayScreen, *labels: str) -> None:
    for label in labels:
        await pilot.pause()  # until the board has its size
        await pilot.click(BoardView, offset=middle(app, label))
    await pilot.pause()


async def type_move(pilot: Pilot[None], text: str) -> None:
    await pilot.press("m", *text, "enter")
    await pilot.pause()


async def until(pilot: Pilot[None], condition: Callable[[], object]) -> None:
    for _ in range(3000):
        if condition():
            return
        await pilot.pause(0.005)
    raise AssertionError("it never came true")


# -- a human's moves --------------------------------------------------------------------------------------


async def test_two_clicks_make_a_move() -> None:
    app = screen()
    async with app.run_test(size=NORMAL) as pilot:
        await click(pilot, app, "C2")
        assert position_of(app) == START
        assert ">" in tile_text(app, "C2")
        assert {label for label in TRIMOK.board.labels if "••" in tile_text(app, label)} == {"B3", "C3", "D3"}
        await click(pilot, app, "D3")
        assert position_of(app) == str(TRIMOK.start().play("C2-D3"))
        assert not any("••" in line for line in board_lines(app))


async def test_an_enemy_that_can_be_taken_has_a_mark_of_its_own() -> None:
    app = screen(position="R:2B2R,1C3B,3A3B")
    async with app.run_test(size=NORMAL) as pilot:
        await click(pilot, app, "B2")
        assert "×" in tile_text(app, "C3")
        assert "×" not in tile_text(app, "A3")
        await click(pilot, app, "C3")
        assert app.match.last_move
        assert app.match.last_move.text == "B2xC3"


async def test_a_piece_can_be_dragged() -> None:
    app = screen()
    async with app.run_test(size=NORMAL) as pilot:
        await click(pilot, app, "C2")  # chosen already: pressing it again must not let go of it
        await pilot.mouse_down(BoardView, offset=middle(app, "C2"))
        await pilot.mouse_up(BoardView, offset=middle(app, "C3"))
        await pilot.pause()
        assert position_of(app) == str(TRIMOK.start().play("C2-C3"))


async def test_keys_walk_and_move() -> None:
    app = screen()
    async with app.run_test(size=NORMAL) as pilot:
        await pilot.press("up", "right", "enter", "up", "space")
        await pilot.pause()
        assert position_of(app) == str(TRIMOK.start().play("B2-B3"))
        assert "┏" in tile_text(app, "B3")


async def test_a_typed_move_is_played_and_letters_are_no_commands_meanwhile() -> None:
    app = screen()
    async with app.run_test(size=NORMAL) as pilot:
        await pilot.press("m", *"quhd2")
        assert app.move_input.value == "quhd2"
        await pilot.press("escape")
        assert app.move_input.value == ""
        assert app.view.has_focus
        await type_move(pilot, "d2-d3")
        assert position_of(app) == str(TRIMOK.start().play("D2-D3"))
        assert app.view.has_focus


async def test_a_refused_move_changes_nothing_and_is_explained() -> None:
    app = screen()
    async with app.run_test(size=NORMAL) as pilot:
        await type_move(pilot, "A1-A5")
        assert position_of(app) == START
        assert "A5 is not next to A1" in message_of(app)
        assert app.move_input.value == "A1-A5"
        await pilot.press("escape")
        await click(pilot, app, "A6")
        assert "A6 holds a stack of Blue" in message_of(app)
        await click(pilot, app, "A2", "A5")
        assert "A5 is not next to A2" in message_of(app)
        assert app.hand.hops == ()
        assert position_of(app) == START


@pytest.mark.parametrize("way", ["escape", "beside", "again"])
async def test_a_chosen_piece_can_be_let_go(way: str) -> None:
    app = screen()
    async with app.run_test(size=NORMAL) as pilot:
        await click(pilot, app, "C2")
        assert app.hand.hops == ("C2",)
        if way == "escape":
            await pilot.press("escape")
        elif way == "beside":
            await pilot.click("BoardArea", offset=(0, 0))
        else:
            await click(pilot, app, "C2")
        await pilot.pause()
        assert app.hand.hops == ()
        assert not any("••" in line for line in board_lines(app))


async def test_clicking_another_own_piece_chooses_that() -> None:
    app = screen()
    async with app.run_test(size=NORMAL) as pilot:
        await click(pilot, app, "C2", "D2", "E3")
        assert position_of(app) == str(TRIMOK.start().play("D2-E3"))


@pytest.mark.parametrize(("key", "move"), [("enter", "A6-B1"), ("0", "A6-B1"), ("2", "A6-B1=2"), ("3", "A6-B1=3")])
async def test_a_move_that_can_go_on_offers_the_choice(key: str, move: str) -> None:
    app = screen(position=RETURNING)
    async with app.run_test(size=NORMAL) as pilot:
        await click(pilot, app, "A6", "B1")
        assert [choice.text for choice in app.choice_bar.choices] == ["as it is", "=2", "=3"]
        assert position_of(app) == RETURNING
        await pilot.press(key)
        await pilot.pause()
        assert position_of(app) == str(TRIMOK.parse(RETURNING).play(move))
        assert not app.choice_bar.display
        assert app.view.has_focus


async def test_a_choice_can_be_clicked_or_declined() -> None:
    app = screen(position=RETURNING)
    async with app.run_test(size=NORMAL) as pilot:
        await click(pilot, app, "A6", "B1")
        await pilot.press("escape")
        await pilot.pause()
        assert not app.choice_bar.display
        assert position_of(app) == RETURNING
        await click(pilot, app, "A6", "B1", "A1")  # another target instead of an answer
        await pilot.click(app.choice_bar.query(Button).last())
        await pilot.pause()
        assert position_of(app) == str(TRIMOK.parse(RETURNING).play("A6-A1=3"))


async def test_the_list_of_moves_shows_and_plays_them() -> None:
    app = screen()
    async with app.run_test(size=NORMAL) as pilot:
        await pilot.press("h")
        shown = [str(app.panel.hints.get_option_at_index(i).prompt) for i in range(app.panel.hints.option_count)]
        assert shown == [move.text for move in TRIMOK.start().legal_moves]
        await pilot.press("down")
        await pilot.pause()
        source, target = TRIMOK.start().legal_moves[1].hops
        assert ">" in tile_text(app, source)
        assert ">" in tile_text(app, target)
        await pilot.press("h")
        assert not app.panel.is_hinting
        assert position_of(app) == START
        await click(pilot, app, "C2")
        await pilot.press("h", "down", "enter")
        await pilot.pause()
        assert position_of(app) == str(TRIMOK.start().play("C2-C3"))
        assert not app.panel.is_hinting
        assert app.view.has_focus


# -- the match --------------------------------------------------------------------------------------------


async def test_the_panel_tells_turn_last_move_and_history() -> None:
    app = screen("human", "human", position="B:3A1R,2A5B,1F6B")
    async with app.run_test(size=NORMAL) as pilot:
        seats, moves = app.panel.seats, app.panel.moves
        assert "▶ ■ Blue" in str(seats.render())
        for move in ("A5-A4", "A1-A2", "F6-F5"):
            await type_move(pilot, move)
        assert "▶ ■ Red" in str(seats.render())
        assert "Blue played F6-F5." in str(seats.render())
        assert [line.split() for line in str(moves.render()).splitlines()] == [["1", "A5-A4"], ["2", "A1-A2", "F6-F5"]]


async def test_undo_takes_back_and_says_when_there_is_nothing() -> None:
    app = screen()
    async with app.run_test(size=NORMAL) as pilot:
        await type_move(pilot, "C2-C3")
        await pilot.press("u")
        await pilot.pause()
        assert position_of(app) == START
        await pilot.press("u")
        await pilot.pause()
        assert "No move was played yet that can be taken back." in message_of(app)


@pytest.mark.parametrize(("key", "result"), [("r", "0-1"), ("d", "1/2-1/2")])
async def test_resigning_and_draws_are_asked_for(key: str, result: str) -> None:
    app = screen()
    async with app.run_test(size=NORMAL) as pilot:
        await pilot.press(key)
        assert isinstance(app.screen, Question)
        await pilot.press("enter")
        assert app.match.outcome is None
        await pilot.press(key, "y")
        await pilot.pause()
        assert app.match.outcome
        assert app.match.outcome.result == result
        assert app.match.outcome.text in message_of(app)
        await click(pilot, app, "C2")
        assert app.hand.hops == ()
        await pilot.press("n", "y")
        await pilot.pause()
        assert app.match.outcome is None
        assert position_of(app) == START


async def test_a_puzzle_offers_no_draw() -> None:
    app = PlayScreen(Session(ludograph.game("hanoi"), ["human"]))
    async with app.run_test(size=NORMAL) as pilot:
        assert "d" not in app.screen.active_bindings
        await pilot.press("d")
        assert not isinstance(app.screen, Question)
        await pilot.press("question_mark")
        assert isinstance(app.screen, Help)
        assert "draw" not in app.screen.text


@pytest.mark.parametrize("name", ["cube2", "skewb"])
async def test_all_choices_are_on_the_screen(name: str) -> None:
    app = PlayScreen(Session(ludograph.game(name), ["human"]))
    async with app.run_test(size=NORMAL) as pilot:
        await pilot.pause()
        buttons = list(app.choice_bar.query(Button))
        assert len(buttons) == len(app.match.moves())
        for button, choice in zip(buttons, app.choice_bar.choices, strict=True):
            assert app.screen.region.contains_region(button.region)
            assert button.region.width >= len(choice.text) + 2
        await pilot.click(buttons[-1])
        await pilot.pause()
        assert app.match.ply == 1


async def test_the_outcome_is_shown() -> None:
    app = screen(position="R:2B2R,1C3B")
    async with app.run_test(size=NORMAL) as pilot:
        await click(pilot, app, "B2", "C3")
        assert "Blue has no stack left: Red wins." in message_of(app)


async def test_a_random_player_answers() -> None:
    app = screen("human", "random:3")
    async with app.run_test(size=NORMAL) as pilot:
        await click(pilot, app, "C2", "C3")
        await until(pilot, lambda: app.match.ply == 2)
        assert app.session.is_human_turn
        await pilot.press("u")
        await pilot.pause()
        assert app.match.ply == 0


async def test_random_players_play_to_the_end() -> None:
    app = screen("random:32", "random:132")  # one of the shortest of such games
    async with app.run_test(size=NORMAL) as pilot:
        await until(pilot, lambda: app.match.outcome)
        await pilot.pause()
        assert app.match.outcome
        assert app.match.outcome.text in message_of(app)
        assert app.match.ply > 20


async def test_random_players_can_be_stopped() -> None:
    app = screen("random:1", "random:2")
    async with app.run_test(size=NORMAL) as pilot:
        await until(pilot, lambda: app.match.ply > 3)
        await pilot.press("p")
        ply = app.match.ply
        await pilot.pause(0.1)
        assert app.match.ply == ply
        await pilot.press("p")
        await until(pilot, lambda: app.match.ply > ply + 3)
        await pilot.press("u")  # whoever takes back wants to look: that stops them as well
        ply = app.match.ply
        await pilot.pause(0.1)
        assert app.match.ply == ply


async def test_players_go_on_behind_a_question() -> None:
    app = screen("random:1", "random:2")
    async with app.run_test(size=NORMAL) as pilot:
        await pilot.press("question_mark")
        assert isinstance(app.screen, Help)
        ply = app.match.ply
        await until(pilot, lambda: app.match.ply > ply + 3)
        await pilot.press("x")
        await pilot.pause()
        assert not isinstance(app.screen, Help)


async def test_the_match_is_kept_and_a_full_disk_is_a_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = tmp_path / "match.json"
    app = screen("human", "random:3", record=record)

    def full(*_: object) -> None:
        raise FileRefused("The disk is full.")

    async with app.run_test(size=NORMAL) as pilot:
        await type_move(pilot, "C2-C3")
        await until(pilot, lambda: app.match.ply == 2)
        before, kept = position_of(app), record.read_text()
        with monkeypatch.context() as broken:
            broken.setattr("ludograph.players.session.write_match", full)
            for keys in (("m", *"A2-A3", "enter"), ("escape", "u"), ("r", "y"), ("n", "y")):
                await pilot.press(*keys)
                await pilot.pause()
                assert "The disk is full." in message_of(app)
                assert position_of(app) == before
                assert app.match.outcome is None
        assert record.read_text() == kept
        await type_move(pilot, "A2-A3")
        await until(pilot, lambda: app.match.ply == 4)


async def test_a_player_whose_move_cant_be_kept_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = screen("random:1", "random:2", record=tmp_path / "missing" / "match.json")
    async with app.run_test(size=NORMAL) as pilot:
        await until(pilot, lambda: app.is_paused)
        assert app.match.ply == 0
        assert "p: try again" in message_of(app)
        app.session.record_file = None
        await pilot.press("p")
        await until(pilot, lambda: app.match.ply > 0)


@pytest.mark.parametrize("key", ["q", "ctrl+c"])
async def test_leaving(key: str) -> None:
    app = screen()
    async with app.run_test(size=NORMAL) as pilot:
        await pilot.press(key)
        await pilot.pause()
        assert not app.is_running
    assert app.return_code == 0


async def test_control_c_leaves_from_the_move_box() -> None:
    app = screen()
    async with app.run_test(size=NORMAL) as pilot:
        await pilot.press("m", "A", "ctrl+c")
        await pilot.pause()
        assert not app.is_running


# -- boards of any shape and terminals of any size --------------------------------------------------------


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


# -- the hand ---------------------------------------------------------------------------------------------


def test_a_hand_refuses_with_the_rule_and_is_empty_then() -> None:
    hand = Hand(TRIMOK.parse(RETURNING))
    assert hand.touch("A6") is None
    assert hand.touch("B1") is None
    with pytest.raises(IllegalMove, match="not to C3"):
        hand.touch("C3")
    assert hand.hops == ()


def test_choices_have_keys_of_their_own() -> None:
    hand = Hand(TRIMOK.parse(RETURNING))
    hand.touch("E6")
    hand.touch("E1")
    assert [(choice.key, choice.hop) for choice in hand.choices] == [("0", None), ("1", "=1"), ("2", "=2")]


async def test_a_player_that_thinks_leaves_the_screen_alive_and_moves_when_told() -> None:
    app = screen("human", "ai:nodes=1000000000000")
    async with app.run_test(size=NORMAL) as pilot:
        await type_move(pilot, "C2-C3")
        await until(pilot, lambda: app._is_thinking)
        await pilot.press("right")
        assert "is thinking" in message_of(app)
        await pilot.press("a")
        await until(pilot, lambda: "depth" in str(app.panel.analysis.render()))
        await pilot.press("exclamation_mark")
        await until(pilot, lambda: app.match.ply == 2)
        await type_move(pilot, "A2-A3")
        await until(pilot, lambda: app._is_thinking)
        await pilot.press("escape")
        await until(pilot, lambda: app.match.ply == 4)


async def test_leaving_and_taking_back_end_the_thinking() -> None:
    app = screen("human", "ai:nodes=1000000000000")
    async with app.run_test(size=NORMAL) as pilot:
        await type_move(pilot, "C2-C3")
        await until(pilot, lambda: app._is_thinking)
        await pilot.press("u")
        await until(pilot, lambda: not app._is_thinking)
        assert app.match.ply == 0
        await type_move(pilot, "C2-C3")
        await until(pilot, lambda: app._is_thinking)
        await pilot.press("q")
        await pilot.pause()
        assert not app.is_running


async def test_analysis_of_a_humans_position() -> None:
    app = screen("human", "human", position="R:2B2R,1C3B")
    async with app.run_test(size=NORMAL) as pilot:
        await pilot.press("a")
        await until(pilot, lambda: "win in 1" in str(app.panel.analysis.render()))
        assert "B2xC3" in str(app.panel.analysis.render())
        await pilot.press("a")
        await pilot.pause()
        assert not app.panel.analysis.display
