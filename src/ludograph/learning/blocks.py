"""Groups of neighbouring nodes, found on the board's graph: what a learned evaluation looks at.

Blocks are chosen so that pairs of nodes that are near each other are seen together, the nearer the oftener, and so that
with each block all its images under the symmetries of the game are there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from ludograph.board.graph import Board

Block = tuple[int, ...]

#: What it is worth to see two nodes together, by the links between them; and more if they are in one line.
WORTH = {1: 1.0, 2: 0.5, 3: 0.1}
WORTH_IN_LINE = 0.4
FURTHEST_IN_LINE = 3
#: So many of the most compact blocks are kept while they grow from a node.
BEAM = 6
SHORTEST_LINE = 3


def chosen_blocks(
    board: Board, size: int, most: int, motions: Iterable[Sequence[int]], *, has_lines: bool
) -> list[Block]:
    """About so many blocks of at most this size, with all their images; and as many more as it takes to see every
    node. Rows are among them, and count, only where lines are wanted."""
    size = min(size, len(board))
    worth = _worth(board, WORTH_IN_LINE if has_lines else 0.0)
    carried = list(dict.fromkeys(map(tuple, motions)))
    candidates = {*_compact(board, size, worth), *(_lines(board, size) if has_lines else ())}
    orbits = sorted({_orbit(block, carried) for block in candidates}, key=sorted)
    seen = dict.fromkeys(worth, 0)
    nodes_left, found = set(range(len(board))), list[Block]()

    def gain(orbit: frozenset[Block]) -> float:
        """What a block of an orbit adds: less of what was seen before, and nodes above all that were not."""
        pairs = (pair for block in orbit for pair in combinations(block, 2))
        new = sum(worth[pair] / (1 + seen[pair]) ** 2 for pair in pairs if pair in worth)
        unseen = len(nodes_left & {node for block in orbit for node in block})
        return (new + (unseen if len(found) >= most else 0) * len(board)) / len(orbit)

    while orbits and (len(found) < most or nodes_left):
        best = max(orbits, key=gain)
        orbits.remove(best)
        found += sorted(best)
        nodes_left -= {node for block in best for node in block}
        for pair in (pair for block in best for pair in combinations(block, 2)):
            seen[pair] = seen.get(pair, 0) + 1
    return found


def _orbit(block: Block, motions: Iterable[Sequence[int]]) -> frozenset[Block]:
    return frozenset(tuple(sorted(motion[node] for node in block)) for motion in motions)


def _worth(board: Board, in_line: float) -> dict[tuple[int, int], float]:
    """What it is worth to see a pair of nodes together, where it is worth anything."""
    found = dict[tuple[int, int], float]()
    for start in range(len(board)):
        seen, edge = {start}, {start}
        for distance in range(1, max(WORTH) + 1):
            edge = {other for node in edge for other in board.neighbours(node)} - seen
            seen |= edge
            found |= {(start, other): WORTH[distance] for other in edge if start < other}
        for ray in (*board.rays(start), *board.diagonal_rays(start)):
            for other in ray[:FURTHEST_IN_LINE]:
                pair = min(start, other), max(start, other)
                found[pair] = found.get(pair, 0.0) + in_line / 2  # each end sees the other
    return found


def _compact(board: Board, size: int, worth: dict[tuple[int, int], float]) -> Iterator[Block]:
    """The most compact connected blocks of a size around each node."""

    def inner(block: frozenset[int]) -> float:
        return sum(worth.get(pair, 0.0) for pair in combinations(sorted(block), 2))

    for start in range(len(board)):
        blocks = {frozenset([start])}
        for _ in range(size - 1):
            grown = {block | {other} for block in blocks for node in block for other in board.neighbours(node)} - blocks
            wider = {block for block in grown if len(block) > len(next(iter(blocks)))}
            if not wider:
                break  # a part of the board that is no larger
            blocks = set(sorted(wider, key=lambda block: (-inner(block), sorted(block)))[:BEAM])
        yield from (tuple(sorted(block)) for block in blocks)


def _lines(board: Board, size: int) -> Iterator[Block]:
    """Nodes in a row, as many as a block may have or as the row has."""
    for node in range(len(board)):
        for ray in (*board.rays(node), *board.diagonal_rays(node)):
            line = (node, *ray)[:size]
            if len(line) >= min(SHORTEST_LINE, size):
                yield tuple(sorted(line))
