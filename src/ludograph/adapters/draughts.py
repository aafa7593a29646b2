"""Draughts as a service with plain values: squares are numbers, a state is the sets of dark, light and kings.

These are the services of the checkers application that Ludograph's draughts go back to, with its meaning and with its
slips put right: a capture is compulsory for the side, not for each piece; it is one move to its end; the captured piece
is the one between start and landing; promotion is part of the state after a move.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import cast

from ludograph.core.game import Position
from ludograph.core.moves import Move
from ludograph.core.registry import game as game_named
from ludograph.errors import IllegalMove
from ludograph.games.draughts.game import Draughts
from ludograph.games.draughts.squares import State

RUSSIAN = "draughts/russian"


class Side(StrEnum):
    DARK = "dark"
    LIGHT = "light"

    @property
    def other(self) -> Side:
        return Side.LIGHT if self is Side.DARK else Side.DARK


@dataclass(frozen=True)
class CheckersState:
    """Where the pieces of both sides are, and which of them are kings."""

    dark: frozenset[int] = frozenset()
    light: frozenset[int] = frozenset()
    kings: frozenset[int] = frozenset()

    @classmethod
    def of(cls, dark: Iterable[int], light: Iterable[int], kings: Iterable[int] = ()) -> CheckersState:
        return cls(frozenset(dark), frozenset(light), frozenset(kings))


@dataclass(frozen=True, order=True)
class PossibleMove:
    """A whole move of a piece: where it goes and whether it captures."""

    start: int
    target: int
    is_capture: bool


class Checkers:
    """The services for one variant of draughts."""

    def __init__(self, name: str = RUSSIAN) -> None:
        self.game = cast(Draughts, game_named(name))

    def starting_state(self) -> CheckersState:
        """The pieces at the beginning."""
        return self._plain(self.game.start_state())

    def diagonals(self) -> list[list[int]]:
        """The lines along which pieces move, each from top to bottom, those of the Turkish board also to the right."""
        board, found = self.game.board, []
        for direction in (270.0, 0.0) if self.game.facts.is_turkish else (225.0, 315.0):
            firsts = [
                node for node in range(len(board)) if board.step(node, (direction + 180.0) % 360.0) == board.outside
            ]
            for first in firsts:
                line = [first, *board.ray(first, direction)]
                if len(line) > 1:
                    found.append([node + 1 for node in line])
        return found

    def pieces_of(self, side: Side, state: CheckersState) -> frozenset[int]:
        return state.dark if side is Side.DARK else state.light

    def is_empty(self, square: int, state: CheckersState) -> bool:
        """Whether nothing stands on a square of the board."""
        self._check_square(square)
        return square not in state.dark | state.light

    def moves_of_piece(self, square: int, state: CheckersState) -> list[PossibleMove]:
        """The moves of the piece on a square, if it were its side's turn; none when another piece has to capture."""
        if self.is_empty(square, state):
            raise IllegalMove(f"Illegal move: {square} is empty.", reason="empty-source")
        side = Side.DARK if square in state.dark else Side.LIGHT
        return self.moves_of_side(side, state).get(square, [])

    def moves_of_side(self, side: Side, state: CheckersState) -> dict[int, list[PossibleMove]]:
        """For each square from which the side can move, where to and whether it captures."""
        found: dict[int, set[PossibleMove]] = {}
        for move in self._position(side, state).legal_moves:
            possible = PossibleMove(self._number(move.hops[0]), self._number(move.hops[-1]), bool(move.captures))
            found.setdefault(possible.start, set()).add(possible)
        return {start: sorted(moves) for start, moves in sorted(found.items())}

    def state_after(self, state: CheckersState, side: Side, move: str) -> CheckersState:
        """The state after a whole move: captured pieces gone, a man that has reached the last row a king.

        A move that is not legal is refused with its reason.
        """
        return self._plain(cast(State, self._position(side, state).play(move).state))

    def captured_square(self, state: CheckersState, side: Side, start: int, landing: int) -> int:
        """The piece that a hop jumps: the only one between start and landing, of the other side."""
        between = next(iter(self._between(start, landing)), [])
        standing = [square for square in between if not self.is_empty(square, state)]
        if len(standing) != 1 or standing[0] not in self.pieces_of(side.other, state):
            what = f"between {start} and {landing} there must be one piece of the {side.other} side, and nothing else"
            raise IllegalMove(f"Illegal move: {what}.", reason="no-capture")
        return standing[0]

    def does_promote(self, state: CheckersState, side: Side, move: str) -> bool:
        """Whether a move makes a man a king."""
        found = self._position(side, state).find(move)
        after = self.state_after(state, side, move)
        start, target = self._number(found.hops[0]), self._number(found.hops[-1])
        return start not in state.kings and target in after.kings

    def whole_moves(self, side: Side, state: CheckersState) -> tuple[Move, ...]:
        """The legal moves with everything that is known of them."""
        return self._position(side, state).legal_moves

    # -- between plain values and positions ---------------------------------------------------------------

    def _position(self, side: Side, state: CheckersState) -> Position:
        lists = {
            letter: ",".join(f"{'K' if square in state.kings else ''}{square}" for square in sorted(squares))
            for letter, squares in (("W", state.light), ("B", state.dark))
        }
        turn = "B" if side is Side.DARK else "W"
        return self.game.parse(f"{turn}:W{lists['W']}:B{lists['B']}")

    def _plain(self, state: State) -> CheckersState:
        sides = {side: self.game.nodes_of(state, seat) for seat, side in enumerate(self.game.seats)}
        kings = [node for nodes in sides.values() for node in nodes if self.game.is_king(state, node)]
        dark, light, crowned = ({node + 1 for node in nodes} for nodes in (sides["Black"], sides["White"], kings))
        return CheckersState.of(dark, light, crowned)

    def _between(self, start: int, landing: int) -> Iterable[list[int]]:
        """What lies between two squares, for each line that has both."""
        for line in self.diagonals():
            if start in line and landing in line:
                first, last = sorted((line.index(start), line.index(landing)))
                yield line[first + 1 : last]

    def _number(self, label: str) -> int:
        node = self.game.names.node(label)
        assert node is not None, f"{label} is a label of the board"
        return node + 1

    def _check_square(self, square: int) -> None:
        if not 1 <= square <= len(self.game.board):
            what = f"{square} is no square: they are numbered from 1 to {len(self.game.board)}"
            raise IllegalMove(f"Illegal move: {what}.", reason="no-square")
