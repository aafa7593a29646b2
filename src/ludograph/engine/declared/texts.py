"""The text of a declared position: ``R:.../.X./...;quiet=3``. The side to move, the rows as they are drawn with a
letter or a dot for each node, and what else matters behind semicolons. Rows of pits have the numbers of their seeds,
with commas between them: ``S:4,4,4/0,0/4,4,4``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from ludograph.board import Board
from ludograph.board.tables import mask
from ludograph.core.texts import counted, quoted, split_counters, with_counters
from ludograph.engine.declared.declaration import Declaration, Set, Standing, nodes_of
from ludograph.engine.declared.fields import Cells, Marks
from ludograph.engine.declared.pits import MOST_SEEDS
from ludograph.errors import InvalidGame, PositionSyntaxError


class PositionTexts:
    """Writes and reads the positions of one game."""

    def __init__(self, declaration: Declaration, board: Board, seats: Sequence[str], empty: str) -> None:
        self.declaration, self.board, self.seats, self.empty = declaration, board, seats, empty
        if len(board) > declaration.reach:
            what = f"{declaration.state.__module__} has a board of {len(board)} nodes"
            raise InvalidGame(f"{what}, but its sets hold {declaration.reach}: add a field of More() behind each.")

    @cached_property
    def seat_letters(self) -> tuple[str, ...]:
        """The first letters of the seats' names, or numbers if these are not different."""
        letters = tuple(seat[0].upper() for seat in self.seats)
        return letters if len(set(letters)) == len(letters) else tuple(map(str, range(1, len(self.seats) + 1)))

    @cached_property
    def letters(self) -> dict[str, Standing]:
        """Everything that can stand on a node, by its letter; InvalidGame when that isn't one letter for each."""
        found: dict[str, Standing] = {}
        for piece in self.declaration.pieces:
            owners = {self.declaration.owner(piece.side, turn) for turn in range(len(self.seats))}
            for standing in (Standing(seat, piece.what) for seat in sorted(owners, key=str)):
                letter = self.letter(standing)
                if len(letter) != 1 or letter == self.empty or found.get(letter, standing) != standing:
                    what = f"{self.declaration.state.__module__} writes a {standing.kind.name} as {quoted(letter)}"
                    raise InvalidGame(f"{what}: declare a letter that nothing else has.")
                found[letter] = standing
        return found

    def letter(self, standing: Standing) -> str:
        """Of a piece: its kind's, large for the first seat and small for the second; else that of its seat."""
        seat, kind = standing
        if seat is None:
            return kind.letter
        if not kind.letter:
            return self.seat_letters[seat]
        return kind.letter.upper() if seat == 0 else kind.letter.lower()

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The nodes as they are drawn, row by row from the top."""
        rows: dict[float, list[int]] = {}
        for index, node in enumerate(self.board.nodes):
            rows.setdefault(round(node.y, 6), []).append(index)
        return tuple(
            tuple(sorted(rows[y], key=lambda node: self.board.nodes[node].x)) for y in sorted(rows, reverse=True)
        )

    def write(self, state: Any) -> str:
        sign_of = {standing: letter for letter, standing in self.letters.items()}
        signs = {node: sign_of[standing] for node, standing in self.declaration.standing(state).items()}
        body = (
            self._piles(state)
            if self.declaration.pits
            else "/".join("".join(signs.get(node, self.empty) for node in row) for row in self.rows)
        )
        side = f"{self.seat_letters[self.declaration.seat_of(state)]}:" if len(self.seats) > 1 else ""
        marks = "".join(f";{name}={labels}" for name, labels in self._marked(state) if labels)
        numbers = self.declaration.values | self.declaration.counters
        return with_counters(side + body + marks, {name: getattr(state, name) for name in numbers})

    def _piles(self, state: Any) -> str:
        seeds = self.declaration.seeds(state)
        return "/".join(",".join(str(seeds[node]) for node in row) for row in self.rows)

    @cached_property
    def marks(self) -> dict[str, Set]:
        return {name: cells for name, cells in self.declaration.sets.items() if isinstance(cells.field, Marks)}

    def _marked(self, state: Any) -> Iterator[tuple[str, str]]:
        for name, cells in self.marks.items():
            yield name, ",".join(map(self.board.label, nodes_of(cells.of(state))))

    def read(self, text: str) -> Any:
        """The state that a text describes; PositionSyntaxError with all its faults when it describes none."""
        faults: list[str] = []
        rest, marks = self._split_marks(text, faults)
        body, numbers = split_counters(rest, self.declaration.values | self.declaration.counters, faults)
        turn, rows = self._turn(body, faults)
        seeds = self._seeds(rows, faults) if self.declaration.pits else []
        pieces = {} if self.declaration.pits else self._pieces(rows, faults)
        if faults:
            raise PositionSyntaxError("The position can't be read", faults, text)
        words = list(self.declaration.made(turn, pieces, numbers))
        for name, nodes in marks.items():
            self.marks[name].put(mask(nodes), words)
        return self.declaration.with_seeds(seeds, self.declaration.state_of(words))

    def _split_marks(self, text: str, faults: list[str]) -> tuple[str, dict[str, list[int]]]:
        """A text without what it says of marks, and the nodes of these."""
        found: dict[str, list[int]] = {}
        others = []
        for part in text.split(";"):
            name, _, labels = part.partition("=")
            if name not in self.marks:
                others.append(part)
                continue
            if name in found:
                faults.append(f"{name} is given twice")
            nodes = [(label, self.board.index(label)) for label in labels.split(",")]
            faults += [f"{quoted(label)} in {name} is no cell of the board" for label, node in nodes if node is None]
            found[name] = [node for _, node in nodes if node is not None]
        return ";".join(others), found

    def faults_of_numbers(self, state: Any) -> Iterator[str]:
        """Where a state has more or fewer pieces than the declaration allows."""
        turn = self.declaration.seat_of(state)
        for side in self.declaration.sides:
            assert isinstance(side.field, Cells)
            owner = self.declaration.owner(side, turn)
            is_owned = owner is not None and len(self.seats) > 1
            who = f"{self.seats[owner or 0]} has" if is_owned else "there are"
            noun = "piece" if is_owned else side.field.kind.name
            number = side.of(state).bit_count()
            if number < side.field.least:
                yield f"{who} {counted(number, noun)}, less than {side.field.least}"
            if side.field.most is not None and number > side.field.most:
                yield f"{who} {counted(number, noun)}, more than {side.field.most}"
        for piece in self.declaration.pieces:
            number = self.declaration.cells_of(piece, state).bit_count()
            owner = self.declaration.owner(piece.side, turn)
            if owner is not None and piece.what.most is not None and number > piece.what.most:
                yield f"{self.seats[owner]} has {counted(number, piece.what.name)}, more than {piece.what.most}"

    def _turn(self, body: str, faults: list[str]) -> tuple[int, str]:
        if len(self.seats) == 1:
            return 0, body
        side, colon, rows = body.partition(":")
        if not colon or side not in self.seat_letters:
            choice = " or ".join(f"{letter}:" for letter in self.seat_letters)
            faults.append(f"it must begin with {choice}, the side to move")
            return 0, rows if colon else body
        return self.seat_letters.index(side), rows

    def _seeds(self, body: str, faults: list[str]) -> list[int]:
        """The seeds in each pit."""
        found = [0] * len(self.board)
        rows = body.split("/")
        if len(rows) != len(self.rows):
            faults.append(f"it has {len(rows)} rows, not {len(self.rows)}")
        for number, (row, nodes) in enumerate(zip(rows, self.rows, strict=False), 1):
            piles = row.split(",")
            if len(piles) != len(nodes):
                faults.append(f"row {number} has {len(piles)} pits, not {len(nodes)}")
            odd = [pile for pile in piles if not re.fullmatch("0|[1-9][0-9]{0,2}", pile) or int(pile) > MOST_SEEDS]
            faults += [f"{quoted(pile)} is no number of seeds from 0 to {MOST_SEEDS}" for pile in odd[:1]]
            for node, pile in zip(nodes, piles, strict=False) if not odd else ():
                found[node] = int(pile)
        return found

    def _pieces(self, body: str, faults: list[str]) -> dict[int, Standing]:
        rows = body.split("/")
        if len(rows) != len(self.rows):
            faults.append(f"it has {len(rows)} rows, not {len(self.rows)}")
        pieces: dict[int, Standing] = {}
        for number, (row, nodes) in enumerate(zip(rows, self.rows, strict=False), 1):
            if len(row) != len(nodes):
                faults.append(f"row {number} has {len(row)} cells, not {len(nodes)}")
            for letter in dict.fromkeys(row):
                if letter != self.empty and letter not in self.letters:
                    faults.append(f"{quoted(letter)} is none of the letters {self.empty}{''.join(self.letters)}")
            pieces |= {node: self.letters[sign] for node, sign in zip(nodes, row, strict=False) if sign in self.letters}
        return pieces
