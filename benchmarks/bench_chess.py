"""Chess on the 8×8 board: perft with bulk counting beside python-chess and Stockfish, all known counts, random games.

The peers are measured when they are installed: ``pip install chess``, and Stockfish as a command.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING

import ludograph
from ludograph.core.game import Position
from ludograph.engine.algorithms.perft import perft
from ludograph.engine.algorithms.random_play import playouts
from ludograph.engine.perft import known_counts
from ludograph.engine.program import Mode, Program
from measuring import best_seconds, ratio, result

if TYPE_CHECKING:
    import chess

GAME = ludograph.game("nchess")
START = GAME.start()
KIWIPETE = GAME.parse("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
#: The known counts of every position on this board.
KNOWN = {
    game.start() if known.position is None else game.parse(known.position): known.counts
    for known in known_counts(type(GAME))
    if isinstance(game := ludograph.game(known.game), type(GAME))
}
PLACES = "/usr/games:/usr/local/games"  # where systems keep their chess engines
RUNS = 3
GAMES, LONGEST, SEED = 5_000, 5_000, 2026


def run() -> Iterator[dict[str, object]]:
    """Each figure, after its count was found right."""
    program = GAME.program(perft, mode=Mode.COMPILED)
    for name, position, depth in (("the start", START, 6), ("Kiwipete", KIWIPETE, 5)):
        own = leaves_per_second(program, position, depth)
        yield result(f"perft {depth} from {name}, one core, bulk counting", millions(own))
        yield beside_python_chess(own, position)
        yield beside_stockfish(own, position, depth)
    yield every_known_count(program)
    yield random_games()


def millions(leaves: float) -> str:
    return f"{leaves / 1e6:,.1f} million leaves a second"


def leaves_per_second(program: Program, position: Position, depth: int) -> float:
    state, stack, zero = program.state(position.state), program.stack(depth), program.word(0)

    def count() -> None:
        check(position, depth, int(program.perft(state, stack, zero, depth)))

    return KNOWN[position][depth - 1] / best_seconds(count)


def check(position: Position, depth: int, found: int) -> None:
    known = KNOWN[position][depth - 1]
    assert found == known, f"perft {depth} of {position} is {found}, not {known}"


# -- peers ---------------------------------------------------------------------------------------------------------


def beside_python_chess(own: float, position: Position, depth: int = 4) -> dict[str, object]:
    what = f"the same against python-chess (perft {depth})"
    if not find_spec("chess"):
        return result(what, "python-chess is not installed")
    import chess

    board = chess.Board(str(position))
    peer = KNOWN[position][depth - 1] / best_seconds(lambda: check(position, depth, peer_perft(board, depth)), RUNS)
    aim = "at least 300 times as fast"
    return result(what, f"{ratio(own, peer)} ({millions(peer)})", aim=aim, is_met=own >= 300 * peer)


def peer_perft(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += peer_perft(board, depth - 1)
        board.pop()
    return total


def beside_stockfish(own: float, position: Position, depth: int) -> dict[str, object]:
    what = f"the same against Stockfish's go perft {depth}"
    command = shutil.which("stockfish") or shutil.which("stockfish", path=PLACES)
    if command is None:
        return result(what, "Stockfish is not installed")
    with subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
        assert engine.stdin is not None
        ask(engine, f"position fen {position}\nisready", "readyok")
        peer = KNOWN[position][depth - 1] / best_seconds(lambda: ask_perft(engine, position, depth), RUNS)
        engine.stdin.write("quit\n")
    measured = f"{own / peer:.1f} times as fast ({millions(peer)})"
    return result(what, measured, aim="not slower", is_met=own >= peer)


def ask_perft(engine: subprocess.Popen[str], position: Position, depth: int) -> None:
    check(position, depth, int(ask(engine, f"go perft {depth}", "Nodes searched: ")))


def ask(engine: subprocess.Popen[str], question: str, beginning: str) -> str:
    """What stands in the answer's line with this beginning behind it."""
    assert engine.stdin is not None
    assert engine.stdout is not None
    engine.stdin.write(f"{question}\n")
    engine.stdin.flush()
    return next(line for line in engine.stdout if line.startswith(beginning)).removeprefix(beginning)


# -- the rest ------------------------------------------------------------------------------------------------------


def every_known_count(program: Program) -> dict[str, object]:
    leaves = sum(count for counts in KNOWN.values() for count in counts)

    def count_all() -> None:
        for position, counts in KNOWN.items():
            state, stack = program.state(position.state), program.stack(len(counts))
            for depth in range(1, len(counts) + 1):
                check(position, depth, int(program.perft(state, stack, program.word(0), depth)))

    speed = leaves / best_seconds(count_all, 1)
    return result(f"all known counts of {len(KNOWN)} positions, {leaves:,} leaves", millions(speed))


def random_games() -> dict[str, object]:
    program = GAME.program(playouts, mode=Mode.COMPILED)
    state, stack, seed = program.state(START.state), program.stack(1), program.word(SEED)
    plies = 0

    def play() -> None:
        nonlocal plies
        tally = program.words(2 + len(GAME.seats))
        plies = int(program.playouts(state, stack, GAMES, LONGEST, seed, tally))
        assert sum(int(count) for count in tally) == GAMES, f"{GAMES} games were tallied as {list(tally)}"

    speed = GAMES / best_seconds(play, RUNS)
    measured = f"{speed:,.0f} a second of {plies / GAMES:.0f} moves each"
    return result("random games", measured, aim="at least 10,000 a second", is_met=speed >= 10_000)
