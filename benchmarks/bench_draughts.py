"""Draughts: perft with bulk counting and random games, against py-draughts in the same run; all by CPU time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import ludograph
from ludograph.engine.algorithms.perft import perft
from ludograph.engine.algorithms.random_play import playouts
from ludograph.engine.perft import known_counts
from ludograph.engine.program import Mode
from ludograph.games.draughts.game import Draughts
from measuring import best_seconds, ratio, result

COUNTS = {(known.game, known.position): known.counts for known in known_counts(Draughts)}
#: The depth that is timed, and the millions of leaves a second that are wanted.
AIMS = {"draughts": (10, 30), "draughts/english": (10, 60), "draughts/international": (8, 20)}
PEER, PEER_DEPTH, PEER_AIM = "draughts", 6, 80
GAMES, LONGEST, GAMES_AIM = 20_000, 2_000, 60_000
SEED = 2026


def run() -> Iterator[dict[str, object]]:
    """Each figure, after its count was found right."""
    speeds = {}
    for (name, position), counts in COUNTS.items():
        depth, aim = AIMS.get(name, (len(counts), 0)) if position is None else (len(counts), 0)
        speed = leaves_per_second(name, position, depth, counts[depth - 1])
        speeds.setdefault(name, speed)
        what = f"{name} perft {depth}{f' from {position}' if position else ''}, one core, bulk counting"
        measured = f"{speed / 1e6:,.0f} million leaves a second"
        aims: dict[str, Any] = {"aim": f"at least {aim} million", "is_met": speed >= aim * 1e6} if aim else {}
        yield result(what, measured, **aims)
    yield from against_peer(speeds[PEER])
    yield random_games()


def leaves_per_second(name: str, position: str | None, depth: int, count: int) -> float:
    game = ludograph.game(name)
    begin = game.start() if position is None else game.parse(position)
    program = game.program(perft, mode=Mode.COMPILED)
    state, stack, zero = program.state(begin.state), program.stack(depth), program.word(0)

    def work() -> None:
        found = program.perft(state, stack, zero, depth)
        assert found == count, f"perft {depth} of {name} is {found}, not {count}"

    return count / best_seconds(work, clock=time.process_time)


def against_peer(own: float) -> Iterator[dict[str, object]]:
    """The same perft by py-draughts, a few plies less deep."""
    try:
        from draughts import RussianBoard
    except ImportError:
        yield result("py-draughts", "not installed")
        return

    def walk(board: Any, depth: int) -> int:
        moves = list(board.legal_moves)
        if depth == 1:
            return len(moves)
        total = 0
        for move in moves:
            board.push(move)
            total += walk(board, depth - 1)
            board.pop()
        return total

    count = COUNTS[PEER, None][PEER_DEPTH - 1]
    assert walk(RussianBoard(), PEER_DEPTH) == count
    peer = count / best_seconds(lambda: walk(RussianBoard(), PEER_DEPTH), 2, clock=time.process_time)
    yield result(f"{PEER} against py-draughts, both with bulk counting", f"{ratio(own, peer)} ({peer:,.0f} a second)",
                 aim=f"at least {PEER_AIM} times", is_met=own >= PEER_AIM * peer)  # fmt: skip


def random_games() -> dict[str, object]:
    game = ludograph.game("draughts/english")
    program = game.program(playouts, mode=Mode.COMPILED)
    state, stack, seed = program.state(game.start().state), program.stack(1), program.word(SEED)
    plies = 0

    def play() -> None:
        nonlocal plies
        tally = program.words(2 + len(game.seats))
        plies = int(program.playouts(state, stack, GAMES, LONGEST, seed, tally))
        assert sum(int(count) for count in tally) == GAMES, f"{GAMES} games were tallied as {list(tally)}"

    speed = GAMES / best_seconds(play, clock=time.process_time)
    return result("random games of draughts/english", f"{speed:,.0f} a second of {plies / GAMES:.0f} moves each",
                  aim=f"at least {GAMES_AIM:,}", is_met=speed >= GAMES_AIM)  # fmt: skip
