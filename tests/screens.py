"""What the tests of the board in the terminal share: screens of Trimok, what is seen on them, hands that touch them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from textual.pilot import Pilot

import ludograph
from ludograph.cli.play_screen import PlayScreen
from ludograph.cli.screen.board_view import BoardView
from ludograph.players.session import Session

TRIMOK = ludograph.game("trimok")
START = str(TRIMOK.start())
RETURNING = str(TRIMOK.parse("R:1A6R,2D6R,3E6R,1C1B"))
NORMAL = (80, 24)


def screen(*seats: str, position: str | None = None, record: Path | None = None, delay: float = 0) -> PlayScreen:
    start = TRIMOK.parse(position) if position else None
    return PlayScreen(Session(TRIMOK, seats or ("human", "human"), start=start, record=record), delay=delay)


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
    for _ in range(10_000):
        if condition():
            return
        await pilot.pause(0.005)
    raise AssertionError("it never came true")
