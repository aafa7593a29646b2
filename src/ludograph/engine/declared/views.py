"""A position as numbers for learners, seen by the side to move: planes over the nodes, and the features that are 1.

There is a plane for each kind of piece of the side to move, then of the next seat and so on, then of what is nobody's;
then one for each declared set of marks, and one for each small value, filled with its share of the greatest.
Where a symmetry of the game exchanges the two seats, the second seat sees the board carried by it: both
seats then see a start that looks the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ludograph.engine.declared.declaration import nodes_of
from ludograph.engine.declared.fields import Marks

if TYPE_CHECKING:
    from ludograph.engine.kernel_game import KernelGame


class View:
    """How one game is seen."""

    def __init__(self, game: KernelGame) -> None:
        self.game = game
        self.declaration = game.declaration
        self.nodes = len(game.board)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What each plane is."""
        return (*self._pieces, *self._marks, *self.declaration.values)

    @cached_property
    def _pieces(self) -> tuple[str, ...]:
        """The planes of pieces, each once for every seat, the mover's first."""
        seats, own, nobodys = len(self.game.seats), dict[str, None](), dict[str, None]()
        for piece in self.game.contents:
            (nobodys if piece.seat >= seats else own)[self._noun(piece.name, piece.seat)] = None
        of_seats = [f"{'own' if not ahead else f'other {ahead}'} {noun}" for ahead in range(seats) for noun in own]
        return (*of_seats, *nobodys)

    @cached_property
    def _plane(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self._pieces)}

    @cached_property
    def _marks(self) -> tuple[str, ...]:
        return tuple(name for name, cells in self.declaration.sets.items() if isinstance(cells.field, Marks))

    def _noun(self, name: str, seat: int) -> str:
        return name.removeprefix(f"{self.game.seats[seat]} ") if seat < len(self.game.seats) else name

    @cached_property
    def seen_by_second(self) -> tuple[int, ...]:
        """Where the second seat sees each node."""
        turned = (each.nodes for each in self.game.symmetries if each.exchanges)
        return next(turned, tuple(range(self.nodes)))

    def features(self, state: Any) -> list[int]:
        """The pieces as numbers, plane × nodes + node: all that is 1 in the planes of pieces, sorted."""
        return sorted(plane * self.nodes + node for plane, node in self._standing(state))

    def _standing(self, state: Any) -> Iterator[tuple[int, int]]:
        turn, seats = self.game.seat_of(state), len(self.game.seats)
        sight = self._sight(turn)
        for piece in self.game.pieces(state):
            noun = self._noun(piece.name, piece.seat)
            ahead = (piece.seat - turn) % seats
            name = noun if piece.seat >= seats else f"{'own' if not ahead else f'other {ahead}'} {noun}"
            yield self._plane[name], sight[piece.node]

    def _sight(self, turn: int) -> tuple[int, ...]:
        return self.seen_by_second if turn == 1 else tuple(range(self.nodes))

    def planes(self, state: Any) -> Any:
        """An array of floats, one row for each plane and one column for each node."""
        import numpy as np

        sight = self._sight(self.game.seat_of(state))
        found = np.zeros((len(self.names), self.nodes), np.float32)
        for plane, node in self._standing(state):
            found[plane, node] = 1
        for plane, name in enumerate(self._marks, len(self._pieces)):
            found[plane, [sight[node] for node in nodes_of(self.declaration.sets[name].of(state))]] = 1
        for plane, (name, most) in enumerate(self.declaration.values.items(), len(self._pieces) + len(self._marks)):
            found[plane] = getattr(state, name) / most if most else 0
        return found
