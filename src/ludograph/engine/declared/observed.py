"""What a learner sees of a state, as a kernel function: the planes of :mod:`views`, but as small numbers and never
turned, because actions name the cells as they are; so the last plane tells which seat is to move, if there are several.

Pieces and marks are 1; a small value, or how many pieces are in a hand, fills its plane. Puzzles whose words only the
rules can read, and that don't tell what stands on a node, show the bits of these words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludograph.board.tables import WORD_BITS
from ludograph.engine.bits import spread
from ludograph.engine.declared.contents import DECLARED_CONTENTS, DECLARED_PLAIN, declared_cells
from ludograph.engine.rules import Distances, State, game

if TYPE_CHECKING:
    from ludograph.engine.kernel_game import KernelGame

MOST_SEEN = 255  # larger numbers are seen as this one

# Bound for each game by ``observed_constants``.
OBSERVED_SEATS = 1
OBSERVED_NODES = 1
OBSERVED_SIZE = 0  # of all planes together
OBSERVED_SET_WORDS = 1  # of each set that have nodes
OBSERVED_IS_CLEARED = 1  # there are planes of which not every node is written
OBSERVED_BY_SETS = 0  # the pieces are where the declared sets say
OBSERVED_BY_CONTENT = 0  # ``content`` tells what stands on a node
OBSERVED_BY_PARTS = 0  # … or which parts what stands there has
OBSERVED_STRIDE = 1  # how many contents there are, and nothing
OBSERVED_PLANES: tuple[int, ...] = ()  # for each seat that looks and each content its plane
OBSERVED_FIRST_MARK = 0
OBSERVED_MARKS: tuple[int, ...] = ()  # for each set of marks and each word of it the place in the state
OBSERVED_FIRST_VALUE = 0
OBSERVED_VALUES = 0  # how many there are
OBSERVED_VALUE_PLACES: tuple[int, ...] = ()  # for each seat that looks and each to move their places in the state
OBSERVED_FIRST_BIT = 0
OBSERVED_BITS: tuple[int, ...] = ()  # 64 times the place of a word, and the number of the bit


def observed_size() -> int:
    return OBSERVED_SIZE


def observed_seats() -> int:
    return OBSERVED_SEATS


def observe(s: State, viewer: int, out: Distances, at: int) -> None:
    """Write all planes from a place on, as a seat sees them."""
    if OBSERVED_IS_CLEARED:
        for place in range(OBSERVED_SIZE):
            out[at + place] = 0
    turn = game.turn(s)
    if OBSERVED_BY_SETS:
        for piece in range(len(DECLARED_PLAIN)):
            number = DECLARED_CONTENTS[turn * len(DECLARED_PLAIN) + piece]
            plane = at + OBSERVED_PLANES[viewer * OBSERVED_STRIDE + number] * OBSERVED_NODES
            for word in range(OBSERVED_SET_WORDS):
                show_set(declared_cells(s, piece, word), word, out, plane)
    if OBSERVED_BY_CONTENT:
        for node in range(OBSERVED_NODES):
            standing = game.content(s, node)
            if standing != 0:
                plane = OBSERVED_PLANES[viewer * OBSERVED_STRIDE + standing]
                out[at + plane * OBSERVED_NODES + node] = 1
    if OBSERVED_BY_PARTS:
        for node in range(OBSERVED_NODES):
            parts = (game.content(s, node) - 1) & ((1 << OBSERVED_BY_PARTS) - 1)
            for part in range(OBSERVED_BY_PARTS):
                out[at + part * OBSERVED_NODES + node] = (parts >> part) & 1
    for mark in range(len(OBSERVED_MARKS) // OBSERVED_SET_WORDS):
        plane = at + (OBSERVED_FIRST_MARK + mark) * OBSERVED_NODES
        for word in range(OBSERVED_SET_WORDS):
            show_set(s[OBSERVED_MARKS[mark * OBSERVED_SET_WORDS + word]], word, out, plane)
    for number in range(OBSERVED_VALUES):
        value = s[OBSERVED_VALUE_PLACES[(viewer * OBSERVED_SEATS + turn) * OBSERVED_VALUES + number]]
        fill(min(value, MOST_SEEN), out, at + (OBSERVED_FIRST_VALUE + number) * OBSERVED_NODES)
    for number in range(len(OBSERVED_BITS)):
        bit = (s[OBSERVED_BITS[number] // WORD_BITS] >> (OBSERVED_BITS[number] % WORD_BITS)) & 1
        fill(bit, out, at + (OBSERVED_FIRST_BIT + number) * OBSERVED_NODES)
    if OBSERVED_SEATS > 1:
        fill(turn, out, at + OBSERVED_SIZE - OBSERVED_NODES)


def show_set(cells: int, word: int, out: Distances, plane: int) -> None:
    """Write all nodes of one of a set's words, whether they are in it or not."""
    if (word + 1) * WORD_BITS <= OBSERVED_NODES:
        spread(cells, out, plane + word * WORD_BITS, WORD_BITS)
    else:
        spread(cells, out, plane + word * WORD_BITS, OBSERVED_NODES % WORD_BITS)


def fill(number: int, out: Distances, plane: int) -> None:
    for node in range(OBSERVED_NODES):
        out[plane + node] = number


def observed_constants(kernel_game: KernelGame) -> dict[str, Any]:
    """What the functions are bound to for a game."""
    view, declaration = kernel_game.view, kernel_game.declaration
    seats, nodes = len(kernel_game.seats), len(kernel_game.board)
    fields = list(declaration.fields)
    words = -(-nodes // WORD_BITS)
    contents = kernel_game.contents
    by_parts = view.parts
    by_sets = "content" not in kernel_game.rules and bool(declaration.pieces)
    by_content = not by_sets and not by_parts and "content" in kernel_game.all_rules()
    planes = [
        0 if piece is None or by_parts else view.plane_of(piece, viewer)
        for viewer in range(seats)
        for piece in (None, *contents)
    ]
    value_places = [
        fields.index(name) for viewer in range(seats) for turn in range(seats) for name in view.values_for(turn, viewer)
    ]
    pieces, marks, values = len(view.piece_names), len(view.marks), len(view.values)
    return {
        "OBSERVED_SEATS": seats,
        "OBSERVED_NODES": nodes,
        "OBSERVED_SIZE": (len(view.names) + (seats > 1)) * nodes,
        "OBSERVED_SET_WORDS": words,
        "OBSERVED_IS_CLEARED": int(not by_sets or pieces != len(declaration.pieces)),
        "OBSERVED_BY_SETS": int(by_sets),
        "OBSERVED_BY_CONTENT": int(by_content),
        "OBSERVED_BY_PARTS": by_parts,
        "OBSERVED_STRIDE": len(contents) + 1,
        "OBSERVED_PLANES": tuple(planes),
        "OBSERVED_FIRST_MARK": pieces,
        "OBSERVED_MARKS": tuple(place for name in view.marks for place in declaration.sets[name].places[:words]),
        "OBSERVED_FIRST_VALUE": pieces + marks,
        "OBSERVED_VALUES": values,
        "OBSERVED_VALUE_PLACES": tuple(value_places),
        "OBSERVED_FIRST_BIT": pieces + marks + values,
        "OBSERVED_BITS": tuple(place * WORD_BITS + bit for place, bit in view.bits),
    }
