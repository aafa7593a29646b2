"""Coordinates of a toy: three coins in a row, of which a move exchanges two or turns one over."""

from __future__ import annotations

import pytest

from ludograph.engine.coordinates import Coordinates, orbit

# Each coin has two places for labels, its sides: the coins are (0, 1), (2, 3), (4, 5).
EXCHANGE = (2, 3, 0, 1, 4, 5)
ROTATE = (2, 3, 4, 5, 0, 1)
TURN_OVER = (1, 0, 2, 3, 4, 5)
COINS, SIDES = (1, 1, 2, 2, 3, 3), (1, 2, 1, 2, 1, 2)
MOVES = (EXCHANGE, ROTATE, TURN_OVER)


def carried(marking, sources):
    return tuple(marking[source] for source in sources)


def test_orbits_are_closed_and_sorted() -> None:
    coins, sides = orbit(COINS, MOVES), orbit(SIDES, MOVES)
    assert (len(coins.markings), len(sides.markings)) == (6, 8)
    for each in (coins, sides):
        assert list(each.markings) == sorted(each.markings)
        for number, marking in enumerate(each.markings):
            assert each.numbers[marking] == number
            assert [each.markings[after] for after in each.moves[number]] == [carried(marking, m) for m in MOVES]


def test_numbers_and_markings_are_inverse() -> None:
    coordinates = Coordinates([COINS, SIDES], MOVES)
    markings = [tuple(coordinates.markings(number)) for number in range(48)]
    assert len(set(markings)) == 48
    assert [coordinates.number(each) for each in markings] == list(range(48))
    with pytest.raises(KeyError):
        coordinates.number([COINS, COINS])


def test_table_does_what_the_moves_do() -> None:
    coordinates = Coordinates([COINS, SIDES], MOVES)
    constants = coordinates.constants()
    assert (constants["RANKS"], constants["MOVES"]) == (48, 3)
    table, starts, sizes, weights = (constants[name].tolist() for name in ("TABLE", "STARTS", "SIZES", "WEIGHTS"))
    for number in range(48):
        for move, sources in enumerate(MOVES):
            after = sum(
                table[start + number // weight % size * 3 + move]
                for start, size, weight in zip(starts, sizes, weights, strict=True)
            )
            assert after == coordinates.number([carried(each, sources) for each in coordinates.markings(number)])
