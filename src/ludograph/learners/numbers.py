"""A game as learners have it: actions and planes as numbers, and a kernel that tells them, compiled or plain."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from ludograph.core.game import Game
from ludograph.core.registry import game as game_named
from ludograph.engine.declared.actions import Actions, numbered
from ludograph.engine.declared.observed import MOST_SEEN, observe, observed_constants
from ludograph.engine.kernel import Kernel, plain_namespace
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.kernel_puzzle import KernelPuzzle
from ludograph.engine.rules import MOST_TOUCHED, Moves, State, game
from ludograph.errors import InvalidGame

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Planes = NDArray[np.uint8]


def moves_unless_solved(s: State, out: Moves, n: int) -> int:
    """A puzzle that is solved is over, whatever could still be moved."""
    if game.is_solution(s):
        return n
    return game.every_move(s, out, n)


class Numbers:
    """What learners want of one game, derived from its declaration."""

    def __init__(self, kernel_game: KernelGame) -> None:
        self.game = kernel_game
        self.actions = Actions(kernel_game)

    @cached_property
    def plane_names(self) -> tuple[str, ...]:
        """What each plane shows."""
        seat = ("seat to move",) if len(self.game.seats) > 1 else ()
        return (*self.game.view.names, *seat)

    @property
    def shape(self) -> tuple[int, int]:
        """Of the planes: how many there are, and how many nodes the board has."""
        return len(self.plane_names), len(self.game.board)

    @cached_property
    def most(self) -> list[int]:
        """The greatest number that each plane can show."""
        seats = len(self.game.seats) - 1
        return [min(most, MOST_SEEN) for most in self.game.view.most] + [seats] * (seats > 0)

    @cached_property
    def kernel(self) -> Kernel:
        """The game's kernel with what the derived functions are bound to."""
        own = self.game.kernel
        functions: dict[str, Callable[..., Any]] = dict(own.functions)
        if isinstance(self.game, KernelPuzzle):
            functions |= {"generate": moves_unless_solved, "every_move": functions["generate"]}
        constants = {**own.constants, **self.actions.constants(), **observed_constants(self.game)}
        return replace(own, functions=functions, constants=constants)

    @cached_property
    def _plain(self) -> Any:
        return plain_namespace(self.kernel, {"numbered": numbered, "observe": observe})

    def legal(self, state: Any) -> dict[int, int]:
        """The legal actions with the codes of their moves, in the kernel's order."""
        moves, scratch = [0] * self.game.max_moves, [0] * MOST_TOUCHED
        end = self._plain.generate(state, moves, 0)
        found: dict[int, int] = {}
        taken = _Taken(found)
        for code in moves[:end]:
            action = self._plain.numbered(state, code, taken, 0, scratch)
            if action < self.actions.number:
                found[action] = code
        return found

    def planes(self, state: Any, seat: int | None = None) -> Planes:
        """What a seat sees, the one to move unless told otherwise: small numbers, one row for each plane and one column
        for each node."""
        import numpy as np

        found = [0] * (self.shape[0] * self.shape[1])
        self._plain.observe(state, self.game.seat_of(state) if seat is None else seat, found, 0)
        return np.array(found, np.uint8).reshape(self.shape)


class _Taken:
    """The actions that have been given out, as the kernel's function looks at them: 1 where one has."""

    def __init__(self, found: dict[int, int]) -> None:
        self._found = found

    def __getitem__(self, action: int) -> int:
        return int(action in self._found)


@lru_cache(maxsize=64)
def numbers_of(name: str | Game) -> Numbers:
    """The numbers of a game, which is given by its name or as itself; InvalidGame when it is no kernel's."""
    found = game_named(name) if isinstance(name, str) else name
    if not isinstance(found, KernelGame):
        raise InvalidGame(f"{found.id} is written in plain Python, without codes of moves that could be numbered.")
    return Numbers(found)
