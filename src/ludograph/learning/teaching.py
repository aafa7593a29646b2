"""Rounds of learning: play against oneself, fit the tables, and take the new ones if they win a match beyond its error.

After each round all is kept in a folder, so that the same command goes on with it, whatever ended it.
"""

from __future__ import annotations

import json
import math
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from statistics import fmean, median, stdev
from typing import Any, NamedTuple

from ludograph.core.files import data_folder, reason_of, write_text, write_whole
from ludograph.core.game import Game
from ludograph.engine.algorithms.self_play import EXTRA
from ludograph.engine.kernel_game import KernelGame
from ludograph.errors import FileRefused, InvalidParameter
from ludograph.learning.fitting import Lesson, learned_tables
from ludograph.learning.habits import habits_for
from ludograph.learning.networks import LATER, Network, has_room, learned_network
from ludograph.learning.sides import (
    OWN,
    SPEED_POSITIONS,
    Duel,
    Practice,
    WeightBytes,
    duelled,
    lesson_of,
    practised,
    side_of,
)
from ludograph.learning.tables import WAYS, Seen
from ludograph.learning.weights import HABITS_KEPT, Weights, file_of, keep_weights, weights_of
from ludograph.solver.parts.crew import Crew

VERSION = 1
#: Each task of a worker finds so many positions, each move by so many nodes.
POSITIONS_OF_A_TASK, NODES = 2_500, 300
#: With more contents than this there are no tables, but a network.
MOST_CONTENTS = 8
#: The nodes of a move in the match that decides, of pairs of games: as many as it takes, up to some.
DUEL_NODES, LEAST_PAIRS, MOST_PAIRS, PAIRS_AT_ONCE = 2_000, 20, 100, 10
SPEED_ROUNDS = 3
CERTAINTY, HALF = 1.96, 0.5
#: Random moves at the beginning: one in so many of those that a random game has, within bounds.
OPENING_SHARE, LEAST_OPENING, MOST_OPENING, RANDOM_GAMES = 6, 1, 6, 20
STATE, PRESENT, LESSON = "state.json", "present.weights", "lesson-{}.npy"


class Schooling(NamedTuple):
    """Positions of a round, one of so many of each game, and how many rounds are learned from together."""

    positions: int
    one_in: int
    rounds: int


#: Those of one game tell much the same; but a network never has enough of them.
OF_TABLES, OF_NETWORKS = Schooling(40_000, 4, 4), Schooling(400_000, 1, 15)


@dataclass(frozen=True)
class Round:
    """What a round brought: the share of the points of the new weights against those before, with its error, whether
    they were taken, and how much stronger the player is than at the beginning, in Elo."""

    number: int
    positions: int
    loss: float
    games: int
    share: float
    error: float
    is_taken: bool
    elo: float
    seconds: float


@dataclass
class Progress:
    """How far it has come: what is kept of the rounds so far."""

    seed: int
    seconds: float = 0.0
    elo: float = 0.0
    #: The way to choose blocks that won the matches of the first round, and the habits of the search that won theirs.
    way: int | None = None
    habits: list[str] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)


#: Called with what is being done, how much of it and of how much.
Tell = Callable[[str, int, int], None]


def check_teachable(game: Game) -> KernelGame:
    """Refuse what can't be learned so."""
    if not isinstance(game, KernelGame) or len(game.seats) != 2:
        raise InvalidParameter(f"{game.id} can't be learned: it has to be a game for two that is written as a kernel.")
    if not game.declaration.pieces or not game.declaration.says_all:
        raise InvalidParameter(f"{game.id} can't be learned: its state does not declare which pieces stand where.")
    if len(game.contents) > MOST_CONTENTS and not has_room(game):
        raise InvalidParameter(f"{game.id} can't be learned: its states are too large for a network.")
    return game


class Teaching:
    """Of one game, with a crew that plays."""

    def __init__(
        self, game: Game, crew: Crew, *, seed: int = 0, folder: Path | None = None, nodes: int | None = None,
        positions: int | None = None,
    ) -> None:  # fmt: skip
        self.game = check_teachable(game)
        self.crew = crew
        self.nodes = nodes or NODES
        self.has_network = len(self.game.contents) > MOST_CONTENTS
        self.schooling = OF_NETWORKS if self.has_network else OF_TABLES
        self.positions = positions or self.schooling.positions
        self.tell: Tell = lambda what, done, total: None
        self.folder = folder or data_folder() / "learning" / file_of(game).stem
        self.seen = Seen(self.game)
        self.opening = _opening_of(self.game)
        self.progress, self.present, self.lessons = self._gone_on(seed)

    # -- rounds -------------------------------------------------------------------------------------------

    def rounds(self, seconds: float) -> Iterator[Round]:
        """One round after the other until the time is over; the last one is finished."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            yield self.round()

    def round(self) -> Round:
        began = time.monotonic()
        number = len(self.progress.rounds) + 1
        self.lessons = [*self.lessons, self._practised(number)][-self.schooling.rounds :]
        lesson = Lesson.joined([lesson_of(rows) for rows in self.lessons])
        facts = {"rounds": number, "positions": len(lesson), "seed": self.progress.seed, "nodes": self.nodes}
        fitted, loss = self._fitted(lesson, {**facts, HABITS_KEPT: list(self.progress.habits)})
        new = self._with_habits(fitted, number)
        shares = self._duelled(new.to_bytes(self.game), self.present, self._seed(number, 10_000))
        share, error = fmean(shares), _error(shares)
        is_taken = share - error > HALF
        if is_taken:
            self.progress.elo += _elo(share)
            self.present = new.to_bytes(self.game)
        seconds = time.monotonic() - began
        played = Round(
            number, len(lesson), round(loss, 5), 2 * len(shares), round(share, 4), round(error, 4), is_taken,
            round(self.progress.elo), round(seconds, 1),
        )  # fmt: skip
        self.progress.rounds.append(played)
        self.progress.seconds += seconds
        self._keep(number)
        if is_taken:
            keep_weights(
                Weights(new.tables, {**new.facts, "elo": played.elo, "seconds": round(self.progress.seconds)}),
                self.game,
            )
        return played

    def _practised(self, number: int) -> Any:
        """Positions that the present player meets when it plays against itself."""
        import numpy as np

        tasks = -(-self.positions // POSITIONS_OF_A_TASK)
        positions = min(self.positions, POSITIONS_OF_A_TASK)
        practice = Practice(self.nodes, self.opening, positions, self.schooling.one_in)
        arguments = ((self.game.id, self.present, practice, self._seed(number, task)) for task in range(tasks))
        parts, games = [], 0
        for rows in self.crew.tasks(practised, arguments):
            rows[:, -1] += np.uint64(games)
            games = int(rows[:, -1].max()) + 1
            parts.append(rows)
            self.tell("playing", len(parts), tasks)
        return np.concatenate(parts)

    def _fitted(self, lesson: Lesson, facts: Mapping[str, Any]) -> tuple[Weights, float]:
        """New weights: a network, or tables. Of these the first round tries all ways, and keeps the one whose weights
        win against the others'."""
        if self.has_network:
            self.tell("fitting", 0, 1)
            later = LATER**self.schooling.one_in
            network, loss = learned_network(self.seen, lesson, later, adds=self._adds_to_own)
            return Weights(network, facts), loss
        ways = range(len(WAYS)) if self.progress.way is None else [self.progress.way]
        best: tuple[int, Weights, float] | None = None
        for number, way in enumerate(ways):
            self.tell("fitting", number, len(ways))
            tables, loss = learned_tables(self.seen, lesson, self.game.chance_scale, WAYS[way])
            other = way, Weights(tables, {**facts, "way": WAYS[way]}), loss
            if best is None or self._is_better(other[1], best[1], self._seed(0, 20_000 + 1_000 * way)):
                best = other
        assert best is not None
        self.progress.way = best[0]
        return best[1:]

    @property
    def _adds_to_own(self) -> bool:
        """Whether a network is learned beside the game's own evaluation: not where the present one does without."""
        present = Weights.from_bytes(self.present, self.game).tables if self.present else None
        return present.adds if isinstance(present, Network) else self.game.has_evaluation

    def _with_habits(self, new: Weights, number: int) -> Weights:
        """With those habits of the search that win beyond their error: the first round tries all, a later one another
        one, as it may suit who knows more."""
        names = habits_for(self.game)
        for place, name in enumerate(names if number == 1 else names[number % max(len(names), 1) :][:1]):
            held = new.facts[HABITS_KEPT]
            if name not in held:
                other = replace(new, facts={**new.facts, HABITS_KEPT: [*held, name]})
                seed = self._seed(number, 30_000 + 1_000 * place)
                shares = self._duelled(other.to_bytes(self.game), new.to_bytes(self.game), seed)
                new = other if fmean(shares) - _error(shares) > HALF else new
        self.progress.habits = list(new.facts[HABITS_KEPT])
        return new

    def _is_better(self, new: Weights, old: Weights, seed: int) -> bool:
        return fmean(self._duelled(new.to_bytes(self.game), old.to_bytes(self.game), seed)) > 0.5

    def _duelled(self, new: WeightBytes, old: WeightBytes, seed: int) -> list[float]:
        """The shares of the new weights in pairs of games at equal time, until it is clear who is better."""
        states = self.lessons[-1][:: max(1, len(self.lessons[-1]) // SPEED_POSITIONS), :-EXTRA].tolist()
        new_side, old_side = side_of(self.game.id, new), side_of(self.game.id, old)
        # By turns, as others use the machine, too.
        faster = median(new_side.speed(states) / old_side.speed(states) for _ in range(SPEED_ROUNDS))
        duel = Duel((max(1, round(DUEL_NODES * faster)), DUEL_NODES), self.opening)
        shares: list[float] = []
        while len(shares) < MOST_PAIRS:
            seeds = range(seed + len(shares), seed + len(shares) + PAIRS_AT_ONCE)
            arguments = ((self.game.id, new, old, duel, each) for each in seeds)
            for share in self.crew.tasks(duelled, arguments):
                shares.append(share)
                self.tell("comparing", len(shares), MOST_PAIRS)
            # Looks are few, so that a lucky beginning decides nothing: half as far again from even as the error.
            if len(shares) >= LEAST_PAIRS and abs(fmean(shares) - 0.5) > 1.5 * _error(shares):
                break
        return shares

    def _seed(self, number: int, task: int) -> int:
        return (self.progress.seed * 1_000_003 + number) * 1_000_003 + task

    # -- what is kept ---------------------------------------------------------------------------------------

    def _keep(self, number: int) -> None:
        import numpy as np

        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            last = self.lessons[-1]
            write_whole(self.folder / LESSON.format(number), lambda stream: np.save(stream, last))
            write_whole(self.folder / PRESENT, lambda stream: stream.write(self.present))
            text = json.dumps({"version": VERSION, **self._identity, **asdict(self.progress)}, indent=1)
            write_text(self.folder / STATE, text + "\n")
            (self.folder / LESSON.format(number - self.schooling.rounds)).unlink(missing_ok=True)
        except OSError as error:
            raise FileRefused(f"What was learned can't be kept in {self.folder}: {reason_of(error)}.") from None

    @property
    def _identity(self) -> dict[str, Any]:
        return {"game": self.game.id, "rules_version": self.game.rules_version, "rules": self.game.rules_digest}

    def _gone_on(self, seed: int) -> tuple[Progress, WeightBytes, list[Any]]:
        """Where an earlier run has come to, or the beginning: from the weights that the game has, or from nothing."""
        import numpy as np

        known = weights_of(self.game)
        beginning: tuple[Progress, WeightBytes, list[Any]] = (
            Progress(seed),
            known.to_bytes(self.game) if known else OWN,
            [],
        )
        try:
            data = json.loads((self.folder / STATE).read_text(encoding="utf-8"))
            if data.pop("version") != VERSION or any(data.pop(key) != value for key, value in self._identity.items()):
                return beginning
            rounds = [Round(**each) for each in data.pop("rounds")]
            progress = Progress(**data, rounds=rounds)
            present = (self.folder / PRESENT).read_bytes()
            if present:
                Weights.from_bytes(present, self.game)
            last = range(max(1, len(rounds) - self.schooling.rounds + 2), len(rounds) + 1)
            lessons = [np.load(self.folder / LESSON.format(number), allow_pickle=False) for number in last]
        except (OSError, ValueError, KeyError, TypeError, FileRefused):
            return beginning
        return progress, present, lessons

    def forget(self) -> None:
        """Begin anew the next time."""
        shutil.rmtree(self.folder, ignore_errors=True)


def _opening_of(game: KernelGame) -> int:
    """With how many random moves games begin, by the length of random ones."""
    from ludograph.engine.algorithms.random_play import playouts

    program = game.program(playouts)
    tally = program.words(2 + len(game.seats))
    state = program.state(game.start_state())  # type: ignore[arg-type]
    moves = int(program.playouts(state, program.stack(1), RANDOM_GAMES, 400, program.word(1), tally))
    return max(LEAST_OPENING, min(MOST_OPENING, moves // RANDOM_GAMES // OPENING_SHARE))


def _error(shares: list[float]) -> float:
    """So near to the mean the true share lies, with a certainty of 95 %; pairs that are all alike leave a doubt."""
    doubt = 1 - 0.025 ** (1 / len(shares))
    spread = stdev(shares) if len(shares) > 1 else 0.5
    return max(CERTAINTY * spread / math.sqrt(len(shares)), doubt / 2 if spread == 0 else 0.0)


def _elo(share: float) -> float:
    bounded = min(max(share, 0.01), 0.99)
    return -400 * math.log10(1 / bounded - 1)
