"""Iterative deepening A*: a shortest solution without a table, within a budget."""

from __future__ import annotations

from ludograph.engine.rules import Moves, State, Word, Words, game

FOUND, BUDGET = 0, 1  # places in the report: whether a solution was found, how many positions may still be looked at
NEVER = 1 << 62


def deepen(s: State, before: State, moves: Moves, at: Word, depth: int, limit: int, path: Words, report: Words) -> int:
    """Look for a solution in at most ``limit`` moves, of which ``depth`` were made; ``before`` is the state before the
    last move, to which no move goes back.

    The moves of a solution are put into ``path``. Returns how many moves it has, or how many a next try must allow;
    without meaning when the budget ended. Another thread may end the search by taking the budget away.
    """
    needed = depth + int(game.lower_bound(s))
    if needed > limit:
        return needed
    if game.is_solution(s):
        report[FOUND] = 1
        return depth
    least = NEVER
    end = game.generate(s, moves, at)
    for i in range(at, end):
        if report[BUDGET] == 0:
            return least
        report[BUDGET] -= 1
        after = game.apply(s, moves[i])
        if after == before:
            continue
        path[depth] = moves[i]
        result = deepen(after, s, moves, end, depth + 1, limit, path, report)
        if report[FOUND] == 1:
            return result
        least = min(least, result)
    return least
