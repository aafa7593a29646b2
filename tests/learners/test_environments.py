"""Gymnasium's and PettingZoo's own tests, for every game; OpenSpiel's algorithms; and what they don't look at."""

from __future__ import annotations

import random
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms import mcts, minimax
from pettingzoo.test import api_test

import ludograph
from ludograph import errors, learners
from ludograph.learners import SeatsEnv, SoloEnv, load_game, numbers_of

CYCLES = 6


@contextmanager
def advice_unheard() -> Iterator[None]:
    """Both projects advise on how observations are best scaled and spaces are best bounded."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("name", [*ludograph.game_names(), "nchess/three"])
def test_pettingzoo_accepts_every_game(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with advice_unheard():
        api_test(SeatsEnv(name, longest=4), num_cycles=CYCLES)


@pytest.mark.parametrize("name", [name for name in ludograph.game_names() if len(ludograph.game(name).seats) == 1])
def test_gymnasium_accepts_every_puzzle(name: str) -> None:
    with advice_unheard():
        check_env(SoloEnv(name, longest=4), skip_render_check=True)


@pytest.mark.parametrize(
    ("name", "opponent"), [("tic-tac-toe", "greedy"), ("kalah", "random"), ("nchess/three", "random")]
)
def test_gymnasium_accepts_one_seat_of_a_game(name: str, opponent: str) -> None:
    with advice_unheard():
        for seat in range(2):
            check_env(SoloEnv(name, opponent=opponent, seat=seat, longest=8), skip_render_check=True)


def test_rewards_of_agents() -> None:
    env = SeatsEnv("tic-tac-toe", render_mode="ansi")
    env.reset()
    for action in (0, 3, 1, 4, 2):
        env.step(action)
    assert env.rewards == {"X": 1.0, "O": -1.0}
    assert all(env.terminations.values())
    assert "X" in (env.render() or "")
    env.reset(options={"position": str(ludograph.game("tic-tac-toe").start().play("A1"))})
    assert env.agent_selection == "O"
    with pytest.raises(errors.IllegalMove):
        env.step(env.observe("O")["observation"][1].argmax())  # where X stands


@pytest.mark.parametrize("name", ["crazyhouse", "nine-mens-morris", "bagh-chal", "nchess/three", "oware"])
def test_every_seat_sees_its_own_pieces_first(name: str) -> None:
    """What one seat sees while another is to move: its own planes first, then those of the seats behind it."""
    numbers = numbers_of(name)
    game, chance = numbers.game, random.Random(3)
    nouns = len(
        {name.removeprefix("own ") for name in numbers.plane_names if name.startswith("own ") and "beside" not in name}
    )
    position = game.start()
    for _ in range(12):
        for seat in range(len(game.seats)):
            planes = numbers.planes(position.state, seat)
            for piece in game.pieces(position.state):
                behind = (piece.seat - seat) % len(game.seats)
                if piece.seat < len(game.seats):
                    assert planes[behind * nouns : (behind + 1) * nouns, piece.node].sum() == 1
        position = position.play(chance.choice(position.legal_moves))


def test_hands_are_seen_from_either_side() -> None:
    numbers = numbers_of("crazyhouse")
    for turn in "wb":
        state = numbers.game.parse(f"4k3/8/8/8/8/8/8/4K3[QQn] {turn} - - 0 1").state
        for seat, (own, other) in enumerate((("queen", "knight"), ("knight", "queen"))):
            shown = dict(zip(numbers.plane_names, numbers.planes(state, seat)[:, 0].tolist(), strict=True))
            beside = {name: number for name, number in shown.items() if name.endswith("beside the board") and number}
            expected = {f"own {own} beside the board": 2 - seat, f"other 1 {other} beside the board": 1 + seat}
            assert beside == expected


def test_an_illegal_action_ends_the_game_of_one_agent() -> None:
    env = SoloEnv("tic-tac-toe", opponent="random", seat=1)
    _, info = env.reset(seed=1)
    assert info["action_mask"].sum() == 8
    taken = int(np.flatnonzero(env.action_masks() == 0)[0])
    _, reward, terminated, truncated, _ = env.step(taken)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    with pytest.raises(errors.InvalidParameter, match="human can't be an opponent"):
        SoloEnv("tic-tac-toe", opponent="human").reset()


def test_open_spiels_minimax_solves_our_game() -> None:
    """From a position that only one move wins, and from one that is lost whatever is done."""
    game = load_game("tic-tac-toe")
    for text, value, best in (("X:.../OO./XX.", 1.0, "C1"), ("O:X../OOX/X.X", -1.0, None)):
        state = game.new_initial_state(text)
        found, action = minimax.alpha_beta_search(game, state, maximizing_player_id=state.current_player())
        assert (found, best in (None, state.action_to_string(action))) == (value, True)


def test_open_spiels_tree_search_plays_our_game() -> None:
    game = load_game("connect-four?columns=4&rows=4")
    chance = np.random.RandomState(5)
    bot = mcts.MCTSBot(game, 2, 60, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
    state = game.new_initial_state()
    for text in ("A1", "B1", "A2", "B2", "A3", "C1"):
        state.apply_action(state.string_to_action(text))
    assert state.action_to_string(bot.step(state)) == "A4"


def test_states_of_open_spiel() -> None:
    """What its documentation says of states, on random games of several kinds."""
    chance = random.Random(4)
    for name in ("kalah", "nchess/three", "hanoi", "hexapawn"):
        game = load_game(name, longest=30)
        state = game.new_initial_state()
        assert state.is_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            assert actions == sorted(set(actions))
            assert [number for number, is_legal in enumerate(state.legal_actions_mask()) if is_legal] == actions
            assert state.legal_actions((state.current_player() + 1) % max(2, game.num_players())) == []
            action = chance.choice(actions)
            assert state.string_to_action(state.action_to_string(state.current_player(), action)) == action
            before = str(state)
            child = state.child(action)
            assert (str(state), child.history()) == (before, [*state.history(), action])
            state.apply_action(action)
            assert str(state) == str(child)
            assert len(state.observation_tensor(0)) == game.observation_tensor_size()
            assert len(state.information_state_string().split()) == state.move_number()
        assert (state.current_player(), state.legal_actions()) == (-4, [])
        assert all(game.min_utility() <= each <= game.max_utility() for each in state.returns())
        assert state.returns() == [state.player_return(player) for player in range(state.num_players())]
        assert game.get_type().max_num_players == game.num_players()
        with pytest.raises(errors.IllegalMove, match="the game is over"):
            state.apply_action(0)


def test_what_is_missing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "ludograph.learners.aec")
    with pytest.raises(errors.LudographError, match=r"SeatsEnv needs pettingzoo, which is not installed: pip install"):
        getattr(learners, "SeatsEnv")  # noqa: B009
