"""Pattern databases: never more than the truth, never down by two after a move; kept, and made anew if damaged."""

from __future__ import annotations

import random
from collections import deque
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludograph
from ludograph import errors
from ludograph.engine.algorithms.deepening import BY_PATTERNS
from ludograph.engine.program import Mode, Program
from ludograph.engine.rules import Distances, Moves, Words, game
from ludograph.puzzles.sliding import Sliding
from ludograph.solver import deepening, patterns, table
from ludograph.solver.query import query


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LUDOGRAPH_DATA", str(tmp_path))
    patterns._at_hand.clear()
    return tmp_path


def estimate_all(tables: Distances, views: Words, found: Distances, ranks: int) -> int:
    for rank in range(ranks):
        found[rank] = game.moves_needed(game.unrank(rank), tables, views, 1000)
    return ranks


def greatest_fall(found: Distances, ranks: int, buffer: Moves) -> int:
    """By how much a move may bring the estimate down."""
    greatest = 0
    for rank in range(ranks):
        for i in range(game.children(rank, buffer, 0)):
            if found[rank] > found[buffer[i]] + greatest:
                greatest = found[rank] - found[buffer[i]]
    return greatest


def estimates(puzzle: Sliding) -> tuple[Any, int]:
    databases = patterns.databases_of(puzzle)
    assert databases is not None
    kernel = replace(puzzle.kernel, functions={**puzzle.kernel.functions, **BY_PATTERNS})
    program = Program(kernel, [estimate_all, greatest_fall], Mode.COMPILED)
    found = np.zeros(puzzle.ranks, np.uint8)
    program.estimate_all(databases.tables, databases.views, found, puzzle.ranks)
    return found, int(program.greatest_fall(found, puzzle.ranks, program.words(puzzle.max_moves)))


@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (2, 5)])
def test_estimates_are_admissible_and_consistent(rows: int, columns: int) -> None:
    puzzle = Sliding(rows=rows, columns=columns)
    truth = table.solve_table(puzzle, threads=1).table.numbers
    found, fall = estimates(puzzle)
    assert (found <= truth).all()
    assert fall == 1
    assert (found == 0).sum() == 1
    manhattan = [puzzle.plain.lower_bound(puzzle.plain.unrank(rank)) for rank in range(0, puzzle.ranks, 1000)]
    assert (found[::1000] >= manhattan).all()


def naive_costs(cells: int, columns: int, tiles: tuple[int, ...]) -> dict[tuple[int, ...], int]:
    """How often the tiles must be moved, by their places and the blank's; no other tile counts."""
    home = (*tiles, cells - 1)
    costs, waiting = {home: 0}, deque([home])
    while waiting:
        here = waiting.popleft()
        blank = here[-1]
        for place in range(cells):
            row, column = divmod(place, columns)
            blank_row, blank_column = divmod(blank, columns)
            if abs(row - blank_row) + abs(column - blank_column) != 1:
                continue
            after = (*(blank if at == place else at for at in here[:-1]), place)
            cost = costs[here] + (place in here[:-1])
            if cost < costs.get(after, 1000):
                costs[after] = cost
                waiting.append(after)
    return costs


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("stack", [table.STACK, 0])
def test_the_table_of_a_part_against_a_naive_search(threads: int, stack: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "STACK", stack)
    monkeypatch.setattr(patterns.os, "cpu_count", lambda: threads)
    puzzle = Sliding(rows=4, columns=2)
    assert puzzle.patterns is not None
    for number, ranks in enumerate(puzzle.patterns.ranks):
        part = patterns.Part(puzzle, number, ranks)
        numbers = patterns.made(part, is_additive=True)
        costs = naive_costs(8, 2, tuple(puzzle._groups[number]))
        assert len(costs) == (numbers < 254).sum()  # one tile left over can't be exchanged with another
        for places, cost in costs.items():
            assert numbers[rank_of_places(puzzle, number, places)] == cost


def rank_of_places(puzzle: Sliding, number: int, places: tuple[int, ...]) -> int:
    """The rank of a part with these places, by a whole state that has them."""
    tiles = dict(zip(places[:-1], puzzle._groups[number], strict=True))
    others = [tile for tile in range(puzzle.cells - 1) if tile not in puzzle._groups[number]]
    content = [tiles[place] if place in tiles else others.pop() for place in range(puzzle.cells) if place != places[-1]]
    state = puzzle.state_type(sum(tile << (4 * k) for k, tile in enumerate(content)), places[-1])
    return int(puzzle.plain.pattern_rank(state, number))


def test_searching_with_patterns_finds_shortest_solutions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deepening, "EASY", 1)
    puzzle = Sliding(rows=3, columns=3)
    truth = table.solve_table(puzzle, threads=1).table
    chance = random.Random(9)
    for rank in (chance.randrange(puzzle.ranks) for _ in range(40)):
        position = puzzle.parse(puzzle.write(puzzle.state_of(rank)))
        found = deepening.search(position)
        assert found.line is not None
        assert len(found.line) == truth.get(rank)
        for move in found.line:
            position = position.play(move)
        assert position.outcome is not None


def test_databases_are_kept_and_made_anew_when_damaged(data: Path) -> None:
    puzzle = ludograph.game("sliding?rows=2&columns=4")
    told: list[str] = []

    def preparing(what: str, ranks: int) -> Any:
        told.append(what)
        return patterns.nullcontext(None)

    def again() -> Any:
        patterns._at_hand.clear()
        found = patterns.databases_of(puzzle, preparing)
        assert found is not None
        return found.tables

    first = again()
    assert told == ["sliding?rows=2&columns=4, part 1", "sliding?rows=2&columns=4, part 2"]
    assert (again() == first).all()
    assert len(told) == 2
    file = sorted((data / "patterns").iterdir())[0]
    content = bytearray(file.read_bytes())
    content[40] ^= 1
    file.write_bytes(content)
    assert (again() == first).all()
    assert len(told) == 3
    assert file.read_bytes() != bytes(content)


def test_a_search_goes_on_where_nothing_can_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("LUDOGRAPH_DATA", str(tmp_path / "file"))
    monkeypatch.setattr(deepening, "EASY", 1)
    found = deepening.search(ludograph.game("sliding?rows=2&columns=3").start())
    assert found.line is not None


def test_what_does_not_fit_into_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludograph.solver.memory.available_bytes", lambda: 1000)
    with pytest.raises(errors.TooLarge, match="Searching cube3 with pattern databases needs 131 MB of memory"):
        patterns.databases_of(ludograph.game("cube3"))


def test_a_puzzle_too_large_to_be_solved_at_once_is_searched_with_them(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludograph.solver.query.SOLVED_AT_ONCE", 100)
    monkeypatch.setattr(deepening, "EASY", 1)
    code, out, err = run("query", "sliding?rows=2&columns=4")
    assert code == 0
    assert out.startswith("7,6,5,4/3,1,2,-: ✓ win in ")
    assert "Making a pattern database, once (sliding?rows=2&columns=4, part 1): 40 kB of memory." in err
    start = ludograph.game("sliding?rows=2&columns=4").start()
    assert query(start).remoteness == ludograph.solve(start.game).remoteness(start)


def test_a_budget_counts_what_was_searched_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deepening, "EASY", 100)
    start = ludograph.game("sliding?rows=3&columns=3").start()
    found = deepening.search(start, budget=150)
    assert (found.is_decided, found.looked_at) == (False, 150)
