"""Numbers for the positions of an endgame on any map, ready for a solver: some pieces, and whatever can become of them.

The endgame ``KQKR`` has all positions in which queen and rook are on the board or taken, so that every move leads from
one of them to another; a pawn is on the board as what it is or has become, or taken. Nobody castles or takes en passant
in them, and the counters are 0. A number is written in mixed radix: the player to move, then a place for each piece,
kings first and pawns last. Numbers of no position are holes: pieces on one node, kings that could be taken, like pieces
in another order.

The functions below ``Endgame`` are part of a kernel, to which the endgame binds its constants.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from math import prod
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar

from ludograph.engine.bits import replaced
from ludograph.engine.kernel import Kernel, plain_namespace
from ludograph.errors import InvalidPosition
from ludograph.games.nchess.codes import (
    CELL_WORDS,
    CHECK,
    DIRECTED,
    KINGDOMS,
    KINGS,
    NODES,
    PAWN,
    PLAYER_BITS,
    PLAYERS,
    QUEEN,
    State,
    cell,
    put,
    turn,
)
from ludograph.games.nchess.codes import KING as KING_KIND
from ludograph.games.nchess.danger import is_in_check
from ludograph.games.nchess.map_file import LETTERS, Pawns
from ludograph.games.nchess.rules import PROMOTES
from ludograph.games.nchess.states import Setting

if TYPE_CHECKING:
    from ludograph.games.nchess.game import ChessOnGraph

ARMY = re.compile("K[QRBNP]*")
MOST_RANKS = 2**63


class Endgame:
    """The positions of some pieces on the map of a game, written like ``KQKR``: each player's, the king first."""

    functions: ClassVar[Mapping[str, Any]]

    def __init__(self, game: ChessOnGraph, material: str) -> None:
        armies = ARMY.findall(material)
        if len(armies) != len(game.seats) or "".join(armies) != material:
            what = f"the pieces of {len(game.seats)} players are written like KQKR, each with the king first"
            raise InvalidPosition("There is no such endgame", [what], material[:100])
        self.game = game
        self.material = material
        pieces = ((player, LETTERS.index(letter) + 1) for player, army in enumerate(armies) for letter in army)
        # Kings come first and pawns last: of like pieces those that were so from the start are placed first.
        self.pieces = sorted(pieces, key=lambda piece: (piece[1] == PAWN, piece[1] != KING_KIND, piece))
        if self.ranks > MOST_RANKS:
            raise InvalidPosition("There is no such endgame", ["it has more positions than can be numbered"], material)

    @property
    def places(self) -> list[int]:
        """In how many places each piece may be: on a node, as whatever it has become, or taken."""
        size = len(self.game.board)
        chosen = len(self.game.geometry.directions) if self.game.mapped.pawns is Pawns.FREE else 0
        kinds = [QUEEN + chosen if kind == PAWN else 1 for _, kind in self.pieces]
        taken = [int(kind != KING_KIND or not self.game.mapped.has_check) for _, kind in self.pieces]
        return [number * size + off for number, off in zip(kinds, taken, strict=True)]

    @property
    def ranks(self) -> int:
        """All numbers are below this one."""
        return len(self.game.seats) * prod(self.places)

    def kernel(self) -> Kernel:
        """The game's kernel with ``rank``, ``unrank`` and ``is_ranked``."""
        own = self.game.kernel
        return Kernel(
            name=own.name,
            state=own.state,
            functions={**own.functions, **self.functions},
            constants={**own.constants, **self.constants()},
            max_moves=own.max_moves,
            is_trusted=True,
        )

    def constants(self) -> dict[str, Any]:
        """What the functions need to be part of a kernel."""
        return {
            "PIECES": len(self.pieces),
            "OWNERS": tuple(player for player, _ in self.pieces),
            "KINDS": tuple(kind for _, kind in self.pieces),
            "PLACES": tuple(self.places),
            "EMPTY_BOARD": self.game.form.pack(Setting((), number=int(self.game.texts.is_chess_board))),
        }

    @cached_property
    def _plain(self) -> SimpleNamespace:
        return plain_namespace(self.kernel())

    def rank(self, state: Any) -> int:
        """The number of a position; InvalidPosition when it is none of this endgame."""
        number = int(self._plain.rank(state))
        if self._plain.unrank(number) != state._replace(quiet=0, number=self.constants()["EMPTY_BOARD"].number):
            raise InvalidPosition("The position has no rank", [f"it is none of the endgame {self.material}"])
        return number

    def unrank(self, number: int) -> Any:
        """The position with this number; None when it has none."""
        return self._plain.unrank(number) if self._plain.is_ranked(number) else None


# ---------------------------------------------------------------------------------------------------------
# The kernel
# ---------------------------------------------------------------------------------------------------------

# Bound by Endgame.constants: how many pieces there are, whose, of what kind, in how many places; and the empty board.
PIECES = 0
OWNERS: Sequence[int] = ()
KINDS: Sequence[int] = ()
PLACES: Sequence[int] = ()
EMPTY_BOARD = State(0, 0, 0, 0)


def rank(s: State) -> int:
    number = turn(s)
    weight = PLAYERS
    for piece in range(PIECES):
        place = first_place(s, OWNERS[piece], KINDS[piece], PLACES[piece])
        number += weight * place
        weight *= PLACES[piece]
        if place < PLACES[piece] // NODES * NODES:
            s = put(s, place % NODES, 0)  # counted once
    return number


def first_place(s: State, player: int, kind: int, places: int) -> int:
    """Where the first piece stands that may be the one: a pawn may have become another kind. Behind all nodes comes the
    place of what is taken, which a king may not have."""
    taken = places // NODES * NODES
    for place in range(taken):
        if cell(s, place % NODES) == (became(kind, place // NODES) << PLAYER_BITS) | player:
            return place
    return taken


def became(kind: int, choice: int) -> int:
    """The kind of a piece by the first part of its place: for a pawn itself, knight to queen, then its directions."""
    if kind != PAWN:
        return kind
    if choice < QUEEN:
        return PAWN + choice
    return DIRECTED + choice - QUEEN


def unrank(number: int) -> State:
    """The state with this number; of a hole some that is no position."""
    s = EMPTY_BOARD
    flags = number % PLAYERS
    number //= PLAYERS
    for piece in range(PIECES):
        place = number % PLACES[piece]
        number //= PLACES[piece]
        if place < PLACES[piece] // NODES * NODES:
            kind = became(KINDS[piece], place // NODES)
            s = put(s, place % NODES, (kind << PLAYER_BITS) | OWNERS[piece])
            if kind == KING_KIND:
                flags |= 1 << (KINGDOMS + OWNERS[piece])
    return replaced(s, CELL_WORDS, flags)


def is_ranked(number: int) -> bool:
    """Whether a number is that of a position."""
    s = unrank(number)
    # Where pieces are on one node, or like pieces in another order, the state has another number.
    if rank(s) != number or has_late_pawns(s):
        return False
    if KINGS == CHECK:
        return not is_in_check(s, 1 - turn(s))
    kingdoms: int = s[CELL_WORDS] >> KINGDOMS
    return kingdoms & (kingdoms - 1) == 0 or (kingdoms >> turn(s)) & 1 != 0


def has_late_pawns(s: State) -> bool:
    """Whether a pawn stands where it would have been promoted."""
    for player in range(PLAYERS):
        for node in range(NODES):
            if PROMOTES[player * NODES + node] and cell(s, node) == (PAWN << PLAYER_BITS) | player:
                return True
    return False


Endgame.functions = {"rank": rank, "unrank": unrank, "is_ranked": is_ranked}
