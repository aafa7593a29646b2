"""What the words of a state can be. A game annotates the fields of its state with them, once:

    class State(NamedTuple):
        mine: Mine                                   # = Annotated[int, Cells(MOVER)]
        theirs: Theirs
        kings: Annotated[int, Kind("K", "king")]
        turn: Turn

To Python and to the compiler they are integers like all others.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Annotated, Any, NamedTuple

from ludograph.draw.picture import Shape


class Whose(Enum):
    """Whose pieces a set of nodes holds; a game may name a seat by its number instead."""

    MOVER = "mover"
    OTHER = "other"
    NOBODY = "nobody"


MOVER, OTHER, NOBODY = Whose


@dataclass(frozen=True)
class Kind:
    """A set of nodes, one bit each: where pieces of this kind are, whosever they are. A side has at most so many.

    ``figures`` are drawn instead of the letter: one for each seat, such as ``♕♛``.
    """

    letter: str
    name: str
    shape: Shape = Shape.DISC
    size: int = 1
    most: int | None = None
    figures: str = ""


@dataclass(frozen=True)
class Cells:
    """A set of nodes, one bit each: where somebody's pieces are. What is nobody's has a letter of its own.

    Where a state has kinds, every piece is of one of them, unless the set says by a name what the others are. A side
    has at least and at most so many pieces on the board; who says it gets denser ranks.
    """

    whose: Whose | int
    name: str = ""
    letter: str = ""
    shape: Shape = Shape.DISC
    least: int = 0
    most: int | None = None
    figures: str = ""

    @property
    def kind(self) -> Kind:
        """What its pieces are that are of no declared kind."""
        return Kind(self.letter, self.name or "piece", self.shape, figures=self.figures)


@dataclass(frozen=True)
class More:
    """The next 64 nodes of the set in the field before, or in the one named, on boards that need several words; behind
    pits the next eight."""

    of: str = ""


@dataclass(frozen=True)
class Marks:
    """A set of nodes that holds no pieces but makes positions different: where one may castle, take en passant."""


@dataclass(frozen=True)
class Pits:
    """The seeds in the first eight nodes, which are pits, a byte for each; ``Further`` has those in the next eight. The
    game says by ``seeds`` how many there are in all."""

    name: str = "seed"


@dataclass(frozen=True)
class Hand:
    """How many pieces somebody has beside the board: to be placed, or lost."""

    whose: Whose | int
    most: int
    name: str = "piece"
    shape: Shape = Shape.DISC


@dataclass(frozen=True)
class Seat:
    """The seat that is to move."""


@dataclass(frozen=True)
class Counter:
    """A number that is no part of what counts as repeated, nor of what a solution tells apart: moves since …"""

    most: int


@dataclass(frozen=True)
class Value:
    """A small number that makes positions different: a phase, a right, the last move."""

    most: int


@dataclass(frozen=True)
class Other:
    """A word that only the rules can read; the sentence says what it holds. The game writes ``content`` itself."""

    note: str


Field = Cells | Kind | More | Marks | Pits | Hand | Seat | Counter | Value | Other

# What nearly every game has.
Mine = Annotated[int, Cells(MOVER)]
Theirs = Annotated[int, Cells(OTHER)]
Further = Annotated[int, More()]
Turn = Annotated[int, Seat()]


class Sides(NamedTuple):
    """The state of many games: where either side's pieces are, and who is to move."""

    mine: Mine
    theirs: Theirs
    turn: Turn


class WideSides(NamedTuple):
    """The same on boards of up to 128 nodes: the nodes from 64 on are in words of their own."""

    mine: Mine
    mine_high: Further
    theirs: Theirs
    theirs_high: Further
    turn: Turn


class LargeSides(NamedTuple):
    """The same on boards of up to 384 nodes, such as that of Go."""

    mine: Mine
    mine_1: Further
    mine_2: Further
    mine_3: Further
    mine_4: Further
    mine_5: Further
    theirs: Theirs
    theirs_1: Further
    theirs_2: Further
    theirs_3: Further
    theirs_4: Further
    theirs_5: Further
    turn: Turn


@cache
def wide_seats(seats: int, pieces: int) -> type[tuple[int, ...]]:
    """The state of a game for any number of seats with so many pieces each, on boards of up to 128 nodes: where the
    pieces of each seat are, two words for each, and who is to move."""
    fields: list[tuple[str, Any]] = []
    for seat in range(seats):
        own = Annotated[int, Cells(seat, least=pieces, most=pieces)]
        fields += [(f"seat_{seat}", own), (f"seat_{seat}_high", Further)]
    made: Any = NamedTuple  # the fields are known only now
    return made("WideSeats", [*fields, ("turn", Turn)])  # type: ignore[no-any-return]
