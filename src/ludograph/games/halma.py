"""Halma for two: men go one step any way or jump over men of either side, as often as they can, to empty squares; who
brings his men into the camp opposite wins: when it is full, with at least one man of his in it. A man who has come to
that camp doesn't leave it any more. Nobody is taken.

By George Howard Monks, about 1884; the end is D. Parlett's, against who leaves a man at home. 19 men each on 16×16
squares; 10 on 8×8, and three on 4×4 to see how it ends.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ludograph.board import Board, grids
from ludograph.board.tables import words
from ludograph.core.parameters import ChoiceParameter
from ludograph.engine.bits import lowest, replaced
from ludograph.engine.blocks.large import (
    BOARD_WORDS,
    MINE,
    THEIRS,
    has_node,
    large_constants,
    large_words,
    lowest_large,
    sides_exchanged,
    with_large_node,
    without_large_node,
)
from ludograph.engine.board_game import OUTSIDE, BoardGame, Code, LargeSides, Moves, Node

TURN = 12
CAMPS: Sequence[int] = ()  # the camp of each seat, as a set
AWAY: Sequence[int] = ()  # for each square and each of the eight ways the square there, or OUTSIDE
ROWS_OF_CAMP = {4: (2, 1), 8: (4, 3, 2, 1), 16: (5, 5, 4, 3, 2)}
NOBODY_ANYWHERE = LargeSides(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)


def is_in_camp(seat: int, node: int) -> bool:
    return CAMPS[seat * BOARD_WORDS + (node >> 6)] >> (node & 63) & 1 != 0


def is_free(s: LargeSides, node: int) -> bool:
    return node != OUTSIDE and not has_node(s, MINE, node) and not has_node(s, THEIRS, node)


def reached_from(s: LargeSides, source: int) -> LargeSides:
    """Where jumps lead to, as the first set of a state; the second are those from which one might go on."""
    found = with_large_node(with_large_node(NOBODY_ANYWHERE, MINE, source), THEIRS, source)
    node = source
    while node != OUTSIDE:
        found = without_large_node(found, THEIRS, node)
        for way in range(8):
            over = AWAY[8 * node + way]
            to = AWAY[8 * over + way]
            is_jump = over != source and over != OUTSIDE and not is_free(s, over) and is_free(s, to)
            if is_jump and not has_node(found, MINE, to):
                found = with_large_node(with_large_node(found, MINE, to), THEIRS, to)
        node = lowest_large(found, THEIRS)
    return found


def has_arrived(s: LargeSides, side: int, seat: int) -> bool:
    """Whether the camp of a seat is full, with men of a side among them."""
    arrived = 0
    for word in range(BOARD_WORDS):
        camp = CAMPS[seat * BOARD_WORDS + word]
        if camp & ~(s[MINE + word] | s[THEIRS + word]):
            return False
        arrived |= camp & s[side + word]
    return arrived != 0


def generate_from(s: LargeSides, source: int, out: Moves, n: int) -> int:
    found = reached_from(s, source)
    for way in range(8):
        if is_free(s, AWAY[8 * source + way]):
            found = with_large_node(found, MINE, AWAY[8 * source + way])
    found = without_large_node(found, MINE, source)
    stays = is_in_camp(1 - s.turn, source)
    for word in range(BOARD_WORDS):
        targets = found[MINE + word]
        if stays:
            targets &= CAMPS[(1 - s.turn) * BOARD_WORDS + word]
        while targets:
            out[n] = source | (word << 6 | lowest(targets)) << 9
            n += 1
            targets &= targets - 1
    return n


def generate(s: LargeSides, out: Moves, n: int) -> int:
    if has_arrived(s, THEIRS, s.turn):
        return n
    for word in range(BOARD_WORDS):
        men = s[MINE + word]
        while men:
            n = generate_from(s, word << 6 | lowest(men), out, n)
            men &= men - 1
    return n


def apply(s: LargeSides, move: int) -> LargeSides:
    s = with_large_node(without_large_node(s, MINE, move & 511), MINE, move >> 9)
    return replaced(sides_exchanged(s), TURN, 1 - s.turn)


def winners(s: LargeSides) -> int:
    return 2 >> s.turn


class Halma(BoardGame):
    """Halma for two."""

    name, title, seats = "halma", "Halma", ("White", "Black")
    summary = "step and jump with all men into the camp opposite"
    other_names = ("Hoppity", "хальма", "уголки", "跳棋", "ハルマ")
    parameters = (ChoiceParameter("size", "16", "columns and rows", ("4", "8", "16")),)
    state_type = LargeSides
    takes, repetition_limit = False, 3
    code = Code(source=Node(9), target=Node(9))

    def camp(self, size: int) -> list[int]:
        rows = ROWS_OF_CAMP[size]
        return [column + row * size for row, men in enumerate(rows) for column in range(men)]

    def make_board(self, size: str) -> Board:
        return grids.square(int(size), int(size), links=8)

    def start_state(self) -> LargeSides:
        s: Any = NOBODY_ANYWHERE
        for man in self.camp(int(self.values["size"])):
            s = with_large_node(with_large_node(s, MINE, man), THEIRS, len(self.board) - 1 - man)
        return s  # type: ignore[no-any-return]

    def make_tables(self, size: str) -> Mapping[str, Any]:
        camp, nodes = self.camp(int(size)), len(self.board)
        camps = [sum(1 << man for man in camp), sum(1 << nodes - 1 - man for man in camp)]
        away = [self.board.step(node, 45.0 * way) for node in range(nodes + 1) for way in range(8)]
        constants = large_constants(self.board)
        return {**constants, "CAMPS": large_words(camps, constants["BOARD_WORDS"]), "AWAY": words(away)}

    def faults(self, state: LargeSides) -> Iterator[str]:
        held, men = self.declaration.held(state), len(self.camp(int(self.values["size"])))
        for seat, name in enumerate(self.seats):
            if (number := held[seat].bit_count()) != men:
                yield f"{name} has {number} men, not {men}"
