"""Random games for learners, planes and legal actions included: steps a second of a core, against pgx and OpenSpiel."""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from ludograph.learners.vector import VectorEnv
from measuring import result, timed

RUNS = 3
AIM = 20
GAMES, STEPS = 4096, 200


class Case(NamedTuple):
    """A game, what others call it, how many games our seed brings to an end, and how much others are given to do."""

    name: str
    pgx: str
    open_spiel: str
    ended: int
    pgx_games: int
    pgx_steps: int
    open_spiel_steps: int


CASES = {
    "Connect Four": Case("connect-four", "connect_four", "connect_four", 36_751, 4096, 100, 60_000),
    "chess": Case("chess", "chess", "chess", 485, 256, 20, 6_000),
}


def run() -> Iterator[dict[str, object]]:
    """Each figure, after its counts were found right."""
    for what, case in CASES.items():
        ours = best(with_ours(case))
        yield result(f"{what}, vector environment", f"{ours / 1e6:.2f} million steps a second of a core")
        for peer, module, prepared in (("pgx", "pgx", with_pgx), ("OpenSpiel", "pyspiel", with_open_spiel)):
            if importlib.util.find_spec(module) is not None:
                theirs = best(prepared(case))
                measured = f"{theirs:,.0f} steps a second of a core: ours is {ours / theirs:,.1f} times as fast"
                yield result(f"{what}, {peer}", measured, aim=f"{AIM} times", is_met=ours >= AIM * theirs)


def best(work: Callable[[], int]) -> float:
    """Steps a second of a core, in the best of several runs."""
    runs = [timed(work) for _ in range(RUNS)]
    return max(each.result / each.core_seconds for each in runs)


def with_ours(case: Case) -> Callable[[], int]:
    env = VectorEnv(case.name, GAMES)

    def stepped() -> int:
        env.reset(seed=1)
        ended = 0
        for _ in range(STEPS):
            env.step(env.random_actions())
            ended += np.count_nonzero(env.terminated)
        assert ended == case.ended, f"{case.name}: {ended} games ended, not {case.ended}"
        return GAMES * STEPS

    return stepped


def with_pgx(case: Case) -> Callable[[], int]:
    """All steps are one compiled loop, which is compiled before it is timed; what a learner wants of them is kept."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(case.pgx)
    step, init = jax.vmap(auto_reset(env.step, env.init)), jax.vmap(env.init)

    def one(states: Any, key: Any) -> Any:
        logits = jnp.log(states.legal_action_mask.astype(jnp.float32))
        chosen, stepping = jax.random.split(key)
        after = step(states, jax.random.categorical(chosen, logits, axis=1), jax.random.split(stepping, case.pgx_games))
        return after, (after.terminated, after.rewards, after.observation, after.legal_action_mask)

    @jax.jit
    def played(states: Any, key: Any) -> Any:
        return jax.lax.scan(one, states, jax.random.split(key, case.pgx_steps))[1]

    start = jax.jit(init)(jax.random.split(jax.random.PRNGKey(0), case.pgx_games))

    def stepped() -> int:
        *_, masks = jax.block_until_ready(played(start, jax.random.PRNGKey(1)))
        assert masks.any(axis=2).all(), "there is a game without a legal action"
        return case.pgx_games * case.pgx_steps

    stepped()
    return stepped


def with_open_spiel(case: Case) -> Callable[[], int]:
    import pyspiel

    game, chance = pyspiel.load_game(case.open_spiel), random.Random(1)

    def stepped() -> int:
        state, seen = game.new_initial_state(), 0
        for _ in range(case.open_spiel_steps):
            state.apply_action(chance.choice(state.legal_actions()))
            if state.is_terminal():
                state = game.new_initial_state()
            seen += sum(state.legal_actions_mask()) * len(state.observation_tensor())
        assert seen, "nothing was seen"
        return case.open_spiel_steps

    return stepped
