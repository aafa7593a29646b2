"""Which lines of a board a game uses, for the makers of tables."""

from __future__ import annotations

from collections.abc import Sequence

from ludograph.board.graph import ANGLE_TOLERANCE, Board, direction_between, turn_between


def rays_from(
    board: Board, node: int, directions: Sequence[float] | None = None, *, diagonals: bool = False
) -> list[tuple[int, ...]]:
    """The rays from a node, those over diagonal neighbours too if ``diagonals``, none of them empty.

    With ``directions`` only those whose first step lies in one of them; None are all, the choice for irregular boards.
    """
    rays = [*board.rays(node), *(board.diagonal_rays(node) if diagonals else ())]
    return [ray for ray in rays if ray and (directions is None or _begins_in(board, node, ray[0], directions))]


def _begins_in(board: Board, node: int, first: int, directions: Sequence[float]) -> bool:
    taken = direction_between(board.nodes[node], board.nodes[first])
    return any(turn_between(taken, direction) <= ANGLE_TOLERANCE for direction in directions)
