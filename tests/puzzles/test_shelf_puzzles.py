"""The puzzles of the shelf against naive rules: every position that is reached, its moves, its way to a solution."""

from __future__ import annotations

from collections import Counter, defaultdict
from random import Random

import naive_puzzles as naive
import pytest

import ludograph
from ludograph.core.moves import MoveKind
from ludograph.engine.perft import known_counts
from ludograph.puzzles import ball_sort, lunar_lockout, sokoban
from ludograph.solver.remoteness import Value
from ludograph.solver.solve import solve

ROOMS = {
    f"sokoban?level={number}": (
        lambda text, room=room: naive.sokoban(text, room),
        lambda text, room=room: naive.sokoban_is_solved(text, room),
    )
    for number, room in enumerate(sokoban.LEVELS[:2], 1)
}
PUZZLES: dict[str, naive.Rules] = {**naive.PUZZLES, **ROOMS}
MOST_LEVELS = 12  # of a puzzle that are solved, about
CLOSELY = 50  # about so many positions are looked at more closely
#: What is published, or follows from what is: positions, and the moves that the start needs.
PUBLISHED = {
    "klotski": (25_955, 116),
    "bishops-exchange": (10_000, 36),  # Dudeney's 36 moves; positions as GamesmanPuzzles counts them
    "wolf-goat-cabbage": (10, 7),
    "missionaries-and-cannibals": (16, 11),
    "missionaries-and-cannibals?pairs=4": (None, None),
    "missionaries-and-cannibals?pairs=5&boat=3": (None, 11),
    "bridge-and-torch": (None, 5),
    "water-jugs": (16, 7),
    "loopover?rows=2": (720, None),
    "twiddle?rows=2": (120, None),  # PGL(2, 5)
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_numbers_that_are_known(name: str) -> None:
    game, (positions, moves) = ludograph.game(name), PUBLISHED[name]
    solution = solve(game)
    assert positions in (None, solution.positions)
    if moves is not None or positions is None:
        assert solution.remoteness(game.start()) == moves


@pytest.mark.parametrize("puzzle", [sokoban.Sokoban, lunar_lockout.LunarLockout, ball_sort.BallSort])
def test_levels_are_rated_by_the_moves_that_they_need_and_starts_by_chance_are_as_hard_as_wanted(puzzle: type) -> None:
    (level,) = (each for each in puzzle.parameters if each.rated)
    assert len(level.rated) == level.high
    for number, moves in list(enumerate(level.rated, 1))[:: max(1, level.high // MOST_LEVELS)]:
        game = ludograph.game(f"{puzzle.name}?level={number}")
        solution = solve(game)
        assert solution.remoteness(game.start()) == moves
    longest = solution.longest(Value.WIN)
    assert longest is not None
    assert solution.remoteness(solution.start_of(1.0, Random(1))) == longest
    assert solution.remoteness(solution.start_of(0.5, Random(1))) in (longest // 2, (longest + 1) // 2)
    assert solution.remoteness(solution.start_of(0.0, Random(1))) == 1


@pytest.mark.parametrize(("name", "tours"), [("knights-tour", 304), ("icosian", 60), ("one-stroke", 44)])
def test_tours_are_as_many_as_is_known(name: str, tours: int) -> None:
    """From a corner of 5×5 cells 304 open tours lead, from a town of the dodecahedron 60 round trips; the house of
    Nikolaus is drawn in 44 ways."""
    game = ludograph.game(name)
    solution, ways = solve(game), Counter({game.start(): 1})
    for _ in range(solution.remoteness(game.start()) or 0):
        following: Counter[ludograph.Position] = Counter()
        for position, number in ways.items():
            for move in position.legal_moves:
                if solution.remoteness(after := position.play(move)) is not None:
                    following[after] += number
        ways = following
    assert sum(number for position, number in ways.items() if position.outcome) == tours


@pytest.mark.parametrize("name", [name for name in PUZZLES if name != "klotski"])
def test_every_position_is_solved_as_by_naive_rules(name: str) -> None:
    """Breadth first over texts: from the start all that can be reached, and back from what is solved."""
    moves, is_solved = PUZZLES[name]
    game = ludograph.game(name)
    parents, waiting = defaultdict(set), [str(game.start())]
    seen = set(waiting)
    for text in waiting:
        for after in moves(text).values():
            parents[after].add(text)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    remoteness, level, sizes = {}, {text for text in seen if is_solved(text)}, []
    while level:
        remoteness |= dict.fromkeys(level, len(sizes))
        sizes.append(len(level))
        level = {before for text in level for before in parents[text]} - remoteness.keys()
    solution = solve(game)
    assert (solution.positions, solution.by_remoteness) == (len(seen), tuple(sizes))
    for text in waiting[:: max(1, len(waiting) // CLOSELY)]:
        position = game.parse(text)
        assert {move.text: str(position.play(move)) for move in position.legal_moves} == moves(text), text
        assert solution.remoteness(position) == remoteness.get(text), text
        assert (position.outcome is not None and position.outcome.reason == "solved") == is_solved(text)


@pytest.mark.parametrize("name", ["sokoban", "water-jugs", "ball-sort", "lunar-lockout", "knights-tour", "klotski"])
def test_kinds_of_moves_are_what_they_are_called(name: str) -> None:
    """Bidirectional is what a move leads back from; backward leads to where a move leads here, and none leads there."""
    position = ludograph.game(name).start()
    for _ in range(12):
        reached = {str(position.play(move)) for move in position.legal_moves}
        for move in position.moves(MoveKind.ALL):
            other = position.play(move, kind=move.kind)
            returns = str(position) in {str(other.play(back)) for back in other.legal_moves}
            assert returns == (move.kind is not MoveKind.FORWARD), move
            assert (str(other) in reached) == (move.kind is not MoveKind.BACKWARD), move
        if not position.legal_moves:
            break
        position = position.play(position.legal_moves[-1])


@pytest.mark.parametrize("name", PUZZLES)
def test_counts_are_those_of_naive_rules(name: str) -> None:
    moves, _ = PUZZLES[name]
    start = ludograph.game(name).start()
    for known in (known for known in known_counts(type(start.game)) if known.game == start.game.id):
        ways = Counter({str(start): 1})
        for count in known.counts:
            following: Counter[str] = Counter()
            for text, number in ways.items():
                for after in moves(text).values():
                    following[after] += number
            ways = following
            assert sum(ways.values()) == count
