"""A second statement of the rules of draughts, cell by cell and as plain as can be: shares nothing with the package."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

Cell = tuple[int, int]  # row from the top, column


class Man(NamedTuple):
    is_white: bool
    is_king: bool


Board = dict[Cell, Man]


class NaiveMove(NamedTuple):
    start: int
    end: int
    taken: frozenset[int]


@dataclass(frozen=True)
class Naive:
    """The row of the table of rules for one variant."""

    size: int = 8
    mirrored: bool = False
    turkish: bool = False
    frisian: bool = False
    men_back: bool = False
    flying: bool = True
    lands_behind: bool = False
    crown_in_passing: bool = False
    removed_at_once: bool = False
    men_spare_kings: bool = False
    precedence: str = "free"

    # -- the board ----------------------------------------------------------------------------------------

    def cells(self) -> list[Cell]:
        every = [(row, column) for row in range(self.size) for column in range(self.size)]
        return [cell for cell in every if self.turkish or (sum(cell) % 2 == 0) == self.mirrored]

    def number(self, cell: Cell) -> int:
        return self.cells().index(cell) + 1

    def cell(self, number: int) -> Cell:
        return self.cells()[number - 1]

    def last_row(self, is_white: bool) -> int:
        return 0 if is_white else self.size - 1

    # -- texts --------------------------------------------------------------------------------------------

    def text(self, board: Board, white_moves: bool) -> str:
        def pieces(is_white: bool) -> str:
            own = sorted((self.number(cell), man.is_king) for cell, man in board.items() if man.is_white == is_white)
            return ",".join(f"{'K' if is_king else ''}{number}" for number, is_king in own)

        return f"{'W' if white_moves else 'B'}:W{pieces(True)}:B{pieces(False)}"

    def parsed(self, text: str) -> tuple[Board, bool]:
        """The board, and whether White is to move; counters behind it are not read."""
        turn, white, black = text.partition(";")[0].split(":")
        board: Board = {}
        for army in (white, black):
            for piece in filter(None, army[1:].split(",")):
                first, _, last = piece.removeprefix("K").partition("-")  # a range of them
                for number in range(int(first), int(last.removeprefix("K") or first) + 1):
                    board[self.cell(number)] = Man(army[0] == "W", piece[0] == "K")
        return board, turn == "W"

    # -- directions: rows grow downwards, so White's forward is -1 ------------------------------------------

    def quiet_directions(self, man: Man) -> list[Cell]:
        forward = -1 if man.is_white else 1
        if self.turkish:
            return [(1, 0), (-1, 0), (0, 1), (0, -1)] if man.is_king else [(forward, 0), (0, 1), (0, -1)]
        rows = (1, -1) if man.is_king else (forward,)
        return [(row, column) for row in rows for column in (1, -1)]

    def capture_directions(self, man: Man) -> list[Cell]:
        king = man._replace(is_king=True)
        directions = self.quiet_directions(king if self.men_back else man)
        return directions + [(2, 0), (-2, 0), (0, 2), (0, -2)] * self.frisian

    # -- moves --------------------------------------------------------------------------------------------

    def moves(self, board: Board, white_moves: bool) -> dict[NaiveMove, Board]:
        """Every legal move with the board after it."""
        if not any(man.is_white != white_moves for man in board.values()):
            return {}
        own = [(cell, man) for cell, man in board.items() if man.is_white == white_moves]
        captures = [capture for cell, man in own for capture in self.captures(board, cell, man)]
        if captures:
            best = max(self.worth(board, board[start], taken) for start, _, _, taken in captures)
            legal = [each for each in captures if self.worth(board, board[each[0]], each[3]) == best]
        else:
            legal = [(cell, end, man, ()) for cell, man in own for end in self.quiet_ends(board, cell, man)]
        found = {}
        for start, end, man, taken in legal:
            after = {cell: other for cell, other in board.items() if cell != start and cell not in taken}
            after[end] = man._replace(is_king=man.is_king or end[0] == self.last_row(white_moves))
            key = NaiveMove(self.number(start), self.number(end), frozenset(map(self.number, taken)))
            found[key] = after
        return found

    def worth(self, board: Board, mover: Man, taken: tuple[Cell, ...]) -> tuple[object, ...]:
        kings = [board[cell].is_king for cell in taken]
        return {
            "free": (),
            "king first": (mover.is_king,),
            "most": (len(taken),),
            "most, kings": (len(taken), sum(kings)),
            "italian": (len(taken), mover.is_king, sum(kings), kings),
            "value": (sum(199 if king else 100 for king in kings), mover.is_king),
        }[self.precedence]

    def quiet_ends(self, board: Board, start: Cell, man: Man) -> Iterator[Cell]:
        for direction in self.quiet_directions(man):
            for end in self.ray(start, direction):
                if end in board:
                    break
                yield end
                if not (man.is_king and self.flying):
                    break

    def ray(self, start: Cell, direction: Cell) -> list[Cell]:
        cells = set(self.cells())
        found = [(start[0] + direction[0], start[1] + direction[1])]
        while found[-1] in cells:
            found.append((found[-1][0] + direction[0], found[-1][1] + direction[1]))
        return found[:-1]

    def captures(self, board: Board, start: Cell, man: Man) -> Iterator[tuple[Cell, Cell, Man, tuple[Cell, ...]]]:
        others = {cell: other for cell, other in board.items() if cell != start}
        for end, after, taken in self.chains(others, start, man, (), None):
            if taken:
                yield start, end, after, taken

    def chains(
        self, board: Board, at: Cell, man: Man, taken: tuple[Cell, ...], came: Cell | None
    ) -> Iterator[tuple[Cell, Man, tuple[Cell, ...]]]:
        """Every way to go on to the end: where, as what, what was taken."""
        hops = self.hops(board, at, man, taken, came)
        if not hops:
            yield at, man, taken
        for direction, victim, landing in hops:
            after = man
            if self.crown_in_passing and landing[0] == self.last_row(man.is_white):
                after = man._replace(is_king=True)
            yield from self.chains(board, landing, after, (*taken, victim), direction)

    def hops(
        self, board: Board, at: Cell, man: Man, taken: tuple[Cell, ...], came: Cell | None
    ) -> list[tuple[Cell, Cell, Cell]]:
        found = []
        for direction in self.capture_directions(man):
            landings = self.landings(board, at, man, taken, came, direction)
            if not landings:
                continue
            goes_on = [
                (victim, landing)
                for victim, landing in landings
                if self.can_go_on(board, landing, man, (*taken, victim), direction)
            ]
            is_choice = man.is_king and self.flying
            found += [(direction, *hop) for hop in (goes_on if goes_on and is_choice else landings)]
        return found

    def can_go_on(self, board: Board, at: Cell, man: Man, taken: tuple[Cell, ...], came: Cell) -> bool:
        return any(self.landings(board, at, man, taken, came, way) for way in self.capture_directions(man))

    def landings(
        self, board: Board, at: Cell, man: Man, taken: tuple[Cell, ...], came: Cell | None, direction: Cell
    ) -> list[tuple[Cell, Cell]]:
        """Victim and landing of each hop in a direction."""
        if self.turkish and came == (-direction[0], -direction[1]):
            return []
        standing = {cell for cell in board if not (self.removed_at_once and cell in taken)}
        ray = self.ray(at, direction)
        if not (man.is_king and self.flying):
            ray = ray[:2]
            if not ray or ray[0] not in standing:
                return []
        before = 0
        while before < len(ray) and ray[before] not in standing:
            before += 1
        if before == len(ray):
            return []
        victim = ray[before]
        if board[victim].is_white == man.is_white or victim in taken:
            return []
        if self.men_spare_kings and board[victim].is_king and not man.is_king:
            return []
        found = []
        for landing in ray[before + 1 :]:
            if landing in standing:
                break
            found.append((victim, landing))
            if self.lands_behind:
                break
        return found


NAIVE = {
    "russian": Naive(men_back=True, crown_in_passing=True),
    "english": Naive(flying=False),
    "international": Naive(size=10, men_back=True, precedence="most"),
    "brazilian": Naive(men_back=True, precedence="most"),
    "canadian": Naive(size=12, men_back=True, precedence="most"),
    "pool": Naive(men_back=True),
    "czech": Naive(precedence="king first"),
    "spanish": Naive(mirrored=True, precedence="most, kings"),
    "portuguese": Naive(mirrored=True, precedence="most, kings"),
    "italian": Naive(mirrored=True, flying=False, men_spare_kings=True, precedence="italian"),
    "thai": Naive(lands_behind=True, removed_at_once=True),
    "frisian": Naive(size=10, men_back=True, frisian=True, precedence="value"),
    "frysk": Naive(size=10, men_back=True, frisian=True, precedence="value"),
    "turkish": Naive(turkish=True, removed_at_once=True, precedence="most"),
}
