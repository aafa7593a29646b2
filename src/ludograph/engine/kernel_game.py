"""Games written as kernels: everything that concerns states comes from the kernel's functions."""

from __future__ import annotations

import sys
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, ClassVar

from ludograph.core.game import Game
from ludograph.core.moves import Move, MoveKind
from ludograph.core.outcome import Outcome
from ludograph.engine.kernel import Kernel, plain_namespace
from ludograph.engine.program import Mode, Program
from ludograph.engine.rules import RULE_NAMES


class KernelGame(Game):
    """A game whose rules are a kernel.

    The kernel is made of the functions of the game's own module, or of its ``rule_modules``, that have the names of
    those of ``ludograph.engine.rules.Rules``; the game binds their facts and tables in ``constants`` and turns move
    codes into moves for people.
    """

    #: Modules with parts of the kernel, where it isn't all in the game's own.
    rule_modules: ClassVar[tuple[ModuleType, ...]] = ()
    rules: ClassVar[Mapping[str, Callable[..., Any]]]

    # Facts that may depend on the parameters.
    state_type: type[tuple[int, ...]]
    max_moves: int
    #: How much worse than an even game a draw is to players that search, where too many games would end with both sides
    #: going to and fro. 100 is about a piece.
    contempt: int = 0

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        own = sys.modules.get(cls.__module__)
        around = {name: value for module in (own, *cls.rule_modules) for name, value in vars(module or cls).items()}
        if "rules" not in vars(cls) and "generate" in around:
            cls.rules = {name: around[name] for name in RULE_NAMES if isinstance(around.get(name), FunctionType)}

    @abstractmethod
    def constants(self) -> Mapping[str, Any]:
        """The constants of the kernel that depend on variant, parameters and board."""

    @abstractmethod
    def move_of(self, state: Any, code: int) -> Move:
        """The move with this code, for people."""

    @abstractmethod
    def ending(self, state: Any) -> tuple[str, str]:
        """Why the game ended in a state without moves: a stable code and a sentence."""

    def all_rules(self) -> Mapping[str, Callable[..., Any]]:
        """The kernel's functions by name: those of the game and those that it gets by its kind."""
        return self.rules

    def all_constants(self) -> Mapping[str, Any]:
        """The kernel's constants by name: likewise."""
        return self.constants()

    @property
    def has_evaluation(self) -> bool:
        """Whether the kernel can tell who is ahead."""
        return "evaluate" in self.all_rules()

    @cached_property
    def weights(self) -> Mapping[str, int]:
        """The numbers of the evaluation that ``tools/tune.py`` may change. ``constants`` takes them from here."""
        return {}

    @property
    def ranks(self) -> int:
        """All ranks of positions are below this number; 0 when the kernel has no ranks."""
        return 0

    def rank_of(self, state: Any) -> int:
        """The number of a state, where the kernel has ranks."""
        return int(self.plain.rank(state))

    def state_of(self, rank: int) -> Any:
        """The state with this number."""
        return self.plain.unrank(rank)

    @cached_property
    def kernel(self) -> Kernel:
        """The rules and their constants, as the engine takes them."""
        return Kernel(
            name=self.name,
            state=self.state_type,
            functions=self.all_rules(),
            constants=self.all_constants(),
            max_moves=self.max_moves,
            is_trusted=type(self).__module__.startswith("ludograph."),
        )

    @cached_property
    def _programs(self) -> dict[tuple[tuple[Callable[..., Any], ...], Mode], Program]:
        return {}

    @cached_property
    def plain(self) -> SimpleNamespace:
        """The kernel's functions as plain Python, for single positions."""
        return plain_namespace(self.kernel)

    def program(self, *algorithms: Callable[..., Any], mode: Mode = Mode.COMPILED) -> Program:
        """Algorithms put together with this game's kernel, once for all who ask."""
        if (algorithms, mode) not in self._programs:
            self._programs[algorithms, mode] = Program(self.kernel, algorithms, mode)
        return self._programs[algorithms, mode]

    def codes(self, state: Any) -> list[int]:
        """The codes of the legal moves, in the kernel's order."""
        stack = [0] * self.max_moves
        return stack[: self.plain.generate(state, stack, 0)]

    def seat_of(self, state: Any) -> int:
        return int(self.plain.turn(state))

    def moves_of(self, state: Any, kind: MoveKind) -> Iterable[Move]:
        # A side can't take its own move back while it is the other's turn: all moves are forward.
        if MoveKind.FORWARD not in kind:
            return ()
        return (self.move_of(state, code) for code in self.codes(state))

    def after(self, state: Any, move: Move) -> Any:
        return self.plain.apply(state, move.code)

    def end_of(self, state: Any) -> Outcome | None:
        if self.codes(state):
            return None
        winners = self.plain.winners(state)
        seats = len(self.seats)
        reason, text = self.ending(state)
        return Outcome.win(seats, (seat for seat in range(seats) if winners >> seat & 1), reason, text)
