"""Games whose moves fill a board: how they are found, played at random, and learned from all moves of a round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ending import ENDING

import ludograph
from ludograph.engine.algorithms import filling
from ludograph.engine.algorithms import tree_search as algorithm
from ludograph.engine.algorithms.tree_search import STRIDE, grow
from ludograph.engine.chance import seeded
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.program import Mode
from ludograph.players.analysis import Limits
from ludograph.players.tree_search import TreeSearch

#: In these moves only become fewer, in the first of them because they fill the board.
FILLING = ("hex?size=3", "y?size=3", "havannah?size=2", "gomoku?size=5", "tic-tac-toe", "sim")
FEWER = ("atari-go?size=4", "snort?size=4", "domineering?size=4")
OTHERS = ("connect-four?columns=4&rows=4", "othello?size=4", "breakthrough?columns=4&rows=4", "chinese-checkers?size=1")


def kernel_game(game_id: str) -> KernelGame:
    game = ludograph.game(game_id)
    assert isinstance(game, KernelGame)
    return game


@pytest.mark.parametrize("game_id", FILLING + FEWER + OTHERS)
def test_it_is_found_out_what_moves_do(game_id: str) -> None:
    _, memory = tree_of(kernel_game(game_id), 1, Mode.PLAIN)
    assert memory[algorithm.FEWER] == (game_id not in OTHERS)
    assert memory[algorithm.FILLS] == (game_id in FILLING)


def test_a_swap_fills_nothing() -> None:
    game = kernel_game("hex?size=3&swap=yes")
    assert tree_of(game, 1, Mode.PLAIN)[1][algorithm.FILLS] == 0
    match = ludograph.Match(game)
    for move in ("a1", "swap"):
        match.play(move)
    thinker = TreeSearch(game, tree_words=1 << 16, mode=Mode.PLAIN)
    thinker.think(match, Limits(nodes=1))
    assert thinker.memory[algorithm.FILLS] == 1


@pytest.mark.parametrize("game_id", FILLING)
def test_a_filled_board_tells_who_has_won_first(game_id: str) -> None:
    """The same moves, played one by one until the rules end the game."""
    game = kernel_game(game_id)
    rules, program = game.plain, game.program(filling.fill, mode=Mode.PLAIN)
    state: Any = game.start_state()
    longest, lengths = len(game.codes(state)), set[int]()
    for seed in range(40):
        moves = program.stack(1)
        won_by, counted, _ = program.fill(program.state(state), moves, seeded(seed))
        now, played = state, 0
        while rules.generate(now, [0] * game.max_moves, 0):
            now = rules.apply(now, moves[played])
            played += 1
        assert rules.winners(now) == won_by
        assert counted in {played, longest}
        lengths.add(played)
    assert len(lengths) > 1, "the games must end at different times, or this test shows nothing"


def tree_of(game: KernelGame, rounds: int, mode: Mode) -> tuple[list[int], list[int]]:
    program = game.program(grow, mode=mode)
    memory, tree = program.words(algorithm.MEMORY_SIZE), program.words(1 << 14)
    memory[algorithm.USED] = 1
    memory[algorithm.CHANCE] = seeded(5)
    memory[algorithm.ROUND_LIMIT] = rounds
    memory[algorithm.CUT_OFF] = 1000
    memory[algorithm.SEATS] = 2
    program.grow(program.state(game.start_state()), 0, program.stack(1), memory, tree)
    return [int(word) for word in tree], [int(word) for word in memory]


def test_rules_may_fail_when_the_game_is_over(install: Callable[[str], None]) -> None:
    install(ENDING)
    game = kernel_game("corridor")
    match = ludograph.Match(game)
    for move in ("a1", "b2", "a2"):
        match.play(move)
    thinker = TreeSearch(game, tree_words=1 << 16)
    for _ in range(2):
        assert thinker.think(match, Limits(nodes=600)).move.text == "A3"
        assert thinker.memory[algorithm.FEWER] == algorithm.NEVER


@pytest.mark.parametrize("game_id", ["hex?size=3", "tic-tac-toe", "snort?size=3"])
def test_moves_are_seen_in_rounds_that_make_them_later(game_id: str) -> None:
    game = kernel_game(game_id)
    rounds = 200
    tree, memory = tree_of(game, rounds, Mode.PLAIN)
    assert memory[algorithm.FEWER] == 1
    assert (tree, memory) == tree_of(game, rounds, Mode.COMPILED)
    first, number = tree[algorithm.FIRST], tree[algorithm.NUMBER]
    seen = 0
    for at in range(first * STRIDE, (first + number) * STRIDE, STRIDE):
        assert tree[at + algorithm.VISITS] <= tree[at + algorithm.SEEN] <= rounds
        assert tree[at + algorithm.SUM] <= tree[at + algorithm.SEEN_SUM] <= tree[at + algorithm.SEEN] * algorithm.WHOLE
        seen += tree[at + algorithm.SEEN]
    # The side that begins fills up to five of nine places.
    assert 2 * rounds < seen <= 5 * rounds


def test_others_learn_from_visits_only() -> None:
    tree, memory = tree_of(kernel_game("connect-four?columns=4&rows=4"), 300, Mode.PLAIN)
    assert memory[algorithm.FILLS] == 0
    assert memory[algorithm.FEWER] == 0
    assert not any(tree[algorithm.SEEN :: STRIDE])


@pytest.mark.parametrize(
    ("moves", "best"), [(("a1", "b2", "a2"), "A3"), (("a1", "b1", "a2", "b2"), "A3"), (("b2", "b1"), None)]
)
def test_wins_are_taken_and_losses_prevented(moves: tuple[str, ...], best: str | None) -> None:
    match = ludograph.Match(ludograph.game("tic-tac-toe"))
    for move in moves:
        match.play(move)
    thinker = TreeSearch(kernel_game("tic-tac-toe"), tree_words=1 << 16, mode=Mode.PLAIN)
    found = thinker.think(match, Limits(nodes=600))
    assert found.move.text == best if best else found.score > 0
