"""Random games: to measure, to estimate, and to compare a compiled kernel with the plain one."""

from __future__ import annotations

from ludograph.engine.chance import advance, below, seeded
from ludograph.engine.rules import Moves, State, Word, Words, game

# Places in the tally; the seats' wins follow.
UNFINISHED, DRAWN, FIRST_SEAT = 0, 1, 2


def playouts(start: State, moves: Moves, games: int, longest: int, seed: Word, tally: Words) -> int:
    """Play random games of at most ``longest`` moves each; returns how many moves were made.

    The tally gets one for each game: at 0 if it was not finished, at 1 if drawn, at 2 + seat for each winner.
    """
    word = seeded(seed)
    plies = 0
    for _ in range(games):
        s = start
        ply = 0
        while True:
            end = game.generate(s, moves, 0)
            if end == 0:
                settle(game.winners(s), tally)
                break
            if game.drawn(s):
                tally[DRAWN] += 1
                break
            if ply == longest:
                tally[UNFINISHED] += 1
                break
            word = advance(word)
            s = game.apply(s, moves[below(word, end)])
            ply += 1
        plies += ply
    return plies


def settle(winners: int, tally: Words) -> None:
    """Give a finished game to its winners, or count it as drawn."""
    if winners == 0:
        tally[DRAWN] += 1
        return
    for seat in range(len(tally) - FIRST_SEAT):
        if (winners >> seat) & 1:
            tally[FIRST_SEAT + seat] += 1


def fingerprint(start: State, moves: Moves, games: int, longest: int, seed: Word) -> Word:
    """A number that depends on every word of every state, on every move and on every end met in random games."""
    word = seeded(seed)
    mark = seeded(seed)
    for _ in range(games):
        s = start
        for _ply in range(longest):
            for part in s:
                mark = seeded(mark ^ part)
            end = game.generate(s, moves, 0)
            mark = seeded(mark ^ game.count(s, moves, end))
            mark = seeded(mark ^ game.turn(s))
            if game.drawn(s):
                mark = seeded(mark)
            if end == 0:
                mark = seeded(mark ^ game.winners(s))
                break
            for i in range(end):
                mark = seeded(mark ^ moves[i])
            word = advance(word)
            s = game.apply(s, moves[below(word, end)])
    return mark
