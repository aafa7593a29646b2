"""The symmetries of a board, found by the board itself.

A motion of the plane, a turn with or without a mirror before it, carries directions to directions. Together with the
place that one node is carried to it settles all others, by walking along the links; so there are but a few to try.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from ludograph.board.graph import ANGLE_TOLERANCE, Board, direction_between, distance_between, turn_between

#: For every node the node that it is carried to.
Symmetry = tuple[int, ...]

#: What lies around a node: by the number of the direction the neighbours there, the nearest first, each with the kind
#: of its link: 1 leads to it, 2 comes from it, 3 is both, 0 none.
Surroundings = Mapping[int, Sequence[tuple[int, int]]]

NONE = -1


def symmetries(board: Board) -> tuple[Symmetry, ...]:
    """All permutations of the nodes that keep links, visibility, the directions of links up to one common turn or
    reflection, and the order of neighbours that lie in one direction.

    Lengths, labels, shades and outlines don't matter. In a board of several pieces the directions between all nodes
    have to be kept, so that the pieces move as one. ``max_turn`` and ``heading`` are the same everywhere; so a symmetry
    carries rays to rays, but for those where a tie was decided by the lower degree.

    They are a group, in the order of their images: the identity is the first. A symmetry carries the set of nodes S to
    ``{symmetry[node] for node in S}``.
    """
    directions, around = _surroundings(board)
    if not directions:
        return (tuple(range(len(board))),)
    kinds = [(node.visible, len(each)) for node, each in zip(board.nodes, around, strict=True)]
    numbers = Counter(kinds)
    start = min(range(len(board)), key=lambda node: numbers[kinds[node]])  # few nodes can be its image
    ends = [node for node in range(len(board)) if kinds[node] == kinds[start]]
    found = {
        symmetry
        for motion in _motions(directions)
        for end in ends
        if (symmetry := _carried(around, kinds, motion, start, end)) is not None
    }
    return tuple(sorted(found))


def _surroundings(board: Board) -> tuple[list[float], list[Surroundings]]:
    """The different directions on the board, and what lies around each node."""
    linked = {(start, link.target) for start, links in enumerate(board.links) for link in links}
    pairs = linked | {(end, start) for start, end in linked}
    if not _is_one_piece(len(board), pairs):
        pairs = {(start, end) for start in range(len(board)) for end in range(len(board)) if start != end}
    nodes = board.nodes
    direction = {pair: direction_between(nodes[pair[0]], nodes[pair[1]]) for pair in pairs}
    directions = _different(sorted(set(direction.values())))
    around: list[defaultdict[int, list[tuple[int, int]]]] = [defaultdict(list) for _ in nodes]
    for start, end in sorted(pairs, key=lambda pair: (distance_between(nodes[pair[0]], nodes[pair[1]]), pair)):
        kind = ((start, end) in linked) + 2 * ((end, start) in linked)
        around[start][_number(directions, direction[start, end])].append((kind, end))
    return directions, list(around)


def _is_one_piece(nodes: int, pairs: set[tuple[int, int]]) -> bool:
    beside = defaultdict(list)
    for start, end in pairs:
        beside[start].append(end)
    seen, waiting = {0}, [0]
    while waiting:
        new = set(beside[waiting.pop()]) - seen
        seen |= new
        waiting += new
    return len(seen) == nodes


def _different(directions: Sequence[float]) -> list[float]:
    """Sorted directions without those that count as the same as the one before, all round."""
    different: list[float] = []
    for direction in directions:
        if not different or direction - different[-1] > ANGLE_TOLERANCE:
            different.append(direction)
    if len(different) > 1 and turn_between(different[0], different[-1]) <= ANGLE_TOLERANCE:
        different.pop()
    return different


def _number(directions: Sequence[float], direction: float) -> int:
    """The number of a direction among those of the board, or NONE."""
    above = bisect_left(directions, direction) % len(directions)
    below = (above or len(directions)) - 1
    near = min(below, above, key=lambda number: turn_between(directions[number], direction))
    # The direction turned, the one turned by and the one found may each be a tolerance away from what they stand for.
    return near if turn_between(directions[near], direction) <= 3 * ANGLE_TOLERANCE else NONE


def _motions(directions: Sequence[float]) -> Iterator[Sequence[int]]:
    """For every motion that carries all directions to directions: the number of the image of each."""
    for sign in (1, -1):
        for first in directions:
            turned = ((sign * (direction - directions[0]) + first) % 360.0 for direction in directions)
            # Most motions miss at once: the directions behind a miss are not looked at.
            numbers = list(takewhile(lambda number: number != NONE, (_number(directions, each) for each in turned)))
            if len(set(numbers)) == len(directions):
                yield numbers


def _carried(
    around: Sequence[Surroundings], kinds: Sequence[object], motion: Sequence[int], start: int, end: int
) -> Symmetry | None:
    """Where a motion carries all nodes when it carries ``start`` to ``end``, if that is a symmetry."""
    images = {start: end}
    waiting = [start]
    while waiting:
        node = waiting.pop()
        image = images[node]
        if kinds[node] != kinds[image]:
            return None
        for direction, neighbours in around[node].items():
            others = around[image].get(motion[direction], ())
            if [kind for kind, _ in neighbours] != [kind for kind, _ in others]:
                return None
            for (_, neighbour), (_, other) in zip(neighbours, others, strict=True):
                if neighbour not in images:
                    images[neighbour] = other
                    waiting.append(neighbour)
                elif images[neighbour] != other:
                    return None
    symmetry = tuple(images[node] for node in range(len(around)))
    return symmetry if len(set(symmetry)) == len(symmetry) else None
