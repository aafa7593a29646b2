"""Plays two versions of the program against each other at equal time: whether a change of the search is worth it.

    git worktree add --detach /tmp/before main
    python tools/duel.py nchess /tmp/before --nodes 5000 --games 1000

Each version runs in a process of its own, with its own search, rules and evaluation, inside compiled code. Who is
slower gets fewer nodes, by the speeds that both have on the same positions, measured by turns. Openings are random
moves after which a short search finds neither side better; each is played twice with sides exchanged. The match ends
early when a sequential test knows: whether the new version is better by --elo, or not at all. With --trees tree search
plays, its nodes are rounds, and openings are any that random moves lead to.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import fmean, median, variance
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parents[1]
SURE = math.log(0.95 / 0.05)  # errors of both kinds: 5 %
FEW_PAIRS = 20
LONGEST = 300
FAIR, FAIR_NODES = 60, 20_000
SPEED_STATES, SPEED_ROUNDS, SPEED_ROUNDS_OF_TREES = 12, 9, 5_000
MOST_TABLE_WORDS = 1 << 20


# -- one version, in its own process -------------------------------------------------------------------------------


class Trees:
    """Tree search, which begins anew with each move."""

    def __init__(self, side: Any) -> None:
        from ludograph.engine.algorithms import tree_search
        from ludograph.engine.program import Mode
        from ludograph.players.tree_search import LONGEST_PLAY_OUT, TREE_WORDS

        self.game, self.look_at, self.after, self.stack = side.game, side.look_at, side.after, side.stack
        self.places, self.cut_off, self.moves = tree_search, LONGEST_PLAY_OUT, 0
        self.program = side.game.program(tree_search.grow, mode=Mode.COMPILED)
        self.memory, self.tree = self.program.words(tree_search.MEMORY_SIZE), self.program.words(TREE_WORDS)

    def forget(self) -> None:
        """Each move forgets."""

    def chosen(self, state: Any, keys: Sequence[int], rounds: int) -> int:
        """The code of the move that was visited most."""
        from ludograph.engine.chance import seeded

        places, memory, tree = self.places, self.memory, self.tree
        self.moves += 1
        memory[:] = tree[: places.STRIDE] = 0
        memory[places.USED], memory[places.CHANCE] = 1, seeded(self.moves)
        memory[places.SEATS], memory[places.CUT_OFF] = len(self.game.seats), self.cut_off
        memory[places.ROUND_LIMIT], memory[places.REPEATED] = rounds, len(keys[-places.MOST_REPEATED :])
        for place, key in enumerate(keys[-places.MOST_REPEATED :], places.REPEATED_KEYS):
            memory[place] = key
        self.program.grow(self.program.state(state), 0, self.stack, memory, tree)
        first, number = int(tree[places.FIRST]), int(tree[places.NUMBER])
        children = tree[first * places.STRIDE : (first + number) * places.STRIDE].reshape(number, places.STRIDE)
        return int(max(children.tolist(), key=lambda child: (child[places.VISITS], child[places.SUM]))[places.MOVE])

    def speed(self, states: Any) -> float:
        """How many rounds it does in a second of a processor."""
        began = time.thread_time()
        for state in states:
            self.chosen(state, [], SPEED_ROUNDS_OF_TREES)
        return len(states) * SPEED_ROUNDS_OF_TREES / (time.thread_time() - began)


def serve(game_id: str, nodes: int, *, has_trees: bool) -> None:
    """Answer questions, one JSON on each line: what there is to know of a state, and which move to make."""
    from ludograph.engine.algorithms import self_play
    from ludograph.learning.sides import OWN, Side
    from ludograph.learning.weights import weights_of

    side: Any = Side(game_id, OWN)
    found = weights_of(side.game)
    if has_trees:
        side = Trees(side)
    elif found is not None:
        side = Side(game_id, found.to_bytes(side.game))
    size = 1 << 13
    while size < min(8 * nodes, MOST_TABLE_WORDS):
        size *= 2
    side.table = side.program.words(size)
    answers = {
        "start": lambda: list(map(int, side.game.start_state())),
        "forget": lambda: side.forget(),
        "look": lambda state: _look(side, state),
        "after": lambda state, code: side.after(state, code),
        "choose": lambda state, keys, nodes: (side.chosen(state, keys, nodes), side.look_at(state)[0]),
        "score": lambda state: (
            None
            if has_trees
            else (
                side.chosen(state, [], FAIR_NODES),
                int(side.memory[self_play.SCORE]) - self_play.SCORE_OFFSET,
            )
        ),
        "speed": lambda states: side.speed(states),
        "limit": lambda: side.game.repetition_limit,
    }
    for line in sys.stdin:
        word, *given = json.loads(line)
        print(json.dumps(answers[word](*given)), flush=True)


def _look(side: Any, state: Sequence[int]) -> tuple[list[int], list[int]]:
    moves, told = side.look_at(state)
    return [int(code) for code in side.stack[:moves]], told


class Version:
    """The process of one version."""

    def __init__(self, folder: Path, game_id: str, nodes: int, *, has_trees: bool) -> None:
        command = [sys.executable, __file__, game_id, "--serve", "--nodes", str(nodes), *["--trees"] * has_trees]
        environment = {**os.environ, "PYTHONPATH": str(folder / "src")}
        self.process = subprocess.Popen(command, stdin=-1, stdout=-1, text=True, env=environment)

    def __call__(self, *question: object) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(question), file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit("A version has ended: see its message above.")
        return json.loads(answer)

    def close(self) -> None:
        self.process.communicate()


# -- the referee ---------------------------------------------------------------------------------------------------


class Pair:
    """A new and an old version that meet."""

    def __init__(self, folders: tuple[Path, Path], game_id: str, nodes: int, *, has_trees: bool) -> None:
        self.sides = [Version(folder, game_id, nodes, has_trees=has_trees) for folder in folders]
        self.limit = self.sides[0]("limit")
        self.nodes = [nodes, nodes]

    def speeds(self, plies: int) -> tuple[float, float]:
        """Nodes in a second of a processor, and how many times those of the old version: the median of some rounds by
        turns, as others use the machine, too."""
        states = [self.opening(plies, random.Random(seed)) for seed in range(SPEED_STATES)]
        rounds = [[side("speed", states) for side in self.sides] for _ in range(SPEED_ROUNDS)]
        return max(new for new, _ in rounds), median(new / old for new, old in rounds)

    def opening(self, plies: int, chance: random.Random) -> list[int]:
        """A position after random moves in which neither side is better."""
        referee = self.sides[0]
        while True:
            state = referee("start")
            for _ in range(plies + chance.randrange(2)):
                moves, (is_drawn, *_) = referee("look", state)
                if not moves or is_drawn:
                    break
                state = referee("after", state, chance.choice(moves))
            moves, (is_drawn, *_) = referee("look", state)
            if moves and not is_drawn and self._is_fair(state):
                return list(state)

    def _is_fair(self, state: list[int]) -> bool:
        scores = [side("score", state) for side in self.sides]
        return all(score is None or abs(score[1]) <= FAIR for score in scores)

    def duel(self, plies: int, seed: int) -> float:
        """The share of the new version in two games from one opening."""
        start = self.opening(plies, random.Random(seed))
        return (self.played(start, 0) + 1 - self.played(start, 1)) / 2

    def played(self, state: list[int], first: int) -> float:
        """The points of the first seat, at which this version sits."""
        referee, seen, repeated = self.sides[0], dict[int, int](), list[int]()
        for side in self.sides:
            side("forget")
        for _ in range(LONGEST):
            moves, (is_drawn, winners, seat, key) = referee("look", state)
            if not moves:
                return 0.5 + ((winners & 1) - (winners >> 1 & 1)) / 2
            seen[key] = seen.get(key, 0) + 1
            if is_drawn or (self.limit and seen[key] >= self.limit):
                return 0.5
            if self.limit and seen[key] == self.limit - 1:
                repeated.append(key)
            code = moves[0]
            if len(moves) > 1:
                who = seat ^ first
                code, number = self.sides[who]("choose", state, repeated, self.nodes[who])
                assert number == len(moves), "both have the same rules"
            state = referee("after", state, code)
        return 0.5


class Standing(NamedTuple):
    """How a match stands, by the shares of its pairs of games."""

    shares: Sequence[float]

    @property
    def share(self) -> float:
        return fmean(self.shares)

    @property
    def error(self) -> float:
        return math.sqrt(max(variance(self.shares), 1e-3) / len(self.shares)) if len(self.shares) > 1 else 0.5

    def likelihood(self, elo: float) -> float:
        """The logarithm of how much likelier it is that the new version is better by so much than by nothing."""
        expected = 1 / (1 + 10 ** (-elo / 400))
        return (expected - 0.5) * (2 * self.share - 0.5 - expected) / (2 * self.error**2)

    def __str__(self) -> str:
        low, here, high = (
            elo_of(share) for share in (self.share - 1.96 * self.error, self.share, self.share + 1.96 * self.error)
        )
        error = f"{1.96 * self.error:.1%}"
        return f"{2 * len(self.shares)} games, {self.share:.1%} ± {error}, Elo {here:+.0f} [{low:+.0f}, {high:+.0f}]"


def elo_of(share: float) -> float:
    share = min(max(share, 0.001), 0.999)
    return 400 * math.log10(share / (1 - share))


def play(given: argparse.Namespace) -> Standing:
    pairs = [Pair((HERE, given.old), given.game, given.nodes, has_trees=given.trees) for _ in range(given.at_once)]
    speed, ratio = pairs[0].speeds(given.openings)
    print(f"{given.game}: {speed:,.0f} nodes/s, {ratio:.2f} times the old version's", flush=True)
    if given.equal_nodes:
        ratio = 1.0
    for pair in pairs:
        # Who is faster gets as many more as the other one gets fewer.
        pair.nodes = [round(given.nodes * ratio**0.5), round(given.nodes / ratio**0.5)]
    shares: list[float] = []
    with ThreadPoolExecutor(len(pairs)) as pool:
        for first in range(0, given.games // 2, len(pairs)):
            shares += pool.map(
                lambda pair, seed: pair.duel(given.openings, seed), pairs, range(first + given.seed, 1 << 30)
            )
            standing = Standing(shares)
            if given.verbose and len(shares) % 50 < len(pairs):
                print(f"  {standing}, {standing.likelihood(given.elo):+.2f}", flush=True)
            if not given.whole and len(shares) >= FEW_PAIRS and abs(standing.likelihood(given.elo)) > SURE:
                break
    for pair in pairs:
        for side in pair.sides:
            side.close()
    return Standing(shares)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("old", type=Path, nargs="?", help="the folder of the version to compare with")
    parser.add_argument("--nodes", type=int, default=5000, help="for each move, about")
    parser.add_argument("--games", type=int, default=1000, help="at most")
    parser.add_argument("--openings", type=int, default=6, metavar="PLIES", help="random moves, or one more")
    parser.add_argument("--elo", type=float, default=15.0, help="what would be worth it")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at-once", type=int, default=1, metavar="PAIRS")
    parser.add_argument("--equal-nodes", action="store_true", help="instead of equal time")
    parser.add_argument("--whole", action="store_true", help="play all games: a match that ends early says too much")
    parser.add_argument("--trees", action="store_true", help="tree search plays, in place of alpha-beta")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve(given.game, given.nodes, has_trees=given.trees)
    else:
        standing = play(given)
        print(f"{standing}, likelihood {standing.likelihood(given.elo):+.2f} of ±{SURE:.2f} for {given.elo:+g} Elo")


if __name__ == "__main__":
    main()
