"""A match on a board in the terminal, with mouse and keys. It knows no rules and plays only move texts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from textual import events, on
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Container, Horizontal
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Footer, Input, Label, OptionList
from textual.worker import WorkerFailed

from ludograph.cli.screen.analyst import Analyst, analysis_words
from ludograph.cli.screen.board_view import BoardArea, BoardView
from ludograph.cli.screen.choice_bar import ChoiceBar
from ludograph.cli.screen.dialogs import Help, Question
from ludograph.cli.screen.hand import Hand
from ludograph.cli.screen.panel import Panel, colour_of
from ludograph.core.match import Match
from ludograph.core.moves import Move
from ludograph.draw.themes import DARK, EIGHT
from ludograph.errors import LudographError
from ludograph.players.analysis import Analysis, Report
from ludograph.players.session import Session
from ludograph.solver.advice import Advisor

DELAY = 0.4  # seconds before a player that is no human moves, so that the eye can follow
SOONEST = 0.001  # Textual's timers can't run at once
FEW_COLOURS = ("standard", "windows")  # what Rich calls terminals of eight colours, or of sixteen
NARROW = 64  # columns; with fewer the panel goes below the board
MOST_FIRST_CHOICES = 9  # a pass fits beside the board; all turns of a cube don't, and are listed instead


class MoveInput(Input):
    """Where a move is typed; all letters and figures go here while it has the focus."""

    BINDINGS = [Binding("escape", "app.let_go", "Back to the board")]  # noqa: RUF012


class PlayScreen(App[None]):
    """Plays a session to its end. Refusals of any kind become a message and change nothing."""

    class Thought(Message):
        """Something was found in a turn of the match."""

        def __init__(self, found: Analysis, turn: int) -> None:
            super().__init__()
            self.found = found
            self.turn = turn

    CSS_PATH = "screen/play_screen.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [  # noqa: RUF012
        # A narrow terminal shows the first of them: how to get help and how to get out.
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("q", "quit", "Quit"),
        Binding("u", "undo", "Undo"),
        Binding("h", "hints", "Moves"),
        Binding("m", "type", "Type"),
        Binding("slash", "type", "Type", show=False),
        Binding("a", "analysis", "Analysis"),
        Binding("p", "pause", "Pause"),
        Binding("exclamation_mark", "move_now", "Move now", key_display="!", show=False),
        Binding("r", "resign", "Resign"),
        Binding("d", "draw", "Draw"),
        Binding("n", "new", "New"),
        Binding("ctrl+c", "quit", "Quit", show=False, priority=True),
        Binding("escape", "let_go", "Let go", show=False),
    ]

    def __init__(self, session: Session, *, delay: float = DELAY) -> None:
        super().__init__()
        self.title = f"Ludograph: {session.match.game.id}"
        self.session = session
        self.advisor = Advisor(session.match.game)
        self.delay = delay
        self.hand = Hand(session.match.position)
        self.colours = EIGHT if self.console.color_system in FEW_COLOURS else DARK
        self.view = BoardView(session.match.position.picture(session.match.last_move), self.colours)
        self.panel = Panel()
        self.choice_bar = ChoiceBar()
        self.move_input = MoveInput(select_on_focus=False)
        self.is_paused = False
        self.is_analysing = False
        self.analyst = Analyst()
        self._next_move: Timer | None = None
        self._turn = 0  # counts the changes of the match: what was thought about an older one is of no use
        self._is_thinking = False

    @property
    def match(self) -> Match:
        return self.session.match

    def compose(self) -> ComposeResult:
        with Container(id="main"):
            yield BoardArea(self.view)
            yield self.panel
        with Horizontal(id="typing"):
            yield self.choice_bar
            yield Label("Move: ")
            yield self.move_input
        yield Footer()

    def _fatal_error(self) -> None:
        """What goes wrong ends the screen without a traceback: the command has words for its ``failure``."""
        self._close_messages_no_wait()

    @property
    def failure(self) -> BaseException | None:
        """Why the screen ended, if not because somebody wanted it."""
        error = self._exception
        return error.error if isinstance(error, WorkerFailed) else error

    async def on_mount(self) -> None:
        self.view.focus()
        await self._show_match()

    def on_resize(self, event: events.Resize) -> None:
        self.screen_stack[0].set_class(event.size.width < NARROW, "narrow")

    # -- showing ------------------------------------------------------------------------------------------

    async def _show_match(self) -> None:
        """After every change of the match: show it, say how it stands and let the next player move."""
        self._turn += 1
        self.hand = Hand(self.match.position)
        self.panel.show_match(self.session, self.colours)
        self.panel.hide_hints()
        example = self._example_move()
        self.move_input.placeholder = f"m to type one, such as {example}" if example else ""
        self.say(self._state_of_play())
        await self._show_hand()
        self._call_player()

    async def _show_hand(self) -> None:
        """Show what the hand holds, and where it may go."""
        picture = self.match.position.picture(self.match.last_move, map(self.match.game.board.label, self.hand.targets))
        self.view.show(picture, self.hand.chosen, self._notes())
        choices = self.hand.choices if self.session.is_human_turn else []
        if not self.hand.hops and len(choices) > MOST_FIRST_CHOICES:
            choices = []
        await self.choice_bar.offer(choices, focus=bool(self.hand.hops))
        if not choices and not (self.move_input.has_focus or self.panel.hints.has_focus):
            self.view.focus()

    def _notes(self) -> dict[int, tuple[str, str]]:
        """While moves are listed: for each node that may be touched next the value of the best move over it."""
        known = self.advisor.moves(self.match.position) if self.panel.is_hinting else ()
        begun = self.hand.hops
        notes: dict[int, tuple[str, str]] = {}
        for each in sorted(known, key=lambda each: each.goodness, reverse=True):
            following = (way[len(begun)] for way in each.move.ways if way[: len(begun)] == begun and way != begun)
            for node in map(self.match.game.board.index, following):
                if node is not None:
                    notes[node] = each.badge, colour_of(each)
        return notes

    def _state_of_play(self) -> str:
        if self.match.outcome:
            return f"{self.match.outcome.text}\nn: new game, u: take back, q: leave"
        mover = self._mover
        if self.session.is_human_turn:
            return f"{mover} to move. {self.advisor.words(self.match.position)}".rstrip()
        return f"{mover} is paused: p goes on." if self.is_paused else f"{mover} is thinking …"

    @property
    def _mover(self) -> str:
        return self.match.game.seats[self.match.position.seat]

    def _example_move(self) -> str:
        return next((self.match.position.customary(move) for move in self.match.moves()), "")

    def say(self, words: str, *, is_refusal: bool = False) -> None:
        """Show a sentence beside the board."""
        self.panel.say(words, is_refusal=is_refusal)

    @contextmanager
    def _refusals_shown(self) -> Iterator[None]:
        """What is refused inside becomes a message."""
        try:
            yield
        except LudographError as error:
            self.say(error.message, is_refusal=True)

    # -- players that are no humans -----------------------------------------------------------------------

    def _call_player(self) -> None:
        self._stop_thinking()
        if self.match.outcome is None and self.session.player is not None and not self.is_paused:
            self._next_move = self.set_timer(max(self.delay, SOONEST), self._let_player_move)
        self._analyse()

    def _stop_thinking(self) -> None:
        if self._next_move:
            self._next_move.stop()
            self._next_move = None
        self.session.stop()
        self.analyst.stop()

    async def _let_player_move(self) -> None:
        if not self.view.is_attached or self.session.player is None:
            return  # the screen is gone: somebody has just left
        if self.session.player.is_quick:
            await self._play_for_player(self.session.choose())
        else:
            self.run_worker(self._think(self._turn), group="player", exclusive=True)

    async def _think(self, turn: int) -> None:
        """Let the player choose in a thread, so that the screen stays alive, and play its move if it still counts."""
        self._is_thinking = True
        try:
            move = await asyncio.to_thread(self.session.choose, self._reporter(turn), lambda: turn == self._turn)
        except LudographError as error:
            self._pause_for(error)
            return
        finally:
            self._is_thinking = False
        if turn == self._turn:
            await self._play_for_player(move)

    async def _play_for_player(self, move: Move | None) -> None:
        assert move is not None
        try:
            self.session.play(move.text)
        except LudographError as error:
            self._pause_for(error)
            return
        await self._show_match()

    def _pause_for(self, error: LudographError) -> None:
        """Trying again at once would fail again, and without end."""
        self.is_paused = True
        self.say(f"{error.message} p: try again.", is_refusal=True)

    def action_move_now(self) -> None:
        """Whoever is thinking shall move with what it knows."""
        self.session.stop()

    async def action_quit(self) -> None:
        self._end_thinking()
        self.exit()

    def on_unmount(self) -> None:
        self._end_thinking()

    def _end_thinking(self) -> None:
        self._turn += 1
        self._stop_thinking()

    # -- analysis -----------------------------------------------------------------------------------------

    def _reporter(self, turn: int) -> Report:
        def report(found: Analysis) -> None:
            self.post_message(self.Thought(found, turn))

        return report

    def on_play_screen_thought(self, event: Thought) -> None:
        if self.is_analysing and event.turn == self._turn:
            self.panel.show_analysis(analysis_words(self.match.position, event.found))

    def action_analysis(self) -> None:
        """Begin or end to show what is thought: by the player to move, or about a position in which nobody thinks."""
        self.is_analysing = not self.is_analysing
        self._analyse()

    def _analyse(self) -> None:
        if not self.is_analysing or self.match.outcome:
            self.analyst.stop()
            self.panel.show_analysis("")
        elif self.session.is_human_turn or self.is_paused:
            self.panel.show_analysis("Preparing the analysis …")
            self.run_worker(self._think_along(self._turn), group="analysis", exclusive=True)

    async def _think_along(self, turn: int) -> None:
        try:
            await asyncio.to_thread(
                self.analyst.think,
                self.match.copy(),
                self._reporter(turn),
                lambda: self.is_analysing and turn == self._turn,
            )
        except LudographError as error:
            self.is_analysing = False
            self.panel.show_analysis("")
            self.say(error.message, is_refusal=True)

    async def action_pause(self) -> None:
        self.is_paused = not self.is_paused
        await self._show_match()

    # -- the human's moves --------------------------------------------------------------------------------

    async def on_board_view_touched(self, event: BoardView.Touched) -> None:
        if event.node is None:
            await self.action_let_go()
        elif self._is_humans_turn():
            label = self.match.game.board.label(event.node)
            await self._move_hand(lambda: self.hand.touch(label))

    async def on_choice_bar_chosen(self, event: ChoiceBar.Chosen) -> None:
        await self._move_hand(lambda: self.hand.choose(event.choice))

    async def _move_hand(self, touch: Callable[[], Move | None]) -> None:
        """Touch something; play the move that it completes, or show how it may go on."""
        self.say(self._state_of_play())
        move = None
        with self._refusals_shown():
            move = touch()
        if move:
            await self._play(move.text)
            return
        if self.hand.hops:
            self.say(self.hand.partial.message)
        await self._show_hand()

    @on(Input.Submitted)
    async def _play_typed(self, event: Input.Submitted) -> None:
        if not event.value:
            self.view.focus()
        elif self._is_humans_turn() and await self._play(event.value):
            self.move_input.clear()
            self.view.focus()

    @on(OptionList.OptionSelected)
    async def _play_listed(self, event: OptionList.OptionSelected) -> None:
        if self._is_humans_turn() and await self._play(event.option_id or ""):
            self.view.focus()

    @on(OptionList.OptionHighlighted)
    def _show_listed(self, event: OptionList.OptionHighlighted) -> None:
        hops = self.match.position.find(event.option_id or "").hops
        nodes = [node for hop in hops if (node := self.match.game.board.index(hop)) is not None]
        self.view.show(self.match.position.picture(self.match.last_move), nodes, self._notes())

    async def _play(self, text: str) -> bool:
        """Play a move; whether it was accepted."""
        with self._refusals_shown():
            self.session.play(text)
            await self._show_match()
            return True
        self.hand.let_go()
        await self._show_hand()
        return False

    def _is_humans_turn(self) -> bool:
        if not self.session.is_human_turn:
            self.say(self._state_of_play())
        return self.session.is_human_turn

    # -- keys ---------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        if self.view.has_focus:
            self.choice_bar.take_key(event)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is nothing to pause when all players are human, and no draw with oneself."""
        if action in ("draw", "analysis"):
            return self.session.has_opponents
        return action != "pause" or any(self.session.players)

    async def action_let_go(self) -> None:
        """Let go of a move that is begun, and come back to the board from anywhere; nobody thinks any longer."""
        if self._is_thinking:
            self.action_move_now()
        self.panel.hide_hints()
        self.move_input.clear()
        self.view.focus()
        self.hand.let_go()
        self.say(self._state_of_play())
        await self._show_hand()

    async def action_undo(self) -> None:
        with self._refusals_shown():
            self.session.undo()
            # Without humans the next move would follow at once: whoever takes back wants to look.
            self.is_paused = all(self.session.players)
            await self._show_match()

    async def action_hints(self) -> None:
        if self.panel.is_hinting:
            await self.action_let_go()
        elif self._is_humans_turn():
            begun = self.hand.hops
            moves = [move for move in self.match.moves() if move.begins_with(begun)]
            self.panel.show_hints(self.match.position, moves, self.advisor.moves(self.match.position))
            if best := self.advisor.best(self.match.position):
                self.say(f"Best: {' '.join(self.match.position.customary_line(best))}")
            self.panel.hints.focus()

    def action_type(self) -> None:
        self.move_input.focus()

    def action_help(self) -> None:
        example = self._example_move() or "none any more"
        self.push_screen(Help(example, self.match.game, can_draw=self.session.has_opponents))

    def action_resign(self) -> None:
        if self._is_humans_turn():
            self._ask(f"Shall {self._mover} resign?", self.session.resign)

    def action_draw(self) -> None:
        if self._is_humans_turn():
            self._ask("Is the game a draw by agreement?", self.session.agree_draw)

    def action_new(self) -> None:
        self._ask("Take back all moves and begin anew?", self.session.restart)

    def _ask(self, question: str, action: Callable[[], None]) -> None:
        """Do something to the match when the question is answered with yes."""

        async def act(answer: bool | None) -> None:
            if answer:
                with self._refusals_shown():
                    action()
                    await self._show_match()

        self.push_screen(Question(question), act)
