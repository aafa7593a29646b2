"""Habits of a search that follow from the declaration of a state: they say of every position what its pieces say."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import ludograph
from ludograph.engine.algorithms import alpha_beta
from ludograph.engine.habits import ends_suddenly
from ludograph.engine.kernel import plain_namespace
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.program import Mode, Program
from ludograph.errors import FileRefused
from ludograph.learning.fitting import learned_tables
from ludograph.learning.habits import HABITS, habits_for, habits_of
from ludograph.learning.sides import OWN, lesson_of, practised
from ludograph.learning.tables import WAYS
from ludograph.learning.teaching import Teaching, check_teachable
from ludograph.learning.weights import HABITS_KEPT, Weights, weights_of
from ludograph.solver.parts.crew import Alone

#: Relative and absolute sides, one word and several, pieces beside the board, things that are nobody's.
GAMES = ("surakarta", "nine-mens-morris", "tablut", "amazons", "hex", "bagh-chal", "connect-four", "isolation")
POSITIONS = 60
SMALL = "connect-four?columns=5&rows=4"


def positions(game: KernelGame, seed: int = 1) -> Iterator[Any]:
    chance, state = random.Random(seed), game.start_state()
    for _ in range(POSITIONS):
        codes = game.codes(state)
        if not codes:
            state, codes = game.start_state(), game.codes(game.start_state())
        yield state
        state = game.state_after(state, chance.choice(codes))


def with_habits(game: KernelGame, *names: str) -> Any:
    functions, constants = habits_of(game, names)
    own = game.kernel
    return replace(own, functions={**own.functions, **functions}, constants={**own.constants, **constants})


@pytest.mark.parametrize("name", GAMES)
def test_a_move_gains_the_pieces_that_it_takes(name: str) -> None:
    game = check_teachable(ludograph.game(name))
    plain = plain_namespace(with_habits(game, "gain"))
    for state in positions(game):
        other = 1 - game.seat_of(state)
        before = game.declaration.held(state)[other].bit_count()
        for code in game.codes(state)[:40]:
            left = game.declaration.held(game.state_after(state, code))[other].bit_count()
            assert plain.gain(state, code) == 100 * max(0, before - left)


def test_some_move_gains() -> None:
    game = check_teachable(ludograph.game("surakarta"))
    plain = plain_namespace(with_habits(game, "gain"))
    assert any(plain.gain(state, code) for state in positions(game) for code in game.codes(state))


@pytest.mark.parametrize("mode", [Mode.PLAIN, Mode.COMPILED])
def test_an_end_is_seen_before_a_state_is_judged(mode: Mode) -> None:
    """Four are in a line: without the habit the evaluation, which is even, is good enough."""
    game = check_teachable(ludograph.game(SMALL))
    state = game.start_state()
    for target in (0, 1, 5, 2, 10, 3, 15):
        state = game.state_after(state, target)
    assert not game.codes(state)
    for names, expected in (((), -100), (("ends",), -alpha_beta.WIN)):
        program = Program(with_habits(game, *names), [alpha_beta.search], mode)
        memory = program.words(alpha_beta.MEMORY_SIZE)
        memory[alpha_beta.NODE_LIMIT] = 100
        buffers = program.stack(2 * alpha_beta.LONGEST), memory, program.words(64)
        score = program.search(program.state(state), 0, -200, -100, 0, 0, *buffers)
        assert score == expected or (not names and score >= expected)


def test_a_game_keeps_what_it_says_itself() -> None:
    assert "gain" not in habits_for(check_teachable(ludograph.game("draughts/russian")))
    assert habits_for(check_teachable(ludograph.game("surakarta"))) == list(HABITS)


@pytest.mark.parametrize("names", [["gains"], ["gain", ""], 5, [["gain"]]])
def test_weights_with_habits_that_there_are_not_are_refused(names: object) -> None:
    game = check_teachable(ludograph.game("surakarta"))
    found = weights_of(game)
    assert found is not None
    assert Weights.from_bytes(found.to_bytes(game), game).facts[HABITS_KEPT] == ["gain"]
    with pytest.raises(FileRefused, match="are damaged"):
        Weights.from_bytes(Weights(found.tables, {HABITS_KEPT: names}).to_bytes(game), game)


def test_lessons_keep_habits_that_win(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first round tries all habits, a later one only one of them; what is held is in the weights' kernel."""
    monkeypatch.setenv("LUDOGRAPH_DATA", str(tmp_path))
    teaching = Teaching(check_teachable(ludograph.game(SMALL)), Alone(), folder=tmp_path / "lessons")
    lesson = lesson_of(practised(SMALL, OWN, (30, 2, 400), 1))
    new = Weights(learned_tables(teaching.seen, lesson, 200, WAYS[2])[0], {HABITS_KEPT: []})
    tried = []

    def duelled(new: bytes, old: bytes, seed: int) -> list[float]:
        tried.append(Weights.from_bytes(new, teaching.game).facts[HABITS_KEPT][-1])
        return [1.0 if tried[-1] == "ends" else 0.5] * 20

    monkeypatch.setattr(teaching, "_duelled", duelled)
    kept = teaching._with_habits(new, 1)
    assert tried == list(HABITS)
    assert kept.facts[HABITS_KEPT] == teaching.progress.habits == ["ends"]
    assert kept.kernel(teaching.game).functions["ends_suddenly"] is ends_suddenly
    assert "ends_suddenly" not in new.kernel(teaching.game).functions
    for number in range(2, 2 + len(HABITS)):
        teaching._with_habits(kept, number)
    assert sorted(tried[len(HABITS) :]) == sorted(set(HABITS) - {"ends"})
