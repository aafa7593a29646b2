"""Stones that are placed one by one, and the swap: the second side may take over the first stone instead of placing
one, so that the first had better not begin too well. For use in kernels with states of ``WideSides``."""

from __future__ import annotations

from collections.abc import Sequence

from ludograph.core.parameters import ChoiceParameter
from ludograph.engine.blocks.pairs import Pair, free, is_empty, lowest_of, size_of, with_node
from ludograph.engine.blocks.placing import wide_generate_places
from ludograph.engine.declared.fields import WideSides
from ludograph.engine.rules import Moves

SWAP = 127  # the code of the move
SWAPPED: Sequence[int] = ()  # where the swap puts a stone of each node; empty where there is no swap


def generate_stones(s: WideSides, out: Moves, n: int) -> int:
    """A stone on any empty node, or the swap."""
    mine, theirs = Pair(s.mine, s.mine_high), Pair(s.theirs, s.theirs_high)
    if len(SWAPPED) > 0 and s.turn == 1 and is_empty(mine) and size_of(theirs) == 1:
        out[n] = SWAP
        n += 1
    return wide_generate_places(free(theirs, mine), out, n)


def with_stone(s: WideSides, move: int) -> WideSides:
    """The state after one of these moves."""
    if move == SWAP:
        stone = with_node(Pair(0, 0), SWAPPED[lowest_of(Pair(s.theirs, s.theirs_high))])
        return WideSides(0, 0, stone.low, stone.high, 1 - s.turn)
    mine = with_node(Pair(s.mine, s.mine_high), move)
    return WideSides(s.theirs, s.theirs_high, mine.low, mine.high, 1 - s.turn)


# -- what a game declares -----------------------------------------------------------------------------------------

SWAP_PARAMETER = ChoiceParameter("swap", "no", "whether the second side may take over the first stone", ("no", "yes"))


def swap_constants(swap: str, swapped: Sequence[int]) -> dict[str, tuple[int, ...]]:
    """The table of where a stone is put, if there is a swap."""
    return {"SWAPPED": tuple(swapped) if swap == "yes" else ()}
