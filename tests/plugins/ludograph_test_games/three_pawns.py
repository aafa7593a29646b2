"""Hexapawn by another name, so that it is no game of ours: reach the far row or block the other side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludograph.board import grids
from ludograph.engine.bits import lowest
from ludograph.engine.blocks.moving import generate_to, source_of, target_of
from ludograph.engine.board_game import NODES, BoardGame, Code, Moves, Node, Sides

BOARD = grids.square(3, 3, links=8)
FAR_ROW = (0b111000000, 0b111)

AHEAD: Sequence[int] = ()  # the cell before each node, for White and then for Black
ASLANT: Sequence[int] = ()


def generate(s: Sides, out: Moves, n: int) -> int:
    pawns = 0 if s.theirs & FAR_ROW[1 - s.turn] else s.mine
    while pawns:
        source = lowest(pawns)
        pawns &= pawns - 1
        way = s.turn * NODES + source
        n = generate_to(source, AHEAD[way] & ~(s.mine | s.theirs) | ASLANT[way] & s.theirs, out, n)
    return n


def apply(s: Sides, move: int) -> Sides:
    target = 1 << target_of(move)
    return Sides(s.theirs & ~target, s.mine & ~(1 << source_of(move)) | target, 1 - s.turn)


def winners(s: Sides) -> int:
    return 2 >> s.turn


class ThreePawns(BoardGame):
    name, title, seats = "three-pawns", "Three pawns", ("White", "Black")
    summary = "three pawns each on 3×3 squares"
    board = BOARD
    code = Code(source=Node(), target=Node())

    def start_text(self) -> str:
        return "W:BBB/.../WWW"

    def make_tables(self) -> Mapping[str, Any]:
        ways = [[1 << BOARD.step(n, turn + a) & 511 for a in (45, 90, 135)] for turn in (0, 180) for n in range(9)]
        return {"AHEAD": tuple(way[1] for way in ways), "ASLANT": tuple(way[0] | way[2] for way in ways)}
