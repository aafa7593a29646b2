"""What pieces lose by taking each other in turn on one node: static exchange, for kernels that tell who can take."""

from __future__ import annotations

from ludograph.engine.rules import NOBODY, State, Word, game


def is_losing(s: State, move: Word, won: int) -> bool:
    """Whether a move that wins so much at once costs more, when both sides go on to take where it ends, with the least
    piece first, as long as that pays."""
    owed: int = game.risk(s, move)
    owed -= won
    if owed <= 0:
        return False
    seat: int = game.turn(s)
    node: Word = game.exchange_end(s, move)
    rest = game.without_taker(s, game.exchange_start(s, move))
    pays = 1  # to who has moved
    seat = 1 - seat
    taker: Word = game.least_taker(rest, node, seat)
    while taker != NOBODY:
        pays = 1 - pays
        worth: int = game.taker_worth(rest, taker)
        if worth < owed + pays:
            break
        owed = worth - owed
        rest = game.without_taker(rest, taker)
        seat = 1 - seat
        taker = game.least_taker(rest, node, seat)
    return pays == 0
