"""Rows of pieces that are enclosed between two others, along the rays of any board. For use in kernels."""

from __future__ import annotations

from ludograph.engine.blocks.moving import FIRST_RAY, RAY_NODES, RAY_STARTS, slide_constants

enclosing_constants = slide_constants


def enclosed(node: int, rows_of: int, ends: int) -> int:
    """The nodes of one set that lie in a row from a node on, up to one of the other set, in all directions."""
    found = 0
    for ray in range(FIRST_RAY[node], FIRST_RAY[node + 1]):
        place = RAY_STARTS[ray]
        row = 0
        # OUTSIDE is in no set, so that every row ends.
        while (rows_of >> RAY_NODES[place]) & 1:
            row |= 1 << RAY_NODES[place]
            place += 1
        if (ends >> RAY_NODES[place]) & 1:
            found |= row
    return found
