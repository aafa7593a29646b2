"""Solving by table and by keys: the same truth by different ways."""

from __future__ import annotations

from collections import Counter

import pytest
from halving import Halving, naive_remoteness

import ludograph
from ludograph import errors
from ludograph.solver import levels, memory, table
from ludograph.solver.deepening import search
from ludograph.solver.progress import expected_total
from ludograph.solver.remoteness import UNSOLVABLE, width_for
from ludograph.solver.solve import estimated_bytes, solve

HANOI_3 = [1, 2, 2, 4, 2, 4, 4, 8]


@pytest.mark.parametrize("disks", range(1, 11))
def test_hanoi_with_three_pegs(disks: int) -> None:
    solution = ludograph.solve(f"hanoi?disks={disks}")
    assert solution.positions == 3**disks == sum(solution.by_remoteness)
    assert solution.unsolvable == 0
    assert solution.max_remoteness == 2**disks - 1
    assert solution.remoteness(ludograph.game(f"hanoi?disks={disks}").start()) == 2**disks - 1


def test_hanoi_with_three_disks_by_remoteness() -> None:
    assert list(ludograph.solve("hanoi").by_remoteness) == HANOI_3


@pytest.mark.parametrize(
    ("pegs", "moves"),
    [(4, [1, 3, 5, 9, 13, 17, 25, 33, 41, 49, 65, 81]), (5, [1, 3, 5, 7, 11, 15]), (8, [1, 3, 5, 7])],
)
def test_hanoi_with_more_pegs(pegs: int, moves: list[int]) -> None:
    for disks, expected in enumerate(moves, 1):
        game = ludograph.game(f"hanoi?pegs={pegs}&disks={disks}")
        assert solve(game).remoteness(game.start()) == expected


@pytest.mark.parametrize("threads", [1, 2])
def test_levels_too_large_for_the_lists_come_from_the_table(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = ludograph.solve("hanoi?pegs=4&disks=7").by_remoteness
    monkeypatch.setattr(table, "MIN_LIST", 50)
    monkeypatch.setattr(table, "LIST_SHARE", 10**9)
    found = table.solve_table(ludograph.game("hanoi?pegs=4&disks=7"), threads=threads)
    assert tuple(found.by_remoteness) == expected


def test_numbers_grow_wider_when_nobody_knows_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludograph.game("hanoi?disks=9")
    monkeypatch.setattr(game, "remoteness_bound", None)
    found = table.solve_table(game)
    assert found.table.bits == 16
    assert len(found.by_remoteness) == 512
    assert found.table.get(game.rank_of(game.start_state())) == 511


def test_widths_leave_room_for_the_special_values() -> None:
    assert [width_for(distance) for distance in (0, 253, 254, 65533, 65534)] == [8, 8, 16, 16, 32]


def test_keys_find_what_the_table_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludograph.game("hanoi?disks=6")
    by_table = table.solve_table(game)
    for most_marked in (levels.MOST_MARKED_RANKS, 0):
        monkeypatch.setattr(levels, "MOST_MARKED_RANKS", most_marked)
        by_keys = levels.solve_levels(game)
        assert (by_keys.positions, by_keys.by_remoteness) == (by_table.positions, by_table.by_remoteness)
        assert all(by_keys.table.get(rank) == by_table.table.get(rank) for rank in range(game.ranks))


@pytest.mark.parametrize("start", [60, 40, 15, 7, 3, 0])
@pytest.mark.parametrize("way", ["table", "marks", "lists"])
def test_a_puzzle_that_is_not_reversible(way: str, start: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Halving()
    expected = naive_remoteness(start)
    state = game.parse(str(start)).state
    if way == "table":
        found = table.solve_table(game, start=state)
    else:
        monkeypatch.setattr(levels, "MOST_MARKED_RANKS", 0 if way == "lists" else levels.MOST_MARKED_RANKS)
        found = levels.solve_levels(game, start=state)
    assert found.positions == len(expected)
    counts = Counter(remoteness for remoteness in expected.values() if remoteness is not None)
    assert found.by_remoteness == [counts[remoteness] for remoteness in range(len(counts))]
    for number, remoteness in expected.items():
        assert found.table.get(number) == (UNSOLVABLE if remoteness is None else remoteness)


def test_only_winnable_keys_are_kept_of_very_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "MOST_KEPT_KEYS", 10)
    found = levels.solve_levels(Halving())
    assert not found.table.is_complete
    assert len(found.table) == sum(found.by_remoteness) < found.positions


def test_what_does_not_fit_is_refused_before_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(errors.TooLarge, match=r"Solving hanoi\?pegs=8&disks=20 needs .* TB of memory, and only"):
        solve("hanoi?pegs=8&disks=20")
    monkeypatch.setattr(memory, "available_bytes", lambda: 1000)
    with pytest.raises(errors.TooLarge, match="only 1 kB are free"):
        solve("hanoi?disks=8")
    with pytest.raises(errors.TooLarge, match="more than 10 positions"):
        levels.solve_levels(Halving(), most=10)


def test_games_that_are_no_puzzles_are_refused() -> None:
    with pytest.raises(errors.CannotSolve, match="trimok can't be solved"):
        solve("trimok")


def test_an_interrupt_ends_solving() -> None:
    def interrupt(positions: int, level: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        table.solve_table(ludograph.game("hanoi?disks=9"), progress=interrupt)
    with pytest.raises(KeyboardInterrupt):
        levels.solve_levels(Halving(), progress=interrupt)


def test_searching_finds_shortest_solutions() -> None:
    game = ludograph.game("hanoi?disks=4")
    solution = solve(game)
    for position in [game.start(), *(solution.random_position(remoteness) for remoteness in (0, 1, 6, 11))]:
        found = search(position)
        assert found.is_decided
        assert found.line is not None
        assert len(found.line) == solution.remoteness(position)
        for move in found.line:
            position = position.play(move)
        assert position.outcome is not None


def test_a_search_says_when_its_budget_ended() -> None:
    found = search(ludograph.game("hanoi?disks=8").start(), budget=10_000)
    assert (found.is_decided, found.line, found.looked_at) == (False, None, 10_000)
    assert 1 < found.at_least < 255


def test_a_search_knows_when_there_is_no_solution() -> None:
    found = search(Halving().parse("5"))
    assert (found.is_decided, found.line) == (True, None)


# -- how long it will take ----------------------------------------------------------------------------------------

#: How many positions there are after each number of moves, up to the mirror.
CONNECT_FOUR = [1, 2, 8, 26, 82, 218, 564, 1256, 2548, 4638, 7394, 10860, 13361, 14461, 12456, 9038, 3628]


def test_how_many_positions_there_will_be_is_expected_from_how_levels_grow() -> None:
    expected = [expected_total(CONNECT_FOUR[:levels]) for levels in range(len(CONNECT_FOUR) + 1)]
    total = sum(CONNECT_FOUR)
    assert expected[:9] == [None] * 9  # levels that more than double say nothing
    assert all(each and total / 2 < each < 2 * total for each in expected[10:])
    assert expected[-1] == pytest.approx(total, rel=0.05)


def test_whole_games_tell_how_much_is_done_of_what() -> None:
    told: list[tuple[int, int | None]] = []
    solution = solve(
        "connect-four?columns=4&rows=3", progress=lambda done, level, total=None: told.append((done, total))
    )
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[0][1] is None
    assert told[-1][1] == solution.positions > told[-1][0] > solution.positions // 2


def test_the_memory_for_a_game_of_one_material_is_that_of_its_only_tier() -> None:
    """In Dao no piece is ever taken; what is found move by move is not known before."""
    assert estimated_bytes(ludograph.game("dao")) == pytest.approx(30e6, rel=0.1)
    assert estimated_bytes(ludograph.game("connect-four?columns=4&rows=3")) == 0
