"""perft: the number of move sequences of a given length."""

from __future__ import annotations

from ludograph.engine.rules import Moves, State, Word, game


def perft(s: State, moves: Moves, at: Word, depth: int) -> Word:
    """The sequences of ``depth`` ≥ 1 moves from s; the stack is free from ``at`` on."""
    end = game.generate(s, moves, at)
    if depth == 1:
        return end - at
    total: Word = 0
    for i in range(at, end):
        after = game.apply(s, moves[i])
        if depth == 2:  # here, where nothing has to be handed over: nearly all work is done at the last ply
            total += game.count(after, moves, end)
        else:
            total += perft(after, moves, end, depth - 1)
    return total
