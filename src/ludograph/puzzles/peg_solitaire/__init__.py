"""Peg solitaire: the ``game`` and its ``boards``."""

from ludograph.puzzles.peg_solitaire.game import PegSolitaire

__all__ = ["PegSolitaire"]
