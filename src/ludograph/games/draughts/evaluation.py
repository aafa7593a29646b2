"""What a position of draughts is worth, for players that search: part of the kernel of ``draughts``.

Men and kings; for each man how far it has come, where it stands, and whether it guards its back row; the steps that men
can make; the tempo, which the side to move has. What a square is worth to a side's men is one table, so that it is the
same code for every variant and board. See ``weights``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludograph.board import tables
from ludograph.engine.keys import FIRST_KEY, mixed
from ludograph.engine.rules import EVEN
from ludograph.games.draughts.captures import CROWNS, capturers, victims_of
from ludograph.games.draughts.rules import LOSER_WINS, MEN_STEPS
from ludograph.games.draughts.squares import (
    PLACES,
    WIDE,
    Squares,
    State,
    all_kings,
    both,
    empty_squares,
    first,
    is_some,
    my_pieces,
    rest,
    size,
    their_pieces,
    toward,
    without,
)
from ludograph.games.draughts.variants import BLACK, Variant

MAN_WORTH = 100

# Bound for each game by its variant.
KING_WORTH = 0
STEP_WORTH = 0
TEMPO_WORTH = 0
MAN_SQUARES: Sequence[int] = ()  # of each node to the men of the first side, then to those of the second


def constants(variant: Variant, weights: Mapping[str, int]) -> dict[str, Any]:
    """What the kernel needs for a variant."""
    return {
        "KING_WORTH": weights["KING"],
        "STEP_WORTH": weights["STEP"],
        "TEMPO_WORTH": weights["TEMPO"],
        "MAN_SQUARES": tables.words(man_squares(variant, weights)),
    }


def man_squares(variant: Variant, weights: Mapping[str, int]) -> list[int]:
    """What each square is worth to a man of either side, with a place for OUTSIDE behind each side's."""
    worths = []
    for seat in variant.seats:
        for node in range(len(variant.board)):
            row, column = divmod(node, variant.squares_in_row)
            rows_to_go = variant.size - 1 - row if seat == BLACK else row
            is_outer = column in (0, variant.squares_in_row - 1)
            worths.append(man_square(weights, rows_to_go, variant.size, is_outer))
        worths.append(0)
    return worths


def man_square(weights: Mapping[str, int], rows_to_go: int, rows: int, is_outer: bool) -> int:
    """What it is worth to have a man so many rows from the last one."""
    come = rows - 1 - rows_to_go
    worth = weights["ROW"] * come + weights.get(f"NEAR_{rows_to_go}", 0)
    return worth + (0 if is_outer else weights["CENTRE"]) + (0 if come else weights["GUARD"])


def evaluate(s: State) -> int:
    empty = empty_squares(s)
    mine = worth_of_side(s, my_pieces(s), empty, s.turn)
    theirs = worth_of_side(s, their_pieces(s), empty, 1 - s.turn)
    if LOSER_WINS:
        return EVEN + theirs - mine
    return EVEN + TEMPO_WORTH + mine - theirs


def worth_of_side(s: State, pieces: Squares, empty: Squares, side: int) -> int:
    worth = worth_of_pieces(s, pieces)
    men = without(pieces, all_kings(s))
    for direction in range(MEN_STEPS):
        worth += STEP_WORTH * size(both(toward(men, side, direction), empty))
    while is_some(men):
        worth += MAN_SQUARES[side * PLACES + first(men)]
        men = rest(men)
    return worth


def worth_of_pieces(s: State, pieces: Squares) -> int:
    return MAN_WORTH * size(pieces) + (KING_WORTH - MAN_WORTH) * size(both(pieces, all_kings(s)))


def gain(s: State, move: int) -> int:
    if LOSER_WINS:
        return 0
    return worth_of_pieces(s, victims_of(s, move)) + ((move >> CROWNS) & 1) * (KING_WORTH - MAN_WORTH)


def restless(s: State) -> bool:
    """A capture has to be made."""
    return is_some(capturers(s, empty_squares(s)))


def position_key(s: State) -> int:
    """All but the clocks."""
    key = mixed(mixed(mixed(FIRST_KEY, s.mine), s.theirs), s.kings)
    key = mixed(mixed(key, s.turn), s.run | (s.their_run << 16))
    if WIDE:
        key = mixed(mixed(mixed(key, s.mine_high), s.theirs_high), s.kings_high)
    return key
