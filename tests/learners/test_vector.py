"""The vector environment plays by the plain rules: what it shows, allows, ends and rewards is what a match says."""

from __future__ import annotations

import numpy as np
import pytest

import ludograph
from ludograph import Match, errors
from ludograph.core.outcome import Outcome
from ludograph.learners.numbers import Numbers
from ludograph.learners.vector import VectorEnv

GAMES, STEPS, LONGEST = 2, 10, 8
#: Where games are so long that random ones hardly end, or differ from the first variant in how a state is written.
OTHERS = (
    "abalone/hex",
    "draughts/frisian",
    "nchess/glinski",
    "nchess/three",
    "tic-tac-toe",
    "hexapawn",
    "kalah?seeds=1",
)


def names() -> list[str]:
    return [*ludograph.game_names(), *OTHERS]


def rewards_of(outcome: Outcome | None, seats: int) -> list[int]:
    if outcome is None or not outcome.winners:
        return [0] * seats
    return [1 if seat in outcome.winners else -1 for seat in range(seats)]


def check_seen(env: VectorEnv, row: int, match: Match, numbers: Numbers) -> None:
    """What is shown of a game is what the declaration's own view and the list of moves say."""
    state = match.position.state
    assert env.position(row) == match.position
    legal = numbers.legal(state)
    assert np.flatnonzero(env.masks[row]).tolist() == sorted(legal)
    assert sorted(legal.values()) == sorted(env.game.codes(state))
    assert env.seats[row] == match.position.seat
    planes = env.game.view.planes(state, turned=False)
    shown = env.observations[row]
    most = np.array(env.game.view.most)
    np.testing.assert_array_equal(shown[: len(planes)], np.minimum(np.round(planes * most[:, None]), 255))
    np.testing.assert_array_equal(shown, numbers.planes(state))
    assert len(env.game.seats) == 1 or (shown[-1] == match.position.seat).all()


@pytest.mark.usefixtures("unoptimised")
@pytest.mark.parametrize("name", names())
def test_it_is_stepped_as_the_plain_rules_are(name: str) -> None:
    env = VectorEnv(name, GAMES, seed=7, longest=LONGEST)
    numbers = env.numbers
    matches = [Match(env.game) for _ in range(GAMES)]
    seen: dict[bytes, object] = {}
    for _ in range(STEPS):
        for row, match in enumerate(matches):
            check_seen(env, row, match, numbers)
            key = env.game.repetition_key(match.position.state)
            assert seen.setdefault(env.observations[row].tobytes(), key) == key, "two positions look the same"
        chosen = env.random_actions()
        codes = [
            numbers.legal(match.position.state)[int(action)] for match, action in zip(matches, chosen, strict=True)
        ]
        env.step(chosen)
        for row, code in enumerate(codes):
            match = matches[row]
            match.play(env.game.move_of(match.position.state, code))
            is_cut = match.outcome is None and match.ply == LONGEST
            assert (env.terminated[row], env.truncated[row]) == (match.outcome is not None, is_cut)
            assert env.rewards[row].tolist() == rewards_of(match.outcome, len(env.game.seats))
            if match.outcome or is_cut:
                matches[row] = Match(env.game)


def played(env: VectorEnv, steps: int) -> list[bytes]:
    """All that some random steps tell."""
    told = []
    for _ in range(steps):
        env.step(env.random_actions())
        shown = (env.observations, env.masks, env.rewards, env.terminated, env.truncated, env.seats)
        told.append(b"".join(np.ascontiguousarray(each).tobytes() for each in shown))
    return told


def test_threads_and_seeds() -> None:
    """Threads make no difference, and seeds do."""
    alone, together, other = (
        played(VectorEnv("tic-tac-toe", 300, seed=seed, threads=threads), 12)
        for seed, threads in ((1, 1), (1, 3), (2, 3))
    )
    assert alone == together
    assert alone != other


def test_a_repetition_is_a_draw() -> None:
    """The same position for the third time ends a game of chess that nobody has won, and no longer game is needed."""
    env = VectorEnv("chess", 1)
    game, numbers = env.game, env.numbers
    texts = ["g1f3", "g8f6", "f3g1", "f6g8"] * 2
    for number, text in enumerate(texts, 1):
        position = env.position(0)
        code = game.code_of(position.find(text))
        env.step([next(action for action, listed in numbers.legal(position.state).items() if listed == code)])
        assert env.terminated[0] == (number == len(texts))
    assert env.rewards[0].tolist() == [0, 0]
    assert env.position(0) == game.start()


def test_wrong_calls_change_nothing() -> None:
    env = VectorEnv("connect-four", 2)
    env.step([3, 4])
    before = env.position(0), env.position(1), env.masks.copy()
    for actions, sentence in (
        ([2, 4], "The action 4 is not legal in game 1."),
        ([-1, 5], "The action -1 is not legal in game 0."),
        ([2, 42], "The action 42 is not legal in game 1."),
    ):
        with pytest.raises(errors.IllegalMove) as refused:
            env.step(actions)
        assert refused.value.message == sentence
    for wrong in ([1], [1.0, 2.0], [[1, 2]]):
        with pytest.raises(ValueError, match="must be 2 integers"):
            env.step(wrong)
    assert (env.position(0), env.position(1)) == before[:2]
    assert (env.masks == before[2]).all()
    with pytest.raises(ValueError, match="read-only"):
        env.masks[0, 0] = True
    won = env.game.start()
    for column in "ABABABA":
        won = won.play(next(move for move in won.legal_moves if move.text[0] == column))
    with pytest.raises(errors.InvalidPosition, match="it is over"):
        VectorEnv("connect-four", 2, position=won)


def test_actions_mean_the_same_everywhere() -> None:
    """The cells of a move are the last digits of its action, whatever position it is made in."""
    numbers = VectorEnv("chess", 1).numbers
    game = numbers.game
    position = game.parse("8/P6k/8/8/8/8/7K/8 w - - 0 1")
    legal = {game.move_of(position.state, code).text: action for action, code in numbers.legal(position.state).items()}
    source, target = game.board.labels.index("a7"), game.board.labels.index("a8")
    assert list(numbers.actions.digits.values()) == [5, 64, 64]
    cells = source * 64 + target
    assert {text: action for text, action in legal.items() if text.startswith("a7")} == {
        f"a7a8{letter}": number * 4096 + cells for number, letter in enumerate("nbrq", 1)
    }
