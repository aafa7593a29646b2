"""The network of a learned evaluation: what its weights are, how they are fitted, and what a kernel is given of them.

A seat's view of the board is that of the first seat, or what the symmetry that exchanges the seats makes of it: both
have the same weights. Where there is no such symmetry, each view has its own. See ``engine.network``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ludograph.engine.declared.declaration import Standing
from ludograph.engine.network import (
    NETWORK_FINE_BITS,
    NETWORK_HALF,
    NETWORK_MOST_OF_STATE,
    NETWORK_NO_PIECES,
    NETWORK_SHARE_BITS,
    NETWORK_UNIT_BITS,
    NETWORK_UNITS_IN_WORD,
    NETWORK_WORDS,
    NETWORK_ZERO,
    judged,
)
from ludograph.learning.fitting import Lesson
from ludograph.learning.foretelling import chance_of, loss_of, scale_of
from ludograph.learning.tables import Seen

if TYPE_CHECKING:
    from ludograph.engine.kernel_game import KernelGame

UNITS = NETWORK_WORDS * NETWORK_UNITS_IN_WORD
FINE = 1 << NETWORK_FINE_BITS
MOST_OF_A_PIECE = (1 << 15) - 1
#: How far the weights of units are from each other at the beginning, and how much a unit says in the logit.
SPREAD, LOUDNESS = 0.1, 0.15
#: The positions of a step of the optimiser, how often each of all is looked at, and how many steps there are at least.
BATCH, PASSES, LEAST_STEPS = 4096, 6, 300
#: How far weights go in a step.
RATE, RATE_OF_PIECES = 0.002, 0.005
#: How strongly they are drawn to 0 where there are at most so many positions, and the less the more there are.
PULL, FEW_POSITIONS = 1.0, 100_000
#: What is to be foretold is what the search thinks of a position, and of those that follow in its game, each so much
#: less than the one before, and the result behind the last: a search knows little more than the evaluation now.
LATER = 0.9
#: One game in so many is held out, to see how well the network foretells.
HELD_OUT = 20


class Inputs:
    """What a network is given: each content on each node, and how many pieces each hand has."""

    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        self.on_board = (seen.base - 1) * seen.nodes
        self.number = self.on_board + len(seen.hand_places)

    @cached_property
    def turned(self) -> Any:
        """Where the weights of each input are in the second seat's view."""
        import numpy as np

        seen = self.seen
        exchanging = [np.array(each.nodes) for each in seen.game.symmetries if each.exchanges]
        if not exchanging:
            return np.arange(self.number, dtype=np.uint32) + np.uint32(self.number)
        contents = np.array([seen.standings.index(self._of_other(each)) for each in seen.standings])
        half = len(seen.hand_places) // 2
        hands = np.roll(np.arange(len(seen.hand_places)), -half)
        places = [(contents[:, None] * seen.nodes + exchanging[0]).ravel(), self.on_board + hands]
        return np.concatenate(places).astype(np.uint32)

    def _of_other(self, standing: Standing) -> Standing:
        other = standing if standing.seat is None else Standing(1 - standing.seat, standing.kind)
        return other if other in self.seen.standings else standing

    @property
    def rows(self) -> int:
        """How many rows the weights have."""
        return int(self.turned.max()) + 1

    @property
    def has_both_views(self) -> bool:
        """Whether the seats see the board with the same weights."""
        return self.rows == self.number

    @cached_property
    def mirrors(self) -> list[Any]:
        """Where nodes go by the symmetries that exchange nobody."""
        import numpy as np

        return [np.array(each.nodes) for each in self.seen.game.symmetries if not each.exchanges]

    def given(self, contents: Any, hands: Any, mirror: int = 0) -> Any:
        """The inputs of some positions, a row for each."""
        import numpy as np

        found = np.zeros((len(contents), self.number + 1), np.float32)  # what is empty goes behind the last one
        places = (contents.astype(np.int32) - 1) * self.seen.nodes + self.mirrors[mirror].astype(np.int32)
        places[contents == 0] = self.number
        np.put_along_axis(found, places, np.float32(1), 1)
        found[:, self.on_board : self.number] = hands
        return found[:, : self.number]


@dataclass(frozen=True)
class Network:
    """Weights in fourths of a hundredth of a piece: of the units for each input, what units begin with when their seat
    is to move and when it isn't, and of the pieces themselves; where those of each input are in the second seat's view,
    as whoever plays should not have to look for symmetries; what it is worth to be to move; with how many pieces the
    board is full; and whether all this is added to the game's own evaluation."""

    units: Any
    biases: Any
    pieces: Any
    turned: Any
    tempo: float
    full: int
    adds: bool

    def constants(self, seen: Seen) -> dict[str, Any]:
        """What ``engine.network`` is bound to."""
        import numpy as np

        hands = [seen.hand_places[each.index(hand)] for each in seen.hand_numbers for hand in range(len(each))]
        pieces, whole = self.pieces.astype(np.int64), 1 << NETWORK_SHARE_BITS
        return {
            "NETWORK_NODES": seen.nodes,
            "NETWORK_SET_WORDS": seen.words,
            "NETWORK_CONTENTS": seen.base - 1,
            "NETWORK_BIASES": _side_by_side(self.biases.astype(np.int64) + NETWORK_ZERO),
            "NETWORK_WEIGHTS": _side_by_side(self.units.astype(np.int64)),
            "NETWORK_TURNED": self.turned,
            "NETWORK_PIECES": (pieces[:, 0] + (pieces[:, 1] << NETWORK_HALF)).view(np.uint64),
            "NETWORK_HANDS": tuple(hands),
            "NETWORK_SHARES": tuple(round(whole * min(1, number / self.full)) for number in range(seen.nodes + 1)),
            "NETWORK_EVEN": NETWORK_NO_PIECES >> NETWORK_FINE_BITS,
            "NETWORK_TEMPO": round(self.tempo),
            "NETWORK_ADDS": int(self.adds),
        }

    def to_arrays(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """What a file has of it: facts, and arrays."""
        facts = {"tempo": round(self.tempo, 3), "full": self.full, "adds": self.adds}
        return facts, {"units": self.units, "biases": self.biases, "pieces": self.pieces, "turned": self.turned}

    @classmethod
    def from_arrays(cls, facts: Mapping[str, Any], arrays: Mapping[str, Any], seen: Seen) -> Network:
        """ValueError where this is no network of the game."""
        number = Inputs(seen).number
        units, biases, pieces, turned = (arrays[name] for name in ("units", "biases", "pieces", "turned"))
        full = int(facts["full"])
        shapes = [(len(units), UNITS), (2, UNITS), (number, 2), (number,)]
        given = [units, biases, pieces, turned]
        are_shapes = [each.shape for each in given] == shapes and len(units) in (number, 2 * number)
        are_numbers = [each.dtype.str[1:] for each in given] == ["i2", "i2", "i2", "u4"]
        # Kernels don't look whether places are within their tables.
        if not are_shapes or not are_numbers or full < 1 or turned.max() >= len(units) or not has_room(seen.game):
            raise ValueError("this is no network of the game")
        return cls(units, biases, pieces, turned, float(facts["tempo"]), full, bool(facts["adds"]))

    def functions(self, own: Mapping[str, Any]) -> dict[str, Any]:
        """The kernel's functions for a search, where these are its own."""
        return {**own, "judged": judged}


def has_room(game: KernelGame) -> bool:
    """Whether a network can keep the states of a game."""
    return len(game.declaration.fields) <= NETWORK_MOST_OF_STATE


def _side_by_side(numbers: Any) -> Any:
    """Several numbers in each word, which may borrow from each other."""
    import numpy as np

    places = np.arange(NETWORK_UNITS_IN_WORD, dtype=np.int64) * NETWORK_UNIT_BITS
    return (numbers.reshape(-1, NETWORK_UNITS_IN_WORD) << places).sum(1).view(np.uint64)


def own_estimates(game: KernelGame, states: Any) -> Any:
    """What the game's own evaluation says of states, for the first seat."""
    import numpy as np

    from ludograph.engine.algorithms.alpha_beta import MEMORY_SIZE, estimate_of

    program = game.program(estimate_of)
    memory = program.words(MEMORY_SIZE)
    found = np.array([program.estimate_of(program.state(words), 0, memory) for words in states.tolist()], np.float32)
    return np.where(Seen(game).seat_of_rows(states) == 0, found, -found)


def target_of(lesson: Lesson, scale: float, later_share: float) -> Any:
    """What is to be foretold for the first seat; positions are in the order of their games."""
    import numpy as np

    ahead = np.where(lesson.seats == 0, lesson.scores, -lesson.scores)
    thought, points, games = (each.tolist() for each in (chance_of(ahead / scale), lesson.points / 2, lesson.games))
    found, later, last = list[float](), 0.0, None
    for here, result, game in zip(reversed(thought), reversed(points), reversed(games), strict=True):
        later = (1 - later_share) * here + later_share * (later if game == last else result)
        found.append(later)
        last = game
    return np.array(found[::-1], np.float32)


def learned_network(seen: Seen, lesson: Lesson, later: float, *, adds: bool) -> tuple[Network, float]:
    """The network that foretells best, beside the game's own evaluation or alone, and how well: the mean loss on games
    that were held out, less that of the target itself."""
    import numpy as np

    ahead = np.where(lesson.seats == 0, lesson.scores, -lesson.scores)
    scale = scale_of(ahead, lesson.points / 2)
    target = target_of(lesson, scale, later)
    known = own_estimates(seen.game, lesson.states) / np.float32(scale) if adds else np.zeros(len(lesson), np.float32)
    fit = Fit(Inputs(seen), lesson, known, target, scale)
    fit.run()
    held = target[fit.is_held]
    return fit.network(adds=adds), fit.loss - loss_of(held, held)


class Fit:
    """The weights of a network while they are fitted by Adam; ``known`` is what the game's own evaluation says."""

    def __init__(self, inputs: Inputs, lesson: Lesson, known: Any, target: Any, scale: float) -> None:
        import numpy as np

        self.inputs, self.known, self.target, self.scale = inputs, known, target, scale
        self.contents, self.hands = inputs.seen.contents(lesson.states), inputs.seen.hands(lesson.states)
        pieces = np.count_nonzero(self.contents, axis=1)
        self.full = max(1, int(pieces.max(initial=1)))
        self.share = (pieces / self.full).astype(np.float32)
        self.is_first = lesson.seats == 0
        self.is_held = lesson.games % HELD_OUT == 0
        self.loss = 0.0
        self.chance = np.random.default_rng(1)
        self.sign = np.where(np.arange(UNITS) < UNITS // 2, LOUDNESS, -LOUDNESS).astype(np.float32)
        #: Units, biases (of who is to move, of the other), pieces, turn.
        self.weights = [
            self.chance.normal(0, SPREAD, (inputs.rows, UNITS)).astype(np.float32),
            np.full((2, UNITS), 0.3, np.float32),
            np.zeros((inputs.number, 2), np.float32),
            np.zeros(1, np.float32),
        ]

    def run(self) -> None:
        import numpy as np

        training = np.flatnonzero(~self.is_held)
        steps = max(LEAST_STEPS, PASSES * len(training) // BATCH)
        pull = PULL * min(1.0, FEW_POSITIONS / len(training))
        moments = [(np.zeros_like(each), np.zeros_like(each)) for each in self.weights]
        order = np.empty(0, np.int64)
        for step in range(1, steps + 1):
            while len(order) < BATCH:
                order = np.concatenate([order, self.chance.permutation(training)])
            rows, order = order[:BATCH], order[BATCH:]
            gradients = self.gradients(rows, int(self.chance.integers(len(self.inputs.mirrors))))
            slower = 1.0 - step / (steps + 1)
            pace = slower * float(np.sqrt(1 - 0.999**step)) / (1 - 0.9**step)
            for number, rate in enumerate((RATE, RATE, RATE_OF_PIECES, RATE)):
                (first, second), gradient = moments[number], gradients[number]
                first += np.float32(0.1) * (gradient - first)
                second += np.float32(0.001) * (gradient * gradient - second)
                self.weights[number] *= np.float32(1 - pull * slower * rate)
                self.weights[number] -= np.float32(pace * rate) * first / (np.sqrt(second) + np.float32(1e-8))
            np.clip(self.weights[0], -self.most, self.most, out=self.weights[0])
        self.loss = self.loss_of(np.flatnonzero(self.is_held))

    @property
    def most(self) -> float:
        """No weight is larger: with all pieces on the board, sums still fit in their units."""
        return (NETWORK_ZERO - 1) / (self.full + 1) / FINE / self.scale / LOUDNESS

    def loss_of(self, rows: Any) -> float:
        import numpy as np

        parts = [self.forward(rows[first : first + BATCH], 0)[-1] for first in range(0, len(rows), BATCH)]
        return loss_of(chance_of(np.concatenate(parts)), self.target[rows]) if parts else 0.0

    def forward(self, rows: Any, mirror: int) -> tuple[Any, ...]:
        """Inputs, units of both views, and logits of positions."""
        import numpy as np

        units, biases, _, tempo = self.weights
        given = self.inputs.given(self.contents[rows], self.hands[rows], mirror)
        number = self.inputs.number
        summed = given @ np.concatenate([units[:number], units[self.inputs.turned], self.pieces()], axis=1)
        is_first, share = self.is_first[rows], self.share[rows]
        to_move = np.where(is_first[:, None], biases[0], biases[1])
        first = np.maximum(summed[:, :UNITS] + to_move, 0)
        second = np.maximum(summed[:, UNITS : 2 * UNITS] + (biases[0] + biases[1] - to_move), 0)
        logits = self.known[rows] + (first - second) @ self.sign
        logits += share * summed[:, -2] + (1 - share) * summed[:, -1]
        logits += np.where(is_first, tempo[0], -tempo[0])
        return given, first, second, logits

    def gradients(self, rows: Any, mirror: int) -> list[Any]:
        import numpy as np

        given, first, second, logits = self.forward(rows, mirror)
        wrong = ((chance_of(logits) - self.target[rows]) / len(rows)).astype(np.float32)
        is_first, share = self.is_first[rows], self.share[rows]
        of_first = (first > 0) * (wrong[:, None] * self.sign)
        of_second = (second > 0) * (wrong[:, None] * -self.sign)
        of_pieces = np.stack([wrong * share, wrong * (1 - share)], axis=1)
        summed = given.T @ np.concatenate([of_first, of_second, of_pieces], axis=1)
        units = np.zeros_like(self.weights[0])
        units[: self.inputs.number] = summed[:, :UNITS]
        units[self.inputs.turned] += summed[:, UNITS : 2 * UNITS]
        mover = of_first[is_first].sum(0) + of_second[~is_first].sum(0)
        other = of_first[~is_first].sum(0) + of_second[is_first].sum(0)
        tempo = np.array([wrong[is_first].sum() - wrong[~is_first].sum()], np.float32)
        pieces = summed[:, -2:].copy()
        if self.inputs.has_both_views:
            pieces[self.inputs.turned] -= summed[:, -2:]
        return [units, np.stack([mover, other]), pieces, tempo]

    def pieces(self) -> Any:
        """The weights of the pieces themselves: one seat's are the opposite of the other's, if both see the same."""
        own = self.weights[2]
        return own - own[self.inputs.turned] if self.inputs.has_both_views else own

    def network(self, *, adds: bool) -> Network:
        import numpy as np

        units, biases, _, tempo = self.weights
        loud = LOUDNESS * self.scale * FINE
        most = (NETWORK_ZERO - 1) // (self.full + 1)
        return Network(
            np.clip(np.round(units * loud), -most, most).astype(np.int16),
            np.clip(np.round(biases * loud), -most, most).astype(np.int16),
            np.clip(np.round(self.pieces() * self.scale * FINE), -MOST_OF_A_PIECE, MOST_OF_A_PIECE).astype(np.int16),
            self.inputs.turned,
            float(tempo[0]) * self.scale,
            self.full,
            adds,
        )
