"""Trimok: ``game`` for people, the kernel in ``rules`` and ``evaluation``."""

from ludograph.games.trimok.game import Trimok

__all__ = ["Trimok"]
