"""A position as numbers for learners, seen by the side to move: planes over the nodes, and the features that are 1.

There is a plane for each kind of piece of the side to move, then of the next seat and so on, then of what is nobody's;
then one for each declared set of marks, and one for each small value, filled with its share of the greatest.
Where a symmetry of the game exchanges the two seats, the second seat sees the board carried by it: both
seats then see a start that looks the same. Who does not want that asks for planes that are not ``turned``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ludograph.board.tables import WORD_BITS
from ludograph.draw.picture import Piece
from ludograph.engine.declared.declaration import nodes_of
from ludograph.engine.declared.fields import Hand, Marks, Other

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
        bits = (f"bit {bit} of {list(self.declaration.fields)[place]}" for place, bit in self.bits)
        return (*self.piece_names, *self.marks, *map(self._value_name, self.values), *bits)

    @cached_property
    def piece_names(self) -> tuple[str, ...]:
        return tuple(f"part {part + 1}" for part in range(self.parts)) or tuple(map(self._name, self._pieces))

    def _name(self, shown: Shown) -> str:
        behind, noun = shown
        return noun if behind == self.seats else f"other {behind} {noun}" if behind else f"own {noun}"

    def _value_name(self, name: str) -> str:
        if name not in self.declaration.hands:
            return name
        hand = self.declaration.hands[name]
        return f"{self._name((self.declaration.owner(hand, 0) or 0, hand.name))} beside the board"

    @cached_property
    def most(self) -> tuple[int, ...]:
        """The greatest number that each plane stands for."""
        values = [self.declaration.values[name] for name in self.values]
        return (1,) * (len(self.piece_names) + len(self.marks)) + (*values,) + (1,) * len(self.bits)

    @cached_property
    def parts(self) -> int:
        """Of how many parts pieces are made, in games that tell these apart."""
        return max(piece.size for piece in self.game.contents) if self.game.content_is_parts else 0

    @cached_property
    def _pieces(self) -> dict[Shown, int]:
        """The planes of pieces: the mover's, those of the seats behind, those of nobody."""
        nouns = dict.fromkeys((piece.seat >= self.seats, self._noun(piece)) for piece in self.game.contents)
        of_seats = [(behind, noun) for behind in range(self.seats) for is_nobodys, noun in nouns if not is_nobodys]
        of_nobody = [(self.seats, noun) for is_nobodys, noun in nouns if is_nobodys]
        return {shown: plane for plane, shown in enumerate((*of_seats, *of_nobody))}

    def plane_of(self, piece: Piece, viewer: int) -> int:
        """The plane on which a seat sees a piece."""
        behind = self.seats if piece.seat >= self.seats else (piece.seat - viewer) % self.seats
        return self._pieces[behind, self._noun(piece)]

    @cached_property
    def marks(self) -> tuple[str, ...]:
        """The declared sets of marks."""
        return tuple(name for name, cells in self.declaration.sets.items() if isinstance(cells.field, Marks))

    @cached_property
    def values(self) -> tuple[str, ...]:
        """The small values, and how many pieces are beside the board, as the first seat sees them."""
        return tuple(self.values_for(0, 0))

    def values_for(self, turn: int, viewer: int) -> list[str]:
        """The same as any seat sees them while one is to move: the hands that are its own first."""
        fields = self.declaration.fields
        places = [name for name in self.declaration.values if isinstance(fields[name], Hand)]
        owners = {name: self.declaration.owner(self.declaration.hands[name], turn) or 0 for name in places}
        seen = iter(sorted(places, key=lambda name: (owners[name] - viewer) % self.seats))
        return [next(seen) if name in owners else name for name in self.declaration.values]

    @cached_property
    def bits(self) -> tuple[tuple[int, int], ...]:
        """The places and bits of words that only the rules can read, in games that don't tell what stands on a node."""
        if "content" in self.game.all_rules():
            return ()
        used = max(self.game.ranks - 1, 0).bit_length() or WORD_BITS
        others = [place for place, field in enumerate(self.declaration.fields.values()) if isinstance(field, Other)]
        return tuple((place, bit) for place in others for bit in range(used if len(others) == 1 else WORD_BITS))

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
        sight = self._sight(self.game.seat_of(state))
        return sorted(plane * self.nodes + sight[node] for plane, node in self._standing(state))

    def _standing(self, state: Any) -> Iterator[tuple[int, int]]:
        turn = self.game.seat_of(state)
        if self.parts:
            for node in range(self.nodes):
                yield from ((part, node) for part in nodes_of(self.game.plain.content(state, node) - 1))
        elif self._pieces:
            for piece in self.game.pieces(state):
                yield self.plane_of(piece, turn), piece.node

    def _sight(self, turn: int) -> tuple[int, ...]:
        return self.seen_by_second if turn == 1 else tuple(range(self.nodes))

    def planes(self, state: Any, *, turned: bool = True) -> Any:
        """An array of floats, one row for each plane and one column for each node."""
        import numpy as np

        turn = self.game.seat_of(state)
        sight = self._sight(turn) if turned else range(self.nodes)
        found = np.zeros((len(self.names), self.nodes), np.float32)
        for plane, node in self._standing(state):
            found[plane, sight[node]] = 1
        for plane, name in enumerate(self.marks, len(self.piece_names)):
            found[plane, [sight[node] for node in nodes_of(self.declaration.sets[name].of(state))]] = 1
        first = len(self.piece_names) + len(self.marks)
        for plane, name in enumerate(self.values_for(turn, turn), first):
            most = self.declaration.values[name]
            found[plane] = getattr(state, name) / most if most else 0
        for plane, (place, bit) in enumerate(self.bits, first + len(self.values)):
            found[plane] = state[place] >> bit & 1
        return found
