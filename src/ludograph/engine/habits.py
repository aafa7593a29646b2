"""Habits of a search that suit some games and not others, as kernel functions that follow from the declaration of a
state: whoever learns a game tries them in matches (``learning.teaching``), and keeps those that win.
"""

from __future__ import annotations

from ludograph.engine.bits import popcount
from ludograph.engine.declared.contents import DECLARED_PLAIN, declared_cells
from ludograph.engine.rules import State, game

# All begin so: what a game's constants are called replaces what other parts of its kernel call the same.
HABIT_PIECE = 100

# Bound for each game by ``learning.habits``.
HABIT_SET_WORDS = 1
HABIT_OWNERS: tuple[int, ...] = ()  # for each seat to move and each kind of piece: whose it is


def pieces_of(s: State, seat: int) -> int:
    """How many pieces of a seat are on the board."""
    first = game.turn(s) * len(DECLARED_PLAIN)
    found = 0
    for piece in range(len(DECLARED_PLAIN)):
        if HABIT_OWNERS[first + piece] == seat:
            for word in range(HABIT_SET_WORDS):
                found += popcount(declared_cells(s, piece, word))
    return found


def gain(s: State, move: int) -> int:
    """The pieces that a move takes from the other side, each worth the same."""
    other = 1 - game.turn(s)
    before = pieces_of(s, other)
    left = pieces_of(game.apply(s, move), other)
    return (before - left) * HABIT_PIECE if left < before else 0


def ends_suddenly() -> bool:
    """Where a game may end though much could still be moved: that is looked for before a state is judged."""
    return True
