"""Answers to moves in random play: which case is worth most is found out, and is then answered."""

from __future__ import annotations

from typing import Any

import pytest

import ludograph
from ludograph.engine.algorithms import answers
from ludograph.engine.algorithms import tree_search as algorithm
from ludograph.engine.algorithms.tree_search import grow
from ludograph.engine.chance import seeded
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.program import Mode
from ludograph.players.analysis import Limits
from ludograph.players.tree_search import TreeSearch

#: Own pieces on both sides of a node.
BRIDGE = 4 * answers.MINE + answers.MINE


def kernel_game(game_id: str) -> KernelGame:
    game = ludograph.game(game_id)
    assert isinstance(game, KernelGame)
    return game


def prepared(game: KernelGame, mode: Mode, case: int | None) -> tuple[Any, Any, Any]:
    """A program, the state of the start, and a memory in which a case has turned out to be worth something."""
    program = game.program(answers.decide, answers.fill_answering, mode=mode)
    state, memory = program.state(game.start_state()), program.words(answers.SIZE)
    if case is not None:
        memory[answers.SEEN + case] = memory[answers.AGREED + case] = 1000
        program.decide(memory, 0)
    return program, state, memory


def around(game: KernelGame, node: int) -> list[int]:
    ways = game.plain.ring_ways()
    return [game.plain.ring_node(ways * node + way) for way in range(ways)]


def bridged(game: KernelGame, last: int, owners: dict[int, int], seat: int) -> set[int]:
    """Empty nodes around the last move between two of a seat's: the second statement of what is answered."""
    ring = around(game, last)
    return {
        node
        for way, node in enumerate(ring)
        if node < len(game.board)
        and node not in owners
        and {owners.get(ring[way - 1]), owners.get(ring[(way + 1) % len(ring)])} == {seat}
    }


@pytest.mark.parametrize("game_id", ["hex?size=4", "y?size=5"])
def test_bridges_are_answered(game_id: str) -> None:
    game = kernel_game(game_id)
    program, state, memory = prepared(game, Mode.PLAIN, BRIDGE)
    answered = 0
    for seed in range(20):
        moves = program.stack(1)
        *_, number = program.fill_answering(state, len(game.board), moves, seeded(seed), memory, 0)
        assert sorted(moves[:number]) == list(range(number))
        owners = dict[int, int]()
        for ply in range(1, number):
            owners[moves[ply - 1]] = 1 - ply % 2
            wanted = bridged(game, moves[ply - 1], owners, ply % 2)
            answered += bool(wanted)
            assert not wanted or moves[ply] in wanted
    assert answered >= 10


def test_compiled_answers_are_those_of_plain_python() -> None:
    game = kernel_game("hex?size=4")
    *_, known = prepared(game, Mode.PLAIN, BRIDGE)
    found = []
    for mode in (Mode.PLAIN, Mode.COMPILED):
        program = game.program(grow, mode=mode)
        memory, tree = program.words(algorithm.MEMORY_SIZE), program.words(1 << 14)
        memory[algorithm.ANSWERING : algorithm.JUDGED] = known
        memory[algorithm.GOES_ON] = memory[algorithm.USED] = 1
        memory[algorithm.CHANCE] = seeded(7)
        memory[algorithm.ROUND_LIMIT], memory[algorithm.SEATS] = 60, 2
        program.grow(program.state(game.start_state()), 0, program.stack(1), memory, tree)
        assert memory[algorithm.ANSWERING + answers.ANSWERS] == 1
        found.append(([int(word) for word in tree], [int(word) for word in memory]))
    assert found[0] == found[1]


@pytest.mark.parametrize(("game_id", "is_answered"), [("hex?size=7", True), ("y?size=8", True), ("gomoku", False)])
def test_it_is_found_out_that_bridges_are_worth_most(game_id: str, is_answered: bool) -> None:
    game = kernel_game(game_id)
    thinker = TreeSearch(game, tree_words=1 << 18)
    thinker.think(ludograph.Match(game), Limits(nodes=answers.OBSERVED + 100))
    memory = thinker.memory[algorithm.ANSWERING :]
    assert memory[answers.ANSWERS] == is_answered
    ring = answers.MINE << 2 | answers.THEIRS << 6 | answers.MINE << 10
    assert not is_answered or memory[answers.WAYS_OF_RINGS + ring] == 1
    assert memory[answers.WAYS_OF_RINGS + (answers.THEIRS << 2 | answers.MINE << 10)] == 0


def test_moves_that_are_no_empty_nodes_have_no_answers() -> None:
    """In Sim the lines between nodes are coloured."""
    game = kernel_game("sim")
    program = game.program(answers.begin, mode=Mode.PLAIN)
    memory = program.words(answers.SIZE)
    program.begin(program.state(game.start_state()), program.stack(1), memory, 0)
    assert memory[answers.COUNTED] == answers.OBSERVED
