"""Puzzles whose states say what they are: a state, rules and a board, and all the rest follows, as for games.

    def generate(s: State, out: Moves, n: int) -> int: …
    def apply(s: State, move: int) -> State: …
    def is_solution(s: State) -> bool: …

A puzzle with moves that no move takes back says ``is_reversible = False`` and has ``generate_back`` and
``apply_back``, too: of the moves that lead here, the same codes as of those that lead on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from ludograph.core.moves import Move, MoveKind
from ludograph.draw.picture import TILE_COLOURED, Piece
from ludograph.engine.board_game import BoardGame
from ludograph.engine.declared.declaration import Standing
from ludograph.engine.kernel_puzzle import KernelPuzzle


class BoardPuzzle(KernelPuzzle, BoardGame):
    """A puzzle on a board, with everything that its declarations tell."""

    takes = False
    is_dense = False
    #: The numbers of tile colours for pieces, by their letters.
    tints: ClassVar[Mapping[str, int]] = {}

    def all_constants(self) -> Mapping[str, Any]:
        ranks = {"RANKS": self.derived_ranks.number} if self.derived_ranks else {}
        return {**ranks, **super().all_constants()}

    def move_of(self, state: Any, code: int) -> Move:
        """As games write it: by the fields of the code."""
        return BoardGame.move_of(self, state, code)

    def moves_of(self, state: Any, kind: MoveKind) -> Iterator[Move]:
        """A move is bidirectional when some move leads back; what leads here and is no such move is backward."""
        if self.is_reversible:
            yield from super().moves_of(state, kind)
            return
        reached = {code: self.plain.apply(state, code) for code in self.codes(state)}
        for code, after in reached.items():
            returns = any(self.plain.apply(after, each) == state for each in self.codes(after))
            own = MoveKind.BIDIRECTIONAL if returns else MoveKind.FORWARD
            if own in kind:
                yield replace(self.move_of(state, code), kind=own)
        for code in self.back_codes(state) if MoveKind.BACKWARD in kind else ():
            if self.plain.apply_back(state, code) not in reached.values():
                yield self.back_move_of(state, code)

    def back_move_of(self, state: Any, code: int) -> Move:
        return replace(self.move_of(state, code), kind=MoveKind.BACKWARD)

    def piece(self, node: int, standing: Standing) -> Piece:
        piece = super().piece(node, standing)
        tint = self.tints.get(standing.kind.letter)
        if tint is None:
            return piece
        return replace(piece, seat=tint) if piece.shape in TILE_COLOURED else replace(piece, tint=tint)
