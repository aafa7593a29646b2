"""Tunes the weights of a game's evaluation by self-play, one weight after the other.

    python tools/tune.py trimok --minutes 10 --out weights.json

A weight is raised and lowered by a step; each change plays a match against the weights so far, from the same random
openings, both sides in turn. A change stays when it is better by more than the error of its match. The weights are the
constants that the game's ``weights`` names, so that every change is a kernel of its own. The same seed gives the same
result, as long as there is time for it.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import ludograph
from ludograph.core.match import Match
from ludograph.engine.kernel_game import KernelGame
from ludograph.players.alpha_beta import AlphaBeta
from ludograph.players.analysis import Limits
from ludograph.players.tournament import Effort, Plan, PlayedGame, Score, opening

STEPS = (0.5, 0.25)  # of a weight, in turn
LONGEST = 200


def with_weights(name: str, weights: Mapping[str, int]) -> KernelGame:
    """The game with other weights in its evaluation."""
    game = ludograph.game(name)
    assert isinstance(game, KernelGame)
    bound = {**game.constants(), **weights}
    game.constants = lambda: bound  # type: ignore[method-assign]
    return game


def play(name: str, new: Mapping[str, int], old: Mapping[str, int], games: int, nodes: int, seed: int) -> Score:
    """A match of new weights against old ones."""
    sides = [AlphaBeta(with_weights(name, weights), seed=seed) for weights in (new, old)]
    plan = Plan(ludograph.game(name), ("new", "old"), games, opening_plies=6, seed=seed)
    score = Score()
    for number in range(games):
        match = opening(plan, number // 2)
        seats = sides if number % 2 == 0 else sides[::-1]
        while match.outcome is None and match.ply < LONGEST:
            match.play(seats[match.position.seat].think(match, Limits(nodes=nodes)).move)
        score.add(PlayedGame(number, _points(match, number % 2), "", match.record(), (Effort(), Effort())))
    return score


def _points(match: Match, seat_of_new: int) -> float:
    return match.outcome.scores[seat_of_new] if match.outcome else 0.5


def tune(name: str, games: int, nodes: int, seed: int, minutes: float) -> dict[str, object]:
    """The best weights found, and every match that was played."""
    game = ludograph.game(name)
    assert isinstance(game, KernelGame)
    first = {weight: int(game.constants()[weight]) for weight in game.weights}
    best, tried, ends = dict(first), [], time.monotonic() + 60 * minutes
    for step in STEPS:
        for weight in first:
            for direction in (1, -1):
                changed = max(0, best[weight] + direction * max(1, round(best[weight] * step)))
                if time.monotonic() > ends or changed == best[weight]:
                    continue
                new = {**best, weight: changed}
                score = play(name, new, best, games, nodes, seed + len(tried))
                is_better = score.share - score.share_error > 0.5
                tried.append({"change": f"{weight} {best[weight]} → {changed}", "share": round(score.share, 3),
                              "error": round(score.share_error, 3), "kept": is_better})  # fmt: skip
                print(tried[-1], file=sys.stderr, flush=True)
                if is_better:
                    best = new
                    break
    return {"game": name, "games": games, "nodes": nodes, "seed": seed, "before": first, "after": best, "tried": tried}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=60, help="in each match")
    parser.add_argument("--nodes", type=int, default=2000, help="for each move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--out", type=Path, help="where the result is kept")
    given = parser.parse_args()
    text = json.dumps(
        tune(given.game, given.games, given.nodes, given.seed, given.minutes), indent=1, ensure_ascii=False
    )
    print(text)
    if given.out:
        given.out.write_text(text + "\n")


if __name__ == "__main__":
    main()
