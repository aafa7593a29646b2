"""Numbers for the positions of an endgame, ready for a solver: some pieces, and whatever can become of them.

The endgame ``KQKR`` has all positions in which queen and rook are on the board or taken, so that every move leads
from one of them to another; a pawn is on the board as what it is or has become, or taken. Nobody castles or takes en
passant in them, and the counters are 0. A number is written in mixed radix: the side to move, the kings, then a place
for each other piece. Numbers of no position are holes: pieces on one square, kings that could be taken, like pieces in
another order.

The functions below ``Endgame`` are part of a kernel, to which the endgame binds its constants.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from types import SimpleNamespace
from typing import Any, ClassVar, Final

from ludograph.engine.bits import lowest
from ludograph.engine.kernel import Kernel, plain_namespace
from ludograph.errors import InvalidPosition
from ludograph.games.nchess.chess import rules
from ludograph.games.nchess.chess.attacks import State, checkers, side_of
from ludograph.games.nchess.chess.rules import BISHOP, KNIGHT, LAST_RANKS, ROOK
from ludograph.games.nchess.chess.texts import LETTERS

MATERIAL: Final = re.compile("K(?P<white>[QRBNP]*)K(?P<black>[QRBNP]*)")
MOST_PIECES: Final = 6
PAWN: Final = 0
#: A piece's place is its square, or this when it is taken; a pawn's place has its kind before that.
TAKEN: Final = 64
PLACES: Final = TAKEN + 1
PAWN_PLACES: Final = 5 * TAKEN + 1
KINGS: Final = 2 * 64 * 64


class Endgame:
    """The positions of some pieces, written like ``KQKR``: White's, then Black's."""

    functions: ClassVar[Mapping[str, Any]]

    def __init__(self, material: str) -> None:
        found = MATERIAL.fullmatch(material) if len(material) <= MOST_PIECES else None
        if found is None:
            what = f"pieces are written like KQKR, at most {MOST_PIECES} with the kings"
            raise InvalidPosition("There is no such endgame", [what], material)
        self.material = material
        sides = ((side, LETTERS.index(letter.lower())) for side, text in enumerate(found.groups()) for letter in text)
        # Pawns come last: of like pieces the ones that were so from the start are placed first.
        self.pieces = sorted(sides, key=lambda piece: (piece[1] == PAWN, piece))

    @property
    def ranks(self) -> int:
        """All numbers are below this one."""
        total = KINGS
        for _, kind in self.pieces:
            total *= PAWN_PLACES if kind == PAWN else PLACES
        return total

    def constants(self) -> dict[str, Any]:
        """What the functions need to be part of a kernel."""
        return {
            "PIECES": len(self.pieces),
            "SIDES": tuple(side for side, _ in self.pieces) or (0,),
            "KINDS": tuple(kind for _, kind in self.pieces) or (0,),
        }

    @cached_property
    def _plain(self) -> SimpleNamespace:
        functions = {"generate": rules.generate, "apply": rules.apply, **self.functions}
        return plain_namespace(Kernel("endgame", State, functions, self.constants(), rules.MAX_MOVES))

    def rank(self, state: State) -> int:
        """The number of a position; InvalidPosition when it is none of this endgame."""
        number = int(self._plain.rank(state))
        if self._plain.unrank(number) != state._replace(halfmoves=0, fullmoves=1):
            raise InvalidPosition("The position has no rank", [f"it is none of the endgame {self.material}"])
        return number

    def unrank(self, number: int) -> State | None:
        """The position with this number; None when it has none."""
        return self._plain.unrank(number) if self._plain.is_ranked(number) else None


# ---------------------------------------------------------------------------------------------------------
# The kernel
# ---------------------------------------------------------------------------------------------------------

# Bound by Endgame.constants: how many pieces there are beside the kings, whose, and of what kind.
PIECES = 0
SIDES: Sequence[int] = ()
KINDS: Sequence[int] = ()


def rank(s: State) -> int:
    number = s.turn + 2 * (lowest(s.kings & s.white) + 64 * lowest(s.kings & s.black))
    weight = KINGS
    left = s.white | s.black
    for piece in range(PIECES):
        own = side_of(s, SIDES[piece]) & left & ~s.kings
        place = first_place(s, own, KINDS[piece])
        number += weight * place
        if KINDS[piece] == PAWN:
            weight *= PAWN_PLACES
            if place < PAWN_PLACES - 1:
                left &= ~(1 << (place & 63))
        else:
            weight *= PLACES
            if place < TAKEN:
                left &= ~(1 << place)
    return number


def first_place(s: State, own: int, kind: int) -> int:
    """Where the first of some pieces stands that may be of this kind: a pawn's place may be that of another kind."""
    if kind != PAWN:
        found = own & of_kind(s, kind)
        if found:
            return lowest(found)
        return TAKEN
    for became in range(5):
        found = own & of_kind(s, became)
        if found:
            return 64 * became + lowest(found)
    return PAWN_PLACES - 1


def of_kind(s: State, kind: int) -> int:
    if kind == PAWN:
        return s.pawns
    if kind == KNIGHT:
        return s.knights
    if kind == BISHOP:
        return s.bishops
    if kind == ROOK:
        return s.rooks
    return s.queens


def unrank(number: int) -> State:
    """The state with this number; of a hole some that is no position."""
    side = number & 1
    white = 1 << ((number >> 1) & 63)
    black = 1 << ((number >> 7) & 63)
    kings = white | black
    pawns, knights, bishops, rooks, queens = 0, 0, 0, 0, 0
    number >>= 13
    for piece in range(PIECES):
        places = PLACES
        if KINDS[piece] == PAWN:
            places = PAWN_PLACES
        place = number % places
        number //= places
        if place == places - 1:
            continue
        kind = KINDS[piece] + (place >> 6)
        square = 1 << (place & 63)
        if SIDES[piece] == 0:
            white |= square
        else:
            black |= square
        if kind == PAWN:
            pawns |= square
        elif kind == KNIGHT:
            knights |= square
        elif kind == BISHOP:
            bishops |= square
        elif kind == ROOK:
            rooks |= square
        else:
            queens |= square
    return State(pawns, knights, bishops, rooks, queens, kings, white, black, side, 0, 0, 0, 1)


def is_ranked(number: int) -> bool:
    """Whether a number is that of a position."""
    s = unrank(number)
    if s.white & s.black or s.pawns & LAST_RANKS:
        return False
    # Where pieces are on one square, or like pieces in another order, the state has another number.
    return rank(s) == number and checkers(s, 1 - s.turn) == 0


Endgame.functions = {"rank": rank, "unrank": unrank, "is_ranked": is_ranked}
