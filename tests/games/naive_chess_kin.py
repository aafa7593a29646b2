"""A second, naive statement of the rules of those relatives of chess that python-chess doesn't know: cells in a
dictionary, every move tried, and a king in danger if some reply takes it. It shares nothing with the package."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

Cell = tuple[int, int]
ORTHOGONAL = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
JUMPS = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
GOLD = [*ORTHOGONAL, (1, 1), (-1, 1)]


@dataclass
class Variant:
    width: int
    height: int
    steps: dict[str, list[Cell]]  # one step or leap; y is ahead
    rides: dict[str, list[Cell]] = field(default_factory=dict)
    promotion: tuple[int, str] = (99, "")  # from which row on pawns become what
    castles: dict[str, tuple[int, int, int, int]] = field(default_factory=dict)  # letter: columns of king and rook
    doubles: bool = False


VARIANTS = {
    "xiangqi": Variant(9, 10, {}, {"R": ORTHOGONAL}),
    "makruk": Variant(8, 8, {"M": DIAGONAL, "S": [*DIAGONAL, (0, 1)], "N": JUMPS, "K": ORTHOGONAL + DIAGONAL},
                      {"R": ORTHOGONAL}, (5, "M")),
    "shatranj": Variant(8, 8, {"Q": DIAGONAL, "B": [(2 * x, 2 * y) for x, y in DIAGONAL], "N": JUMPS,
                               "K": ORTHOGONAL + DIAGONAL}, {"R": ORTHOGONAL}, (7, "Q")),
    "los-alamos": Variant(6, 6, {"N": JUMPS, "K": ORTHOGONAL + DIAGONAL},
                          {"R": ORTHOGONAL, "Q": ORTHOGONAL + DIAGONAL}, (5, "QRN")),
    "capablanca": Variant(10, 8, {"N": JUMPS, "A": JUMPS, "C": JUMPS, "K": ORTHOGONAL + DIAGONAL},
                          {"R": ORTHOGONAL, "C": ORTHOGONAL, "B": DIAGONAL, "A": DIAGONAL,
                           "Q": ORTHOGONAL + DIAGONAL}, (7, "QRBNAC"), {"k": (5, 8, 9, 7), "q": (5, 2, 0, 3)}, True),
    "minishogi": Variant(5, 5, {"P": [(0, 1)], "G": GOLD, "S": [*DIAGONAL, (0, 1)], "+P": GOLD, "+S": GOLD,
                                "+B": ORTHOGONAL, "+R": DIAGONAL, "K": ORTHOGONAL + DIAGONAL},
                         {"B": DIAGONAL, "+B": DIAGONAL, "R": ORTHOGONAL, "+R": ORTHOGONAL}),
}  # fmt: skip


class Naive:
    """A position: read from a FEN, and asked for its moves and what they lead to."""

    def __init__(self, name: str, fen: str) -> None:
        self.name, self.variant = name, VARIANTS[name]
        placement, side, rights, passed, *_ = fen.split()
        self.mover = "wb".index(side)
        self.rights = rights.strip("-")
        self.passed = None if passed == "-" else ("abcdefghij".index(passed[0]), int(passed[1:]) - 1)
        rows, _, pocket = placement.partition("[")
        self.hand = list(pocket.rstrip("]"))
        self.cells: dict[Cell, str] = {}
        for y, row in enumerate(reversed(rows.split("/"))):
            x, plus, number = 0, "", ""
            for sign in row + " ":
                if sign.isdigit():
                    number += sign
                    continue
                x += int(number or 0)
                number = ""
                if sign == "+":
                    plus = "+"
                elif sign != " ":
                    self.cells[x, y] = plus + sign
                    x, plus = x + 1, ""

    # -- helpers ------------------------------------------------------------------------------------------

    def owner(self, cell: Cell) -> int | None:
        piece = self.cells.get(cell)
        return None if piece is None else int(piece[-1].islower())

    def on_board(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.variant.width and 0 <= cell[1] < self.variant.height

    def row(self, cell: Cell, side: int) -> int:
        """The row as a side counts it, from its own edge."""
        return self.variant.height - 1 - cell[1] if side else cell[1]

    def copy(self) -> Naive:
        twin = object.__new__(Naive)
        twin.__dict__.update(self.__dict__, cells=dict(self.cells), hand=list(self.hand))
        return twin

    # -- where pieces go, whatever becomes of the king ----------------------------------------------------

    def targets(self, cell: Cell) -> Iterator[Cell]:
        side, letter = self.owner(cell), self.cells[cell].upper()
        assert side is not None
        reach = self.xiangqi_targets if self.name == "xiangqi" and letter != "R" else self.grid_targets
        for target in reach(cell, letter, side):
            if self.on_board(target) and self.owner(target) != side:
                yield target

    def grid_targets(self, cell: Cell, letter: str, side: int) -> Iterator[Cell]:
        x, y = cell
        up = -1 if side else 1
        if letter == "P" and "P" not in self.variant.steps:
            yield from self.pawn_targets(cell, side, up)
        for dx, dy in self.variant.steps.get(letter, ()):
            yield x + dx, y + dy * up
        for dx, dy in self.variant.rides.get(letter, ()):
            ahead = x + dx, y + dy
            while self.on_board(ahead):
                yield ahead
                if ahead in self.cells:
                    break
                ahead = ahead[0] + dx, ahead[1] + dy

    def pawn_targets(self, cell: Cell, side: int, up: int) -> Iterator[Cell]:
        x, y = cell
        if (x, y + up) not in self.cells:
            yield x, y + up
            if self.variant.doubles and self.row(cell, side) == 1 and (x, y + 2 * up) not in self.cells:
                yield x, y + 2 * up
        for target in ((x - 1, y + up), (x + 1, y + up)):
            if target in self.cells or (target == self.passed and side == self.mover):
                yield target

    def xiangqi_targets(self, cell: Cell, letter: str, side: int) -> Iterator[Cell]:
        x, y = cell
        up = -1 if side else 1
        if letter == "P":
            yield x, y + up
            if self.row(cell, side) >= 5:
                yield from ((x - 1, y), (x + 1, y))
        if letter in "KA":
            for dx, dy in ORTHOGONAL if letter == "K" else DIAGONAL:
                if 3 <= x + dx <= 5 and self.row((x, y + dy), side) <= 2:
                    yield x + dx, y + dy
        if letter == "K":  # face to face the one general would take the other
            ahead = x, y + up
            while self.on_board(ahead) and ahead not in self.cells:
                ahead = x, ahead[1] + up
            if self.cells.get(ahead, "").upper() == "K":
                yield ahead
        if letter == "B":
            for dx, dy in DIAGONAL:
                if (x + dx, y + dy) not in self.cells and self.row((x, y + 2 * dy), side) <= 4:
                    yield x + 2 * dx, y + 2 * dy
        if letter == "N":
            for dx, dy in ORTHOGONAL:
                if (x + dx, y + dy) not in self.cells:
                    yield from ((x + 2 * dx + ex, y + 2 * dy + ey) for ex, ey in ((dy, dx), (-dy, -dx)))
        if letter == "C":
            for dx, dy in ORTHOGONAL:
                over, ahead = 0, (x + dx, y + dy)
                while self.on_board(ahead):
                    if ahead in self.cells:
                        over += 1
                        if over == 2:
                            yield ahead
                    elif not over:
                        yield ahead
                    ahead = ahead[0] + dx, ahead[1] + dy

    # -- moves --------------------------------------------------------------------------------------------

    def is_checked(self, side: int) -> bool:
        king = "k" if side else "K"
        for cell, piece in self.cells.items():
            if int(piece[-1].islower()) != side and any(self.cells.get(to) == king for to in self.targets(cell)):
                return True
        return False

    def moves(self) -> dict[str, Naive]:
        """What follows by each legal move, by its text; none when the game is over."""
        if self.name == "shatranj" and self.is_decided():
            return {}
        found = {text: after for text, after in self.all_moves() if not after.is_checked(self.mover)}
        if self.name == "minishogi":
            mates = [text for text, after in found.items() if text.startswith("P@") and after.is_mated()]
            found = {text: after for text, after in found.items() if text not in mates}
        return found

    def is_decided(self) -> bool:
        """Whether a bare king has lost, or both are bare."""
        mine, theirs = ([c for c in self.cells if self.owner(c) == side] for side in (self.mover, 1 - self.mover))
        if len(theirs) == 1:
            return True
        if len(mine) > 1:
            return False
        after_all = (after for _, after in self.all_moves() if not after.is_checked(self.mover))
        return all(sum(after.owner(c) == 1 - self.mover for c in after.cells) > 1 for after in after_all)

    def is_mated(self) -> bool:
        """Whether no move helps against a check."""
        return self.is_checked(self.mover) and all(after.is_checked(self.mover) for _, after in self.all_moves())

    def all_moves(self) -> Iterator[tuple[str, Naive]]:
        for cell, piece in self.cells.items():
            if self.owner(cell) == self.mover:
                for target in self.targets(cell):
                    for becomes in self.choices(piece, cell, target):
                        after = self.moved(cell, target)
                        kind = becomes if becomes != "+" else "+" + piece
                        if becomes:
                            after.cells[target] = kind.lower() if self.mover else kind.upper()
                        yield name_of(cell) + name_of(target) + becomes.lower(), after
        yield from self.castlings()
        yield from self.drops()

    def choices(self, piece: str, cell: Cell, target: Cell) -> list[str]:
        row, becomes = self.variant.promotion
        if piece.upper() == "P" and self.row(target, self.mover) >= row:
            return list(becomes)
        if self.name != "minishogi" or piece.upper() not in "PSBR":
            return [""]
        if self.row(target, self.mover) == 4:
            return ["+"] if piece.upper() == "P" else ["", "+"]
        return ["", "+"] if self.row(cell, self.mover) == 4 else [""]

    def moved(self, cell: Cell, target: Cell) -> Naive:
        after = self.copy()
        piece = after.cells.pop(cell)
        taken = after.cells.pop(target, None)
        if piece in "Pp" and target == self.passed:
            del after.cells[target[0], cell[1]]
        after.cells[target] = piece
        if taken and self.name == "minishogi":
            after.hand.append(taken[-1].swapcase())
        after.mover = 1 - self.mover
        after.passed = None
        if self.variant.doubles and piece in "Pp" and abs(cell[1] - target[1]) == 2:
            after.passed = cell[0], (cell[1] + target[1]) // 2
        for letter, (king, _, rook, _) in self.variant.castles.items():
            for name, y in ((letter.upper(), 0), (letter, self.variant.height - 1)):
                if {cell, target} & {(king, y), (rook, y)}:
                    after.rights = after.rights.replace(name, "")
        return after

    def castlings(self) -> Iterator[tuple[str, Naive]]:
        y = self.variant.height - 1 if self.mover else 0
        for letter, (king, king_to, rook, rook_to) in self.variant.castles.items():
            if (letter if self.mover else letter.upper()) not in self.rights:
                continue
            between = range(min(king, rook) + 1, max(king, rook))
            passed = range(min(king, king_to), max(king, king_to) + 1)
            if any((x, y) in self.cells for x in between):
                continue
            if any(self.is_checked(self.mover) if x == king else self.moved((king, y), (x, y)).is_checked(self.mover)
                   for x in passed):  # fmt: skip
                continue
            after = self.moved((king, y), (king_to, y))
            after.cells[rook_to, y] = after.cells.pop((rook, y))
            yield name_of((king, y)) + name_of((king_to, y)), after

    def drops(self) -> Iterator[tuple[str, Naive]]:
        for letter in {each for each in self.hand if int(each.islower()) == self.mover}:
            for x in range(self.variant.width):
                has_pawn = any(self.cells.get((x, y)) == letter for y in range(self.variant.height))
                for y in range(self.variant.height):
                    is_bad_pawn = letter in "Pp" and (has_pawn or self.row((x, y), self.mover) == 4)
                    if (x, y) not in self.cells and not is_bad_pawn:
                        after = self.copy()
                        after.cells[x, y] = letter
                        after.hand.remove(letter)
                        after.mover = 1 - self.mover
                        yield f"{letter.upper()}@{name_of((x, y))}", after

    def facts(self) -> tuple[object, ...]:
        """What has to be the same; a pawn to be taken in passing shows in the moves."""
        return self.cells, sorted(self.hand), self.mover, set(self.rights)


def name_of(cell: Cell) -> str:
    return f"{'abcdefghij'[cell[0]]}{cell[1] + 1}"


def perft(position: Naive, depth: int) -> int:
    return 1 if depth == 0 else sum(perft(after, depth - 1) for after in position.moves().values())
