"""Buttons for the hops that are no cells, each with its key, in as many lines as they need."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import ItemGrid
from textual.message import Message
from textual.widgets import Button

from ludograph.cli.screen.hand import Choice

BUTTON_PADDING, GUTTER = 4, 1  # columns, as in the style sheet


class ChoiceBar(ItemGrid, can_focus=False):
    """Offers choices; hidden while there are none."""

    class Chosen(Message):
        """A choice was taken."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

    def __init__(self) -> None:
        super().__init__()
        self.choices: Sequence[Choice] = ()
        self.display = False  # an empty bar would still take a column

    async def offer(self, choices: Sequence[Choice], *, focus: bool) -> None:
        """Show these choices; ``focus`` brings the keys here."""
        if choices == self.choices:
            return
        self.choices = choices
        self.display = bool(choices)
        widest = max((len(_label(choice)) for choice in choices), default=0)
        self.min_column_width = widest + BUTTON_PADDING + GUTTER  # a grid counts its columns without their gutters
        self.styles.width = self.min_column_width * len(choices)
        await self.recompose()
        if focus and choices:
            self.query(Button).first().focus()

    def compose(self) -> ComposeResult:
        for choice in self.choices:
            yield Button(Text(_label(choice)))

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        number = list(self.query(Button)).index(event.button)
        self.post_message(self.Chosen(self.choices[number]))

    def on_key(self, event: events.Key) -> None:
        if event.key in ("left", "right"):
            event.stop()
            step = self.screen.focus_next if event.key == "right" else self.screen.focus_previous
            step(Button)
            return
        self.take_key(event)

    def take_key(self, event: events.Key) -> None:
        """Take the choice whose key it is; the keys are printed, so they count wherever the focus is."""
        taken = next((choice for choice in self.choices if choice.key and choice.key == event.character), None)
        if taken:
            event.stop()
            self.post_message(self.Chosen(taken))


def _label(choice: Choice) -> str:
    return f"{choice.key} {choice.text}".strip()
