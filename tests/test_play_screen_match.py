"""The board in the terminal: the match on it, players that move by themselves, what they think."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Button

import ludograph
from ludograph.cli.play_screen import PlayScreen
from ludograph.cli.screen.analyst import Analyst
from ludograph.cli.screen.dialogs import Help, Question
from ludograph.errors import FileRefused
from ludograph.players.analysis import Analysis
from ludograph.players.session import Session
from ludograph.solver.kept import keep
from ludograph.solver.solve import solve
from screens import (
    NORMAL,
    START,
    board_lines,
    click,
    message_of,
    position_of,
    screen,
    tile_text,
    type_move,
    until,
)

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
        assert "onto a smaller one" in app.screen.rules
        await pilot.press("pagedown")
        assert isinstance(app.screen, Help)
        assert app.screen.query_one(".help").scroll_target_y > 0
        await pilot.press("x")
        assert not isinstance(app.screen, Help)


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


# -- players that move by themselves ----------------------------------------------------------------------


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
    app = screen("random:39", "random:139", position="R:3A1R,2B2R,1C5B,3A6B")  # one of the shortest of such games
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
    app = screen("random:1", "random:2", delay=0.1)  # or the game may be over before the question is asked
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


async def test_analysis_of_a_paused_match_is_that_of_the_position() -> None:
    app = screen("random", "random", position="R:2B2R,1C3B")
    app.is_paused = True
    async with app.run_test(size=NORMAL) as pilot:
        await pilot.press("a")
        await until(pilot, lambda: "win in 1" in str(app.panel.analysis.render()))
        assert app.match.ply == 0


def test_an_analysis_that_begins_late_is_not_begun() -> None:
    found: list[Analysis] = []
    Analyst().think(ludograph.Match(ludograph.game("trimok")), found.append, lambda: False)
    assert not found


async def test_the_list_of_moves_tells_what_they_are_worth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By sign and word, and graded by colour: of two losing moves the one that holds out longer comes first."""
    monkeypatch.setenv("LUDOGRAPH_DATA", str(tmp_path))
    keep(solve("hexapawn"))
    app = PlayScreen(Session(ludograph.game("hexapawn"), ("human", "human")), delay=0)
    async with app.run_test(size=NORMAL) as pilot:
        assert message_of(app) == "White to move. White loses in 6 moves with best play."
        await pilot.press("h")
        options = [app.panel.hints.get_option_at_index(number) for number in range(3)]
        assert [str(each.prompt) for each in options] == [
            "★ ✗ B1-B2 loss in 6",
            "  ✗ A1-A2 loss in 4",
            "  ✗ C1-C2 loss in 4",
        ]
        colours = [str(each.prompt.spans[-1].style).split()[-1] for each in options]  # type: ignore[union-attr]
        assert colours[0] != colours[1] == colours[2]
        assert message_of(app) == "Best: B1-B2"
        assert ["★✗6" in tile_text(app, "B1"), "✗4" in tile_text(app, "A1"), "✗" in tile_text(app, "A2")] == [1, 1, 0]
        await pilot.press("h")
        assert "✗" not in "".join(board_lines(app))
        await click(pilot, app, "A1")
        await pilot.press("h")
        await pilot.pause()
        assert "✗4" in tile_text(app, "A2")
        await pilot.press("escape", "h", "down", "enter")
        await pilot.pause()
        assert position_of(app) == "B:BBB/W../.WW"
