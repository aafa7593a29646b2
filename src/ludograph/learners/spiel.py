"""Games and states with the methods that OpenSpiel's algorithms call, so that these run on our games.

    game = load_game("connect-four")
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])

Nothing of OpenSpiel is needed but by ``get_type``, which answers with its own kinds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludograph.core.game import Game
from ludograph.learners.numbers import Numbers, numbers_of
from ludograph.learners.playing import Playing

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LONGEST = 512
TERMINAL = -4  # OpenSpiel's number for nobody, when a game is over


def load_game(name: str | Game, *, longest: int = LONGEST) -> SpielGame:
    """A game by its name; one that isn't over after ``longest`` moves ends without a winner."""
    return SpielGame(numbers_of(name), longest)


class SpielGame:
    """What OpenSpiel calls a game."""

    def __init__(self, numbers: Numbers, longest: int) -> None:
        self.numbers, self.longest = numbers, longest

    def new_initial_state(self, text: str | None = None) -> SpielState:
        """The start, or the position that a text describes."""
        position = self.numbers.game.parse(text) if text else None
        return SpielState(self, Playing(self.numbers, self.longest, position))

    def num_players(self) -> int:
        return len(self.numbers.game.seats)

    def num_distinct_actions(self) -> int:
        return self.numbers.actions.number

    def max_game_length(self) -> int:
        return self.longest

    def max_chance_outcomes(self) -> int:
        return 0

    def min_utility(self) -> float:
        """A puzzle that is not solved is worth nothing; who loses a game loses as much as the winner wins."""
        return -1.0 if self.num_players() > 1 else 0.0

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> float | None:
        """0 for two seats; of others it depends on who wins."""
        return 0.0 if self.num_players() == 2 else None

    def observation_tensor_shape(self) -> list[int]:
        return list(self.numbers.shape)

    def observation_tensor_size(self) -> int:
        planes, nodes = self.numbers.shape
        return planes * nodes

    information_state_tensor_shape = observation_tensor_shape
    information_state_tensor_size = observation_tensor_size

    def get_parameters(self) -> dict[str, Any]:
        return {"game": self.numbers.game.id, "longest": self.longest}

    def get_type(self) -> Any:
        """OpenSpiel's own description, for algorithms that look what they are given."""
        import pyspiel

        kinds, players = pyspiel.GameType, self.num_players()
        return kinds(
            self.numbers.game.name.replace("-", "_"),
            self.numbers.game.title,
            kinds.Dynamics.SEQUENTIAL,
            kinds.ChanceMode.DETERMINISTIC,
            kinds.Information.PERFECT_INFORMATION,
            kinds.Utility.ZERO_SUM if players == 2 else kinds.Utility.GENERAL_SUM,
            kinds.RewardModel.TERMINAL,
            players,
            players,
            provides_information_state_string=True,
            provides_information_state_tensor=True,
            provides_observation_string=True,
            provides_observation_tensor=True,
        )

    def __str__(self) -> str:
        return self.numbers.game.id

    def __repr__(self) -> str:
        return f"load_game({self.numbers.game.id!r}, longest={self.longest})"


class SpielState:
    """What OpenSpiel calls a state: a game that is played on in place."""

    def __init__(self, game: SpielGame, playing: Playing) -> None:
        self._game, self._playing = game, playing
        self._texts: tuple[str, ...] = ()

    def get_game(self) -> SpielGame:
        return self._game

    # -- who is to move, and what may be done -------------------------------------------------------------

    def current_player(self) -> int:
        return TERMINAL if self._playing.is_over else self._playing.seat

    def is_terminal(self) -> bool:
        return self._playing.is_over

    def is_initial_state(self) -> bool:
        return not self._playing.actions

    def is_player_node(self) -> bool:
        return not self._playing.is_over

    def is_chance_node(self) -> bool:
        return False

    def is_simultaneous_node(self) -> bool:
        return False

    def num_players(self) -> int:
        return self._game.num_players()

    def num_distinct_actions(self) -> int:
        return self._game.num_distinct_actions()

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Sorted; none for who isn't to move."""
        is_asked = player is None or player == self.current_player()
        return sorted(self._playing.legal) if is_asked else []

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        found: list[int] = self._playing.mask(player).tolist()
        return found

    def action_to_string(self, first: int, second: int | None = None) -> str:
        """A legal action as people write it. A player may be named before it."""
        return self._playing.text_of(first if second is None else second)

    def string_to_action(self, first: int | str, second: str | None = None) -> int:
        """The action that a text means; a MoveError when it means none."""
        playing = self._playing
        move = playing.position.find(str(first) if second is None else second)
        code = playing.game.code_of(move)
        return next(action for action, listed in playing.legal.items() if listed == code)

    # -- moving -------------------------------------------------------------------------------------------

    def apply_action(self, action: int) -> None:
        """Make a move; IllegalMove when it is none."""
        text = self._playing.text_of(action) if action in self._playing.legal else ""
        self._playing.apply(action)
        self._texts += (text,)

    def clone(self) -> SpielState:
        twin = SpielState(self._game, self._playing.copy())
        twin._texts = self._texts
        return twin

    def child(self, action: int) -> SpielState:
        """The state after a move; this one stays as it is."""
        twin = self.clone()
        twin.apply_action(action)
        return twin

    # -- what it is worth ---------------------------------------------------------------------------------

    def returns(self) -> list[float]:
        return self._playing.rewards

    rewards = returns  # nothing is won before the end

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    player_reward = player_return

    # -- what it looks like -------------------------------------------------------------------------------

    def history(self) -> list[int]:
        return list(self._playing.actions)

    def history_str(self) -> str:
        return ", ".join(map(str, self._playing.actions))

    def move_number(self) -> int:
        return len(self._playing.actions)

    def information_state_string(self, player: int | None = None) -> str:
        """All that anybody knows: the moves that led here."""
        return " ".join(self._texts)

    def observation_string(self, player: int | None = None) -> str:
        """The position's text."""
        return str(self._playing.position)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The planes as a player sees them, one behind the other."""
        found: list[float] = self._planes(player).reshape(-1).astype(float).tolist()
        return found

    information_state_tensor = observation_tensor

    def _planes(self, player: int | None) -> NDArray[np.uint8]:
        seat = self._playing.seat if player is None else player
        return self._game.numbers.planes(self._playing.state, seat)

    def __str__(self) -> str:
        return self.observation_string()
