"""Draughts."""

from __future__ import annotations
from typing import Any
from collections.abc import Mapping
from ludograph.engine.kernel_game import KernelGame
from ludograph.core.moves import Move
from ludograph.games._draughts_rules import State, apply, count, drawn, generate, turn, winners
from ludograph.games._draughts_variants import VARIANTS
from ludograph.games import _draughts_rules as kernel

class Draughts(KernelGame):
    name = "draughts"
    title = "Draughts"
    summary = "x"
    variants = {name: v.line for name, v in VARIANTS.items()}
    state_type = State
    max_moves = kernel.MOST_CAPTURES + kernel.MOST_HOPS
    def __init__(self, variant=None, **values):
        super().__init__(variant, **values)
        self.facts = VARIANTS[self.variant]
        self.seats = self.facts.seats
        self.board = self.facts.board
    def constants(self):
        return self.facts.constants(self.facts.draws)
    def start_state(self):
        a, b = (sum(1 << n for n in self.facts.home(seat)) for seat in range(2))
        M = 2**64-1
        return State(a & M, b & M, 0, a >> 64, b >> 64, 0, 0, 0, 0, 0)
    def move_of(self, state, code):
        return Move(f"{code&127}x{code>>7&127}x{code>>15}", "1", "2", code=code)
    def ending(self, state): return "x", "y"
    def read(self, text): ...
    def write(self, state): return str(state)
    def pieces(self, state): return []
    def why_not(self, state, hops): return None
