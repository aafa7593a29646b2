"""Hexapawn, by Martin Gardner: three pawns each on 3×3 squares; reach the far row or block the other side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ludograph.board import grids, tables
from ludograph.core.moves import Move
from ludograph.draw.picture import Piece, Shape
from ludograph.engine.bits import lowest
from ludograph.engine.kernel_game import KernelGame
from ludograph.errors import IllegalMove, PositionSyntaxError

BOARD = grids.square(3, 3, links=8)
FAR_ROW = (2, 0)

AHEAD: Sequence[int] = ()
TAKES: Sequence[int] = ()
GOALS: Sequence[int] = ()


class State(NamedTuple):
    mine: int
    theirs: int
    turn: int


def generate(s: State, out: Any, n: int) -> int:
    if s.theirs & GOALS[1 - s.turn]:
        return n
    pawns = s.mine
    while pawns:
        start = lowest(pawns)
        pawns &= pawns - 1
        ends = (AHEAD[s.turn * 9 + start] & ~(s.mine | s.theirs)) | (TAKES[s.turn * 9 + start] & s.theirs)
        while ends:
            out[n] = start | (lowest(ends) << 4)
            n += 1
            ends &= ends - 1
    return n


def apply(s: State, move: int) -> State:
    start, end = 1 << (move & 15), 1 << (move >> 4)
    return State(s.theirs & ~end, (s.mine ^ start) | end, 1 - s.turn)


def turn(s: State) -> int:
    return s.turn


def winners(s: State) -> int:
    return 1 << (1 - s.turn)


class Hexapawn(KernelGame):
    name = "hexapawn"
    title = "Hexapawn"
    summary = "three pawns each on 3×3 squares"
    seats = ("White", "Black")
    board = BOARD
    state_type = State
    max_moves = 9

    def constants(self) -> Mapping[str, Any]:
        ahead, takes = [], []
        for side, direction in enumerate((90, 270)):
            for node in range(9):
                ahead.append(tables.mask({BOARD.step(node, direction)} - {BOARD.outside}))
                slanted = {link.target for link in BOARD.links[node] if 0 < abs(link.direction - direction) < 90}
                takes.append(tables.mask(slanted))
            assert len(ahead) == 9 * (side + 1)
        goals = [tables.mask(range(3 * row, 3 * row + 3)) for row in FAR_ROW]
        return {"AHEAD": tables.words(ahead), "TAKES": tables.words(takes), "GOALS": tables.words(goals)}

    def start_state(self) -> State:
        return State(0b111, 0b111000000, 0)

    def move_of(self, state: State, code: int) -> Move:
        source, target = BOARD.label(code & 15), BOARD.label(code >> 4)
        takes = bool(state.theirs >> (code >> 4) & 1)
        text = f"{source}{'x' if takes else '-'}{target}"
        return Move(text, source, target, captures=(target,) if takes else (), hops=(source, target), code=code)

    def why_not(self, state: State, hops: Sequence[str]) -> IllegalMove | None:
        forward = 1 if state.turn == 0 else -1
        files, ranks = zip(*((ord(hop[0]), int(hop[1])) for hop in hops), strict=True)
        bits = [1 << (BOARD.index(hop) or 0) for hop in hops]
        if any(state.theirs >> node & 1 for node in range(9) if node // 3 == FAR_ROW[1 - state.turn]):
            return IllegalMove("The game is over.", reason="game-over")
        if not state.mine & bits[0]:
            return IllegalMove(f"{hops[0]} holds no pawn of yours.", reason="not-yours")
        if len(hops) == 1:
            ends = (end for end in BOARD.labels if end != hops[0] and not self.why_not(state, (hops[0], end)))
            return None if any(ends) else IllegalMove(f"{hops[0]} can't move.", reason="stuck")
        if ranks[1] != ranks[0] + forward or abs(files[1] - files[0]) > 1:
            return IllegalMove("A pawn moves one square forward.", reason="too-far")
        wanted = state.theirs if files[0] != files[1] else ~(state.mine | state.theirs)
        return None if wanted & bits[1] else IllegalMove("A pawn takes only slantwise.", reason="blocked")

    def ending(self, state: State) -> tuple[str, str]:
        return "won", f"{self.seats[1 - state.turn]} wins."

    def write(self, state: State) -> str:
        white, black = (state.mine, state.theirs) if state.turn == 0 else (state.theirs, state.mine)
        rows = "".join("W" if white >> node & 1 else "B" if black >> node & 1 else "." for node in range(9))
        return f"{'WB'[state.turn]}:{rows}"

    def read(self, text: str) -> State:
        side, _, cells = text.partition(":")
        if side not in ("W", "B") or len(cells) != 9 or not set(cells) <= set("WB."):
            raise PositionSyntaxError("The position can't be read", ["it must look like W:WWW...BBB"], text)
        sides = [tables.mask(node for node in range(9) if cells[node] == letter) for letter in "WB"]
        turn = "WB".index(side)
        return State(sides[turn], sides[1 - turn], turn)

    def pieces(self, state: State) -> list[Piece]:
        cells = self.write(state)[2:]
        return [
            Piece(node, "WB".index(cell), Shape.DISC, cell, f"{self.seats['WB'.index(cell)]} pawn")
            for node, cell in enumerate(cells)
            if cell != "."
        ]
