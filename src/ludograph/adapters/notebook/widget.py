"""The board of a notebook: a match that is played by hands and programs, with the values that a solution knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import anywidget
import traitlets

from ludograph.adapters.notebook.script import script, style
from ludograph.core.game import Game, Position
from ludograph.core.match import Match
from ludograph.core.plain_data import game_data, move_data, position_data, themes_data
from ludograph.core.registry import game as game_named
from ludograph.draw.themes import THEMES
from ludograph.errors import InvalidParameter, LudographError, NotInSolution
from ludograph.players.named import HUMAN, player_named
from ludograph.players.player import Player
from ludograph.solver.any_solution import AnySolution
from ludograph.solver.kept import known_solution
from ludograph.solver.solve import solve

#: Games and puzzles with at most so many positions are solved when their values are asked for.
SOLVED_AT_ONCE = 200_000


class BoardWidget(anywidget.AnyWidget):  # type: ignore[misc] # mypy does not look at it
    """A board to play on. ``match`` is what has been played; a refused move changes nothing and is explained.

    ``players`` names who sits at each seat, as the command does: ``("human", "ai:5")``; without it hands play all.
    ``values=True`` shows what each move is worth: as ``solution`` knows it, else a kept one, else one that is made
    when the game is small.
    """

    _esm = script()
    _css = style()

    game = traitlets.Dict().tag(sync=True)
    theme = traitlets.Dict().tag(sync=True)
    view = traitlets.Dict().tag(sync=True)
    last_move = traitlets.Dict(allow_none=True).tag(sync=True)
    values = traitlets.List().tag(sync=True)
    says = traitlets.Unicode().tag(sync=True)

    def __init__(
        self,
        what: Game | Match | Position | str,
        *,
        players: Sequence[str] = (),
        values: bool = False,
        solution: AnySolution | None = None,
        theme: str = "light",
    ) -> None:
        if theme not in THEMES:
            raise InvalidParameter(f"There is no theme {theme!r}, but {', '.join(THEMES)}.")
        self.match = _match_of(what)
        self._players = _seated(self.match.game, players)
        self._has_values = values or solution is not None
        self._given = solution
        super().__init__(game=game_data(self.match.game), theme=themes_data()[theme])
        self.on_msg(self._answer)
        self._go_on()

    def play(self, *moves: str) -> None:
        """Make moves, as a hand on the board would."""
        for move in moves:
            self.match.play(move)
            self._go_on()

    def _answer(self, _: object, message: Mapping[str, Any], __: object) -> None:
        """Something was done on the board."""
        try:
            self._do(message)
        except LudographError as error:
            self.says = error.message

    def _do(self, message: Mapping[str, Any]) -> None:
        match message:
            case {"move": str(text)}:
                self.play(text)
            case {"hops": [*hops]}:
                self.says = self.match.position.partial([str(hop) for hop in hops]).message
            case {"undo": _}:
                self.match.undo(self._plies_back())
                self._show()
            case {"anew": _}:
                self.match = Match(self.match.game, self.match.start)
                self._go_on()
            case {"values": _}:
                self._has_values = not self._has_values
                self._show()

    def _plies_back(self) -> int:
        """To where a hand was to move, so that no program makes the same move again at once."""
        positions = self.match.positions[:-1]
        for plies, position in enumerate(reversed(positions), start=1):
            if self._players[position.seat] is None:
                return plies
        return 1

    def _go_on(self) -> None:
        """Programs move until it is a hand's turn."""
        while not self.match.outcome and (player := self._players[self.match.position.seat]):
            self.match.play(player.choose(self.match))
        self._show()

    def _show(self) -> None:
        match, position = self.match, self.match.position
        known = self._known() if self._has_values and not match.outcome else None
        with self.hold_sync():
            last = match.last_move
            self.last_move = move_data(match.positions[-2], last) if last else None
            self.view = position_data(position, match.moves())
            self.values = known or []
            self.says = self._sentence(known)

    def _sentence(self, known: list[dict[str, Any]] | None) -> str:
        position = self.match.position
        if outcome := self.match.outcome:
            return str(outcome)
        if known is not None and self._solution:
            return self._solution.words(position)
        turn = f"{position.game.seats[position.seat]} to move."
        return f"{turn} Its values are not known." if self._has_values else turn

    def _known(self) -> list[dict[str, Any]] | None:
        """What each move is worth, as the board wants it; None where that isn't known."""
        try:
            moves = self._solution.moves(self.match.position) if self._solution else None
        except NotInSolution:
            return None
        return (
            None
            if moves is None
            else [
                {
                    "text": each.move.text,
                    "value": None if each.worth is None else str(each.worth),
                    "remoteness": each.ends_in,
                    "isBest": each.is_best,
                    "behind": each.behind,
                }
                for each in moves
            ]
        )

    @cached_property
    def _solution(self) -> AnySolution | None:
        game = self.match.game
        if self._given or (kept := known_solution(game)):
            return self._given or kept
        try:
            return solve(game, start=self.match.start, most=SOLVED_AT_ONCE)
        except LudographError:
            return None


def _match_of(what: Game | Match | Position | str) -> Match:
    if isinstance(what, Match):
        return what
    if isinstance(what, Position):
        return Match(what.game, what)
    return Match(game_named(what) if isinstance(what, str) else what)


def _seated(game: Game, names: Sequence[str]) -> list[Player | None]:
    seats = len(game.seats)
    if names and len(names) != seats:
        raise InvalidParameter(f"{game.title} wants as many players as it has seats, {seats}, not {len(names)}.")
    return [player_named(name, game, seed=seat) for seat, name in enumerate(names or [HUMAN] * seats)]
