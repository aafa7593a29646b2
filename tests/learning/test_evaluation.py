"""Blocks, tables, and what a kernel makes of them."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

import numpy as np
import pytest

import ludograph
from ludograph.engine.algorithms.alpha_beta import MEMORY_SIZE, estimate_of
from ludograph.engine.declared.symmetries import kind_symmetries_of
from ludograph.engine.kernel import plain_namespace
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.learned import SHARE_BITS
from ludograph.engine.program import Mode, Program
from ludograph.engine.rules import EVEN
from ludograph.learning.blocks import chosen_blocks
from ludograph.learning.sides import OWN, lesson_of, practised
from ludograph.learning.tables import WAYS, Seen, Shape, Shared, Tables, counts_of, entries_of, shape_for
from ludograph.learning.weights import Weights

#: One kind for each side, several, hands, boards of two words, of no symmetry that exchanges the sides.
GAMES = ("connect-four", "draughts/english", "trimok", "nine-mens-morris", "hex?size=9", "tablut")
POSITIONS = 300


@lru_cache(maxsize=1)
def studied(name: str) -> tuple[KernelGame, Seen, np.ndarray]:
    game = ludograph.game(name)
    assert isinstance(game, KernelGame)
    lesson = lesson_of(practised(game.id, OWN, (100, 4, POSITIONS), 5))
    return game, Seen(game), lesson.states


def random_tables(seen: Seen, shape: Shape) -> Tables:
    """With numbers that are equal where they have to be."""
    chance, shared = np.random.default_rng(3), Shared(seen, shape)
    blocks = chance.normal(0, 30, (len(shared.same), 2))[shared.same] * shared.sign[:, None]
    counts = chance.normal(0, 30, (len(shared.same_counts), 2))[shared.same_counts] * shared.sign_counts[:, None]
    return Tables(shape, blocks, counts, 7.0)


@pytest.mark.parametrize("name", GAMES)
def test_contents_are_what_the_rules_say(name: str) -> None:
    game, seen, states = studied(name)
    contents = seen.contents(states)
    for row in range(0, POSITIONS, 30):
        state = game.declaration.state_of(states[row].tolist())
        assert contents[row].tolist() == [game.plain.content(state, node) for node in range(len(game.board))]


@pytest.mark.parametrize("name", GAMES)
def test_a_kernel_adds_up_what_the_tables_have(name: str) -> None:
    game, seen, states = studied(name)
    contents, hands = seen.contents(states), seen.hands(states)
    given = random_tables(seen, shape_for(seen, contents, hands, WAYS[1]))
    weights = Weights.from_bytes(Weights(given, {}).to_bytes(game), game)
    tables, shape = weights.tables, weights.tables.shape
    kernel = weights.kernel(game)
    full = 1 << SHARE_BITS
    share = np.round(full * np.minimum(np.count_nonzero(contents, axis=1) / shape.full, 1))[:, None] / full
    summed = tables.blocks[entries_of(shape, contents)].sum(1) + tables.counts[counts_of(shape, contents, hands)]
    ahead = (summed * np.hstack([share, 1 - share])).sum(1)
    expected = np.where(seen.seat_of_rows(states) == 0, ahead, -ahead) + round(tables.tempo)
    program, plain = Program(kernel, (estimate_of,), Mode.COMPILED), plain_namespace(kernel)
    memory = program.words(MEMORY_SIZE)
    for row, words in enumerate(states.tolist()):
        found = int(program.estimate_of(program.state(words), 0, memory))
        assert abs(found - expected[row]) < 1 + 1e-6, game.write(game.declaration.state_of(words))
        if row % 30 == 0:
            assert found == plain.evaluate(game.declaration.state_of(words)) - EVEN


@pytest.mark.parametrize("name", GAMES)
def test_images_under_symmetries_are_worth_the_same(name: str) -> None:
    game, seen, states = studied(name)
    contents, hands = seen.contents(states), seen.hands(states)
    tables = random_tables(seen, shape_for(seen, contents, hands, WAYS[1]))
    plain = plain_namespace(Weights(tables, {}).kernel(game))
    for words in states[::50].tolist():
        state = game.declaration.state_of(words)
        here = plain.evaluate(state)
        for symmetry in game.symmetries:
            assert abs(plain.evaluate(game.image_of(state, symmetry)) - here) <= 1  # rounded down on both sides of 0


@pytest.mark.parametrize("name", GAMES)
def test_blocks_see_every_node_and_neighbours_together_and_are_carried_to_blocks(name: str) -> None:
    game, seen, _ = studied(name)
    motions = [motion.nodes for motion in seen.motions]
    blocks = chosen_blocks(game.board, 5, 2 * len(game.board) // 5, motions, has_lines=True)
    assert {node for block in blocks for node in block} == set(range(len(game.board)))
    assert max(map(len, blocks)) <= 5
    assert len(set(blocks)) == len(blocks)
    for motion in motions:
        assert {tuple(sorted(motion[node] for node in block)) for block in blocks} == set(blocks)
    pairs = {pair for block in blocks for pair in combinations(block, 2)}
    links = {(node, other) for node in range(len(game.board)) for other in game.board.neighbours(node) if node < other}
    assert len(links & pairs) >= 0.7 * len(links)


def test_lines_are_blocks_too() -> None:
    game = ludograph.game("tic-tac-toe")
    blocks = chosen_blocks(game.board, 3, 20, [range(9)], has_lines=True)
    rows = {(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)}
    assert rows <= set(blocks)


def test_kinds_that_beat_each_other_in_a_circle_are_alike() -> None:
    """Trimok's sizes can be turned, not exchanged; who is worth what is then the same for all three."""
    game, seen, states = studied("trimok")
    assert set(kind_symmetries_of(game)) == {(0, 1, 2), (1, 2, 0), (2, 0, 1)}
    assert len(seen.motions) == 3 * len(game.symmetries)
    tables = random_tables(seen, shape_for(seen, seen.contents(states), seen.hands(states), WAYS[0]))
    plain = plain_namespace(Weights(tables, {}).kernel(game))
    for words in states[::50].tolist():
        state = game.declaration.state_of(words)
        turned = state._replace(ones=state.threes, twos=state.ones, threes=state.twos)
        assert abs(plain.evaluate(turned) - plain.evaluate(state)) <= 1
