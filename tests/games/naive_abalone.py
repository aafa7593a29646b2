"""What the tests of Abalone share: a second, naive statement of its rules."""

from __future__ import annotations

from itertools import pairwise

import ludograph

START = "BG2,G3,G4,G5,G6,G7,H1,H2,H3,H4,H5,H6,H7,H8/WA1,A2,A3,A4,A5,A6,A7,A8,B2,B3,B4,B5,B6,B7"
SQUARE_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # line and column
HEX_STEPS = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))  # row and diagonal


def texts(position) -> set[str]:
    return {move.text for move in position.moves()}


class Naive:
    """The rules read aloud. A position is the sets of cells of the side to move and of the other side."""

    def __init__(self, game_id: str) -> None:
        game = ludograph.game(game_id)
        self.is_hex = game_id.startswith("abalone/hex")
        self.steps = HEX_STEPS if self.is_hex else SQUARE_STEPS
        if self.is_hex:
            side = game.values["side"]
            rows = range(2 * side - 1)
            self.cells = {(row, number) for row in rows for number in rows if abs(row - number) < side}
        else:
            size = game.values["size"]
            self.cells = {(line, column) for line in range(size) for column in range(size)}

    def label(self, cell: tuple[int, int]) -> str:
        text = f"{'ABCDEFGHIJK'[cell[0]]}{cell[1] + 1}"
        return text.lower() if self.is_hex else text

    def cell(self, label: str) -> tuple[int, int]:
        return "ABCDEFGHIJK".index(label[0].upper()), int(label[1:]) - 1

    def read(self, text: str) -> tuple[set, set]:
        side, _, rest = text.partition(":")
        both = [{self.cell(label) for label in part[1:].split(",") if label} for part in rest.split("/")[:2]]
        return (both[0], both[1]) if side == "B" else (both[1], both[0])

    def groups(self, mine: set) -> set[tuple]:
        """Every one, two or three own pieces in a row, sorted."""
        found = set()
        for cell in mine:
            for step in self.steps:
                group = [cell]
                for _ in range(3):
                    found.add(tuple(sorted(group)))
                    following = plus(group[-1], step)
                    if following not in mine:
                        break
                    group.append(following)
        return found

    def moves(self, mine: set, theirs: set) -> dict[str, tuple[set, set]]:
        """Every move's text with the cells of both sides after it."""
        result = {}
        for group in self.groups(mine):
            for step in self.steps:
                lines = {minus(second, first) for first, second in pairwise(group)}
                if not lines or step in lines or minus((0, 0), step) in lines:
                    after = self.in_line(group, step, mine, theirs)
                else:
                    after = self.to_side(group, step, mine, theirs)
                if after:
                    result[after[0]] = after[1:]
        return result

    def in_line(self, group, step, mine, theirs):
        rear = next(cell for cell in group if minus(cell, step) not in group)
        front = next(cell for cell in group if plus(cell, step) not in group)
        ahead = plus(front, step)
        if ahead not in self.cells or ahead in mine:
            return None
        pushed = []
        while plus(front, step) in theirs:
            front = plus(front, step)
            pushed.append(front)
        behind = plus(front, step)
        if pushed and (len(pushed) >= len(group) or behind in mine):
            return None
        moved = {plus(cell, step) for cell in pushed} & self.cells
        named = plus(rear, step) if self.is_hex else ahead
        text = self.label(rear) + ("" if self.is_hex else ":") + self.label(named)
        return text, mine - {rear} | {ahead}, theirs - set(pushed) | moved

    def to_side(self, group, step, mine, theirs):
        beside = {plus(cell, step) for cell in group}
        if beside - self.cells or beside & (mine | theirs):
            return None
        first, last = group[0], group[-1]
        if self.is_hex:
            text = self.label(first) + self.label(last) + self.label(plus(first, step))
        else:
            text = f"{self.label(first)}:{self.label(plus(last, step))}"
        return text, mine - set(group) | beside, theirs

    def perft(self, mine: set, theirs: set, depth: int) -> int:
        """As long as nothing can be pushed off."""
        moves = self.moves(mine, theirs)
        return len(moves) if depth == 1 else sum(self.perft(after[1], after[0], depth - 1) for after in moves.values())

    def check(self, position) -> None:
        """The listed moves and what they lead to are those of these rules."""
        expected = self.moves(*self.read(str(position)))
        assert texts(position) == set(expected), str(position)
        for move in position.moves():
            own, other = expected[move.text]
            after = position.play(move)
            assert self.read(str(after)) == (other, own), f"{move} in {position}"
            gone = len(position.game.pieces(position.state)) - len(own) - len(other)
            assert len(move.captures) == gone


def plus(cell, step):
    return cell[0] + step[0], cell[1] + step[1]


def minus(cell, step):
    return cell[0] - step[0], cell[1] - step[1]
