"""Iterative deepening A*: a shortest solution without a table of all positions, within a budget.

How far away the solution is at least, ``game.estimate`` tells: by the rules' own ``lower_bound``, or by pattern
databases, the tables of several parts of the state one behind the other.
"""

from __future__ import annotations

from ludograph.engine.rules import Distances, Moves, State, Word, Words, game

FOUND, BUDGET = 0, 1  # places in the report: whether a solution was found, how many positions may still be looked at
NEVER = 1 << 62
# For each view of the state: where the table of its part begins, and whether what it tells is added to the one before.
START, IS_ADDED, VIEW_WORDS = 0, 1, 2


def deepen(
    s: State,
    before: State,
    last: Word,
    moves: Moves,
    at: Word,
    depth: int,
    limit: int,
    path: Words,
    report: Words,
    tables: Distances,
    views: Words,
) -> int:
    """Look for a solution in at most ``limit`` moves, of which ``depth`` were made; ``before`` is the state before the
    last move, to which no move goes back.

    The moves of a solution are put into ``path``. Returns how many moves it has, or how many a next try must allow;
    without meaning when the budget ended. Another thread may end the search by taking the budget away.
    """
    if game.is_solution(s):
        report[FOUND] = 1
        return depth
    least = NEVER
    end = game.generate(s, moves, at)
    for i in range(at, end):
        if not game.may_follow(moves[i], last):
            continue
        if report[BUDGET] == 0:
            return least
        report[BUDGET] -= 1
        after = game.apply(s, moves[i])
        if after == before:
            continue
        needed = depth + 1 + game.estimate(after, tables, views, limit - depth - 1)
        if needed <= limit:
            path[depth] = moves[i]
            needed = deepen(after, s, moves[i], moves, end, depth + 1, limit, path, report, tables, views)
            if report[FOUND] == 1:
                return needed
        least = min(least, needed)
    return least


def estimate_first(s: State, tables: Distances, views: Words) -> int:
    """The estimate for the position itself, where the search begins."""
    return game.estimate(s, tables, views, NEVER)


def estimate_by_rules(s: State, tables: Distances, views: Words, allowed: int) -> int:
    """What the rules know."""
    return int(game.lower_bound(s))


def estimate_by_patterns(s: State, tables: Distances, views: Words, allowed: int) -> int:
    """The greatest of all sums, or the first one that is more than what is allowed."""
    most = 0
    total = 0
    for view in range(len(views) // VIEW_WORDS):
        here = VIEW_WORDS * view
        if not views[here + IS_ADDED]:
            if most > allowed:
                break
            total = 0
        total += tables[int(views[here + START] + game.pattern_rank(s, Word(view)))]
        most = max(most, total)
    return most
