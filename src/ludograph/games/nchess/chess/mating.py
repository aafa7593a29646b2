"""Whether a side could still mate, for whom the other one runs out of time (FIDE's laws, 6.9)."""

from __future__ import annotations

from ludograph.games.nchess.chess.attacks import State, side_of
from ludograph.games.nchess.chess.rules import LIGHT_SQUARES


def can_mate(s: State, side: int) -> bool:
    """Whether a side's pieces can mate at all, if the other side helps. A piece that the other side has left may stand
    in its own king's way: only because of it can a lone knight or bishops of one colour mate."""
    mine = side_of(s, side)
    theirs = side_of(s, 1 - side)
    if mine & (s.pawns | s.rooks | s.queens):
        return True
    if knights := mine & s.knights:
        is_alone = (mine & ~s.kings).bit_count() == 1 and knights.bit_count() == 1
        return not is_alone or theirs & ~(s.kings | s.queens) != 0
    if mine & s.bishops:
        are_of_one_colour = s.bishops & LIGHT_SQUARES in (0, s.bishops)
        return not are_of_one_colour or s.pawns | s.knights != 0
    return False
