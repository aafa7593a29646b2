"""Abalone: ``game`` for people, the kernel in ``rules`` and ``evaluation``, the ``boards`` and the ``refusals``."""

from ludograph.games.abalone.game import Abalone

__all__ = ["Abalone"]
