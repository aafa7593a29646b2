"""Players: positions a second in the search of each game, and how soon a player that thinks stops."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import ludograph
from ludograph.players.alpha_beta import AlphaBeta
from ludograph.players.analysis import Limits
from ludograph.players.tree_search import TreeSearch
from matches import STRONG
from measuring import result

NODES = 300_000
SECONDS = 0.5
STOPS = 20
SOON = 0.05


def run() -> Iterator[dict[str, object]]:
    """Each figure; the nodes counted are those that were allowed."""
    for name in STRONG:
        yield from speeds(ludograph.game(name))
    yield stopping()


def speeds(game: ludograph.Game) -> Iterator[dict[str, object]]:
    match = ludograph.Match(game)
    found = AlphaBeta(game).think(match, Limits(nodes=NODES))
    assert NODES <= found.nodes < NODES + 200 or found.win_in is not None, f"{found.nodes} nodes, not {NODES}"
    speed = f"{found.nodes_per_second / 1e6:.2f} million nodes a second, depth {found.depth}"
    yield result(f"{game.id}: alpha-beta, one core", speed)
    rounds = TreeSearch(game).think(match, Limits(time=SECONDS))
    yield result(f"{game.id}: tree search, one core", f"{rounds.nodes_per_second:,} rounds a second")


def stopping() -> dict[str, object]:
    """The longest time between the word and the answer."""
    thinker = AlphaBeta(ludograph.game("trimok"), threads=2)
    longest = max(_seconds_to_stop(thinker) for _ in range(STOPS))
    return result(f"a player that thinks on two threads stops, worst of {STOPS}", f"{longest * 1000:.0f} ms",
                  aim=f"within {SOON * 1000:.0f} ms", is_met=longest <= SOON)  # fmt: skip


def _seconds_to_stop(thinker: AlphaBeta) -> float:
    stop = threading.Event()
    told = 0.0

    def tell() -> None:
        nonlocal told
        told = time.perf_counter()
        stop.set()

    threading.Timer(0.1, tell).start()
    thinker.think(ludograph.Match(thinker.game), Limits(time=3600), stop=stop)
    return time.perf_counter() - told
