"""Trimok: perft with bulk counting, and random games, compiled against plain Python."""

from __future__ import annotations

from collections.abc import Iterator

import ludograph
from ludograph.engine.algorithms.perft import perft
from ludograph.engine.algorithms.random_play import playouts
from ludograph.engine.perft import known_counts
from ludograph.engine.program import Mode, Program
from measuring import best_seconds, ratio, result

GAME = ludograph.game("trimok")
START = GAME.start()
COUNTS = known_counts(type(GAME))[0].counts
SEED = 2026
PLAIN_GAMES, COMPILED_GAMES, LONGEST = 20, 5_000, 2_000


def run() -> Iterator[dict[str, object]]:
    """Each figure, after its count was found right."""
    yield from leaves()
    yield from random_games()


def leaves() -> Iterator[dict[str, object]]:
    compiled = leaves_per_second(GAME.program(perft, mode=Mode.COMPILED), 6)
    plain = leaves_per_second(GAME.program(perft, mode=Mode.PLAIN), 4)
    yield result("perft 6 from the start, one core, bulk counting", f"{compiled / 1e6:,.0f} million leaves a second",
                 aim="at least 60 million", is_met=compiled >= 60e6)  # fmt: skip
    yield result(
        "the same, compiled against plain Python", f"{ratio(compiled, plain)} (plain: {plain / 1e6:.1f} million)"
    )


def leaves_per_second(program: Program, depth: int) -> float:
    state, stack, zero = program.state(START.state), program.stack(depth), program.word(0)

    def count() -> None:
        found = program.perft(state, stack, zero, depth)
        assert found == COUNTS[depth - 1], f"perft {depth} is {found}, not {COUNTS[depth - 1]}"

    return COUNTS[depth - 1] / best_seconds(count)


def random_games() -> Iterator[dict[str, object]]:
    plain, plain_plies = games_per_second(GAME.program(playouts, mode=Mode.PLAIN), PLAIN_GAMES)
    compiled_program = GAME.program(playouts, mode=Mode.COMPILED)
    _, same_plies = games_per_second(compiled_program, PLAIN_GAMES)
    assert plain_plies == same_plies, f"compiled games have {same_plies} moves, plain ones {plain_plies}"
    compiled, plies = games_per_second(compiled_program, COMPILED_GAMES)
    yield result("random games", f"{compiled:,.0f} a second of {plies / COMPILED_GAMES:.0f} moves each")
    yield result(
        "random games, compiled against plain Python", f"{ratio(compiled, plain)} (plain: {plain:,.0f} a second)"
    )


def games_per_second(program: Program, games: int) -> tuple[float, int]:
    """How many, and how many moves they had together; every game must have been counted once."""
    state, stack, seed = program.state(START.state), program.stack(1), program.word(SEED)
    plies = 0

    def play() -> None:
        nonlocal plies
        tally = program.words(2 + len(GAME.seats))
        plies = int(program.playouts(state, stack, games, LONGEST, seed, tally))
        assert sum(int(count) for count in tally) == games, f"{games} games were tallied as {list(tally)}"

    return games / best_seconds(play), plies
