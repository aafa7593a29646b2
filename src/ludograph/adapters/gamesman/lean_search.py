"""Searches that ask a puzzle for nothing but its moves: positions are told apart by a key, which GamesmanPuzzles has by
their hashes, and no law is checked on the way."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator

from ludograph.adapters.gamesman.asking import reason_of, where
from ludograph.adapters.gamesman.puzzle import Puzzle, PuzzleValue
from ludograph.errors import InvalidGame, TooLarge

Remoteness = dict[Hashable, int]
Key = Callable[[Puzzle], Hashable]
#: Called with the number of positions found and with the level.
Progress = Callable[[int, int], None]


def from_solutions(solutions: Iterable[Puzzle], key_of: Key, limit: int, progress: Progress) -> Remoteness:
    """The remoteness of every position from which undo moves lead to a solution."""
    level = 0
    reached = {key_of(puzzle): puzzle for puzzle in solutions}
    found = dict.fromkeys(reached, 0)
    waiting = list(reached.values())
    while waiting:
        progress(len(found), level)
        level += 1
        behind: list[Puzzle] = []
        for puzzle in _given_up(waiting):
            try:
                for move in puzzle.generateMoves("undo"):
                    before = puzzle.doMove(move)
                    key = key_of(before)
                    if key not in found:
                        found[key] = level
                        behind.append(before)
            except Exception as error:
                raise _failure(puzzle, error) from error
        _check_limit(found, limit, puzzle)
        waiting = behind
    return found


def from_start(start: Puzzle, key_of: Key, limit: int, progress: Progress) -> tuple[Remoteness, set[Hashable]]:
    """The remoteness of every position that legal moves reach from this one, and those that can't be solved: what is
    solved is found on the way, and the moves that were seen are followed back from there."""
    level, waiting = 0, [start]
    seen: set[Hashable] = {key_of(start)}
    before: dict[Hashable, list[Hashable]] = {}
    solved: list[Hashable] = []
    while waiting:
        progress(len(seen), level)
        level += 1
        ahead: list[Puzzle] = []
        for puzzle in _given_up(waiting):
            try:
                here = key_of(puzzle)
                if puzzle.primitive() == PuzzleValue.SOLVABLE:
                    solved.append(here)
                for move in puzzle.generateMoves("legal"):
                    after = puzzle.doMove(move)
                    key = key_of(after)
                    if key not in seen:
                        seen.add(key)
                        ahead.append(after)
                        before[key] = [here]
                    elif key in before:
                        before[key].append(here)
                    else:
                        before[key] = [here]
            except Exception as error:
                raise _failure(puzzle, error) from error
        _check_limit(seen, limit, puzzle)
        waiting = ahead
    found = _followed_back(solved, before)
    return found, seen - found.keys()


def _followed_back(solved: list[Hashable], before: dict[Hashable, list[Hashable]]) -> Remoteness:
    found = dict.fromkeys(solved, 0)
    level, keys = 0, solved
    while keys:
        level += 1
        fresh = dict.fromkeys(key for after in keys for key in before.get(after, ()) if key not in found)
        found.update(dict.fromkeys(fresh, level))
        keys = list(fresh)
    return found


def _given_up(puzzles: list[Puzzle]) -> Iterator[Puzzle]:
    """Each of these puzzles, which leaves the list: puzzles take more memory than their keys."""
    puzzles.reverse()
    while puzzles:
        yield puzzles.pop()


def _check_limit(found: Remoteness | set[Hashable], limit: int, puzzle: Puzzle) -> None:
    if len(found) > limit:
        raise TooLarge(f"{type(puzzle).__name__} has more than {limit:,} positions.")


def _failure(puzzle: Puzzle, error: Exception) -> Exception:
    what = f"{type(puzzle).__name__} failed at {where(puzzle)}"
    return InvalidGame(f"{what}: {reason_of(error).rstrip('.')}.")
