"""What moves are worth to who makes them, graded by how soon that ends, and positions in a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ludograph.core.game import Position
from ludograph.core.moves import Move
from ludograph.core.texts import counted
from ludograph.solver.remoteness import Value

OPPOSITE = {Value.WIN: Value.LOSE, Value.LOSE: Value.WIN}
#: The best first.
ORDER = (Value.WIN, Value.DRAW, Value.LOSE, Value.UNSOLVABLE, None)
#: For those who don't see colours, and for those who don't read.
SIGNS = {Value.WIN: "✓", Value.DRAW: "=", Value.LOSE: "✗", Value.UNSOLVABLE: "✗", None: "?"}
BEST_SIGN = "★"
NOUNS = {Value.WIN: "win", Value.DRAW: "draw", Value.LOSE: "loss", Value.UNSOLVABLE: "no solution", None: "not known"}
VERBS = {**NOUNS, Value.WIN: "wins", Value.DRAW: "draws", Value.LOSE: "loses"}

RESULTS = {Value.WIN: "won", Value.DRAW: "drawn", Value.LOSE: "lost", Value.UNSOLVABLE: "unsolvable"}


@dataclass(frozen=True)
class ValuedMove:
    """A move, and what is known of it; None where nobody knows."""

    move: Move
    #: Of the position that it leads to, for the side that is to move there.
    value: Value | None
    remoteness: int | None
    #: The same for who makes the move.
    worth: Value | None
    #: Whether no other move is better.
    is_best: bool = False
    #: By how many moves its win comes later, or its loss sooner, than by the best move of the same worth.
    behind: int | None = None

    @property
    def ends_in(self) -> int | None:
        """After so many moves it is over, this one included."""
        return None if self.remoteness is None else self.remoteness + 1

    @property
    def sign(self) -> str:
        """A star for the best, and the sign of the worth."""
        return f"{BEST_SIGN if self.is_best else ' '} {SIGNS[self.worth]}"

    @property
    def badge(self) -> str:
        """The same in short, with the number of moves: ``★✓5``."""
        return f"{BEST_SIGN if self.is_best else ''}{SIGNS[self.worth]}{'' if self.ends_in is None else self.ends_in}"

    def in_words(self, words: dict[Value | None, str]) -> str:
        """``win in 5``, or ``wins in 9, 4 later`` where 4 moves of it are wasted."""
        late = f", {self.behind} {'sooner' if self.worth is Value.LOSE else 'later'}" if self.behind else ""
        return self._result(words) + late

    @property
    def result(self) -> str:
        """``win in 5``, ``draw``, ``loss in 4``."""
        return self._result(NOUNS)

    def _result(self, words: dict[Value | None, str]) -> str:
        return words[self.worth] if self.ends_in is None else f"{words[self.worth]} in {self.ends_in:,}"

    @property
    def waste(self) -> float:
        """How far it is behind the best move of the same worth: 0 for that, never quite 1."""
        behind = self.behind or 0
        return behind / (behind + 2)

    @property
    def goodness(self) -> tuple[int, int]:
        """The less, the better: the soonest win first, the soonest loss last."""
        ends_in = self.ends_in or 0
        return ORDER.index(self.worth), -ends_in if self.worth is Value.LOSE else ends_in

    def as_dict(self) -> dict[str, object]:
        """The move and what is known as plain data, for JSON."""
        return {
            **self.move.as_dict(),
            "value": None if self.value is None else str(self.value),
            "remoteness": self.remoteness,
            "worth": None if self.worth is None else str(self.worth),
            "ends_in": self.ends_in,
            "is_best": self.is_best,
            "behind": self.behind,
        }


def valued(move: Move, value: Value | None, remoteness: int | None, *, is_others: bool) -> ValuedMove:
    """A move that leads to a position of this value; ``is_others``: for the other side, which is to move there."""
    return ValuedMove(move, value, remoteness, OPPOSITE.get(value, value) if is_others and value else value)


def graded(moves: Iterable[ValuedMove]) -> tuple[ValuedMove, ...]:
    """All moves of a position, each compared with the others."""
    every = tuple(moves)
    best = {worth: min(each.goodness for each in every if each.worth is worth) for worth in {m.worth for m in every}}
    most = min(best.values(), default=None)
    return tuple(
        replace(
            each,
            is_best=each.goodness == most and each.worth not in (Value.UNSOLVABLE, None),
            behind=None if each.ends_in is None else each.goodness[1] - best[each.worth][1],
        )
        for each in every
    )


def sentence(position: Position, value: Value, remoteness: int | None) -> str:
    """What is true of a position, for people."""
    seats = position.game.seats
    if value is Value.UNSOLVABLE:
        return "This can't be solved any more."
    if len(seats) == 1:
        return f"{counted(remoteness or 0, 'move')} to a solution."
    if position.outcome:
        return f"The game is over: {position.outcome.text}"
    if remoteness is None:
        return "With best play this is a draw."
    return f"{seats[position.seat]} {VERBS[value]} in {counted(remoteness, 'move')} with best play."
