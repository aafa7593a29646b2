"""Moves as numbers that mean the same in every position of a game: the actions of learners.

An action is a number with a digit for each choice, direction and cell that a move's code has. What the rules keep for
themselves is no digit: of moves that are alike without it the first that is listed has the first digit 0, the next 1,
and so on. Codes with a name come behind all others. Where nothing is declared of a code, the cells count that the
kernel's ``touched`` tells.

Cells are the last digits, which count least: so what one piece can do lies close together in a mask.
"""

from __future__ import annotations

from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any

from ludograph.board.tables import WORD_BITS
from ludograph.engine.bits import spread
from ludograph.engine.bitsets import marked
from ludograph.engine.declared.codes import Choice, CodeField, Direction, Hidden, Node
from ludograph.engine.rules import MOST_TOUCHED, Distances, Moves, State, game

if TYPE_CHECKING:
    from ludograph.engine.kernel_game import KernelGame

# Bound for each game by ``Actions.constants``.
ACTION_SHIFTS: tuple[int, ...] = ()  # for each digit where it begins in a code …
ACTION_MASKS: tuple[int, ...] = ()
ACTION_RADIXES: tuple[int, ...] = ()  # … and how many values it has
ACTION_TOUCHES = 0  # how many touched cells are the digits instead
ACTION_NODES = 1
ACTION_ALIKE = 1
ACTION_NAMED: tuple[int, ...] = ()
ACTION_FIRST_NAMED = 0
ACTION_MOST_MOVES = 1
ACTION_IS_CODE = 0  # whether an action tells the whole code of its move
ACTION_IN_A_WORD = 0  # whether it is the code, and a word has a bit for each


def actions_in_all() -> int:
    return ACTION_FIRST_NAMED + len(ACTION_NAMED)


def most_moves() -> int:
    return ACTION_MOST_MOVES


def numbered(s: State, move: int, taken: Distances, at: int, scratch: Moves) -> int:
    """The action of a legal move, when those of the moves before it are marked in ``taken``; one that is alike to more
    moves than there are numbers has none: ``actions_in_all``."""
    for name in range(len(ACTION_NAMED)):
        if move == ACTION_NAMED[name]:
            return ACTION_FIRST_NAMED + name
    number = 0
    for digit in range(len(ACTION_RADIXES)):
        number = number * ACTION_RADIXES[digit] + ((move >> ACTION_SHIFTS[digit]) & ACTION_MASKS[digit])
    if ACTION_TOUCHES:
        game.touched(s, move, 0, scratch)
        for touch in range(ACTION_TOUCHES):
            number = number * ACTION_NODES + scratch[touch]
    if ACTION_IS_CODE:
        return number
    for _ in range(ACTION_ALIKE):
        if taken[at + number] == 0:
            return number
        number += ACTION_FIRST_NAMED // ACTION_ALIKE
    return actions_in_all()


def are_in_a_word() -> bool:
    """Whether actions are the codes of their moves, and so few that a word has a bit for each."""
    return ACTION_IN_A_WORD != 0


def legal_actions(s: State, scratch: Moves) -> int:
    """All of them as a set, if they are in a word."""
    if ACTION_IN_A_WORD == 0:
        return 0
    return marked(game.generate(s, scratch, 0), scratch)


def write_mask(marked: int, out: Distances, at: int) -> None:
    """Write a whole mask of up to 64 actions, given as a set."""
    spread(marked, out, at, min(ACTION_FIRST_NAMED + len(ACTION_NAMED), WORD_BITS))


def tells_code() -> bool:
    """Whether every action stands for one code alone, so that ``code_of`` knows it."""
    return ACTION_IS_CODE != 0


def code_of(action: int) -> int:
    """The code of an action, where it tells all of it."""
    if len(ACTION_NAMED) and action >= ACTION_FIRST_NAMED:
        return ACTION_NAMED[action - ACTION_FIRST_NAMED]
    code = 0
    for behind in range(len(ACTION_RADIXES)):
        digit = len(ACTION_RADIXES) - 1 - behind
        value = action % ACTION_RADIXES[digit] if digit else action
        code |= value << ACTION_SHIFTS[digit]
        action //= ACTION_RADIXES[digit]
    return code


class Actions:
    """How the moves of one game are numbered."""

    def __init__(self, kernel_game: KernelGame) -> None:
        self.game = kernel_game
        self.code = kernel_game.code
        self.touches = 0 if self.code.fields or self.code.named else self._touches()

    def _touches(self) -> int:
        """How many cells a hand touches: in all moves as many as in the first."""
        state = self.game.start_state()
        return int(self.game.plain.touched(state, self.game.codes(state)[0], 0, [0] * MOST_TOUCHED))

    def _values(self, field: CodeField) -> int:
        """How many values a field has."""
        if isinstance(field, Node):
            return len(self.game.board)
        if isinstance(field, Direction):
            return len(field.degrees)
        assert isinstance(field, Choice)
        return max(number for number, text in enumerate(field.texts, 1) if text or number == 1)

    @cached_property
    def digits(self) -> dict[str, int]:
        """The digits by the names of their fields, or of what is touched, with their numbers of values; the first
        counts most."""
        alike = {"alike": self.code.alike} if self.code.alike > 1 else {}
        told = {name: self._values(field) for name, field, _ in self._told}
        touched = {f"touched {touch}": len(self.game.board) for touch in range(1, self.touches + 1)}
        return {**alike, **told, **touched}

    @cached_property
    def _told(self) -> list[tuple[str, CodeField, int]]:
        """The fields that are digits, in their order, each with the place where it begins in a code."""
        found, place = [], 0
        for name, field in self.code.fields.items():
            found.append((name, field, place))
            place += field.bits
        told = [each for each in found if not isinstance(each[1], Hidden)]
        return sorted(told, key=lambda each: isinstance(each[1], Node))

    @cached_property
    def named(self) -> tuple[int, ...]:
        return tuple(sorted(self.code.named))

    @cached_property
    def first_named(self) -> int:
        return prod(self.digits.values()) if self.digits else 0

    @property
    def number(self) -> int:
        """How many actions there are: they are numbered from 0 on."""
        return self.first_named + len(self.named)

    def _are_codes(self) -> bool:
        """Whether every action is the code of its move."""
        told = [shift for _, _, shift in self._told] if len(self._told) == len(self.code.fields) else None
        is_same = told in ([], [0]) and not self.touches and self.code.alike == 1
        return is_same and self.named == tuple(range(self.first_named, self.number))

    def constants(self) -> dict[str, Any]:
        """What the kernel's function is bound to."""
        return {
            "ACTION_SHIFTS": tuple(shift for _, _, shift in self._told),
            "ACTION_MASKS": tuple((1 << field.bits) - 1 for _, field, _ in self._told),
            "ACTION_RADIXES": tuple(self._values(field) for _, field, _ in self._told),
            "ACTION_TOUCHES": self.touches,
            "ACTION_NODES": len(self.game.board),
            "ACTION_ALIKE": self.code.alike,
            "ACTION_NAMED": self.named,
            "ACTION_FIRST_NAMED": self.first_named,
            "ACTION_MOST_MOVES": self.game.max_moves,
            "ACTION_IN_A_WORD": int(self._are_codes() and self.number <= WORD_BITS),
            "ACTION_IS_CODE": int(bool(self.code.fields) and len(self._told) == len(self.code.fields)),
        }
