"""The panel beside the board: who plays, what was played, what may be played, what there is to say."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ludograph.core.game import Position
from ludograph.core.match import Match
from ludograph.core.moves import Move
from ludograph.draw.themes import Theme, mixed
from ludograph.players.session import Session
from ludograph.solver.remoteness import Value
from ludograph.solver.valued import ValuedMove

MOVE_WIDTH = 9
#: For each value the colours of the best move that has it, and of one that is far behind.
COLOURS = {
    Value.WIN: ("#5fe08f", "#c3bd62"),
    Value.DRAW: ("#c3c9d4", "#c3c9d4"),
    Value.LOSE: ("#f0b98a", "#ff6f66"),
    Value.UNSOLVABLE: ("#ff6f66", "#ff6f66"),
    None: ("#c3c9d4", "#c3c9d4"),
}


class Panel(Vertical):
    """Everything about the match that is not on the board."""

    def __init__(self) -> None:
        super().__init__()
        self.seats = Static(id="seats")
        self.moves = Static(id="moves")
        self.history = VerticalScroll(self.moves, id="history", can_focus=False)
        self.hints = OptionList(id="hints")
        self.message = Static(id="message")
        self.analysis = Static(id="analysis")
        self.analysis.display = False

    def compose(self) -> ComposeResult:
        yield from (self.seats, self.history, self.hints, self.message, self.analysis)

    def show_match(self, session: Session, theme: Theme) -> None:
        """The seats, whose turn it is, and all moves so far."""
        self.seats.update(seats_text(session, theme))
        self.moves.update(history_text(session.match))
        self.call_after_refresh(self.history.scroll_end, animate=False)

    def show_hints(self, position: Position, moves: Iterable[Move], known: Iterable[ValuedMove] = ()) -> None:
        """List moves of a position in place of the history, the best first where their values are known."""
        values = {each.move: each for each in known}
        listed = sorted(moves, key=lambda move: values[move].goodness) if values else moves
        self.hints.clear_options()
        texts = ((move_text(position.customary(move), values.get(move)), move.text) for move in listed)
        self.hints.add_options([Option(shown, id=text) for shown, text in texts])
        self.hints.highlighted = 0
        self.add_class("hinting")

    def hide_hints(self) -> None:
        self.remove_class("hinting")

    @property
    def is_hinting(self) -> bool:
        return self.has_class("hinting")

    def say(self, words: str, *, is_refusal: bool = False) -> None:
        """Show a sentence; a refusal is marked as such by more than its colour."""
        self.message.set_class(is_refusal, "refusal")
        self.message.update(Text(f"✗ {words}" if is_refusal else words))

    def show_analysis(self, words: str) -> None:
        """Show what thinking has found; nothing when it is empty."""
        self.analysis.display = bool(words)
        self.analysis.update(Text(words))


def move_text(customary: str, known: ValuedMove | None) -> Text:
    """A move and, where it is known, its value: by sign, colour and word. A win that takes longer than needed is paler
    than the best one, and so is the loss that is put off longest."""
    if known is None:
        return Text(customary)
    colour, style = colour_of(known), "bold" if known.is_best else ""
    return Text.assemble(
        (f"{known.sign} ", f"bold {colour}"), (f"{customary} ", style), (known.result, f"{style} {colour}")
    )


def colour_of(known: ValuedMove) -> str:
    good, bad = COLOURS[known.worth]
    return mixed(bad, good, known.waste)


def seats_text(session: Session, theme: Theme) -> Text:
    """The game, a line for each seat with an arrow at the one to move, the last move, pieces off the board."""
    match = session.match
    text = Text()
    text.append(match.game.id, style="bold")
    for seat, (name, player) in enumerate(zip(match.game.seats, session.names, strict=True)):
        is_turn = match.outcome is None and seat == match.position.seat
        text.append("\n▶ " if is_turn else "\n  ", style="bold")
        tint = match.game.tint_of(seat)
        colours = theme.seats[seat % len(theme.seats)] if tint is None else theme.tiles[tint % len(theme.tiles)]
        text.append("■ ", style=colours.face)
        text.append(name, style="bold" if is_turn else "")
        text.append(f"  {player}", style="dim")
    if match.last_move:
        mover = match.game.seats[match.positions[-2].seat]
        text.append(f"\n{mover} played {match.positions[-2].customary(match.last_move)}.")
    if beside := match.game.pieces_beside(match.position.state):
        text.append(f"\nOff the board: {' '.join(piece.sign for piece in beside)}")
    return text


def history_text(match: Match) -> Text:
    """The moves so far, a column for each seat; a row ends when the turn comes round."""
    rows: list[list[str]] = []
    previous = len(match.game.seats)
    for position, move in zip(match.positions, match.played, strict=False):
        if position.seat <= previous:
            rows.append([""] * len(match.game.seats))
        rows[-1][position.seat] = position.customary(move)
        previous = position.seat
    lines = (f"{number:3} " + " ".join(text.ljust(MOVE_WIDTH) for text in row) for number, row in enumerate(rows, 1))
    return Text("\n".join(line.rstrip() for line in lines))
