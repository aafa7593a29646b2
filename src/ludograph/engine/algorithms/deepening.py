"""Iterative deepening A*: a shortest solution without a table, within a budget."""

from __future__ import annotations

from ludograph.engine.rules import Moves, State, Word, Words, game

FOUND, SPENT = 0, 1  # places in the report: whether a solution was found, how many positions were looked at


def deepen(s: State, before: State, moves: Moves, at: Word, depth: int, limit: int, path: Words, report: Words) -> int:
    """Look for a solution in at most ``limit`` moves, ``depth`` of which were made; ``before`` is the state before the
    last one, to which no move goes back.

    The moves of a solution are put into ``path``. Returns the least number of moves that a next try should allow, which
    is more than the limit; the search stops when ``report[SPENT]`` reaches ``report[BUDGET]``.
    """
    needed = depth + game.lower_bound(s)
    if needed > limit:
        return needed
    if game.is_solution(s):
        report[FOUND] = 1
        return depth
    least = 1 << 62
    end = game.generate(s, moves, at)
    for i in range(at, end):
        if report[SPENT] == 0:
            return least
        report[SPENT] -= 1
        after = game.apply(s, moves[i])
        if after == before:
            continue
        path[depth] = moves[i]
        result = deepen(after, s, moves, end, depth + 1, limit, path, report)
        if report[FOUND] == 1:
            return result
        least = min(least, result)
    return least
