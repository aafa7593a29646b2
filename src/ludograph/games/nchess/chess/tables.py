"""The 8×8 board of chess as tables of sets of squares (bitboards): a1 is bit 0, h1 bit 7, h8 bit 63.

All tables are flat tuples, so that the kernel takes them as they are; they are made from the rays of the board graph.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ludograph.board import grids
from ludograph.board.labels import lower_file_and_rank
from ludograph.board.tables import mask

BOARD = grids.square(8, 8, label=lower_file_and_rank)
SQUARES = BOARD.labels
NODES = range(len(BOARD))

STRAIGHT = (0.0, 90.0, 180.0, 270.0)
DIAGONAL = (45.0, 135.0, 225.0, 315.0)
#: The steps of queens and of knights that lead up the squares' numbers, each as squares to the right and up; the others
#: are their opposites. Those of queens are straight and diagonal by turns.
STEPS_UP = ((1, 0), (1, 1), (0, 1), (-1, 1))
KNIGHT_STEPS_UP = ((-2, 1), (2, 1), (-1, 2), (1, 2))


def squares_of(pieces: int) -> list[int]:
    """The squares of a set, a1 first."""
    found = []
    while pieces:
        found.append((pieces & -pieces).bit_length() - 1)
        pieces &= pieces - 1
    return found


def _ray(square: int, direction: float) -> tuple[int, ...]:
    return BOARD.ray(square, direction) if direction in STRAIGHT else BOARD.diagonal_ray(square, direction)


def _every(of_square: Callable[[int], Iterable[int]]) -> tuple[int, ...]:
    return tuple(mask(of_square(square)) for square in NODES)


def _line(direction: float) -> tuple[int, ...]:
    """The other squares of the line through each square, to both sides."""
    return _every(lambda square: (*_ray(square, direction), *_ray(square, direction + 180.0)))


def _jumps(square: int, steps: Iterable[tuple[int, int]]) -> list[int]:
    rank, file = divmod(square, 8)
    ends = ((file + right, rank + up) for right, up in steps)
    return [8 * to_rank + to_file for to_file, to_rank in ends if 0 <= to_file < 8 and 0 <= to_rank < 8]


def _ends(steps: Iterable[tuple[int, int]], forwards: int) -> tuple[int, ...]:
    """The squares on which each of some steps, or of their opposites, can end."""
    turned = [((forwards * right, forwards * up),) for right, up in steps]
    return tuple(mask(end for square in NODES for end in _jumps(square, step)) for step in turned)


#: For sets of pieces that all go the same way: the set is shifted by so many places, and what left the board cut off.
PLACES = tuple(right + 8 * up for right, up in STEPS_UP)
ENDS_UP, ENDS_DOWN = _ends(STEPS_UP, 1), _ends(STEPS_UP, -1)
KNIGHT_PLACES = tuple(right + 8 * up for right, up in KNIGHT_STEPS_UP)
KNIGHT_ENDS_UP, KNIGHT_ENDS_DOWN = _ends(KNIGHT_STEPS_UP, 1), _ends(KNIGHT_STEPS_UP, -1)
EVERY_SQUARE = mask(NODES)
STRAIGHT_WAYS, DIAGONAL_WAYS = (EVERY_SQUARE, 0) * 2, (0, EVERY_SQUARE) * 2

FILES = _line(90.0)
RANKS = _line(0.0)
RISING = _line(45.0)  # the diagonals in the direction of a1–h8
FALLING = _line(135.0)
DIAGONALS = tuple(rising | falling for rising, falling in zip(RISING, FALLING, strict=True))
STRAIGHTS = tuple(file | rank for file, rank in zip(FILES, RANKS, strict=True))
#: ``LINES[4 * square + way]``: the other squares of the line through a square.
LINES = tuple(line[square] for square in NODES for line in (RANKS, RISING, FILES, FALLING))
KNIGHT_STEPS = (*KNIGHT_STEPS_UP, *((-right, -up) for right, up in KNIGHT_STEPS_UP))
KNIGHT_ENDS = _every(lambda square: _jumps(square, KNIGHT_STEPS))
KING_ENDS = _every(lambda square: (*BOARD.neighbours(square), *BOARD.diagonals(square)))
#: ``PAWN_TAKES[64 * side + square]``: where a pawn of White (0) or Black (1) takes from a square.
PAWN_TAKES = (
    *_every(lambda square: _jumps(square, ((-1, 1), (1, 1)))),
    *_every(lambda square: _jumps(square, ((-1, -1), (1, -1)))),
)


def _rank_ends(inner: int, file: int) -> int:
    """The files that a rook on this file reaches, the six inner files being occupied as the bits say."""
    ends = 0
    for files in (range(file + 1, 8), range(file - 1, -1, -1)):
        for other in files:
            ends |= 1 << other
            if inner << 1 >> other & 1:
                break
    return ends


#: ``RANK_ENDS[8 * inner + file]``: what a rook reaches on its rank, by the occupation of the six inner files.
RANK_ENDS = tuple(_rank_ends(inner, file) for inner in range(64) for file in range(8))


def _pairs() -> tuple[tuple[int, ...], tuple[int, ...]]:
    between, line = [0] * 4096, [0] * 4096
    for first in NODES:
        for direction in STRAIGHT + DIAGONAL:
            ray = _ray(first, direction)
            whole = mask((first, *ray, *_ray(first, (direction + 180.0) % 360.0)))
            for distance, second in enumerate(ray):
                between[64 * first + second] = mask(ray[:distance])
                line[64 * first + second] = whole
    return tuple(between), tuple(line)


#: ``BETWEEN[64 * a + b]``: the squares between two squares; ``LINE``: the whole line through them. Empty when there
#: is no line.
BETWEEN, LINE = _pairs()
