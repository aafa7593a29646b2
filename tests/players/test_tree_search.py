"""Monte-Carlo tree search: shares for any number of seats, forced wins, the tree kept and full."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest
from wins import TRIMOK_WINS

import ludograph
from ludograph.board import grids
from ludograph.core.moves import Move
from ludograph.engine.algorithms import tree_search as algorithm
from ludograph.engine.algorithms.tree_search import STRIDE, grow
from ludograph.engine.chance import seeded
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.program import Mode
from ludograph.players.analysis import Limits
from ludograph.players.tree_search import TreeSearch

TRIMOK = ludograph.game("trimok")
SEATS = 1


class State(NamedTuple):
    """Coins on a heap, and the seat to move."""

    coins: int
    turn: int


def generate(s: State, out: Any, n: int) -> int:
    """One or two coins are taken."""
    for taken in range(1, 3):
        if taken <= s.coins:
            out[n] = taken
            n += 1
    return n


def apply(s: State, move: int) -> State:
    return State(s.coins - move, (s.turn + 1) % SEATS)


def turn(s: State) -> int:
    return s.turn


def winners(s: State) -> int:
    """Who took the last coin wins: the seat before the one to move."""
    return 1 << ((s.turn + SEATS - 1) % SEATS)


class Heap(KernelGame):
    """A heap of coins for any number of seats."""

    name = "heap"
    title = "Heap"
    summary = "take one or two coins; the last one wins"
    board = grids.ring(12)
    state_type = State
    max_moves = 2

    def __init__(self, seats: int, coins: int) -> None:
        super().__init__()
        self.seats = tuple(f"Seat {number}" for number in range(seats))
        self.coins = coins

    @property
    def id(self) -> str:
        return f"heap-{len(self.seats)}-{self.coins}"

    def constants(self) -> Mapping[str, Any]:
        return {"SEATS": len(self.seats)}

    def start_state(self) -> State:
        return State(self.coins, 0)

    def move_of(self, state: State, code: int) -> Move:
        return Move(str(code), None, None, hops=(str(code),), code=code)

    def ending(self, state: State) -> tuple[str, str]:
        return "empty", "The heap is empty."

    def write(self, state: State) -> str:
        return f"{state.coins},{state.turn}"

    def read(self, text: str) -> State:
        return State(*map(int, text.split(",")))

    def pieces(self, state: State) -> list[Any]:
        return []

    def why_not(self, state: State, hops: Any) -> None:
        return None


def tree_after(game: KernelGame, rounds: int, mode: Mode, *, size: int = 1 << 16) -> tuple[list[int], list[int]]:
    """The tree and the memory after so many rounds from the start."""
    program = game.program(grow, mode=mode)
    memory, tree = program.words(algorithm.MEMORY_SIZE), program.words(size)
    memory[algorithm.USED] = 1
    memory[algorithm.CHANCE] = seeded(5)
    memory[algorithm.ROUND_LIMIT] = rounds
    memory[algorithm.CUT_OFF] = 100
    memory[algorithm.SEATS] = len(game.seats)
    done = program.grow(program.state(game.start_state()), 0, program.stack(1), memory, tree)
    assert done == rounds
    return [int(word) for word in tree], [int(word) for word in memory]


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_the_visits_and_shares_of_a_node_are_those_of_its_children(seats: int) -> None:
    game = Heap(seats, 9)
    tree, memory = tree_after(game, 2000, Mode.PLAIN)
    nodes = memory[algorithm.USED]
    ripe = algorithm.RIPE if memory[algorithm.FEWER] else 1
    assert tree[algorithm.VISITS] == 2000
    for node in range(nodes):
        first, number = tree[node * STRIDE + algorithm.FIRST], tree[node * STRIDE + algorithm.NUMBER]
        if not number:
            continue
        below = [tree[child * STRIDE + algorithm.VISITS] for child in range(first, first + number)]
        own = tree[node * STRIDE + algorithm.VISITS]
        assert own - sum(below) == (0 if node == 0 else ripe)
        for child in range(first, first + number):
            total, visits = tree[child * STRIDE + algorithm.SUM], tree[child * STRIDE + algorithm.VISITS]
            assert total <= visits * algorithm.WHOLE
    assert tree == tree_after(game, 2000, Mode.COMPILED)[0]


@pytest.mark.parametrize(
    ("winner_bits", "seats", "shares"),
    [
        (0b1, 1, [1000]),
        (0b0, 1, [0]),
        (0b10, 2, [0, 1000]),
        (0b00, 2, [500, 500]),
        (0b011, 3, [500, 500, 0]),
        (0b000, 3, [333, 333, 333]),
        (0b111, 3, [333, 333, 333]),
    ],
)
def test_the_point_is_shared_among_the_winners(winner_bits: int, seats: int, shares: list[int]) -> None:
    memory = [0] * algorithm.MEMORY_SIZE
    algorithm.share_among(winner_bits, seats, memory)
    assert memory[algorithm.SHARES : algorithm.SHARES + seats] == shares


@pytest.mark.parametrize(("played", "shares"), [((), [333, 333, 333]), (("A2-B2",), [367, 316, 316])])
def test_the_point_is_shared_by_what_seats_hope_for(played: tuple[str, ...], shares: list[int]) -> None:
    """In a race, by how far each is ahead of the best of the others."""
    game = ludograph.game("chinese-checkers?players=3&size=1")
    assert isinstance(game, KernelGame)
    match = ludograph.Match(game)
    for move in played:
        match.play(move)
    program = game.program(algorithm.share_by_hopes, mode=Mode.PLAIN)
    memory = program.words(algorithm.MEMORY_SIZE)
    program.share_by_hopes(program.state(match.position.state), 3, memory)
    assert list(memory[algorithm.SHARES : algorithm.SHARES + 3]) == shares


def test_of_moves_that_were_tried_as_often_the_one_that_won_most_is_best() -> None:
    """With fewer rounds than moves each is tried once at most."""
    game = ludograph.game("chinese-checkers?players=6")
    assert isinstance(game, KernelGame)
    found = TreeSearch(game, tree_words=1 << 16).think(ludograph.Match(game), Limits(nodes=12), lines=12)
    scores = [line.score for line in found.lines]
    assert len(set(scores)) > 1
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize(("seats", "coins", "best"), [(2, 4, "1"), (2, 5, "2"), (2, 7, "1"), (3, 2, "2"), (1, 5, None)])
def test_heaps_are_played_right(seats: int, coins: int, best: str | None) -> None:
    """With two seats, who leaves a multiple of three wins; with three, who can end it does."""
    game = Heap(seats, coins)
    found = TreeSearch(game, tree_words=1 << 16, mode=Mode.PLAIN).think(ludograph.Match(game), Limits(nodes=3000))
    assert best is None or found.move.text == best
    assert found.nodes == 3000


@pytest.mark.parametrize(
    ("seats", "share", "score"),
    [(2, 0.5, 0), (2, 0.75, 250), (2, 0.25, -250), (3, 0.333, 0), (3, 0.667, 250), (3, 0.167, -250), (3, 1.0, 24750)],
)
def test_a_fair_share_is_an_even_score(seats: int, share: float, score: int) -> None:
    thinker = TreeSearch(Heap(seats, 5), tree_words=1 << 16, mode=Mode.PLAIN)
    assert thinker._score(share) == pytest.approx(score, abs=2)


def test_short_wins_are_found() -> None:
    thinker = TreeSearch(TRIMOK)
    for text in (text for text, number in TRIMOK_WINS.items() if number == 1):
        position = TRIMOK.parse(text)
        found = thinker.think(ludograph.Match(TRIMOK, position), Limits(nodes=20_000))
        assert not position.play(found.move).legal_moves, text
        assert found.score > 0


def test_the_same_seed_and_rounds_give_the_same_analysis() -> None:
    def found(seed: int):
        analysis = TreeSearch(TRIMOK, seed=seed).think(ludograph.Match(TRIMOK), Limits(nodes=3000))
        return analysis.line, analysis.score

    assert found(1) == found(1)


def test_what_was_learned_is_used_again() -> None:
    thinker = TreeSearch(TRIMOK, seed=3)
    match = ludograph.Match(TRIMOK)
    thinker.think(match, Limits(time=0.2))
    line = thinker.think(match, Limits(time=0.01)).line
    assert len(line) > 1
    node = thinker._root
    for move in line[:2]:
        node = next(child for child in thinker._children(node) if thinker._code(child) == move.code)
        match.play(move)
    before = {thinker._code(child): thinker._field(child, algorithm.VISITS) for child in thinker._children(node)}
    thinker._prepare(match, Limits(time=0.01))
    assert thinker._root == node
    after = {
        thinker._code(child): thinker._field(child, algorithm.VISITS) for child in thinker._children(thinker._root)
    }
    assert after == before
    # Another match has another tree.
    thinker._prepare(ludograph.Match(TRIMOK, TRIMOK.parse("R:2B2R,1C3B")), Limits(time=0.01))
    assert thinker._root == 0


def test_a_full_tree_goes_on() -> None:
    tree, memory = tree_after(Heap(2, 30), 3000, Mode.PLAIN, size=40 * STRIDE)
    assert memory[algorithm.USED] <= 40
    assert tree[algorithm.VISITS] == 3000


def test_a_third_repetition_is_worth_half() -> None:
    ahead = "R:3A1R,2B1R,1C1R,3D1R,2E1R,1F1R,3F6B"
    match = ludograph.Match(TRIMOK, TRIMOK.parse(ahead))
    for move in ("A1-A2", "F6-F5", "A2-A1", "F5-F6", "A1-A2", "F6-F5", "A2-A1"):
        match.play(move)
    found = TreeSearch(TRIMOK).think(match, Limits(nodes=20_000))
    assert found.move.text == "F5-F6"


def test_thinking_ends_when_told() -> None:
    stop = threading.Event()
    timer = threading.Timer(0.3, stop.set)
    timer.start()
    found = TreeSearch(TRIMOK).think(ludograph.Match(TRIMOK), Limits(nodes=10**12), stop=stop)
    assert found.move in TRIMOK.start().legal_moves


@pytest.mark.parametrize("seats", [2, 3])
def test_a_depth_is_reached_when_a_line_is_so_long(seats: int) -> None:
    game = Heap(seats=seats, coins=60)
    thinker = TreeSearch(game, tree_words=1 << 16, mode=Mode.PLAIN)
    found = thinker.think(ludograph.Match(game), Limits(depth=4))
    assert 4 <= _deepest(thinker) <= 5
    assert found.nodes > 4
    again = TreeSearch(game, tree_words=1 << 16, mode=Mode.PLAIN).think(ludograph.Match(game), Limits(depth=4))
    assert (again.line, again.nodes) == (found.line, found.nodes)


def test_a_depth_that_no_line_has_ends_the_search_all_the_same() -> None:
    game = Heap(seats=2, coins=3)
    found = TreeSearch(game, tree_words=1 << 16, mode=Mode.PLAIN).think(ludograph.Match(game), Limits(depth=50))
    assert found.nodes >= algorithm.PATIENCE


def _deepest(thinker: TreeSearch, node: int = 0) -> int:
    """The length of the longest line of the tree that was visited."""
    return max(
        (1 + _deepest(thinker, child) for child in thinker._children(node) if thinker._field(child, algorithm.VISITS)),
        default=0,
    )
