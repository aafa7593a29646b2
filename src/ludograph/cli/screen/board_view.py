"""The board as a widget: it draws a picture and reports which node was touched. It knows no rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import groupby

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import ScrollableContainer
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from ludograph.cli.screen.walking import DOWN, LEFT, RIGHT, UP, walk
from ludograph.draw.paint import Canvas, Hands, paint
from ludograph.draw.picture import Picture
from ludograph.draw.themes import DARK, Theme
from ludograph.draw.tiles import TilePlan, plan_for


class BoardView(Widget, can_focus=True):
    """A picture in tiles, with a cursor that walks the board's graph."""

    DEFAULT_CSS = "BoardView { width: auto; height: auto; }"
    BINDINGS = [  # noqa: RUF012
        Binding("up", f"walk({UP})", "Up", show=False),
        Binding("down", f"walk({DOWN})", "Down", show=False),
        Binding("left", f"walk({LEFT})", "Left", show=False),
        Binding("right", f"walk({RIGHT})", "Right", show=False),
        Binding("enter,space", "touch", "Select", show=False),
    ]

    class Touched(Message):
        """A node was touched, by mouse or key; None: a place beside all nodes."""

        def __init__(self, node: int | None) -> None:
            super().__init__()
            self.node = node

    def __init__(self, picture: Picture, theme: Theme = DARK) -> None:
        super().__init__()
        self.picture = picture
        self.theme_of_board = theme
        self.chosen: Sequence[int] = ()
        self.notes: Mapping[int, tuple[str, str]] = {}
        self.cursor = next(iter(plan_for(picture.board, 0, 0).layout.places))
        self.plan: TilePlan = plan_for(picture.board, 0, 0)
        self._pressed: int | None = None
        self._was_chosen = False
        self._canvas: Canvas = []
        self._repaint()

    # -- what the application says ------------------------------------------------------------------------

    def show(
        self, picture: Picture, chosen: Sequence[int] = (), notes: Mapping[int, tuple[str, str]] | None = None
    ) -> None:
        """Draw a picture; ``chosen`` are the nodes touched so far for a move, ``notes`` coloured texts on nodes."""
        self.picture, self.chosen, self.notes = picture, chosen, notes or {}
        self._repaint()

    def fit(self, room: Size) -> None:
        """Take the largest tiles that fit into a room."""
        self.plan = plan_for(self.picture.board, room.width, room.height)
        self._repaint(layout=True)

    # -- what the player does -----------------------------------------------------------------------------

    def action_walk(self, direction: float) -> None:
        self._move_cursor(walk(self.picture.board, self.cursor, direction))

    def action_touch(self) -> None:
        self.post_message(self.Touched(self.cursor))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        event.stop()
        node = self.plan.node_at(event.y, event.x)
        self._pressed = node
        # A chosen piece may be dragged away: it is let go only if the button comes up on it again.
        self._was_chosen = bool(self.chosen) and node == self.chosen[-1]
        if node is not None:
            self._move_cursor(node)
        if not self._was_chosen:
            self.post_message(self.Touched(node))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        event.stop()
        node = self.plan.node_at(event.y, event.x)
        pressed, self._pressed = self._pressed, None
        is_dragged = pressed is not None and node is not None and node != pressed
        if is_dragged or (self._was_chosen and node == pressed):
            self.post_message(self.Touched(node))
        self._was_chosen = False

    # -- drawing ------------------------------------------------------------------------------------------

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return self.plan.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self.plan.height

    def render_line(self, y: int) -> Strip:
        if y >= len(self._canvas):
            return Strip.blank(self.size.width)
        runs = groupby(self._canvas[y], key=lambda ink: (ink.colour, ink.ground))
        segments = [Segment("".join(ink.sign for ink in run), _style(*colours)) for colours, run in runs]
        return Strip(segments, self.plan.width)

    def _move_cursor(self, node: int) -> None:
        self.cursor = node
        self._repaint()
        line, column = self.plan.place_of(node)
        tile = Region(column, line, self.plan.tile_width, self.plan.tile_height)
        if isinstance(self.parent, Widget):
            self.parent.scroll_to_region(tile, animate=False)

    def _repaint(self, *, layout: bool = False) -> None:
        self._canvas = paint(self.picture, self.plan, self.theme_of_board, Hands(self.cursor, self.chosen, self.notes))
        self.refresh(layout=layout)


class BoardArea(ScrollableContainer, can_focus=False):
    """The room around the board, which keeps it in the middle and scrolls it when it is too large."""

    DEFAULT_CSS = "BoardArea { align: center middle; scrollbar-size: 1 1; }"

    def __init__(self, view: BoardView) -> None:
        super().__init__()
        self.view = view

    def compose(self) -> ComposeResult:
        yield self.view

    def on_resize(self) -> None:
        # Scroll bars don't count: they would come and go with the size that they lead to.
        room = self.outer_size
        self.view.fit(room)
        is_too_large = self.view.plan.width > room.width or self.view.plan.height > room.height
        self.styles.overflow_x = self.styles.overflow_y = "auto" if is_too_large else "hidden"

    def on_mouse_down(self, event: events.MouseDown) -> None:
        event.stop()
        self.post_message(BoardView.Touched(None))


@lru_cache(maxsize=256)
def _style(colour: str, ground: str) -> Style:
    return Style(color=colour, bgcolor=ground, bold=True)
