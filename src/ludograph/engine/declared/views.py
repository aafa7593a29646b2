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

from ludograph.draw.picture import Piece
from ludograph.engine.declared.declaration import nodes_of
from ludograph.engine.declared.fields import Marks

if TYPE_CHECKING:
    from ludograph.engine.kernel_game import KernelGame

#: What a plane of pieces shows: how many seats behind the mover their owner comes, and what they are.
Shown = tuple[int, str]


class View:
    """How one game is seen."""

    def __init__(self, game: KernelGame) -> None:
        self.game = game
        self.declaration = game.declaration
        self.nodes = len(game.board)
        self.seats = len(game.seats)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What each plane is."""
        return (*map(self._name, self._pieces), *self._marks, *self.declaration.values)

    def _name(self, shown: Shown) -> str:
        behind, noun = shown
        return noun if behind == self.seats else f"other {behind} {noun}" if behind else f"own {noun}"

    @cached_property
    def _pieces(self) -> dict[Shown, int]:
        """The planes of pieces: the mover's, those of the seats behind, those of nobody."""
        nouns = dict.fromkeys((piece.seat >= self.seats, self._noun(piece)) for piece in self.game.contents)
        of_seats = [(behind, noun) for behind in range(self.seats) for is_nobodys, noun in nouns if not is_nobodys]
        of_nobody = [(self.seats, noun) for is_nobodys, noun in nouns if is_nobodys]
        return {shown: plane for plane, shown in enumerate((*of_seats, *of_nobody))}

    @cached_property
    def _marks(self) -> tuple[str, ...]:
        return tuple(name for name, cells in self.declaration.sets.items() if isinstance(cells.field, Marks))

    def _noun(self, piece: Piece) -> str:
        """A piece's name without its owner's."""
        return piece.name.removeprefix(f"{self.game.seats[piece.seat]} ") if piece.seat < self.seats else piece.name

    @cached_property
    def seen_by_second(self) -> tuple[int, ...]:
        """Where the second seat sees each node."""
        turned = (each.nodes for each in self.game.symmetries if each.exchanges)
        return next(turned, tuple(range(self.nodes)))

    def features(self, state: Any) -> list[int]:
        """The pieces as numbers, plane × nodes + node: all that is 1 in the planes of pieces, sorted."""
        return sorted(plane * self.nodes + node for plane, node in self._standing(state))

    def _standing(self, state: Any) -> Iterator[tuple[int, int]]:
        turn = self.game.seat_of(state)
        sight = self._sight(turn)
        for piece in self.game.pieces(state):
            behind = self.seats if piece.seat >= self.seats else (piece.seat - turn) % self.seats
            yield self._pieces[behind, self._noun(piece)], sight[piece.node]

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
