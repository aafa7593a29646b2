"""Networks: what a kernel makes of them, what files have of them, and that they learn."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest

import ludograph
from ludograph.engine.algorithms.alpha_beta import MEMORY_SIZE, estimate_of
from ludograph.engine.kernel import plain_namespace
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.network import NETWORK_FINE_BITS, NETWORK_SHARE_BITS
from ludograph.engine.program import Mode, Program
from ludograph.engine.rules import EVEN, JUDGED_WORDS
from ludograph.errors import FileRefused
from ludograph.learning.fitting import Lesson
from ludograph.learning.networks import LATER, UNITS, Inputs, Network, learned_network, own_estimates, target_of
from ludograph.learning.sides import OWN, lesson_of, practised
from ludograph.learning.tables import Seen
from ludograph.learning.weights import Weights

#: Many kinds, hands, a board of two words, and no symmetry that exchanges the seats.
GAMES = ("nchess", "minishogi", "xiangqi", "tablut")
POSITIONS = 120


@lru_cache(maxsize=1)
def studied(name: str) -> tuple[KernelGame, Seen, Lesson]:
    game = ludograph.game(name)
    assert isinstance(game, KernelGame)
    return game, Seen(game), lesson_of(practised(game.id, OWN, (60, 4, POSITIONS), 5))


def random_network(seen: Seen) -> Network:
    inputs, chance = Inputs(seen), np.random.default_rng(3)
    units, biases, pieces = (
        chance.normal(0, 150, size).astype(np.int16) for size in ((inputs.rows, UNITS), (2, UNITS), (inputs.number, 2))
    )
    return Network(units, biases, pieces, inputs.turned, 7.0, 32, adds=True)


@pytest.mark.parametrize("name", GAMES)
def test_a_kernel_says_what_the_network_does_compiled_and_plain(name: str) -> None:
    game, seen, lesson = studied(name)
    weights = Weights.from_bytes(Weights(random_network(seen), {}).to_bytes(game), game)
    network, inputs = weights.tables, Inputs(seen)
    assert isinstance(network, Network)
    contents = seen.contents(lesson.states)
    given, is_first = inputs.given(contents, seen.hands(lesson.states)).astype(np.int64), lesson.seats == 0
    units, biases = network.units.astype(np.int64), network.biases.astype(np.int64)
    mover, other = (np.where(is_first[:, None], biases[turn], biases[1 - turn]) for turn in (0, 1))
    views = given @ units[: inputs.number] + mover, given @ units[inputs.turned] + other
    ahead = (np.maximum(views[0], 0) - np.maximum(views[1], 0)) @ np.where(np.arange(UNITS) < UNITS // 2, 1, -1)
    whole = 1 << NETWORK_SHARE_BITS
    share = np.round(whole * np.minimum(np.count_nonzero(contents, axis=1) / network.full, 1)) / whole
    themselves = given @ network.pieces.astype(np.int64)
    ahead = (ahead + themselves[:, 0] * share + themselves[:, 1] * (1 - share)) / (1 << NETWORK_FINE_BITS)
    own = own_estimates(game, lesson.states)
    expected = np.where(is_first, ahead + own, -ahead - own) + 7
    kernel = weights.kernel(game)
    program, plain = Program(kernel, (estimate_of,), Mode.COMPILED), plain_namespace(kernel)
    memory, plain_memory = program.words(MEMORY_SIZE), [0] * JUDGED_WORDS
    for row, words in enumerate(lesson.states.tolist()):
        # At a ply of which another state is kept, and from whatever is kept of the ply before.
        found = int(program.estimate_of(program.state(words), row * 7 % 5, memory))
        assert abs(found - expected[row]) < 2, game.write(game.declaration.state_of(words))
        if row % 30 == 0:
            assert found == plain.judged(game.declaration.state_of(words), 0, 0, plain_memory) - EVEN


@pytest.fixture
def _few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludograph.learning.networks.LEAST_STEPS", 250)
    monkeypatch.setattr("ludograph.learning.networks.BATCH", 128)


@pytest.mark.usefixtures("_few_steps")
def test_both_seats_see_the_same_board() -> None:
    game, seen, lesson = studied("nchess")
    network = learned_network(seen, lesson, LATER, adds=True)[0]
    assert (network.pieces == -network.pieces[Inputs(seen).turned]).all()
    plain, memory = plain_namespace(Weights(network, {}).kernel(game)), [0] * JUDGED_WORDS
    turned = next(each for each in game.symmetries if each.exchanges)
    for words in lesson.states[::40].tolist():
        state = game.declaration.state_of(words)
        own, image = (plain.judged(each, 0, 0, memory) for each in (state, game.image_of(state, turned)))
        assert abs(own - image) <= 1


def test_what_is_to_be_foretold_comes_from_what_follows() -> None:
    thought, none = np.array([0, 0, 0]), np.array([0, 0, 0])
    lesson = Lesson(none, thought, none, np.array([2, 2, 0]), np.array([0, 0, 1]))
    assert target_of(lesson, 100, 0.8).tolist() == pytest.approx([0.5 + 0.32, 0.5 + 0.4, 0.5 - 0.4])


@pytest.mark.usefixtures("_few_steps")
def test_it_learns_what_a_piece_is_worth() -> None:
    """Positions whose score is a hundred for each rook."""
    _, seen, lesson = studied("nchess")
    contents = seen.contents(lesson.states)
    rooks = [1 + number for number, each in enumerate(seen.standings) if each.kind.name == "rook"]
    ahead = 100 * ((contents == rooks[0]).sum(1).astype(int) - (contents == rooks[1]).sum(1))
    scores = np.where(lesson.seats == 0, ahead, -ahead)
    taught = Lesson(lesson.states, scores, lesson.seats, np.sign(ahead) + 1, lesson.games)
    network = learned_network(seen, taught, 0.0, adds=False)[0]
    program = Program(Weights(network, {}).kernel(seen.game), (estimate_of,), Mode.COMPILED)
    memory = program.words(MEMORY_SIZE)
    found = [program.estimate_of(program.state(words), 0, memory) for words in lesson.states.tolist()]
    assert np.corrcoef(found, scores)[0, 1] > 0.9


def test_a_network_of_another_shape_is_refused() -> None:
    game, seen, _ = studied("nchess")
    given = random_network(seen)
    beyond = given.turned + np.uint32(1)
    for wrong in (replace(given, units=given.units[:-1]), replace(given, turned=beyond)):
        with pytest.raises(FileRefused, match="damaged"):
            Weights.from_bytes(Weights(wrong, {}).to_bytes(game), game)
    read = Weights.from_bytes(Weights(given, {}).to_bytes(game), game)
    assert (read.tables.turned == given.turned).all()
