"""Abalone: perft with bulk counting on both boards, compiled against plain Python."""

from __future__ import annotations

from collections.abc import Iterator

import ludograph
from ludograph.core.game import Position
from ludograph.engine.algorithms.perft import perft
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.perft import known_counts
from ludograph.engine.program import Mode
from measuring import best_seconds, ratio, result

#: The game, the depth for compiled and the depth for plain code.
RUNS = (("abalone/square", 5, 3), ("abalone/hex", 4, 3))
AIM = 30e6


def run() -> Iterator[dict[str, object]]:
    """Each figure, after its count was found right."""
    for name, depth, plain_depth in RUNS:
        start = ludograph.game(name).start()
        compiled = leaves_per_second(start, depth, Mode.COMPILED)
        plain = leaves_per_second(start, plain_depth, Mode.PLAIN)
        what, speed = (
            f"perft {depth} of {name}, one core, bulk counting",
            f"{compiled / 1e6:,.0f} million leaves a second",
        )
        yield result(what, speed, aim="at least 30 million", is_met=compiled >= AIM)
        yield result(
            f"{name}, compiled against plain Python", f"{ratio(compiled, plain)} (plain: {plain / 1e6:.2f} million)"
        )


def leaves_per_second(start: Position, depth: int, mode: Mode) -> float:
    game = start.game
    assert isinstance(game, KernelGame)
    known = next(each.counts for each in known_counts(type(game)) if each.position is None and same(each.game, game))
    program = game.program(perft, mode=mode)
    state, stack, zero = program.state(start.state), program.stack(depth), program.word(0)

    def count() -> None:
        found = program.perft(state, stack, zero, depth)
        assert found == known[depth - 1], f"perft {depth} of {game} is {found}, not {known[depth - 1]}"

    return known[depth - 1] / best_seconds(count)


def same(name: str, game: KernelGame) -> bool:
    return ludograph.game(name) == game
