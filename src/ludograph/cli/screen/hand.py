"""The player's hand: a move that is entered hop by hop, for any game."""

from __future__ import annotations

from dataclasses import dataclass

from ludograph.core.game import Position
from ludograph.core.moves import Move, PartialMove
from ludograph.errors import IllegalMove

AS_IT_IS = "as it is"


@dataclass(frozen=True, slots=True)
class Choice:
    """A way to go on that is no cell: a hop such as ``=3``, or None to leave the move as it is."""

    hop: str | None
    text: str
    key: str


class Hand:
    """The hops touched so far in one position. It knows no rules: the position says what may follow."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.hops: tuple[str, ...] = ()

    @property
    def partial(self) -> PartialMove:
        """What the hops touched so far amount to."""
        return self.position.partial(self.hops)

    @property
    def chosen(self) -> list[int]:
        """The nodes touched so far."""
        return self._nodes(self.hops)

    @property
    def targets(self) -> list[int]:
        """The nodes that may be touched next, once a move is begun."""
        return self._nodes(self.partial.next) if self.hops else []

    @property
    def choices(self) -> list[Choice]:
        """The ways to go on that are no cells; when a whole move could go on, also to leave it as it is."""
        partial = self.partial
        hops = [hop for hop in partial.next if self.position.game.board.index(hop) is None]
        stop = [Choice(None, AS_IT_IS, "0")] if self.hops and partial.complete and partial.next else []
        return stop + [Choice(hop, hop, key) for hop, key in zip(hops, _keys(hops), strict=True)]

    def touch(self, hop: str) -> Move | None:
        """Add a hop, or go back as far as it fits; the move, when it is whole and nothing is left to choose.

        Touching the last hop again ends a move that is whole, or lets go of it. A hop that leads to no
        legal move lets go as well, and raises IllegalMove with the rule that forbids it.
        """
        if self.hops and hop == self.hops[-1] and hop not in self.partial.next:
            whole = self.partial.move
            self.let_go()
            return whole
        # The longest beginning that the hop fits behind: it goes on, goes elsewhere, or begins anew.
        for kept in range(len(self.hops), -1, -1):
            if self.position.partial((*self.hops[:kept], hop)).valid:
                return self._follow((*self.hops[:kept], hop))
        # Where only choices are left, a cell is no answer to them but another way to make the last hop.
        refused = self.hops if self.targets else self.hops[:-1]
        self.let_go()
        message = self.position.partial((*refused, hop)).message
        raise IllegalMove(message, reason="not-listed", position=str(self.position))

    def choose(self, choice: Choice) -> Move | None:
        """Take one of the choices."""
        if choice.hop is not None:
            return self.touch(choice.hop)
        whole = self.partial.move
        self.let_go()
        return whole

    def let_go(self) -> None:
        """Forget the hops."""
        self.hops = ()

    def _follow(self, hops: tuple[str, ...]) -> Move | None:
        self.hops = hops
        partial = self.partial
        return partial.move if partial.complete and not partial.next else None

    def _nodes(self, hops: tuple[str, ...]) -> list[int]:
        found = (self.position.game.board.index(hop) for hop in hops)
        return [node for node in found if node is not None]


def _keys(hops: list[str]) -> list[str]:
    """A key for each hop: its last letter or figure, or its number when that is not enough to tell them apart."""
    last = [hop[-1].lower() for hop in hops]
    is_enough = len(set(last)) == len(last) and all(key.isalnum() and key != "0" for key in last)
    return last if is_enough else [str(number) if number < 10 else "" for number in range(1, len(hops) + 1)]
