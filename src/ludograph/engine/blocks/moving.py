"""Steps, leaps and slides on any board, as codes ``source | target << TO``. For use in kernels.

Boards of more than 64 nodes, up to 128, have codes ``source | target << WIDE_TO``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ludograph.board import tables
from ludograph.board.graph import Board
from ludograph.engine.bits import lowest
from ludograph.engine.blocks.connection import NEIGHBOURS, connection_constants, neighbours_of_node, visible_mask
from ludograph.engine.blocks.listing import list_each, wide_list_each
from ludograph.engine.blocks.pairs import (
    Pair,
    common,
    is_empty,
    is_in,
    lowest_of,
    wide_tables,
    with_node,
    without_lowest,
)
from ludograph.engine.blocks.rays import rays_from
from ludograph.engine.rules import Moves

if TYPE_CHECKING:
    from ludograph.board.tables import Words

TO, WIDE_TO = 6, 7

# Bound for each game by step_constants (NEIGHBOURS), leap_constants and slide_constants.
LEAPS: Sequence[int] = ()  # the nodes that a leap leads to from each node
LEAPS_HIGH: Sequence[int] = ()
FIRST_RAY: Sequence[int] = ()  # the number of each node's first ray; one more for the end
RAY_STARTS: Sequence[int] = ()  # the place of each ray's first node
RAY_NODES: Sequence[int] = ()  # rays one behind the other, OUTSIDE behind each
# Bound by full_slide_constants, beside FIRST_RAY.
LONGEST_RAY = 0
EVEN_RAYS: Sequence[int] = ()  # rays one behind the other, all of that length, filled up with OUTSIDE


def source_of(code: int) -> int:
    return code & 63


def target_of(code: int) -> int:
    return (code >> TO) & 63


def generate_to(source: int, targets: int, out: Moves, n: int) -> int:
    """Moves from one node to each of a set."""
    return list_each(source, targets, TO, out, n)


def generate_steps(pieces: int, targets: int, out: Moves, n: int) -> int:
    """Moves of pieces to neighbours in a set, the empty nodes say."""
    while pieces:
        source = lowest(pieces)
        pieces &= pieces - 1
        n = generate_to(source, NEIGHBOURS[source] & targets, out, n)
    return n


def generate_leaps(pieces: int, targets: int, out: Moves, n: int) -> int:
    """Moves of pieces by a leap into a set, whatever stands between."""
    while pieces:
        source = lowest(pieces)
        pieces &= pieces - 1
        n = generate_to(source, LEAPS[source] & targets, out, n)
    return n


def generate_slides(pieces: int, through: int, onto: int, out: Moves, n: int) -> int:
    """Moves of pieces along rays, as :func:`slides` tells."""
    while pieces:
        source = lowest(pieces)
        pieces &= pieces - 1
        n = generate_to(source, slides(source, through, onto), out, n)
    return n


def slides(source: int, through: int, onto: int) -> int:
    """The nodes that a slide reaches: along each ray those of a set, the empty ones say, and the first that is not of
    it if it is of ``onto``: what can be taken, or 0."""
    reached = 0
    for ray in range(FIRST_RAY[source], FIRST_RAY[source + 1]):
        place = RAY_STARTS[ray]
        # OUTSIDE is in no set, so that every ray ends there.
        while (through >> RAY_NODES[place]) & 1:
            reached |= 1 << RAY_NODES[place]
            place += 1
        reached |= onto & (1 << RAY_NODES[place])
    return reached


def generate_full_slides(pieces: int, through: int, out: Moves, n: int) -> int:
    """Moves of pieces along rays as far as they can go through a set, the empty nodes say."""
    while pieces:
        source = lowest(pieces)
        pieces &= pieces - 1
        n = generate_to(source, full_slides(source, through), out, n)
    return n


def full_slides(source: int, through: int) -> int:
    """The last node of a set that each ray reaches through nodes of that set."""
    reached = 0
    for ray in range(FIRST_RAY[source], FIRST_RAY[source + 1]):
        first = ray * LONGEST_RAY
        is_free = 1
        last = 0
        # Always to the end of the ray: a few steps in vain cost less than a wrong guess where it is stopped.
        for step in range(LONGEST_RAY):
            node = EVEN_RAYS[first + step]
            is_free &= through >> node
            last = node if is_free else last
        reached |= (through >> EVEN_RAYS[first] & 1) << last
    return reached


# -- up to 128 nodes ----------------------------------------------------------------------------------------------


def wide_source_of(code: int) -> int:
    return code & 127


def wide_target_of(code: int) -> int:
    return (code >> WIDE_TO) & 127


def wide_generate_to(source: int, targets: Pair, out: Moves, n: int) -> int:
    """:func:`generate_to` for up to 128 nodes."""
    return wide_list_each(source, targets, WIDE_TO, out, n)


def wide_generate_steps(pieces: Pair, targets: Pair, out: Moves, n: int) -> int:
    """:func:`generate_steps` for up to 128 nodes."""
    while not is_empty(pieces):
        source = lowest_of(pieces)
        pieces = without_lowest(pieces)
        n = wide_generate_to(source, common(neighbours_of_node(source), targets), out, n)
    return n


def wide_generate_leaps(pieces: Pair, targets: Pair, out: Moves, n: int) -> int:
    """:func:`generate_leaps` for up to 128 nodes."""
    while not is_empty(pieces):
        source = lowest_of(pieces)
        pieces = without_lowest(pieces)
        n = wide_generate_to(source, common(Pair(LEAPS[source], LEAPS_HIGH[source]), targets), out, n)
    return n


def wide_generate_slides(pieces: Pair, through: Pair, onto: Pair, out: Moves, n: int) -> int:
    """:func:`generate_slides` for up to 128 nodes."""
    while not is_empty(pieces):
        source = lowest_of(pieces)
        pieces = without_lowest(pieces)
        n = wide_generate_to(source, wide_slides(source, through, onto), out, n)
    return n


def wide_slides(source: int, through: Pair, onto: Pair) -> Pair:
    """:func:`slides` for up to 128 nodes."""
    reached = Pair(0, 0)
    for ray in range(FIRST_RAY[source], FIRST_RAY[source + 1]):
        place = RAY_STARTS[ray]
        while is_in(through, RAY_NODES[place]):
            reached = with_node(reached, RAY_NODES[place])
            place += 1
        if is_in(onto, RAY_NODES[place]):
            reached = with_node(reached, RAY_NODES[place])
    return reached


def wide_generate_full_slides(pieces: Pair, through: Pair, out: Moves, n: int) -> int:
    """:func:`generate_full_slides` for up to 128 nodes."""
    while not is_empty(pieces):
        source = lowest_of(pieces)
        pieces = without_lowest(pieces)
        n = wide_generate_to(source, wide_full_slides(source, through), out, n)
    return n


def wide_full_slides(source: int, through: Pair) -> Pair:
    """:func:`full_slides` for up to 128 nodes."""
    reached = Pair(0, 0)
    for ray in range(FIRST_RAY[source], FIRST_RAY[source + 1]):
        steps = 0
        while steps < LONGEST_RAY and is_in(through, EVEN_RAYS[ray * LONGEST_RAY + steps]):
            steps += 1
        if steps > 0:
            reached = with_node(reached, EVEN_RAYS[ray * LONGEST_RAY + steps - 1])
    return reached


# -- the tables ---------------------------------------------------------------------------------------------------


def step_constants(board: Board) -> dict[str, Words]:
    """The table of steps, which is that of connection, for boards of up to 128 nodes."""
    return connection_constants(board)


def leap_constants(board: Board, ways: Iterable[Sequence[float]]) -> dict[str, Words]:
    """The table of leaps, for boards of up to 128 nodes. A way is the directions of the steps that lead there one after
    the other, over whatever stands or lies between: a knight's are (0, 0, 90), (0, 0, 270), (90, 90, 0), …"""
    each_way = tuple(ways)
    ends = ([end_of(board, node, way) for way in each_way] for node in range(len(board)))
    return wide_tables("LEAPS", (visible_mask(board, nodes) & ~(1 << node) for node, nodes in enumerate(ends)))


def end_of(board: Board, node: int, way: Iterable[float]) -> int:
    """Where steps in these directions lead, or OUTSIDE."""
    for direction in way:
        node = board.step(node, direction)
    return node


def slide_constants(
    board: Board, directions: Sequence[float] | None = None, *, diagonals: bool = False
) -> dict[str, Words]:
    """The tables of slides, for boards of any size; :func:`rays_from` tells along which rays."""
    first, lists = tables.rays(board, lambda node: rays_from(board, node, directions, diagonals=diagonals))
    return {"FIRST_RAY": first, "RAY_STARTS": lists.starts, "RAY_NODES": lists.nodes}


def full_slide_constants(
    board: Board, directions: Sequence[float] | None = None, *, diagonals: bool = False
) -> dict[str, Any]:
    """The tables of slides as far as they go; :func:`rays_from` tells along which rays."""
    rays = [rays_from(board, node, directions, diagonals=diagonals) for node in range(len(board))]
    longest = max((len(ray) for of_node in rays for ray in of_node), default=0)
    even = [(*ray, *[board.outside] * (longest - len(ray))) for of_node in rays for ray in of_node]
    first = [sum(map(len, rays[:node])) for node in range(len(board) + 1)]
    return {
        "LONGEST_RAY": longest,
        "FIRST_RAY": tables.words(first),
        "EVEN_RAYS": tables.words([node for ray in even for node in ray]),
    }
