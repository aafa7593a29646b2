"""Tunes the weights of a game's evaluation by self-play.

    python tools/tune.py draughts/russian --keep KING --out benchmarks/results/tune-draughts-russian.json

First the game plays against itself, and quiet positions are kept together with what a search thought of them and how
their games ended. An evaluation is a sum of weights times numbers that can be counted on the board, so the weights
under which it foretells these ends best are found by logistic regression; what is counted is seen by raising each
weight by one. The end of a game says little of a position far from it, so half of what is foretold is what the search
expected. The weights that are there are taken for likely from the start, so that a weight moves only as far as the
games ask for. Then the new weights play against the old ones, with more thought; when they aren't better by more than
the error of that match, those half the way between them do, and so on. What wins is worth writing into the game.

Weights to keep are fitted, so that the others aren't bent to make good for them, but not changed. Worths of pieces are
such: with kings on the board many games are drawn, whoever has more of them.

The same seed gives the same result.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import ludograph
from ludograph.cli.progress import progress_bar
from ludograph.core.game import Position
from ludograph.core.match import Match
from ludograph.core.registry import specified
from ludograph.engine.algorithms.alpha_beta import SURE_WIN
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.rules import EVEN
from ludograph.players.alpha_beta import AlphaBeta
from ludograph.players.analysis import Analysis, Limits
from ludograph.players.tournament import Effort, Plan, PlayedGame, Score, opening

OPENING = 8
LONGEST = 200
WAYS = (1.0, 0.5, 0.25)  # how far to go to the weights that were found
MOST_POSITIONS = 20_000  # that are learnt from, evenly chosen
#: The weights that are there count for such a share of all positions: those of one game say much the same.
TRUST = 0.25
ROUNDS = 30  # of Newton's method, which needs fewer

Progress = Callable[[int, int], None]


class Sample(NamedTuple):
    """A quiet position, what a search thought of it, and what its side to move got in the end: 0, ½ or 1."""

    state: Any
    score: float
    points: float


def game_with(name: str, weights: Mapping[str, int] | None = None) -> KernelGame:
    """The game, with other weights in its evaluation."""
    game_class, variant, values = specified(name)
    game = game_class(variant, **values)  # one of its own, as others have the usual weights
    if not isinstance(game, KernelGame) or not game.weights:
        raise SystemExit(f"{name} has no weights to tune.")
    if weights is not None:
        game.weights = weights
    return game


# -- self-play ----------------------------------------------------------------------------------------------------


def samples_of(name: str, games: int, nodes: int, seed: int, progress: Progress) -> list[Sample]:
    game = game_with(name)
    thinker = AlphaBeta(game, seed=seed, contempt=game.contempt)
    plan = Plan(game, ("", ""), games, OPENING, seed)
    samples: list[Sample] = []
    for number in range(games):
        match = opening(plan, number)
        quiet: list[tuple[Position, int]] = []
        while match.outcome is None and match.ply < LONGEST:
            found = thinker.think(match, Limits(nodes=nodes))
            if _is_quiet(game, match.position, found):
                quiet.append((match.position, found.score))
            match.play(found.move)
        samples += [Sample(position.state, score, _points(match, position.seat)) for position, score in quiet]
        progress(number + 1, games)
    return samples[:: 1 + len(samples) // MOST_POSITIONS]


def _is_quiet(game: KernelGame, position: Position, found: Analysis) -> bool:
    """Whether nothing is going on that only a search can judge."""
    is_sure = abs(found.score) >= SURE_WIN
    rules, state = game.plain, position.state
    return not is_sure and not rules.restless(state) and rules.gain(state, found.move.code) == 0


# -- fitting ------------------------------------------------------------------------------------------------------


def fitted(name: str, samples: Sequence[Sample]) -> tuple[dict[str, float], dict[str, float | None]]:
    """The weights, none of them negative, under which the evaluation foretells the ends best; and their errors.

    Nothing is known of what never occurs, such as cells so far from the edge of a small board, nor of what has to be
    nothing: such weights have no error.
    """
    old = game_with(name).weights
    score = _scores(name, old, samples)
    counted = {weight: _scores(name, {**old, weight: old[weight] + 1}, samples) - score for weight in old}
    foretold = _foretold(samples)
    free = [weight for weight in old if counted[weight].any()]
    new = {weight: float(old[weight]) for weight in old}
    while True:
        fixed = sum((new[weight] - old[weight]) * counted[weight] for weight in old if weight not in free)
        likely, spread = _regression(np.column_stack([score + fixed, *(counted[weight] for weight in free)]), foretold)
        found = {weight: old[weight] + change / likely[0] for weight, change in zip(free, likely[1:], strict=True)}
        negative = [weight for weight in free if found[weight] < 0]
        if not negative:
            errors = {weight: round(error / likely[0], 1) for weight, error in zip(free, spread[1:], strict=True)}
            return new | found, {weight: errors.get(weight) for weight in old}
        new.update(dict.fromkeys(negative, 0.0))
        free = [weight for weight in free if weight not in negative]


def _scores(name: str, weights: Mapping[str, int], samples: Sequence[Sample]) -> np.ndarray:
    evaluate = game_with(name, weights).plain.evaluate
    return np.array([evaluate(sample.state) - EVEN for sample in samples], dtype=float)


def _foretold(samples: Sequence[Sample]) -> np.ndarray:
    """For each position the mean of what its side got in the end and what the search expected it to get."""
    points = np.array([sample.points for sample in samples])
    scores = np.array([[sample.score] for sample in samples], dtype=float)
    factors, _ = _regression(scores, points)
    return np.asarray((points + _chance(scores @ factors)) / 2)


def _chance(exponent: np.ndarray) -> np.ndarray:
    return np.asarray(1 / (1 + np.exp(-exponent)))


def _regression(columns: np.ndarray, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The factors of a logistic regression by Newton's method, and their standard errors. All but the first are drawn
    towards zero, as if some positions said so."""
    size = np.maximum(columns.std(axis=0), 1e-9)
    scaled = columns / size
    drawn = np.full(columns.shape[1], TRUST * len(points))
    drawn[0] = 1e-6
    factors = np.zeros(columns.shape[1])
    for _ in range(ROUNDS):
        chance = _chance(scaled @ factors)
        slope = scaled.T @ (points - chance) - drawn * factors
        bend = (scaled * (chance * (1 - chance))[:, None]).T @ scaled + np.diag(drawn)
        step = np.linalg.solve(bend, slope)
        factors = factors + step
        if np.abs(step).max() < 1e-9:
            break
    return factors / size, np.sqrt(np.diag(np.linalg.inv(bend))) / size


# -- the proof ----------------------------------------------------------------------------------------------------


def played(name: str, new: Mapping[str, int], games: int, nodes: int, seed: int, progress: Progress) -> Score:
    """A match of the new weights against the old ones."""
    games_with = [game_with(name, weights) for weights in (new, None)]
    sides = [AlphaBeta(game, seed=seed, contempt=game.contempt) for game in games_with]
    plan = Plan(ludograph.game(name), ("new", "old"), games, OPENING, seed + 1)
    score = Score()
    for number in range(games):
        match = opening(plan, number // 2)
        seats = sides if number % 2 == 0 else sides[::-1]
        while match.outcome is None and match.ply < LONGEST:
            match.play(seats[match.position.seat].think(match, Limits(nodes=nodes)).move)
        score.add(PlayedGame(number, _points(match, number % 2), "", match.record(), (Effort(), Effort())))
        progress(number + 1, games)
    return score


def _points(match: Match, seat: int) -> float:
    return match.outcome.scores[seat] if match.outcome else 0.5


def tune(
    name: str, games: int, nodes: int, proof: tuple[int, int], seed: int, keep: Sequence[str]
) -> dict[str, object]:
    """Find weights and prove them; ``proof`` are the games and nodes of the matches."""
    with progress_bar("self-play") as progress:
        samples = samples_of(name, games, nodes, seed, progress)
    old = game_with(name).weights
    found, errors = fitted(name, samples)
    matches: list[dict[str, object]] = []
    new = dict(old)
    for way in WAYS:
        tried = {weight: _between(old[weight], found[weight], 0 if weight in keep else way) for weight in old}
        with progress_bar(f"{way:.0%} of the way v old") as progress:
            score = played(name, tried, *proof, seed, progress)
        matches.append({"way": way, "games": score.games, "nodes": proof[1], "share": round(score.share, 3),
                        "error": round(score.share_error, 3)})  # fmt: skip
        if score.share - score.share_error > 0.5:
            new = tried
            break
    fit = {weight: {"old": old[weight], "found": round(found[weight], 1), "error": errors[weight], "new": new[weight]}
           for weight in old}  # fmt: skip
    return {"game": name, "games": games, "nodes": nodes, "seed": seed, "positions": len(samples), "keep": list(keep),
            "weights": fit, "matches": matches}  # fmt: skip


def _between(old: int, found: float, way: float) -> int:
    return round(old + way * (found - old))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=1500, help="of self-play")
    parser.add_argument("--nodes", type=int, default=500, help="for each move of self-play")
    parser.add_argument("--proof", type=int, nargs=2, default=(400, 3000), metavar=("GAMES", "NODES"),
                        help="of each match that proves the result")  # fmt: skip
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", nargs="*", default=[], metavar="WEIGHT", help="weights that are not changed")
    parser.add_argument("--out", type=Path, help="where the result is kept")
    given = parser.parse_args()
    result = tune(given.game, given.games, given.nodes, tuple(given.proof), given.seed, given.keep)
    text = json.dumps(result, indent=1, ensure_ascii=False)
    print(text)
    if given.out:
        given.out.write_text(text + "\n")


if __name__ == "__main__":
    main()
