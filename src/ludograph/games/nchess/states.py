"""States of nchess taken apart and put together: what stands where, and what else there is to know."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from ludograph.games.nchess.codes import (
    DIRECTED,
    KINGDOMS,
    NODE_MASK,
    PASSED,
    PLACED,
    PLACED_MASK,
    RIGHTS,
    RIGHTS_MASK,
    TURN_MASK,
    VICTIM,
)
from ludograph.games.nchess.map_file import LETTERS
from ludograph.games.nchess.tables import Geometry, cell_layout

State = Any  # a named tuple; how many words it has depends on the map


@dataclass(frozen=True)
class Standing:
    """A piece on a node: its letter, its player, and the direction that a free pawn has chosen."""

    node: int
    letter: str
    player: int
    direction: float | None = None


@dataclass(frozen=True)
class Setting:
    """A position in plain words."""

    pieces: tuple[Standing, ...]
    turn: int = 0
    rights: frozenset[int] = frozenset()  # the numbers of castlings that are still allowed
    passed: int | None = None  # the node over which a pawn has just stepped
    victim: int | None = None  # that pawn's node
    quiet: int = 0
    number: int = 0

    @cached_property
    def on_node(self) -> dict[int, Standing]:
        return {piece.node: piece for piece in self.pieces}

    def king_of(self, player: int) -> int | None:
        kings = (each.node for each in self.pieces if each.letter == "K" and each.player == player)
        return next(kings, None)


@lru_cache(maxsize=64)
def state_type(cell_words: int) -> Any:
    """The class of states with so many words of cells."""
    fields = [*(f"cells{number}" for number in range(cell_words)), "flags", "quiet", "number"]
    return namedtuple("State", fields, module=__name__)


class StateForm:
    """Between states and settings, on one map."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.layout = cell_layout(geometry)
        self.state_type = state_type(self.layout["CELL_WORDS"])

    def pack(self, setting: Setting) -> State:
        width, in_word = self.layout["CELL_BITS"], self.layout["CELLS_IN_WORD"]
        cells = [0] * self.layout["CELL_WORDS"]
        for piece in setting.pieces:
            cells[piece.node // in_word] |= self._code(piece) << piece.node % in_word * width
        kingdoms = sum(1 << piece.player for piece in setting.pieces if piece.letter == "K")
        flags = setting.turn | kingdoms << KINGDOMS | _bits(setting.rights) << RIGHTS
        if setting.passed is not None and setting.victim is not None:
            flags |= setting.passed + 1 << PASSED | setting.victim << VICTIM
        return self.state_type(*cells, flags, setting.quiet, setting.number)

    def unpack(self, state: State) -> Setting:
        width, in_word, mask = (self.layout[key] for key in ("CELL_BITS", "CELLS_IN_WORD", "CELL_MASK"))
        codes = ((node, state[node // in_word] >> node % in_word * width & mask) for node in range(self.geometry.size))
        passed = state.flags >> PASSED & NODE_MASK
        rights = state.flags >> RIGHTS & RIGHTS_MASK
        return Setting(
            pieces=tuple(self._standing(node, code) for node, code in codes if code),
            turn=state.flags & TURN_MASK,
            rights=frozenset(number for number in range(RIGHTS_MASK.bit_length()) if rights >> number & 1),
            passed=passed - 1 if passed else None,
            victim=state.flags >> VICTIM & NODE_MASK if passed else None,
            quiet=state.quiet,
            number=state.number,
        )

    def standing(self, state: State, node: int) -> Standing | None:
        """What stands on a node."""
        width, in_word, mask = (self.layout[key] for key in ("CELL_BITS", "CELLS_IN_WORD", "CELL_MASK"))
        code = state[node // in_word] >> node % in_word * width & mask
        return self._standing(node, code) if code else None

    def all_standing(self, players: int) -> list[Standing]:
        """What the codes of cells mean, as ``codes.content`` numbers them; some of them never occur."""
        width = self.layout["PLAYER_BITS"]
        kinds = range(1, DIRECTED + len(self.geometry.directions))
        return [self._standing(0, kind << width | player % players) for kind in kinds for player in range(1 << width)]

    def placed_letter(self, move_code: int) -> str:
        """The letter of the piece that stands on a move's end after it."""
        return self._standing(0, move_code >> PLACED & PLACED_MASK).letter

    def _code(self, piece: Standing) -> int:
        kind = LETTERS.index(piece.letter) + 1
        if piece.direction is not None:
            kind = DIRECTED + self.geometry.number_of(piece.direction)
        return kind << self.layout["PLAYER_BITS"] | piece.player

    def _standing(self, node: int, code: int) -> Standing:
        kind, player = code >> self.layout["PLAYER_BITS"], code & self.layout["PLAYER_MASK"]
        if kind < DIRECTED:
            return Standing(node, LETTERS[kind - 1], player)
        return Standing(node, "P", player, self.geometry.directions[kind - DIRECTED])


def _bits(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)
