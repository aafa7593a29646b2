"""Games for two, solved: against a plain iteration of values, and what a solution says, keeps and refuses."""

from __future__ import annotations

import re
from contextlib import nullcontext
from pathlib import Path

import pytest
from fixed_point import values_by_iteration
from taking import State, Taking

import ludograph
from ludograph import errors
from ludograph.core.game import Position
from ludograph.solver import memory, retrograde
from ludograph.solver.advice import Advisor
from ludograph.solver.game_solution import GameSolution
from ludograph.solver.kept import keep
from ludograph.solver.query import query
from ludograph.solver.remoteness import KeyedTable, Value
from ludograph.solver.solution import load_solution
from ludograph.solver.solve import solve
from ludograph.solver.verify import verify

SMALL = "abalone?size=4&setup=sparse&captures_to_win=2"


@pytest.fixture(scope="module")
def solution() -> GameSolution:
    found = solve(SMALL)
    assert isinstance(found, GameSolution)
    return found


def test_every_position_is_worth_what_a_plain_iteration_says(solution: GameSolution) -> None:
    found, game = solution, solution.game
    expected = values_by_iteration(SMALL)
    assert found.positions == len(expected)
    said = {}
    for state in expected:
        position = Position(game, state)
        said[state] = (str(found.value(position)), found.remoteness(position))
    assert said == expected
    for value, counts in (("win", found.wins), ("lose", found.losses)):
        assert list(counts) == [list(expected.values()).count((value, number)) for number in range(len(counts))]
    assert found.draws == list(expected.values()).count(("draw", None))


def test_the_line_of_best_play_is_as_long_as_the_remoteness(solution: GameSolution) -> None:
    assert solution.max_remoteness is not None
    value = Value.WIN if solution.max_remoteness % 2 else Value.LOSE
    longest = list(solution.with_remoteness(solution.max_remoteness, value))
    assert len(longest) == (solution.wins if value is Value.WIN else solution.losses)[solution.max_remoteness]
    for position in longest[:5]:
        line = solution.line(position)
        assert len(line) == solution.max_remoteness
        end = position
        for move in line:
            end = end.play(move)
        assert end.outcome is not None
        assert (end.outcome.winner == position.seat) == (value is Value.WIN)


def test_best_moves_keep_the_value(solution: GameSolution) -> None:
    start = solution.game.start()
    assert solution.value(start) is Value.DRAW
    assert solution.remoteness(start) is None
    best = solution.best(start)
    assert best
    assert {move for move in start.legal_moves if solution.value(start.play(move)) is Value.DRAW} == set(best)
    assert solution.line(start) == []


def test_a_solution_survives_its_file(solution: GameSolution, tmp_path: Path) -> None:
    solution.save(tmp_path / "a.solution")
    again = load_solution(tmp_path / "a.solution")
    assert isinstance(again, GameSolution)
    assert again.summary == solution.summary
    for keys, numbers in solution.table.blocks():
        assert [again.table.get(int(key)) for key in keys[::50]] == [
            solution.table.readable(int(number)) for number in numbers[::50]
        ]
    verify(again)
    with pytest.raises(errors.InvalidParameter, match="no puzzle"):
        ludograph.solve("hanoi").load(tmp_path / "a.solution")


def test_verify_finds_a_wrong_number(solution: GameSolution) -> None:
    ((keys, numbers),) = solution.table.blocks()
    undecided = 65535
    for right, wrong in ((undecided, 9), (undecided, 2), (3, undecided), (3, 7), (0, undecided), (4, 6)):
        changed = numbers.copy()
        changed[int((numbers == right).argmax())] = wrong
        assert (changed != numbers).sum() == 1
        counts = [int((changed == number).sum()) for number in range(int(changed[changed != undecided].max()) + 1)]
        table = KeyedTable(keys, changed, is_complete=True)
        with pytest.raises(errors.DamagedSolution, match="contradicted by the rules"):
            verify(GameSolution(solution.game, table, counts, solution.positions))


def test_verify_finds_a_missing_position_and_wrong_counts(solution: GameSolution) -> None:
    ((keys, numbers),) = solution.table.blocks()
    shorter = KeyedTable(keys[1:], numbers[1:], is_complete=True)
    with pytest.raises(errors.DamagedSolution, match="counts"):
        verify(GameSolution(solution.game, shorter, solution.counts, solution.positions))
    counts = [int((numbers[1:] == number).sum()) for number in range(len(solution.counts))]
    with pytest.raises(errors.DamagedSolution, match="contradicted"):
        verify(GameSolution(solution.game, shorter, counts, solution.positions - 1))


@pytest.fixture(scope="module")
def up_to_symmetry() -> GameSolution:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(retrograde, "LEAST_RANKS_FOR_SYMMETRY", 1)
        found = solve("tic-tac-toe", threads=3)
    assert isinstance(found, GameSolution)
    return found


def test_images_are_worth_the_same_in_memory_and_in_a_file(up_to_symmetry: GameSolution, tmp_path: Path) -> None:
    game, whole = up_to_symmetry.game, solve("tic-tac-toe", threads=1)
    up_to_symmetry.save(tmp_path / "a.solution")
    again = load_solution(tmp_path / "a.solution")
    assert (len(up_to_symmetry.table), len(again.table), len(whole.table)) == (765, 765, 5478)
    assert again.summary == up_to_symmetry.summary == whole.summary
    for keys, numbers in whole.table.blocks():
        for key, number in zip(keys.tolist(), numbers.tolist(), strict=True):
            position = Position(game, game.state_of(key))
            expected = None if number == 65535 else number // 2
            assert up_to_symmetry.remoteness(position) == expected
            if key % 20 == 0:
                assert (again.value(position), again.best(position)) == (whole.value(position), whole.best(position))


def test_a_wrong_number_or_count_is_found_up_to_symmetry(up_to_symmetry: GameSolution) -> None:
    ((keys, numbers),) = up_to_symmetry.table.blocks()
    parts = up_to_symmetry.counts, up_to_symmetry.positions
    changed = numbers.copy()
    changed[300] += 2
    for table, counts, positions, words in (
        (numbers, *parts, None),
        (changed, *parts, "contradicted by the rules"),
        (numbers, parts[0], 5477, "counts"),
    ):
        keyed = KeyedTable(keys, table, is_complete=True, up_to_symmetry=True)
        with pytest.raises(errors.DamagedSolution, match=words) if words else nullcontext():
            verify(GameSolution(up_to_symmetry.game, keyed, counts, positions))


def test_what_is_no_symmetry_is_found_by_verifying(monkeypatch: pytest.MonkeyPatch) -> None:
    """Connect Four is not the same upside down."""
    game = ludograph.game("connect-four?columns=2&rows=4")
    upside_down = tuple(node ^ 6 for node in range(8))
    monkeypatch.setattr(retrograde, "kept_symmetries", lambda game: (tuple(range(8)), upside_down))
    found = retrograde.solve_game(game, up_to_symmetry=True)
    with pytest.raises(errors.DamagedSolution, match="contradicted by the rules"):
        verify(GameSolution(game, found.table, found.by_remoteness, found.positions))


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_who_moves_twice_in_a_row_keeps_what_is_won(threads: int) -> None:
    game = Taking()
    found = solve(game, threads=threads)
    expected = results_by_iteration(game)
    assert found.positions == len(expected)
    for state, (value, remoteness) in expected.items():
        position = Position(game, state)
        assert (str(found.value(position)), found.remoteness(position)) == (value, remoteness), state
    verify(found)


def results_by_iteration(game: Taking) -> dict[State, tuple[str, int | None]]:
    """By their definition: who wins within so many moves, for both seats, until nothing changes any more."""
    reached, waiting = set[State](), [game.start_state()]
    while waiting:
        state = waiting.pop()
        if state not in reached:
            reached.add(state)
            waiting += [game.plain.apply(state, code) for code in game.codes(state)]
    won: dict[State, tuple[int, int]] = {
        state: (0, 0) for state in reached if not game.codes(state) and game.plain.winners(state)
    }
    for moves in range(1, 200):
        new = {}
        for state in reached - won.keys():
            after = [won.get(game.plain.apply(state, code)) for code in game.codes(state)]
            seats = {each[0] if each else None for each in after}
            if state.seat in seats:
                new[state] = state.seat, moves
            elif seats == {1 - state.seat}:
                new[state] = 1 - state.seat, moves
        won |= new
    return {
        state: (("win" if won[state][0] == state.seat else "lose"), won[state][1]) if state in won else ("draw", None)
        for state in reached
    }


def test_query_asks_a_kept_solution_or_solves(solution: GameSolution, monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LUDOGRAPH_DATA", str(tmp_path))
    position = solution.game.start()
    assert query(position).source == "solved now"
    keep(solution)
    answer = query(position)
    assert (answer.source, answer.value, answer.remoteness) == ("kept solution", Value.DRAW, None)
    assert {each.move for each in answer.moves} == set(position.legal_moves)
    assert Advisor(solution.game).words(position) == "With best play this is a draw."
    won = next(solution.with_remoteness(1, Value.WIN))
    assert Advisor(solution.game).words(won).endswith("wins in 1 move with best play.")
    assert won.play(Advisor(solution.game).best(won)[0]).outcome is not None


def test_positions_elsewhere_are_not_in_the_solution(solution: GameSolution) -> None:
    with pytest.raises(errors.NotInSolution, match="can't be reached"):
        solution.value(solution.game.parse("B:BA1/WB2"))
    with pytest.raises(errors.NotInSolution, match="not of abalone"):
        solution.value(ludograph.game("abalone").start())


@pytest.mark.parametrize(
    ("game_id", "words"),
    [("trimok", "more arrangements of pieces than 64 bits"), ("nchess/glinski", "its positions have no ranks")],
)
def test_what_has_no_ranks_is_refused(game_id: str, words: str) -> None:
    with pytest.raises(errors.CannotSolve, match=words):
        solve(game_id)


def test_too_many_positions_are_refused_when_they_are_seen() -> None:
    for most in (1000, 5477):
        with pytest.raises(errors.TooLarge, match=f"more than {most:,}"):
            solve("tic-tac-toe", most=most)
    assert solve("tic-tac-toe", most=5478).positions == 5478


def test_what_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available_bytes", lambda: 30_000_000)
    with pytest.raises(errors.TooLarge, match=r"needs .* of memory"):
        solve("connect-four?columns=5&rows=4")


def test_the_memory_for_a_position_is_said_before_the_start(run, tmp_path: Path) -> None:
    code, out, err = run("solve", "tic-tac-toe", "--out", str(tmp_path / "a.solution"), "--json")
    assert (code, '"positions": 5478' in out) == (0, True)
    assert re.search(
        r"about \d+\.?\d* MB of memory are needed for each million of positions found; roughly 1 s of a core for a", err
    )


def test_query_of_a_large_game_says_so() -> None:
    with pytest.raises(errors.Undecided, match="too large"):
        query(ludograph.game("abalone?size=5").start())
