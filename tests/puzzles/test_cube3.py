"""The 3×3×3 cube: published counts, turns known by hand, cubes that can't be, and what its patterns see."""

from __future__ import annotations

import random
from functools import cache

import pytest

import ludograph
from ludograph import errors
from ludograph.engine.kernel_puzzle import KernelPuzzle
from ludograph.solver.query import query

SOLVED = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"
SUPERFLIP = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"
# Where the letters of faces go when the whole cube is turned, as each of the views of edges does.
VIEWS = {
    1: {},
    2: {"U": "D", "D": "U", "F": "B", "B": "F"},
    3: {"U": "R", "R": "D", "D": "L", "L": "U"},
    4: {"U": "L", "R": "D", "D": "R", "L": "U", "F": "B", "B": "F"},
}


@cache
def cube() -> KernelPuzzle:
    game = ludograph.game("cube3")
    assert isinstance(game, KernelPuzzle)
    return game


def after(*moves: str, text: str = SOLVED) -> str:
    position = cube().parse(text)
    for move in moves:
        position = position.play(move)
    return str(position)


def faults(text: str) -> list[str]:
    with pytest.raises(errors.InvalidPosition) as refusal:
        cube().parse(text)
    return list(refusal.value.faults)


def exchanged(*places: int) -> str:
    """The solved cube with the stickers of these places moved on, each to the next."""
    letters = list(SOLVED)
    for place, source in zip(places, places[-1:] + places[:-1], strict=True):
        letters[place] = SOLVED[source]
    return "".join(letters)


def test_positions_by_moves() -> None:
    rules = cube().plain
    level = {next(iter(cube().solution_states()))}
    seen, counts = set(level), [1]
    for _ in range(3):
        level = {rules.apply(state, move) for state in level for move in range(18)} - seen
        seen |= level
        counts.append(len(level))
    assert counts == [1, 18, 243, 3240]


def test_no_shortest_way_needs_what_is_left_out() -> None:
    """The ways of two and three moves that are tried lead to all positions, of two moves each to another one."""
    rules = cube().plain
    ways = {(next(iter(cube().solution_states())), 18)}
    counts = []
    for _ in range(3):
        ways = {
            (rules.apply(state, move), move)
            for state, last in ways
            for move in range(18)
            if rules.may_follow(move, last)
        }
        counts.append((len(ways), len({state for state, _ in ways})))
    assert counts == [(18, 18), (243, 243), (3240, 3240)]


def test_turns_known_by_hand() -> None:
    #                     U        R        F        D        L        B
    assert after("R") == "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB"
    assert after("U") == "UUUUUUUUUBBBRRRRRRRRRFFFFFFDDDDDDDDDFFFLLLLLLLLLBBBBBB"
    assert after("R2") == after("R", "R") == after("R'", "R'")


def test_orders_of_sequences() -> None:
    assert after(*["R", "U", "R'", "U'"] * 6) == SOLVED != after(*["R", "U", "R'", "U'"] * 3)
    assert after(*["R", "U"] * 105) == SOLVED != after(*["R", "U"] * 35)


def test_superflip() -> None:
    """All edges flipped, nothing else: known to need 20 moves."""
    flipped = after(*SUPERFLIP.split())
    for place, (one, other) in enumerate(zip(flipped, SOLVED, strict=True)):
        is_edge = place % 9 % 2 == 1
        assert (one != other) == is_edge


def test_cubes_that_no_turns_lead_to() -> None:
    # The corner at up, right, front is U9, R1, F3; the edge at up, front is U8, F2, the one at up, right U6, R2.
    assert faults(exchanged(8, 9, 20)) == ["a corner is twisted"]
    assert faults(exchanged(7, 19)) == ["an edge is flipped"]
    assert faults(exchanged(19, 10)) == ["two pieces are exchanged"]
    assert faults(exchanged(4, 13)) == [
        "the centre at U shows R, as no turns can make it",
        "the centre at R shows U, as no turns can make it",
    ]


def test_patterns_are_numbered_without_gaps() -> None:
    patterns = cube().patterns
    assert patterns is not None
    assert patterns.ranks == (88_179_840, 42_577_920)
    chance = random.Random(3)
    for part, ranks in enumerate(patterns.ranks):
        for rank in (0, ranks - 1, *(chance.randrange(ranks) for _ in range(100))):
            assert cube().plain.pattern_rank(cube().plain.pattern_state(rank, part), part) == rank


@pytest.mark.parametrize("view", VIEWS)
def test_views_see_what_the_first_sees_of_the_cube_when_it_is_turned(view: int) -> None:
    chance = random.Random(view)
    rules, names = cube().plain, cube().move_names
    state = turned = next(iter(cube().solution_states()))
    for _ in range(60):
        name = chance.choice(names)
        state = rules.apply(state, names.index(name))
        turned = rules.apply(turned, names.index(VIEWS[view].get(name[0], name[0]) + name[1:]))
        assert rules.pattern_rank(state, view) == rules.pattern_rank(turned, 1)


def test_what_is_near_is_found_without_databases() -> None:
    answer = query(cube().parse(after("R", "U", "F", "L2")))
    assert (answer.value, answer.remoteness, answer.source) == ("win", 4, "searched")
    assert [each.move.text for each in answer.moves if each.remoteness == 3] == ["L2"]


def test_it_is_too_large_to_be_solved() -> None:
    with pytest.raises(errors.TooLarge, match="cube3 has too many positions to be solved"):
        ludograph.solve("cube3")
