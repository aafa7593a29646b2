"""Games as PettingZoo has them: an environment in which agents, the seats, move one after the other."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from ludograph.core.game import Game
from ludograph.draw.text import to_text
from ludograph.learners.numbers import numbers_of
from ludograph.learners.playing import Playing
from ludograph.learners.spaces import LONGEST, planes_space


class SeatsEnv(AECEnv):  # type: ignore[misc]
    """A game for any number of seats. An agent sees planes, from its own side, and which actions are legal."""

    def __init__(self, game: str | Game, *, longest: int = LONGEST, render_mode: str | None = None) -> None:
        super().__init__()
        self.numbers = numbers_of(game)
        self.game, self.longest, self.render_mode = self.numbers.game, longest, render_mode
        self.metadata = {"name": self.game.id, "render_modes": ["ansi"], "is_parallelizable": False}
        self.possible_agents = list(self.game.seats)
        number = self.numbers.actions.number
        seen = {
            "observation": planes_space(self.numbers),
            "action_mask": gymnasium.spaces.Box(0, 1, (number,), np.int8),
        }
        self.observation_spaces = {agent: gymnasium.spaces.Dict(seen) for agent in self.possible_agents}
        self.action_spaces = {agent: gymnasium.spaces.Discrete(number) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin anew; ``options={"position": text}`` begins elsewhere."""
        text = (options or {}).get("position")
        self.playing = Playing(self.numbers, self.longest, self.game.parse(text) if text else None)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.playing.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        planes = self.numbers.planes(self.playing.state, seat)
        return {"observation": planes, "action_mask": self.playing.mask(seat)}

    def step(self, action: int | None) -> None:
        """Make a move; IllegalMove when it is none. Agents of a game that is over step with None."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        playing = self.playing
        playing.apply(-1 if action is None else int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, playing.rewards, strict=True))
        self.terminations = dict.fromkeys(self.agents, playing.outcome is not None)
        self.truncations = dict.fromkeys(self.agents, playing.is_cut)
        self.agent_selection = self.possible_agents[playing.seat]
        self._accumulate_rewards()

    def render(self) -> str | None:
        return to_text(self.playing.position.picture()) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to be closed."""
