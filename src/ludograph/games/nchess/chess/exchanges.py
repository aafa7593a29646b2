"""Pieces that take each other in turn on a square of chess: part of the kernel, for players that search."""

from __future__ import annotations

from ludograph.engine.bits import lowest
from ludograph.engine.rules import NOBODY, apart
from ludograph.games.nchess.chess.attacks import State, attackers
from ludograph.games.nchess.chess.evaluation import VALUES, value_on
from ludograph.games.nchess.chess.rules import BECOMES, CASTLING, KIND, TO

KING_WORTH = 10_000  # who takes with the king where it can be taken has lost


def risk(s: State, move: int) -> int:
    """The worth of the piece that moves; a king never goes where it can be taken."""
    becomes = (move >> BECOMES) & 7
    if becomes:
        return VALUES[becomes]
    start = 1 << (move & 63)
    if s.kings & start or (move >> KIND) & 3 == CASTLING:
        return 0
    return value_on(s, start)


def exchange_start(s: State, move: int) -> int:
    return move & 63


def exchange_end(s: State, move: int) -> int:
    return (move >> TO) & 63


@apart
def least_taker(s: State, node: int, seat: int) -> int:
    takers = attackers(s, 1 - seat, node, s.white | s.black)
    if takers == 0:
        return NOBODY
    if takers & s.pawns:
        return lowest(takers & s.pawns)
    if takers & s.knights:
        return lowest(takers & s.knights)
    if takers & s.bishops:
        return lowest(takers & s.bishops)
    if takers & s.rooks:
        return lowest(takers & s.rooks)
    if takers & s.queens:
        return lowest(takers & s.queens)
    return lowest(takers)


def taker_worth(s: State, node: int) -> int:
    if (s.kings >> node) & 1:
        return KING_WORTH
    return value_on(s, 1 << node)


def without_taker(s: State, node: int) -> State:
    """Only the sets of both sides are asked who is still there."""
    left = ~(1 << node)
    return State(
        s.pawns, s.knights, s.bishops, s.rooks, s.queens, s.kings, s.white & left, s.black & left,
        s.turn, s.castling, s.passant, s.halfmoves, s.fullmoves,
    )  # fmt: skip
