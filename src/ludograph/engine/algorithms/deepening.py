"""Iterative deepening A*: a shortest solution without a table of all positions, within a budget.

How far away the solution is at least, ``game.moves_needed`` tells: by the rules' own ``lower_bound``, or by pattern
databases, the tables of several parts of the state one behind the other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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

    The stack has room for twice the moves of each position. The moves of a solution are put into ``path``. Returns how
    many moves it has, or how many a next try must allow; without meaning when the budget ended. Another thread may end
    the search by taking the budget away.
    """
    if game.is_solution(s):
        report[FOUND] = 1
        return depth
    allowed = limit - depth - 1
    least = NEVER
    end = list_moves(s, last, moves, at)
    told_at = look_up(s, moves, at, end, tables, views)
    for i in range(at, end):
        if report[BUDGET] == 0:
            return least
        report[BUDGET] -= 1
        told = int(moves[told_at + i - at])
        if told > allowed:
            least = min(least, depth + 1 + told)
            continue
        after = game.apply(s, moves[i])
        if after == before:
            continue
        needed = depth + 1 + game.moves_needed(after, tables, views, allowed)
        if needed <= limit:
            path[depth] = moves[i]
            following = told_at + end - at
            needed = deepen(after, s, moves[i], moves, following, depth + 1, limit, path, report, tables, views)
            if report[FOUND] == 1:
                return needed
        least = min(least, needed)
    return least


def list_moves(s: State, last: Word, moves: Moves, at: Word) -> Word:
    """Put the moves that are to be tried after the last one on the stack; returns its new end."""
    every = game.generate(s, moves, at)
    end = at
    for i in range(at, every):
        if game.may_follow(moves[i], last):
            moves[end] = moves[i]
            end += 1
    return end


def look_up(s: State, moves: Moves, at: Word, end: Word, tables: Distances, views: Words) -> Word:
    """Put on the stack what the first view tells of the states after the moves there, one by one; returns where.

    It takes long until something comes from memory. So all places in the table are made first and are then looked up
    together. What is only a part of a sum is not told, but will be at hand when the sum is made.
    """
    for i in range(at, end):
        moves[end + i - at] = game.place_of_first(game.apply(s, moves[i]), views)
    is_part = len(views) > VIEW_WORDS and views[VIEW_WORDS + IS_ADDED] == 1
    for i in range(end, end + end - at):
        told = game.told_of_first(tables, moves[i])
        moves[i] = 0 if is_part else told
    return end


def estimate_first(s: State, tables: Distances, views: Words) -> int:
    """The estimate for the position itself, where the search begins."""
    return game.moves_needed(s, tables, views, NEVER)


def place_by_rules(s: State, views: Words) -> Word:
    """What the rules know, too, as there is no table."""
    return game.lower_bound(s)


def told_by_rules(tables: Distances, place: Word) -> Word:
    return place


def place_by_patterns(s: State, views: Words) -> Word:
    """Where the first view finds a state in the tables."""
    return views[START] + game.pattern_rank(s, Word(0))


def told_by_patterns(tables: Distances, place: Word) -> Word:
    return tables[int(place)]


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


#: What the search binds in the kernel, for each of the two ways to estimate.
BY_RULES: dict[str, Callable[..., Any]] = {
    "moves_needed": estimate_by_rules,
    "place_of_first": place_by_rules,
    "told_of_first": told_by_rules,
}
BY_PATTERNS: dict[str, Callable[..., Any]] = {
    "moves_needed": estimate_by_patterns,
    "place_of_first": place_by_patterns,
    "told_of_first": told_by_patterns,
}
