"""Weights by logistic regression: what foretells the points of games best, stage by stage.

Single nodes come first, then how many pieces there are, then the blocks: each stage explains what those before it have
left, so that a rare entry is drawn towards what is known of its parts. At the end the nodes are folded into blocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ludograph.learning.foretelling import chance_of, loss_of, scale_of
from ludograph.learning.tables import Seen, Shape, Shared, Tables, Way, counts_of, entries_of, shape_for

#: Newton's steps of a stage, each solved by so many steps of conjugate gradients.
STEPS, INNER_STEPS = 3, 12
#: How strongly weights are drawn to 0, in positions: what was seen less often hardly counts. Stages with few weights
#: are drawn little; for blocks it is tried which of these foretells best the games that are held out.
PULL_OF_FEW, PULLS = 3.0, (100.0, 30.0, 10.0)
#: One game in so many is held out.
HELD_OUT = 10
#: How much of what is to be foretold is the result; the rest is what the search thought, which chance has less part in.
RESULT_SHARE = 0.25


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


def learned_tables(seen: Seen, lesson: Lesson, scale: int, way: Way) -> tuple[Tables, float]:
    """The tables that foretell best, whose scores are logits times the scale, and how well: the mean loss on games that
    were held out, less that of the target itself."""
    import numpy as np

    contents, hands = seen.contents(lesson.states), seen.hands(lesson.states)
    shape = shape_for(seen, contents, hands, way)
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
    by_node = fit.stage(entries_of(singles, contents), shared_singles.same, shared_singles.sign)
    counts = counts_of(shape, contents, hands)[:, None]
    by_counts = fit.stage(counts, shared.same_counts, shared.sign_counts)
    by_blocks = fit.stage(entries_of(shape, contents), shared.same, shared.sign, PULLS)
    blocks = by_blocks + _folded(shape, by_node.reshape(seen.nodes, shape.base, 2))
    entropy = loss_of(target[fit.is_held], target[fit.is_held])
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
    """What is to be foretold: the result, and for the most part what the search thought, made a chance."""
    import numpy as np

    share = np.where(ahead == 0, 1.0, RESULT_SHARE)  # a search that knows nothing yet tells nothing
    thought = chance_of(ahead / scale_of(ahead, points))
    return (share * points + (1 - share) * thought).astype(np.float32)


class _Fit:
    """The stages of one regression; what they say so far, for every position, is ``known``."""

    def __init__(self, share: Any, turn: Any, target: Any, is_held: Any) -> None:
        import numpy as np

        self.share, self.turn, self.target, self.is_held = share, turn, target, is_held
        self.known = np.zeros(len(target), np.float32)
        self.tempo = 0.0
        self.loss = loss_of(0.5, target[is_held])

    def stage(self, entries: Any, same: Any, sign: Any, pulls: Sequence[float] = (PULL_OF_FEW,)) -> Any:
        """Fit the weights of one kind of entries to what is left; returns those of all entries. What foretells the
        games that are held out no better than before is left out."""
        import numpy as np

        known, places = np.unique(same[entries], return_inverse=True)
        seen = _Entries(places.reshape(entries.shape), sign[entries], self.share, self.turn, len(known))
        training, weights = ~self.is_held, np.zeros((len(known) + 1, 2), np.float32)
        kept = weights
        for pull in pulls:
            weights = self._fitted(seen.of(training), training, weights, pull)
            logits = self.known + seen.foretold(weights)
            loss = loss_of(chance_of(logits[self.is_held]), self.target[self.is_held])
            if loss >= self.loss:
                break
            self.loss, kept = loss, weights
        self.known = self.known + seen.foretold(kept)
        self.tempo += float(kept[-1, 0])
        at = np.minimum(np.searchsorted(known, same), len(known) - 1)
        return kept[:-1][at] * (sign * (known[at] == same))[:, None].astype(np.float32)

    def _fitted(self, seen: _Entries, rows: Any, weights: Any, pull: float) -> Any:
        """Weights for which the sum of all losses, and half the pull times their squares, is least: Newton's way."""
        for _ in range(STEPS):
            chance = chance_of(self.known[rows] + seen.foretold(weights))
            slope = seen.summed(self.target[rows] - chance) - pull * weights
            weights = weights + _solved(seen, chance * (1 - chance), pull, slope)
        return weights


class _Entries:
    """The entries of positions, with their signs, as a matrix: a column for each weight, the last one the turn's."""

    def __init__(self, places: Any, signs: Any, share: Any, turn: Any, size: int) -> None:
        import numpy as np

        self.places, self.signs = places.astype(np.int32), signs.astype(np.float32)
        self.share, self.turn, self.size = share, turn, size

    def of(self, rows: Any) -> _Entries:
        return _Entries(self.places[rows], self.signs[rows], self.share[rows], self.turn[rows], self.size)

    def foretold(self, weights: Any) -> Any:
        """The logits that weights make of the positions."""
        first, last = ((weights[:, number][self.places] * self.signs).sum(1) for number in range(2))
        return first * self.share + last * (1 - self.share) + self.turn * weights[-1, 0]

    def summed(self, values: Any) -> Any:
        """What values of the positions give to each weight."""
        import numpy as np

        found, where = np.zeros((self.size + 1, 2), np.float32), self.places.ravel()
        for number, part in enumerate((self.share, 1 - self.share)):
            found[:-1, number] = np.bincount(where, ((values * part)[:, None] * self.signs).ravel(), self.size)
        found[-1, 0] = (values * self.turn).sum()
        return found

    def curvature(self, values: Any) -> Any:
        """The same of the squares of what is in the matrix."""
        import numpy as np

        found, where = np.zeros((self.size + 1, 2), np.float32), self.places.ravel()
        squares = self.signs * self.signs
        for number, part in enumerate((self.share, 1 - self.share)):
            found[:-1, number] = np.bincount(where, ((values * part * part)[:, None] * squares).ravel(), self.size)
        found[-1, 0] = values.sum()
        return found


def _solved(seen: _Entries, doubt: Any, pull: float, slope: Any) -> Any:
    """The step that leads where the slope is 0, if the curvature stays as it is: by conjugate gradients."""
    import numpy as np

    scale = 1 / (seen.curvature(doubt) + np.float32(pull))
    step, left = np.zeros_like(slope), slope
    way = scale * left
    length = float((left * way).sum())
    for _ in range(INNER_STEPS):
        bent = seen.summed(doubt * seen.foretold(way)) + np.float32(pull) * way
        far = np.float32(length / max(float((way * bent).sum()), 1e-12))
        step = step + far * way
        left = left - far * bent
        scaled = scale * left
        before, length = length, float((left * scaled).sum())
        way = scaled + np.float32(length / max(before, 1e-12)) * way
    return step
