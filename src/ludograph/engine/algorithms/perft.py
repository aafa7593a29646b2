"""perft: the number of move sequences of a given length."""

from __future__ import annotations

from ludograph.engine.rules import Moves, State, Word, game


def perft(s: State, moves: Moves, at: Word, depth: int) -> Word:
    """The sequences of ``depth`` ≥ 1 moves from s; the stack is free from ``at`` on."""
    if depth == 1:
        return game.count(s, moves, at)
    end = game.generate(s, moves, at)
    total: Word = 0
    for i in range(at, end):
        total += perft(game.apply(s, moves[i]), moves, end, depth - 1)
    return total
