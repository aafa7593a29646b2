"""The table of facts about the variants of draughts, their boards, and the tables of their kernels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

from ludograph.board import Board, grids, tables
from ludograph.board.labels import lower_file_and_rank

# The directions of the side at the bottom of the board, those of its men first; the one behind is 3 - direction.
DIAGONALS = (135.0, 45.0, 225.0, 315.0)
ORTHOGONALS = (90.0, 180.0, 0.0, 270.0)

WHITE, BLACK = "White", "Black"


@dataclass(frozen=True)
class Precedence:
    """What is worth how much in a capture: only captures of the greatest value are legal."""

    rule: str = ""
    man: int = 0
    king: int = 0
    by_king: int = 0
    early: int = 0


FREE = Precedence()
KING_FIRST = Precedence("a king that can capture goes before a man", by_king=1)
MOST = Precedence("the most pieces must be taken", man=1, king=1)
MOST_THEN_KINGS = Precedence(
    "the most pieces must be taken, and among these captures the most kings", man=1 << 4, king=(1 << 4) + 1
)
ITALIAN = Precedence(
    "the most pieces must be taken; then with a king; then the most kings; then kings as early as possible",
    man=1 << 17, king=(1 << 17) + (1 << 12), by_king=1 << 16, early=1 << 11,
)  # fmt: skip
FRISIAN = Precedence(
    "the greatest value must be taken, a king being worth a little less than two men; then with a king",
    man=200, king=398, by_king=1,
)  # fmt: skip


@dataclass(frozen=True)
class Draws:
    """After how many moves of each side a match is drawn; 0: there is no such rule."""

    quiet: int = 0  # only kings moved, and nothing was taken
    three_kings: int = 0  # three kings or more against one king alone
    three_pieces: int = 0  # three pieces, a king among them, against one king alone
    road: int = 0  # three pieces against one king alone that is on the main road
    two_pieces: int = 0  # two pieces or one against one king alone
    five_pieces: int = 0  # four or five pieces, kings on both sides
    seven_pieces: int = 0  # six or seven pieces, kings on both sides


RUSSIAN_DRAWS = Draws(quiet=15, three_kings=15, road=5, two_pieces=5, five_pieces=30, seven_pieces=60)


@dataclass(frozen=True)
class Variant:
    """One kind of draughts."""

    line: str
    pdn_game_type: int
    size: int = 8
    rows: int = 3  # of men on each side
    first_row: int = 0  # the rows behind them
    mirrored: bool = False
    is_turkish: bool = False  # all squares are played on, along ranks and files
    dark_begins: bool = False
    men_capture_back: bool = False
    captures_in_eight_directions: bool = False
    has_flying_kings: bool = True
    lands_behind: bool = False
    crowns_in_capture: bool = False
    men_spare_kings: bool = False
    removes_at_once: bool = False
    turns_back: bool = True
    precedence: Precedence = FREE
    king_run: int = 0
    draws: Draws = field(default=Draws())
    most_men: int = 0  # that a side may have in a position, where that is more than it begins with

    @cached_property
    def board(self) -> Board:
        if not self.is_turkish:
            return grids.dark_squares(self.size, mirrored=self.mirrored)
        grid = grids.square(self.size, self.size, first_row="top", label=self._file_and_rank)
        nodes = [replace(node, shade=grids.DARK) for node in grid.nodes]  # the Turkish board has but one colour
        links = [(start, link.target) for start, links in enumerate(grid.links) for link in links]
        return Board(nodes, links, name=grid.name)

    def _file_and_rank(self, column: int, row: int) -> str:
        return lower_file_and_rank(column, self.size - 1 - row)

    @property
    def traits(self) -> frozenset[str]:
        """What is true of it, in words that the text of the rules asks for."""
        facts = {name.replace("_", "-") for name, value in vars(self).items() if value is True}
        return frozenset(facts | ({"free-choice"} if self.precedence == FREE else set()))

    @property
    def seats(self) -> tuple[str, str]:
        return (BLACK, WHITE) if self.dark_begins else (WHITE, BLACK)

    @property
    def squares_in_row(self) -> int:
        return self.size if self.is_turkish else self.size // 2

    @property
    def pieces(self) -> int:
        """The most pieces of a side."""
        return max(self.most_men, self.rows * self.squares_in_row)

    def home(self, seat: int) -> range:
        """The nodes of a side's men at the beginning."""
        first, width = self.first_row * self.squares_in_row, self.rows * self.squares_in_row
        if self.seats[seat] == BLACK:
            return range(first, first + width)
        return range(len(self.board) - first - width, len(self.board) - first)

    def last_row(self, seat: int) -> range:
        """The nodes where a side's men are crowned."""
        if self.seats[seat] == BLACK:
            return range(len(self.board) - self.squares_in_row, len(self.board))
        return range(self.squares_in_row)

    @property
    def steps(self) -> list[Callable[[int], int]]:
        """For each direction, seen from below, the way from a node to the next."""
        board = self.board
        straight = ORTHOGONALS if self.is_turkish else DIAGONALS
        ways: list[Callable[[int], int]] = [partial(board.step, direction=to) for to in straight]
        if self.captures_in_eight_directions:
            ways += [partial(self._two_cells, direction=to) for to in ORTHOGONALS]
        return ways

    def _two_cells(self, node: int, direction: float) -> int:
        """The dark square two cells away along a rank or a file, by way of either side."""
        board, sides = self.board, (direction + 45.0, direction - 45.0)
        ends = (board.step(board.step(node, one % 360.0), other % 360.0) for one, other in (sides, sides[::-1]))
        return next((end for end in ends if end != board.outside), board.outside)

    @cached_property
    def main_road(self) -> frozenset[int]:
        """The nodes of the diagonal from corner to corner."""
        corners = [node for node, links in enumerate(self.board.links) if len(links) == 1]
        return frozenset(corners).union(*(self.board.rays(corner)[0] for corner in corners))

    def constants(self, draws: Draws) -> Mapping[str, Any]:
        """The facts as the kernel wants them."""
        board = self.board
        places = len(board) + 1
        step = self._step_tables()
        directions = len(self.steps)
        men_steps = 3 if self.is_turkish else 2
        men_captures = directions if self.men_capture_back else men_steps

        bits = [1 << node for node in range(len(board))] + [0]
        return {
            "WIDE": int(len(board) > tables.WORD_BITS),
            **_words("ALL", tables.mask(range(len(board)))),
            "PLACES": places,
            "DIRECTIONS": directions,
            "MEN_STEPS": men_steps,
            "MEN_CAPTURES": men_captures,
            "KING_STEPS": 4,
            "FLYING": int(self.has_flying_kings),
            "LANDS_BEHIND": int(self.lands_behind),
            "AT_ONCE": int(self.removes_at_once),
            "TURNS_BACK": int(self.turns_back),
            "CROWNS_IN_CAPTURE": int(self.crowns_in_capture),
            "MEN_SPARE_KINGS": int(self.men_spare_kings),
            "SCORED": int(self.precedence != FREE),
            "MAN_VALUE": self.precedence.man,
            "KING_VALUE": self.precedence.king,
            "BY_KING": self.precedence.by_king,
            "EARLY": self.precedence.early,
            "PIECES": self.pieces,
            "KING_RUN": self.king_run,
            **_word_tables("BIT", bits),
            "STEP": tables.words([end for ends in step for end in ends]),
            **_shift_tables(len(board), step),
            **_word_tables("LAST_ROW", [tables.mask(self.last_row(seat)) for seat in range(2)]),
            **self._limits(draws),
        }

    def _step_tables(self) -> list[list[int]]:
        """For each side and node the next node in each direction; the side at the top sees the board turned."""
        board, places = self.board, range(len(self.board) + 1)

        def turned(node: int) -> int:
            return node if node == board.outside else len(board) - 1 - node

        seen_from_below = [[way(node) for way in self.steps] for node in places]
        seen_from_above = [[turned(end) for end in seen_from_below[turned(node)]] for node in places]
        if self.dark_begins:
            return seen_from_above + seen_from_below
        return seen_from_below + seen_from_above

    def _limits(self, draws: Draws) -> dict[str, int]:
        limits = {f"{name.upper()}_LIMIT": 2 * moves for name, moves in vars(draws).items()}
        return {
            **limits,
            "COUNTS_QUIET": int(draws.quiet > 0),
            "COUNTS_SAME": int(any(moves for name, moves in vars(draws).items() if name != "quiet")),
            "MAIN_ROAD": tables.mask(self.main_road if draws.road else ()),
        }


def _words(name: str, nodes: int) -> dict[str, int]:
    """A set of up to 128 nodes as the two constants of the kernel."""
    return {name: nodes % 2**tables.WORD_BITS, f"{name}_HIGH": nodes >> tables.WORD_BITS}


def _word_tables(name: str, sets: Iterable[int]) -> dict[str, Any]:
    """The same for a table of sets."""
    pairs = [tuple(_words("", nodes).values()) for nodes in sets]
    return {name: tables.words([low for low, _ in pairs]), f"{name}_HIGH": tables.words([high for _, high in pairs])}


def _shift_tables(nodes: int, step: Sequence[Sequence[int]]) -> dict[str, Any]:
    """For each side and direction the nodes in groups, by how far their numbers are from the next node's."""
    groups: list[dict[int, int]] = []
    for first in (0, nodes + 1):
        for ends in zip(*step[first : first + nodes], strict=True):
            by_shift: dict[int, int] = {}
            for node, end in enumerate(ends):
                if end != nodes:
                    by_shift[end - node] = by_shift.get(end - node, 0) | 1 << node
            groups.append(by_shift)
    most = max(map(len, groups))
    padded = [(shift, start) for group in groups for shift, start in [*group.items(), *[(0, 0)] * (most - len(group))]]
    return {
        "GROUPS": most,
        **_word_tables("FROM", [start for _, start in padded]),
        "DOWN": tables.words([max(0, -shift) for shift, _ in padded]),
        "UP": tables.words([max(0, shift) for shift, _ in padded]),
    }


VARIANTS: dict[str, Variant] = {
    "russian": Variant(
        "flying kings, men capture backwards and are crowned in mid-capture",
        25, men_capture_back=True, crowns_in_capture=True, draws=RUSSIAN_DRAWS,
    ),
    "english": Variant(
        "or American checkers: kings go one step, men capture forwards only; dark begins",
        21, dark_begins=True, has_flying_kings=False, draws=Draws(quiet=40),
    ),
    "international": Variant(
        "on 10×10 squares: flying kings, the most pieces must be taken",
        20, size=10, rows=4, men_capture_back=True, precedence=MOST,
        draws=Draws(quiet=25, three_pieces=16, two_pieces=5),
    ),
    "brazilian": Variant(
        "the international rules on 8×8 squares",
        26, men_capture_back=True, precedence=MOST, draws=Draws(quiet=20, two_pieces=5),
    ),
    "pool": Variant(
        "American pool checkers: flying kings, men capture backwards, free choice; dark begins",
        23, dark_begins=True, men_capture_back=True, draws=Draws(quiet=40, three_kings=13),
    ),
    "canadian": Variant(
        "the international rules on 12×12 squares",
        27, size=12, rows=5, men_capture_back=True, precedence=MOST,
        draws=Draws(quiet=25, three_pieces=16, two_pieces=5),
    ),
    "czech": Variant(
        "flying kings, men capture forwards only, a king captures before a man",
        29, precedence=KING_FIRST, draws=Draws(quiet=15),
    ),
    "spanish": Variant(
        "on the mirrored board: flying kings, most pieces and then most kings must be taken",
        24, mirrored=True, precedence=MOST_THEN_KINGS, draws=Draws(quiet=20, three_kings=12),
    ),
    "portuguese": Variant(
        "the Spanish rules under the number that PDN files give to the Portuguese game",
        28, mirrored=True, precedence=MOST_THEN_KINGS, draws=Draws(quiet=20, three_kings=12),
    ),
    "italian": Variant(
        "on the mirrored board: kings go one step, a man can't take a king, strict precedence",
        22, mirrored=True, has_flying_kings=False, men_spare_kings=True, precedence=ITALIAN, draws=Draws(quiet=40),
    ),
    "thai": Variant(
        "eight men each; a flying king lands right behind what it takes; dark begins",
        31, rows=2, dark_begins=True, lands_behind=True, removes_at_once=True, draws=Draws(quiet=20), most_men=12,
    ),
    "frisian": Variant(
        "on 10×10 squares: captures along ranks and files, too; the greatest value must be taken",
        40, size=10, rows=4, men_capture_back=True, captures_in_eight_directions=True, precedence=FRISIAN, king_run=3,
        draws=Draws(quiet=25),
    ),
    "frysk": Variant(
        "Frysk!: Frisian draughts with five men on each side at the beginning",
        97, size=10, rows=1, men_capture_back=True, captures_in_eight_directions=True, precedence=FRISIAN, king_run=3,
        draws=Draws(quiet=25), most_men=20,
    ),
    "turkish": Variant(
        "on all 64 squares along ranks and files: men go forwards and sideways, the most pieces must be taken",
        30, rows=2, first_row=1, is_turkish=True, removes_at_once=True, turns_back=False, precedence=MOST,
        draws=Draws(quiet=25),
    ),
}  # fmt: skip
