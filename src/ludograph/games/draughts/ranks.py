"""A rank for endgames of draughts: all positions with up to n pieces, numbered without gaps; counters are left out."""

from __future__ import annotations

from ludograph.engine.ranking import MOST_PLACED, choice_placed, is_placed, rank_of_piece
from ludograph.games.draughts.squares import (
    PLACES,
    State,
    all_kings,
    either,
    first,
    holds,
    is_some,
    last_row,
    my_pieces,
    node_of,
    rest,
    squares,
    their_pieces,
    without,
)

# What may stand on a square: a king of either side, and the men that are not on their last row there.
KING, MAN = 0, 2


def rank(s: State) -> int:
    number = 0
    left = MOST_PLACED
    pieces = either(my_pieces(s), their_pieces(s))
    while is_some(pieces):
        node = first(pieces)
        pieces = rest(pieces)
        owner = s.turn
        if holds(their_pieces(s), node):
            owner = 1 - s.turn
        choice = KING + owner
        if not holds(all_kings(s), node):
            choice = MAN
            if owner == 1 and not holds(last_row(0), node):
                choice = MAN + 1
        number += rank_of_piece(node, choice, left)
        left -= 1
    return 2 * number + s.turn


def unrank(number: int) -> State:
    turn = number & 1
    number >>= 1
    left = MOST_PLACED
    ours = squares(0, 0)
    pieces = squares(0, 0)
    kings = squares(0, 0)
    for node in range(PLACES - 1):
        if is_placed(number, node, left):
            choice = choice_placed(number, node, left)
            number -= rank_of_piece(node, choice, left)
            left -= 1
            pieces = either(pieces, node_of(node))
            if choice < MAN:
                kings = either(kings, node_of(node))
            if owner_of(choice, node) == turn:
                ours = either(ours, node_of(node))
    theirs = without(pieces, ours)
    return State(ours[0], theirs[0], kings[0], ours[1], theirs[1], kings[1], turn, 0, 0, 0)


def owner_of(choice: int, node: int) -> int:
    """The seat whose piece a square has chosen."""
    if choice == MAN and holds(last_row(0), node):
        return 1
    return choice & 1
