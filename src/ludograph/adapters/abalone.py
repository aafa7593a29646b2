"""Abalone by its old contract: a table that changes, and a function that answers 1 or 0.

    table = Table()
    apply_move(table, "H1:G1")  # 1: the move was valid and was applied
    apply_move(table, "C3:C4")  # 0: the table is as it was

Whoever wants to know why a move was refused asks ``table.position.play(text)``, which says so.
"""

from __future__ import annotations

from typing import cast

from ludograph.board.graph import Cells
from ludograph.core.game import Position
from ludograph.core.registry import game as game_named
from ludograph.errors import MoveError, UnknownGame
from ludograph.games.abalone.game import LETTERS, SIDES, Abalone
from ludograph.games.abalone.rules import State

EMPTY = "."


class Table:
    """A board to write on: a ``B``, a ``W`` or a dot in each cell, by number.

    ``cells`` read as empty outside the board, and ignore what is written there. ``mine`` is the letter of the side to
    move, ``lost`` counts the pieces of each side that were pushed off.
    """

    def __init__(self, game: str = "abalone/square", position: str | None = None) -> None:
        found = game_named(game)
        if not isinstance(found, Abalone):
            raise UnknownGame(f"{found.id} is not Abalone.")
        self.game: Abalone = found
        self.cells: Cells[str] = found.board.cells(EMPTY)
        self._show(found.start() if position is None else found.parse(position))

    def __getitem__(self, cell: str) -> str:
        """What a cell holds, by its name, such as ``C3``; a cell that isn't there is empty."""
        return self.cells[self._node(cell)]

    def __setitem__(self, cell: str, content: str) -> None:
        """Put a ``B``, a ``W`` or a dot into a cell; nothing happens when it isn't there."""
        if content not in (*LETTERS, EMPTY):
            raise ValueError(f"a cell holds one of {', '.join(LETTERS)} and {EMPTY}, not {content!r}")
        self.cells[self._node(cell)] = content

    @property
    def position(self) -> Position:
        """What is on the table, as a position; InvalidPosition when the rules don't know such a one."""
        labels = self.game.board.labels
        sides = (
            letter + ",".join(label for label, content in zip(labels, self.cells, strict=True) if content == letter)
            for letter in LETTERS
        )
        lost = ",".join(str(self.lost[letter]) for letter in LETTERS)
        moves = f";moves={self._moves}" if self._moves else ""
        return self.game.parse(f"{self.mine}:{'/'.join(sides)}/{lost}{moves}")

    def _show(self, position: Position) -> None:
        for node in range(len(self.cells)):
            self.cells[node] = EMPTY
        state = cast(State, position.state)
        for piece in self.game.pieces(state):
            self.cells[piece.node] = piece.sign
        self.mine = LETTERS[position.seat]
        beside = [piece.sign for piece in self.game.pieces_beside(state)]
        self.lost = {letter: beside.count(letter) for letter in LETTERS}
        self._moves = state.moves

    def _node(self, cell: str) -> int:
        node = self.game.board.index(self.game.normal(cell))
        return self.game.board.outside if node is None else node

    def __repr__(self) -> str:
        return f"<Table of {self.game.id}, {SIDES[LETTERS.index(self.mine)]} to move>"


def apply_move(table: Table, text: str) -> int:
    """1 when the move is valid, and it was applied; 0 when it isn't, and the table is as it was."""
    try:
        after = table.position.play(text)
    except MoveError:
        return 0
    table._show(after)
    return 1
