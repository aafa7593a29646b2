"""The ways of one piece on an empty map, for people who want to see where lines lead before they play on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from ludograph.games.nchess.map_file import Pawns
from ludograph.games.nchess.tables import Geometry

STRAIGHT_MOVERS, DIAGONAL_MOVERS = "RQ", "BQ"

Action = Literal["any", "move", "take"]


@dataclass(frozen=True)
class Way:
    """The nodes that a piece passes, one after the other, from next to it to the end.

    Each of them is a place to stop at, unless the piece ``jumps``: then only the last one is. On ``any`` way it moves
    and takes; pawns have ways on which they only ``move`` or ``take``.
    """

    nodes: tuple[int, ...]
    action: Action = "any"
    jumps: bool = False

    @property
    def targets(self) -> tuple[int, ...]:
        return self.nodes[-1:] if self.jumps else self.nodes


def ways_of(geometry: Geometry, letter: str, player: int, node: int) -> list[Way]:
    """All ways of a piece from a node, as if nothing else stood on the map; castling is none of them."""
    if letter == "P":
        return list(_free_pawn_ways(geometry, node) if _is_free(geometry) else _pawn_ways(geometry, player, node))
    if letter == "N":
        return [Way(way, jumps=True) for way in geometry.knight_ways(node)]
    if letter == "K":
        return _single_steps(geometry.king[node])
    lines = [*(geometry.straight[node] if letter in STRAIGHT_MOVERS else ())]
    lines += geometry.diagonal[node] if letter in DIAGONAL_MOVERS else ()
    return [Way(line) for line in lines]


def _is_free(geometry: Geometry) -> bool:
    return geometry.map.pawns is Pawns.FREE


def _single_steps(nodes: Iterable[int], action: Action = "any") -> list[Way]:
    return [Way((end,), action) for end in nodes]


def _free_pawn_ways(geometry: Geometry, node: int) -> Iterator[Way]:
    """Those of a pawn that hasn't chosen its direction."""
    yield from _single_steps(geometry.near(node))


def _pawn_ways(geometry: Geometry, player: int, node: int) -> Iterator[Way]:
    ahead = (geometry.pawn_step(player, node), geometry.pawn_jump(player, node))
    steps = tuple(end for end in ahead if end != geometry.outside)
    if steps:
        yield Way(steps, "move")
    yield from _single_steps(geometry.pawn_takes(player, node), "take")
