"""Questions and help in front of the board."""

from __future__ import annotations

from rich.markdown import Markdown
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from ludograph.core.game import Game
from ludograph.core.rulebook import rulebook
from ludograph.core.rulebook.telling import as_markdown

HELP = """\
Click a piece, then where it shall go; or drag it.
A click elsewhere lets go of it.

arrows       walk over the board
Enter Space  touch the piece or cell under the cursor
Esc          let go; back to the board
m /          type a move, such as {example}
h            list the legal moves, with their values
             where they are known; Enter plays one
u            take back
p            pause and go on, for players that are no humans
! Esc        let a player that thinks move now
a            show what is thought: score, depth, line
{ends}
q Ctrl-C     leave

••  may be entered     ××  may be taken
><  is chosen          ┏┓  the cursor

↓ PgDn       the rules of the game"""

SCROLLING = ("up", "down", "pageup", "pagedown", "home", "end")
WITH_DRAW = "r d n        resign, draw, new game"
WITHOUT_DRAW = "r n          give up, begin anew"


class Question(ModalScreen[bool]):
    """A question that is answered with yes or no."""

    AUTO_FOCUS = "#no"  # the answer that ends nothing is the one that Enter gives, however soon it comes
    BINDINGS = [  # noqa: RUF012
        Binding("y", "answer(True)", "Yes"),
        Binding("n,escape,q", "answer(False)", "No"),
        Binding("left,right", "app.focus_next", "Other", show=False),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self.question = question

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self.question, markup=False)
            with Horizontal(classes="answers"):
                yield Button("y Yes", id="yes")
                yield Button("n No", id="no")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")

    def action_answer(self, answer: bool) -> None:
        self.dismiss(answer)


class Help(ModalScreen[None]):
    """What mouse and keys do, the rules of the game below it; any click closes it, and any key that doesn't scroll."""

    def __init__(self, example: str, game: Game, *, can_draw: bool) -> None:
        super().__init__()
        self.text = HELP.format(example=example, ends=WITH_DRAW if can_draw else WITHOUT_DRAW)
        self.rules = as_markdown(rulebook(game))

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog help"):
            yield Static(self.text, markup=False)
            yield Static(Markdown(self.rules), classes="rules")

    def on_key(self, event: Key) -> None:
        if event.key not in SCROLLING:
            self.dismiss()

    def on_click(self) -> None:
        self.dismiss()
