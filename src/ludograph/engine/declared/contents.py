"""What stands where, as kernel functions: so that a compiled game tells it without Python, in a page for example."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ludograph.board.tables import WORD_BITS
from ludograph.engine.bits import replaced
from ludograph.engine.declared.declaration import Declaration, Set, Standing
from ludograph.engine.declared.fields import Marks, Value
from ludograph.engine.rules import State, game

NO_KIND = 255

# Bound for each game by ``content_constants``.
DECLARED_TURN = 0  # the word of the seat
DECLARED_WORDS = 1  # of every set
DECLARED_SIDES: tuple[int, ...] = ()  # for each kind of piece and each word the place of its side's nodes …
DECLARED_KINDS: tuple[int, ...] = ()  # … and of its kind's
DECLARED_PLAIN: tuple[int, ...] = ()  # 1 for pieces that are of none of the kinds
DECLARED_EVERY_KIND: tuple[int, ...] = ()  # the places of all kinds, word by word
DECLARED_CONTENTS: tuple[int, ...] = ()  # for each seat to move and each kind of piece its number among the contents
CONTENT_PIECES: tuple[int, ...] = ()  # for each seat to move and each content its number among the kinds of pieces
CONTENT_STRIDE = 1  # how many contents there are, and nothing
CONTENT_EXTRAS: tuple[int, ...] = ()  # the places of marks and of small values


def turn(s: State) -> int:
    """The word that is declared as the seat."""
    return s[DECLARED_TURN]


def declared_cells(s: State, piece: int, word: int) -> int:
    """Where the pieces of a kind are, in one of the words of a set."""
    cells = s[DECLARED_SIDES[piece * DECLARED_WORDS + word]]
    kind = DECLARED_KINDS[piece * DECLARED_WORDS + word]
    if kind != NO_KIND:
        return cells & s[kind]
    if DECLARED_PLAIN[piece]:
        for other in range(word, len(DECLARED_EVERY_KIND), DECLARED_WORDS):
            cells &= ~s[DECLARED_EVERY_KIND[other]]
    return cells


def content(s: State, node: int) -> int:
    """The number of what stands on a node, among the game's contents; 0 for nothing."""
    for piece in range(len(DECLARED_PLAIN)):
        if (declared_cells(s, piece, node // WORD_BITS) >> (node % WORD_BITS)) & 1:
            return DECLARED_CONTENTS[game.turn(s) * len(DECLARED_PLAIN) + piece]
    return 0


def placed(s: State, node: int, number: int) -> State:
    """The state with one more of the contents on a node."""
    piece = CONTENT_PIECES[game.turn(s) * CONTENT_STRIDE + number] * DECLARED_WORDS + node // WORD_BITS
    bit = 1 << (node % WORD_BITS)
    side = DECLARED_SIDES[piece]
    kind = DECLARED_KINDS[piece]
    s = replaced(s, side, s[side] | bit)
    if kind != NO_KIND:
        s = replaced(s, kind, s[kind] | bit)
    return s


def extra(s: State) -> int:
    """Not 0 where a mark or a small value is."""
    found = 0
    for place in range(len(CONTENT_EXTRAS)):
        found |= s[CONTENT_EXTRAS[place]]
    return found


def contents_of(declaration: Declaration, seats: int) -> list[Standing]:
    """All that can stand on a node: number 1 is the first."""
    found = dict[Standing, None]()
    for turn_ in range(seats):
        for piece in declaration.pieces:
            found[Standing(declaration.owner(piece.side, turn_), piece.what)] = None
    return sorted(found, key=lambda standing: (standing.seat is None, standing.seat or 0))


def content_constants(declaration: Declaration, seats: int) -> dict[str, Any]:
    """What the functions are bound to for a game."""
    words = max(1, declaration.reach // WORD_BITS)
    contents = contents_of(declaration, seats)
    numbers = [
        1 + contents.index(Standing(declaration.owner(piece.side, turn_), piece.what))
        for turn_ in range(seats)
        for piece in declaration.pieces
    ]
    return {
        "DECLARED_TURN": declaration.seat_place or 0,
        "DECLARED_WORDS": words,
        "DECLARED_SIDES": tuple(place for piece in declaration.pieces for place in _places(piece.side, words)),
        "DECLARED_KINDS": tuple(place for piece in declaration.pieces for place in _places(piece.kind, words)),
        "DECLARED_PLAIN": tuple(int(piece.is_plain) for piece in declaration.pieces),
        "DECLARED_EVERY_KIND": tuple(place for kind in declaration.kinds for place in _places(kind, words)),
        "DECLARED_CONTENTS": tuple(numbers),
        "CONTENT_STRIDE": len(contents) + 1,
        "CONTENT_PIECES": tuple(_inverse(numbers, len(contents), seats)),
        "CONTENT_EXTRAS": tuple(
            place for place, field in enumerate(declaration.fields.values()) if isinstance(field, Marks | Value)
        ),
    }


def _inverse(numbers: Sequence[int], contents: int, seats: int) -> Iterator[int]:
    """For each seat to move and each content, from 0 on, which kind of piece it is."""
    pieces = len(numbers) // seats
    for turn_ in range(seats):
        own = list(numbers[turn_ * pieces : (turn_ + 1) * pieces])
        yield from (own.index(number) if number in own else 0 for number in range(contents + 1))


def _places(cells: Set | None, words: int) -> tuple[int, ...]:
    return (NO_KIND,) * words if cells is None else cells.places[:words]
