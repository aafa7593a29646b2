"""One game that is played by actions, in plain Python: what all environments for single games share."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from ludograph.core.game import Position
from ludograph.core.outcome import Outcome
from ludograph.errors import IllegalMove
from ludograph.learners.numbers import Numbers

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Playing:
    """A game from its start on, or from another position; it ends as a match does, or is cut off."""

    def __init__(self, numbers: Numbers, longest: int, position: Position | None = None) -> None:
        self.numbers, self.game, self.longest = numbers, numbers.game, longest
        self.state: Any = (position or self.game.start()).state
        self.actions: list[int] = []
        self._seen = Counter([self.game.repetition_key(self.state)])
        self._look()

    def _look(self) -> None:
        """What is asked again and again of the state: how it ends, who is to move and what may be done."""
        self.outcome = self.game.end_of(self.state) or self.game.draw_of(self.state) or self._repetition()
        self.is_cut = self.outcome is None and len(self.actions) >= self.longest
        self.legal = {} if self.is_over else self.numbers.legal(self.state)

    def _repetition(self) -> Outcome | None:
        limit = self.game.repetition_limit
        if not limit or self._seen[self.game.repetition_key(self.state)] < limit:
            return None
        return Outcome.draw(len(self.game.seats), "repetition", f"A draw: the position has occurred {limit} times.")

    @property
    def is_over(self) -> bool:
        return self.outcome is not None or self.is_cut

    @property
    def seat(self) -> int:
        """The seat that is to move."""
        return self.game.seat_of(self.state)

    @property
    def position(self) -> Position:
        return Position(self.game, self.state)

    @property
    def rewards(self) -> list[float]:
        """For each seat 1 if it has won, -1 if another one has, 0 otherwise."""
        if self.outcome is None or not self.outcome.winners:
            return [0.0] * len(self.game.seats)
        return [1.0 if seat in self.outcome.winners else -1.0 for seat in range(len(self.game.seats))]

    def apply(self, action: int) -> None:
        """Make a move; IllegalMove when it is none, and then nothing changes."""
        if action not in self.legal:
            why = "the game is over" if self.is_over else f"it is none of the {len(self.legal)} legal ones"
            raise IllegalMove(f"The action {action} can't be made: {why}.", reason="not-listed")
        self.follow(self.legal[action], action)

    def follow(self, code: int, action: int = -1) -> None:
        """Make the legal move with this code; it may be one of those that have no number."""
        self.state = self.game.state_after(self.state, code)
        self.actions.append(action)
        self._seen[self.game.repetition_key(self.state)] += 1
        self._look()

    def text_of(self, action: int) -> str:
        """A legal action as people write it."""
        return self.game.move_of(self.state, self.legal[action]).text

    def mask(self, seat: int | None = None) -> NDArray[np.int8]:
        """1 for each legal action; none for a seat that isn't to move."""
        import numpy as np

        found = np.zeros(self.numbers.actions.number, np.int8)
        if seat is None or seat == self.seat:
            found[list(self.legal)] = 1
        return found

    def copy(self) -> Playing:
        """The same game, to be played on apart from this one."""
        twin = object.__new__(type(self))
        vars(twin).update(vars(self))
        twin.actions, twin._seen = list(self.actions), self._seen.copy()
        return twin
