"""Solving games that are no kernels, against brute force and published counts."""

from __future__ import annotations

from collections import deque

import pytest

import ludograph
from ludograph import errors
from ludograph.core.game import Position
from ludograph.solver.plain import distances, solve_plain
from ludograph.solver.table import solve_table


@pytest.mark.parametrize(("pegs", "disks", "moves"), [(3, 1, 1), (3, 3, 7), (3, 5, 31), (4, 4, 9), (5, 4, 7)])
def test_hanoi_needs_the_published_number_of_moves(pegs: int, disks: int, moves: int) -> None:
    game = ludograph.game(f"hanoi?pegs={pegs}&disks={disks}")
    solution = solve_plain(game)
    assert solution.positions == pegs**disks
    assert solution.unsolvable == 0
    assert solution.remoteness(game.start()) == moves


def test_three_disks_by_remoteness() -> None:
    game = ludograph.game("hanoi")
    solution = solve_plain(game)
    assert solution.by_remoteness == (1, 2, 2, 4, 2, 4, 4, 8)
    assert solution.remoteness(game.start()) == 7
    assert solution.value(game.parse("--3_2_1")) == "win"


def test_agrees_with_the_table_solver() -> None:
    game = ludograph.game("hanoi?pegs=4&disks=5")
    assert list(solve_plain(game).by_remoteness) == solve_table(game).by_remoteness


def test_remoteness_has_no_cap() -> None:
    game = ludograph.game("hanoi?disks=8")
    assert solve_plain(game).remoteness(game.start()) == 255


def test_every_texts_remoteness_is_one_more_than_the_best_childs() -> None:
    game = ludograph.game("hanoi?pegs=4&disks=3")
    solution = solve_plain(game)
    assert solution.numbering.ranks == 64
    for rank in range(64):
        position = Position(game, solution.numbering.state_of(rank))
        children = [solution.remoteness(position.play(move)) for move in position.legal_moves]
        assert solution.remoteness(position) == (0 if position.outcome else 1 + min(children))


def test_best_moves_lead_to_the_solution() -> None:
    game = ludograph.game("hanoi?disks=4")
    solution, position, moves = solve_plain(game), game.start(), 0
    while best := solution.best(position):
        position, moves = position.play(best[0]), moves + 1
    assert moves == 15
    assert str(position.outcome) == "Solved!"


def test_another_start() -> None:
    game = ludograph.game("hanoi")
    assert solve_plain(game, start=game.parse("--3_2_1")).positions == 27


def test_too_many_positions_are_refused() -> None:
    game = ludograph.game("hanoi?disks=20")
    with pytest.raises(errors.TooLarge, match=r"hanoi.*more than 1,000 positions") as refused:
        solve_plain(game, limit=1000)
    assert refused.value.code == "too-large"
    assert solve_plain(ludograph.game("hanoi"), limit=27).positions == 27
    with pytest.raises(errors.TooLarge):
        solve_plain(ludograph.game("hanoi"), limit=26)


def test_games_with_three_seats_are_refused() -> None:
    with pytest.raises(errors.CannotSolve, match="only puzzles and games for two"):
        solve_plain(ludograph.game("nchess/three"))


def test_positions_of_other_games_are_refused() -> None:
    solution = solve_plain(ludograph.game("hanoi"))
    with pytest.raises(errors.NotInSolution, match=r"not of hanoi\?disks=4"):
        solution.remoteness(ludograph.game("hanoi?disks=4").start())


def test_progress_is_told_level_by_level() -> None:
    told: list[tuple[int, int]] = []
    solve_plain(ludograph.game("hanoi"), progress=lambda positions, level: told.append((positions, level)))
    forwards, backwards = told[:8], told[8:]
    assert [level for _, level in forwards] == [level for _, level in backwards] == list(range(8))
    assert backwards[0][0] == 1
    assert backwards[-1][0] == forwards[-1][0] == 27


def test_distances_ask_each_once() -> None:
    asked: list[int] = []

    def neighbours(number: int) -> list[int]:
        asked.append(number)
        return [other for other in (number + 2, number * 3) if other < 60]

    found = distances([1, 4], neighbours, what="numbers")
    assert sorted(asked) == sorted(found)
    assert asked == list(found)
    assert found == brute_force([1, 4], lambda number: [o for o in (number + 2, number * 3) if o < 60])


def brute_force(sources, neighbours) -> dict[int, int]:
    """Distances by relaxing every edge until nothing changes."""
    found, waiting = dict.fromkeys(sources, 0), deque(sources)
    while waiting:
        here = waiting.pop()
        for there in neighbours(here):
            if found.get(there, 10**9) > found[here] + 1:
                found[there] = found[here] + 1
                waiting.append(there)
    return found


def test_nothing_to_solve() -> None:
    assert distances([], lambda _: [], what="nothing") == {}
