"""Weights by logistic regression: what foretells the points of games best, stage by stage.

Single nodes come first, then how many pieces there are, then the blocks: each stage explains what those before it have
left, so that a rare entry is drawn towards what is known of its parts. At the end the nodes are folded into blocks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludograph.learning.tables import Seen, Shape, Shared, Tables, counts_of, entries_of, shape_for

#: Steps of the optimiser, whatever the number of positions: with fewer the tables are merely unfinished; stages with
#: few weights need fewer. And the positions of a step.
STEPS, STEPS_FOR_FEW, BATCH = 600, 200, 4096
RATE, RATE_OF_FEW = 0.003, 0.015
#: Weights are drawn to 0, those of stages with many of them.
PULL = 2e-6
#: One game in so many is held out, to see when to stop, which is looked at after so many steps.
HELD_OUT, STEPS_BETWEEN_LOOKS = 20, 50
#: How much of what is to be foretold is the result; the rest is what the search thought.
RESULT_SHARE = 0.5


@dataclass(frozen=True)
class Lesson:
    """Positions of games: rows of words of states, the seat to move, what the search thought of it, the half points of
    the first seat, and the number of the game."""

    states: Any
    scores: Any
    seats: Any
    points: Any
    games: Any

    def __len__(self) -> int:
        return len(self.states)

    @classmethod
    def joined(cls, lessons: list[Lesson]) -> Lesson:
        """Several one behind the other; their games are different ones."""
        import numpy as np

        last, numbers = 0, []
        for lesson in lessons:
            numbers.append(lesson.games + last)
            last += int(lesson.games.max(initial=-1)) + 1
        states, scores, seats, points = (
            np.concatenate([getattr(each, name) for each in lessons])
            for name in ("states", "scores", "seats", "points")
        )
        return cls(states, scores, seats, points, np.concatenate(numbers))


def learned_tables(seen: Seen, lesson: Lesson, scale: int) -> tuple[Tables, float]:
    """The tables that foretell best, whose scores are logits times the scale, and how well: the mean loss on games that
    were held out, less that of the target itself."""
    import numpy as np

    contents, hands = seen.contents(lesson.states), seen.hands(lesson.states)
    shape = shape_for(seen, contents, hands)
    shared = Shared(seen, shape)
    ahead = np.where(lesson.seats == 0, lesson.scores, -lesson.scores).astype(np.float64)
    target = _target(ahead, lesson.points / 2)
    fit = _Fit(
        share=np.minimum(np.count_nonzero(contents, axis=1) / shape.full, 1).astype(np.float32),
        turn=np.where(lesson.seats == 0, 1, -1).astype(np.float32),
        target=target,
        is_held=lesson.games % HELD_OUT == 0,
    )
    singles = Shape(shape.base, tuple((node,) for node in range(seen.nodes)), shape.caps, shape.hand_caps, shape.full)
    shared_singles = Shared(seen, singles)
    by_node = fit.stage(
        entries_of(singles, contents), shared_singles.same, shared_singles.sign, STEPS_FOR_FEW, RATE_OF_FEW
    )
    by_counts = fit.stage(
        counts_of(shape, contents, hands)[:, None],
        shared.same_counts,
        shared.sign_counts,
        STEPS_FOR_FEW,
        RATE_OF_FEW,
        PULL,
    )
    by_blocks = fit.stage(entries_of(shape, contents), shared.same, shared.sign, STEPS, RATE, PULL)
    blocks = by_blocks + _folded(shape, by_node.reshape(seen.nodes, shape.base, 2))
    entropy = float(_loss(target[fit.is_held], target[fit.is_held]))
    return Tables(shape, blocks * scale, by_counts * scale, fit.tempo * scale), fit.loss - entropy


def _folded(shape: Shape, by_node: Any) -> Any:
    """What single nodes are worth, put into the first block that has them."""
    import numpy as np

    added = np.zeros((shape.first_entries[-1], 2), np.float32)
    waiting = set(range(len(by_node)))
    for first, block, size in zip(shape.first_entries, shape.blocks, shape.sizes, strict=False):
        entries = np.arange(size)
        for digit, node in enumerate(block):
            if node in waiting:
                waiting.remove(node)
                added[first : first + size] += by_node[node][entries // shape.base**digit % shape.base]
    return added


def _target(ahead: Any, points: Any) -> Any:
    """What is to be foretold: half the result, half what the search thought, made a chance."""
    import numpy as np

    scales = np.geomspace(20, 2000, 60)
    losses = [_loss(_chance(ahead / scale), points) for scale in scales]
    best = scales[int(np.argmin(losses))]
    return (RESULT_SHARE * points + (1 - RESULT_SHARE) * _chance(ahead / best)).astype(np.float32)


def _chance(logits: Any) -> Any:
    import numpy as np

    return 1 / (1 + np.exp(-np.clip(logits, -30, 30)))


def _loss(chance: Any, target: Any) -> Any:
    import numpy as np

    return -(target * np.log(chance + 1e-9) + (1 - target) * np.log(1 - chance + 1e-9)).mean()


class _Fit:
    """The stages of one regression; what they say so far, for every position, is ``known``."""

    def __init__(self, share: Any, turn: Any, target: Any, is_held: Any) -> None:
        import numpy as np

        self.share, self.turn, self.target, self.is_held = share, turn, target, is_held
        self.known = np.zeros(len(target), np.float32)
        self.tempo = 0.0
        self.loss = 0.0
        self._chance = np.random.default_rng(1)

    def stage(self, entries: Any, same: Any, sign: Any, steps: int, rate: float, pull: float = 0.0) -> Any:
        """Fit the weights of one kind of entries to what is left; returns those of all entries."""
        import numpy as np

        known, places = np.unique(same[entries], return_inverse=True)
        places = places.reshape(entries.shape).astype(np.int32)
        signs = sign[entries].astype(np.float32)
        weights = self._fitted(places, signs, len(known), steps, rate, pull)
        self.known = self._foretold(slice(None), places, signs, weights) + self.turn * np.float32(weights[-1, 0])
        self.tempo += float(weights[-1, 0])
        at = np.minimum(np.searchsorted(known, same), len(known) - 1)
        is_known = known[at] == same
        return weights[:-1][at] * (sign * is_known)[:, None].astype(np.float32)

    def _foretold(self, rows: Any, places: Any, signs: Any, weights: Any) -> Any:
        """The logits that weights make of positions, without the turn's."""
        share, where, sign = self.share[rows], places[rows], signs[rows]
        first = (weights[:, 0][where] * sign).sum(1)
        last = (weights[:, 1][where] * sign).sum(1)
        return self.known[rows] + first * share + last * (1 - share)

    def _fitted(self, places: Any, signs: Any, size: int, steps: int, rate: float, pull: float) -> Any:
        """By Adam; the last weight is the turn's."""
        import numpy as np

        weights = np.zeros((size + 1, 2), np.float32)
        first_moment, second_moment = np.zeros_like(weights), np.zeros_like(weights)
        training, held = np.flatnonzero(~self.is_held), np.flatnonzero(self.is_held)
        best, kept = np.inf, weights.copy()
        for step in range(1, steps + 1):
            rows = training[self._chance.integers(0, len(training), min(BATCH, len(training)))]
            logits = self._foretold(rows, places, signs, weights) + self.turn[rows] * weights[-1, 0]
            wrong = (_chance(logits) - self.target[rows]) / len(rows)
            gradient = self._gradient(rows, wrong, places, signs, size) + np.float32(pull) * weights
            first_moment += np.float32(0.1) * (gradient - first_moment)
            second_moment += np.float32(0.001) * (gradient * gradient - second_moment)
            slower = 1.0 if step < 0.6 * steps else 0.3 if step < 0.85 * steps else 0.1
            pace = slower * rate * float(np.sqrt(1 - 0.999**step)) / (1 - 0.9**step)
            weights -= np.float32(pace) * first_moment / (np.sqrt(second_moment) + np.float32(1e-8))
            if step % STEPS_BETWEEN_LOOKS == 0 and len(held):
                logits = self._foretold(held, places, signs, weights) + self.turn[held] * weights[-1, 0]
                loss = float(_loss(_chance(logits), self.target[held]))
                if loss < best:
                    best, kept = loss, weights.copy()
        self.loss = best
        return kept if len(held) else weights

    def _gradient(self, rows: Any, wrong: Any, places: Any, signs: Any, size: int) -> Any:
        import numpy as np

        share, where, sign = self.share[rows], places[rows].ravel(), signs[rows]
        found = np.zeros((size + 1, 2), np.float32)
        for number, part in enumerate((share, 1 - share)):
            found[:-1, number] = np.bincount(where, ((wrong * part)[:, None] * sign).ravel(), size)
        found[-1, 0] = (wrong * self.turn[rows]).sum()
        return found
