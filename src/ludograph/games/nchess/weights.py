"""What the pieces are worth on a map, derived from its tables: the more a piece can reach, the more it is worth.

A node further on along a line counts less, because something may stand before it. On the ordinary board this gives
values close to those that every player knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ludograph.board import tables
from ludograph.games.nchess import codes
from ludograph.games.nchess.tables import Geometry

#: How likely a node of a line is empty.
EMPTY = 0.7
REACH_WORTH = 60.0  # of each node that a piece reaches on average
PLACE_WORTH = 8.0  # of each node that it reaches more than on average where it stands
PAWN_WORTH = 100
#: A king that can be taken is worth more than all the rest.
KING_WORTH = 20_000
#: For a pawn that is so many steps from becoming a piece; less for each further step.
PROMOTION_WORTHS = (0, 90, 45, 24, 12, 6, 3)
KINDS = (codes.KNIGHT, codes.BISHOP, codes.ROOK, codes.QUEEN, codes.KING)
ANY_PAWN = 0  # the place of no piece is that of pawns which have chosen a direction


def constants(geometry: Geometry) -> Mapping[str, Any]:
    """The values of the kinds, and the worth of each player's kinds on each node."""
    reach, chess_map = _reach(geometry), geometry.map
    values = [0] * codes.DIRECTED
    for kind in KINDS:
        values[kind] = round(REACH_WORTH * _average(reach[kind]))
    values[codes.PAWN] = PAWN_WORTH
    values[codes.KING] = 0 if chess_map.has_check else KING_WORTH
    rows = {kind: _places(values[kind], reach[kind]) for kind in KINDS}
    rows[codes.KING] = _shelter(values[codes.KING], reach[codes.QUEEN])
    rows[ANY_PAWN] = [PAWN_WORTH] * geometry.size
    worths: list[int] = []
    for player in range(len(chess_map.players)):
        rows[codes.PAWN] = _pawns(geometry, player)
        worths += [worth for kind in range(codes.DIRECTED) for worth in rows[kind]]
    return {"VALUES": tables.words(values), "WORTHS": tables.words(worths)}


def _reach(geometry: Geometry) -> dict[int, list[float]]:
    """How many nodes each kind reaches from each node, those behind others counted less."""
    straight = [_along(lines) for lines in geometry.straight]
    diagonal = [_along(lines) for lines in geometry.diagonal]
    return {
        codes.KNIGHT: [float(len(ends)) for ends in geometry.knight],
        codes.BISHOP: diagonal,
        codes.ROOK: straight,
        codes.QUEEN: [one + other for one, other in zip(straight, diagonal, strict=True)],
        codes.KING: [float(len(ends)) for ends in geometry.king],
    }


def _along(lines: Iterable[Sequence[int]]) -> float:
    return sum(EMPTY**step for line in lines for step in range(len(line)))


def _average(reach: Sequence[float]) -> float:
    return sum(reach) / len(reach) if reach else 0.0


def _places(value: int, reach: Sequence[float]) -> list[int]:
    """The worth of a kind on each node: more where it reaches more than on average."""
    average = _average(reach)
    return [max(0, round(value + PLACE_WORTH * (here - average))) for here in reach]


def _shelter(value: int, queens: Sequence[float]) -> list[int]:
    """A king stands well where few lines lead to."""
    most = max(queens, default=0.0)
    return [round(value + PLACE_WORTH * (most - here)) for here in queens]


def _pawns(geometry: Geometry, player: int) -> list[int]:
    """The nearer to the end of its way, the better."""
    if not geometry.map.forward:
        return [PAWN_WORTH] * geometry.size
    return [PAWN_WORTH + _promise(geometry, player, node) for node in range(geometry.size)]


def _promise(geometry: Geometry, player: int, node: int) -> int:
    steps = 0
    while steps < len(PROMOTION_WORTHS) and not geometry.promotes(player, node):
        node = geometry.pawn_step(player, node)
        if node == geometry.outside:
            return 0
        steps += 1
    return PROMOTION_WORTHS[steps] if steps < len(PROMOTION_WORTHS) else 0
