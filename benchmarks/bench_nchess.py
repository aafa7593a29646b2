"""Chess on graphs: perft with bulk counting on every map, the graph kernel beside the bitboard's, random games."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import ludograph
from ludograph.core.game import Position
from ludograph.engine.algorithms.perft import perft
from ludograph.engine.algorithms.random_play import playouts
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.perft import known_counts
from ludograph.engine.program import Mode
from measuring import best_seconds, ratio, result

SQUARES = ludograph.game("nchess")
#: The default map as a user's file is played by the graph kernel.
GRAPH = ludograph.game(f"nchess?map={Path(str(resources.files('ludograph.games.nchess'))) / 'maps' / 'chess.json'}")
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
#: The known counts by position, those of the default map by FEN.
KNOWN = {known.position or START: known.counts for known in known_counts(type(SQUARES)) if known.game == "nchess"}
# Counted by this kernel, whose first depths are known; here they tell whether anything has changed.
DEEPER = {"nchess/glinski": (4, 7_282_418), "nchess/mccooey": (4, 1_157_852), "nchess/ring": (5, 614_819),
          "nchess/twins": (4, 424_686), "nchess/holes": (4, 190_969), "nchess/three": (4, 792_919)}  # fmt: skip
AIMS = {"nchess/glinski": 20e6}
RUNS = 3
GAMES, LONGEST, SEED = 2_000, 2_000, 2026


def run() -> Iterator[dict[str, object]]:
    """Each figure, after its count was found right."""
    for name, fen, depth in (("the start", START, 6), ("Kiwipete", KIWIPETE, 5)):
        own = leaves_per_second(GRAPH.parse(fen), depth, KNOWN[fen][depth - 1])
        peer = leaves_per_second(SQUARES.parse(fen), depth, KNOWN[fen][depth - 1])
        yield result(f"8×8 by the graph kernel, perft {depth} from {name}, one core, bulk counting", millions(own),
                     aim="at least 40 million", is_met=own >= 40e6)  # fmt: skip
        yield result("the bitboard kernel against that", f"{ratio(peer, own)} ({millions(peer)})")
    yield every_known_count()
    for name, (depth, count) in DEEPER.items():
        own, aim = leaves_per_second(ludograph.game(name).start(), depth, count), AIMS.get(name)
        wanted = {"aim": f"at least {aim / 1e6:.0f} million", "is_met": own >= aim} if aim else {}
        yield result(f"{name}, perft {depth}", millions(own), **wanted)  # type: ignore[arg-type]
    for name in ("nchess/glinski", "nchess/three"):
        yield random_games(name)


def millions(leaves: float) -> str:
    return f"{leaves / 1e6:,.1f} million leaves a second"


def leaves_per_second(position: Position, depth: int, known: int) -> float:
    assert isinstance(position.game, KernelGame)
    program = position.game.program(perft, mode=Mode.COMPILED)
    state, stack, zero = program.state(position.state), program.stack(depth), program.word(0)  # type: ignore[arg-type]

    def count() -> None:
        found = int(program.perft(state, stack, zero, depth))
        assert found == known, f"perft {depth} of {position} is {found}, not {known}"

    return known / best_seconds(count, RUNS)


def every_known_count() -> dict[str, object]:
    """All positions that the graph kernel can read: their kings and rooks castle from the ordinary squares."""
    program = GRAPH.program(perft, mode=Mode.COMPILED)
    leaves, seconds, positions = 0, 0.0, 0
    for fen, counts in KNOWN.items():
        if set(fen.split(" ")[2]) - set("KQkq-"):
            continue
        state, depth = program.state(GRAPH.parse(fen).state), len(counts)
        found = []
        seconds += best_seconds(
            lambda state=state, depth=depth, found=found: found.append(  # type: ignore[misc]
                int(program.perft(state, program.stack(depth), program.word(0), depth))
            ),
            1,
        )
        assert found == [counts[-1]], f"perft {depth} of {fen} is {found}, not {counts[-1]}"
        leaves += counts[-1]
        positions += 1
    return result(f"{positions} positions of chess by the graph kernel", millions(leaves / seconds))


def random_games(name: str) -> dict[str, object]:
    game = ludograph.game(name)
    program = game.program(playouts, mode=Mode.COMPILED)
    state, stack, seed = program.state(game.start().state), program.stack(1), program.word(SEED)
    plies = 0

    def play() -> None:
        nonlocal plies
        tally = program.words(2 + len(game.seats))
        plies = int(program.playouts(state, stack, GAMES, LONGEST, seed, tally))
        assert sum(int(count) for count in tally) == GAMES, f"{GAMES} games were tallied as {list(tally)}"

    games = GAMES / best_seconds(play, RUNS)
    return result(f"random games of {name}", f"{games:,.0f} a second of {plies / GAMES:.0f} moves each")
