"""Games as Gymnasium has them: a puzzle, or one seat of a game against players that have a name."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from ludograph.core.game import Game
from ludograph.core.match import Match
from ludograph.draw.text import to_text
from ludograph.errors import InvalidParameter
from ludograph.learners.numbers import numbers_of
from ludograph.learners.playing import Playing
from ludograph.learners.spaces import LONGEST, planes_space
from ludograph.players.named import player_named
from ludograph.players.player import Player


class SoloEnv(gymnasium.Env[NDArray[np.uint8], np.int64]):  # type: ignore[misc]
    """One agent; all other seats are those of ``opponent``, such as ``random``, ``greedy`` or ``mcts:nodes=100``.

    ``info["action_mask"]``, which ``action_masks()`` gives too, has 1 for each legal action. One that isn't legal ends
    the game with the reward -1, as PettingZoo has it.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        opponent: str = "random",
        seat: int = 0,
        longest: int = LONGEST,
        render_mode: str | None = None,
    ) -> None:
        self.numbers = numbers_of(game)
        self.game, self.longest, self.render_mode = self.numbers.game, longest, render_mode
        self.opponent, self.seat = opponent, seat
        self.metadata = {"render_modes": ["ansi"]}
        self.observation_space = planes_space(self.numbers)
        self.action_space = gymnasium.spaces.Discrete(self.numbers.actions.number)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begin anew; ``options={"position": text}`` begins elsewhere."""
        super().reset(seed=seed)
        text = (options or {}).get("position")
        position = self.game.parse(text) if text else None
        self._playing = Playing(self.numbers, self.longest, position)
        self._match = Match(self.game, position)
        self._others = [self._player(seat) for seat in range(len(self.game.seats))]
        self._let_others_move()
        return self._seen(), self._info()

    def _player(self, seat: int) -> Player | None:
        if seat == self.seat:
            return None
        chance = int(self.np_random.integers(1 << 31))
        name = f"random:{chance}" if self.opponent == "random" else self.opponent  # else nobody could repeat its games
        player = player_named(name, self.game, seed=chance)
        if player is None:
            raise InvalidParameter(f"{self.opponent} can't be an opponent here: nobody would be asked for its moves.")
        return player

    def step(self, action: np.int64) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        if int(action) not in self._playing.legal:
            return self._seen(), -1.0, True, False, self._info()
        if len(self.game.seats) > 1:  # opponents want to see the match
            self._match.play(self._playing.text_of(int(action)))
        self._playing.apply(int(action))
        self._let_others_move()
        playing = self._playing
        return self._seen(), playing.rewards[self.seat], playing.outcome is not None, playing.is_cut, self._info()

    def _let_others_move(self) -> None:
        while not self._playing.is_over and (player := self._others[self._playing.seat]):
            move = player.choose(self._match)
            self._match.play(move)
            self._playing.follow(self.game.code_of(move))

    def _seen(self) -> NDArray[np.uint8]:
        return self.numbers.planes(self._playing.state, self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "position": str(self._playing.position)}

    def action_masks(self) -> NDArray[np.int8]:
        """1 for each legal action."""
        return self._playing.mask(self.seat)

    def render(self) -> str | None:
        return to_text(self._playing.position.picture()) if self.render_mode == "ansi" else None
