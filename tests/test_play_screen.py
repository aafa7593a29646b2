"""The board in the terminal: a human's moves by mouse, keys and typing."""

from __future__ import annotations

import pytest
from textual.widgets import Button

from ludograph.cli.screen.board_view import BoardView
from ludograph.cli.screen.hand import Hand
from ludograph.errors import IllegalMove
from screens import (
    NORMAL,
    RETURNING,
    START,
    TRIMOK,
    board_lines,
    click,
    message_of,
    middle,
    position_of,
    screen,
    tile_text,
    type_move,
)

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
