"""The levels of every game on one ladder: who moves at random is at 0, then each level above the one below it.

    python benchmarks/ladder.py trimok othello     # or all games that are judged, without a name
    python benchmarks/ladder.py --seconds 60       # for each pair of neighbours, of a processor

Levels are told in positions, so they play the same on any machine, however much it has to do. Only the last one thinks
by the clock: it is given what one thread looks at in a second of a processor, and few games. Where one won all games, a
lost half point is added, so that a step is rather told too small. Results are kept in benchmarks/results/ladder-*.json,
and all together are the table in benchmarks/results/ladder.md.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from itertools import pairwise

import ludograph
from ludograph.core.game import Game
from ludograph.core.match import Match
from ludograph.errors import LudographError
from ludograph.learning.weights import is_judged
from ludograph.players.analysis import Limits
from ludograph.players.named import LEVELS, thinker_for
from ludograph.players.tournament import CERTAINTY, Plan, Score, opening, play_match
from matches import RESULTS

TOP = max(LEVELS)
PAIR = 2
LONGEST = 200
MOST_GAMES = 200
SPEED_POSITIONS, SPEED_NODES = 6, 100_000
HEAD = f"""\
# The levels on one ladder

Written by `benchmarks/ladder.py`. Elo above a player that moves at random, with the error at 95 % of the highest level:
each level has met only its neighbours, so errors add up from the left to the right. Nodes in a second of one processor,
and how many moves ahead they lead, after four random ones. Level {TOP} was given those nodes; a dash: not played.

| game | nodes a second | depth | {" | ".join(map(str, LEVELS))} | error |
|---|---|---|{"---|" * len(LEVELS)}---|"""


def steps(game: Game, seconds: float, speed: float) -> list[dict[str, float]]:
    """By how much each level is above the one below it, as long as there is time for two games at least."""
    names = ["random", *(f"ai:{level}" for level in LEVELS if level != TOP), f"ai:nodes={speed:.0f}"]
    found = []
    for below, above in pairwise(names):
        score, spent = Score(), 0.0
        while score.games < MOST_GAMES and spent + spent / max(score.games, 1) < seconds:
            began = time.process_time()
            plan = Plan(game, (above, below), PAIR, seed=score.games, longest=LONGEST)
            play_match(plan, finished=score.add, at_once=1)
            spent += time.process_time() - began
        found.append(_step(score))
        print(f"  {above} – {below}: {found[-1]}", file=sys.stderr, flush=True)
        if score.games == PAIR and spent > seconds:
            break  # the next ones take longer still
    return found


def _step(score: Score) -> dict[str, float]:
    """The difference in Elo, with its error; of a share that was all or nothing, half a point is taken."""
    share = min(max(score.share, 0.5 / score.games), 1 - 0.5 / score.games)
    deviation = max(score.share_error / CERTAINTY, 0.25 / score.games)
    slope = 400 / math.log(10) / (share * (1 - share))
    elo = -400 * math.log10(1 / share - 1)
    return {"games": score.games, "share": round(score.share, 4), "elo": round(elo), "error": round(slope * deviation)}


def speed_and_depth(game: Game) -> tuple[float, int]:
    """Nodes that one thread looks at in a second of a processor, and the moves ahead that it sees with them."""
    thinker = thinker_for(game, "ai")
    positions = [opening(Plan(game, ("random", "random"), PAIR), number) for number in range(SPEED_POSITIONS)]
    _thought(thinker, positions[:1], SPEED_NODES)  # compiled, and in the caches
    began = time.process_time()
    nodes, _ = _thought(thinker, positions, SPEED_NODES)
    speed = nodes / (time.process_time() - began)
    return speed, _thought(thinker, positions, round(speed))[1]


def _thought(thinker: object, positions: list[Match], nodes: int) -> tuple[int, int]:
    """All nodes, and the depth in the middle."""
    found = [thinker.think(match, Limits(nodes=nodes)) for match in positions]  # type: ignore[attr-defined]
    return sum(each.nodes for each in found), sorted(each.depth for each in found)[len(found) // 2]


def table() -> str:
    """All results, for people."""
    lines = [HEAD]
    for file in sorted(RESULTS.glob("ladder-*.json")):
        found = json.loads(file.read_text())
        heights = [0]
        for step in found["steps"]:
            heights.append(heights[-1] + step["elo"])
        cells = [str(height) for height in heights[1:]] + ["–"] * (1 + len(LEVELS) - len(heights))
        error = CERTAINTY * math.sqrt(sum(step["error"] ** 2 for step in found["steps"]))
        facts = f"{found['game']} | {found['nodes_per_second']:,} | {found['depth']}"
        lines.append(f"| {facts} | {' | '.join(cells)} | ±{error:.0f} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="all that are judged, if none is named")
    parser.add_argument("--seconds", type=float, default=30.0, help="for each pair of levels")
    given = parser.parse_args()
    names = given.games or [name for name in ludograph.game_names() if is_judged(ludograph.game(name))]
    for name in names:
        game = ludograph.game(name)
        print(f"{game.id}", file=sys.stderr, flush=True)
        try:
            speed, depth = speed_and_depth(game)
            found = steps(game, given.seconds, speed)
        except LudographError as error:
            print(f"  left out: {error.message}", file=sys.stderr)
            continue
        data = {"game": game.id, "nodes_per_second": round(speed), "depth": depth, "steps": found}
        file = RESULTS / f"ladder-{name.replace('/', '-')}.json"
        file.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n")
        (RESULTS / "ladder.md").write_text(table())


if __name__ == "__main__":
    main()
