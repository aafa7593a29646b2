"""Searching with pattern databases: 100 random positions of the 15-puzzle, cubes after random turns, each shortest."""

from __future__ import annotations

import os
import random
import statistics
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from ludograph.core.game import Position
from ludograph.core.registry import game as game_named
from ludograph.engine.kernel_puzzle import KernelPuzzle
from ludograph.engine.program import Mode, Program
from ludograph.engine.rules import Words, game
from ludograph.puzzles.cube3 import State
from ludograph.puzzles.sliding import Sliding
from ludograph.solver.deepening import search
from ludograph.solver.patterns import databases_of, estimated_bytes
from ludograph.solver.table import solve_table
from measuring import Timed, result, timed

SEED = 15
POSITIONS = 100
CHECKED = 200  # positions of 3×4 tiles that are also known from a table of all
# The first of Korf's hundred positions (1985), whose blank belongs into the first corner, and the moves they need.
KNOWN = {
    "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3": 57,
    "13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6": 55,
    "14 7 8 2 13 11 10 4 9 12 5 0 3 6 1 15": 59,
}
CUBES = 20
TURNS = (8, 10, 12, 13, 14)
BUDGET = 10**11
CORNERS = [1, 18, 243, 2874, 28000, 205416, 1168516, 5402628, 20776176, 45391616, 15139616, 64736]
CUBE_LEVELS = [1, 18, 243, 3240, 43239, 574908, 7618438]


def run() -> Iterator[dict[str, object]]:
    """Each figure, after the solutions were played and, where that can be, their lengths found right."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LUDOGRAPH_DATA"] = folder
        yield from tiles("sliding?rows=3&columns=4", CHECKED, is_known=True)
        yield from tiles("sliding?rows=4&columns=4", POSITIONS)
        for text, moves in KNOWN.items():
            assert solved(upside_down(text)).result == moves, text
        yield from cubes()


def tiles(name: str, count: int, *, is_known: bool = False) -> Iterator[dict[str, object]]:
    puzzle = game_named(name)
    assert isinstance(puzzle, Sliding)
    yield databases(puzzle)
    chance = random.Random(SEED)
    positions = [random_tiles(puzzle, chance) for _ in range(count)]
    found = [solved(position) for position in positions]
    if is_known:
        truth = solve_table(puzzle, threads=os.cpu_count() or 1).table
        for position, each in zip(positions, found, strict=True):
            assert each.result == truth.get(puzzle.rank_of(position.state)), str(position)
    yield summary(f"{name}, {count} random positions", found)


def upside_down(text: str) -> Position:
    """Such a position as it is when the board is turned and the tiles are numbered anew."""
    signs = ["-" if number == "0" else str(16 - int(number)) for number in reversed(text.split())]
    rows = (",".join(signs[first : first + 4]) for first in range(0, 16, 4))
    return game_named("sliding?rows=4&columns=4").parse("/".join(rows))


def random_tiles(puzzle: Sliding, chance: random.Random) -> Position:
    """A random position that can be solved."""
    while True:
        signs = ["-", *(str(number) for number in range(1, puzzle.cells))]
        chance.shuffle(signs)
        rows = (signs[first : first + puzzle.columns] for first in range(0, puzzle.cells, puzzle.columns))
        position = puzzle.parse("/".join(",".join(row) for row in rows))
        if not puzzle.cannot_be_solved(position.state):
            return position


def cubes() -> Iterator[dict[str, object]]:
    puzzle = game_named("cube3")
    assert isinstance(puzzle, KernelPuzzle)
    assert cube_levels(puzzle) == CUBE_LEVELS
    yield databases(puzzle)
    chance = random.Random(SEED)
    for turns in TURNS:
        found = [solved(turned_cube(puzzle, turns, chance)) for _ in range(CUBES)]
        assert all(each.result <= turns for each in found)
        yield summary(f"cube3, {CUBES} cubes after {turns} random turns", found)


def states_after(corners: Words, edges: Words, count: int, all_corners: Words, all_edges: Words) -> int:
    """All states one move after some, one behind the other."""
    end = 0
    for k in range(count):
        for move in range(18):
            after = game.apply(State(corners[k], edges[k]), move)
            all_corners[end] = after.corners  # type: ignore[attr-defined]
            all_edges[end] = after.edges  # type: ignore[attr-defined]
            end += 1
    return end


def cube_levels(puzzle: KernelPuzzle) -> list[int]:
    """How many positions need 0, 1, 2, … moves, told apart by a hash of their states."""
    import numpy as np

    program = Program(puzzle.kernel, [states_after], Mode.COMPILED)
    states = np.array([next(iter(puzzle.solution_states() or ()))], np.uint64)
    seen, counts = [_hashed(states)], [1]
    for _ in CUBE_LEVELS[1:]:
        after = [np.zeros(18 * len(states), np.uint64) for _ in range(2)]
        program.states_after(*(np.ascontiguousarray(part) for part in states.T), len(states), *after)
        states = np.column_stack(after)
        hashes, places = np.unique(_hashed(states), return_index=True)
        is_new = ~np.isin(hashes, np.concatenate(seen[-2:]))
        seen.append(hashes[is_new])
        states = states[places[is_new]]
        counts.append(len(states))
    return counts


def _hashed(states: Any) -> Any:
    import numpy as np

    return (states[:, 0] * np.uint64(0x9E37_79B9_7F4A_7C15)) ^ (states[:, 1] * np.uint64(0xD1B5_4A32_D192_ED03))


def turned_cube(puzzle: KernelPuzzle, turns: int, chance: random.Random) -> Position:
    state, last = next(iter(puzzle.solution_states() or ())), puzzle.max_moves
    for _ in range(turns):
        last = chance.choice([move for move in puzzle.codes(state) if puzzle.plain.may_follow(move, last)])
        state = puzzle.plain.apply(state, last)
    return puzzle.parse(puzzle.write(state))


def databases(puzzle: KernelPuzzle) -> dict[str, object]:
    made = timed(lambda: databases_of(puzzle))
    if puzzle.name == "cube3":
        import numpy as np

        assert np.bincount(made.result.tables[: sum(CORNERS)]).tolist() == CORNERS  # type: ignore[union-attr]
    megabytes = f"{estimated_bytes(puzzle) / 1e6:.0f} MB"
    measured = f"{made.seconds:.1f} s, {made.core_seconds:.1f} s of all cores, {megabytes}"
    return result(f"{puzzle.id}, pattern databases made and kept", measured)


def solved(position: Position) -> Timed[int]:
    """How many moves the position needs; the solution is played."""
    work: Callable[[], object] = partial(search, position, budget=BUDGET)
    found = timed(work)
    line = found.result.line  # type: ignore[attr-defined]
    for move in line:
        position = position.play(move)
    assert position.outcome is not None
    return Timed(len(line), found.seconds, found.core_seconds)


def summary(what: str, found: list[Timed[int]]) -> dict[str, object]:
    """Of one core's time each, because the cores are shared with others."""
    seconds = [each.core_seconds for each in found]
    moves = [each.result for each in found]
    median, worst = statistics.median(seconds), max(seconds)
    lengths = f"{statistics.mean(moves):.1f} moves, at most {max(moves)}"
    return result(what, f"median {median:.3f} s, worst {worst:.2f} s of one core, {lengths}")
