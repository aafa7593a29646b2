"""Draughts: ``game`` for people, ``variants`` with the facts in which the family differs, and one kernel.

The kernel is ``rules`` with its parts: sets of ``squares``, ``captures``, what counts for ``draws``, ``evaluation``
with its ``weights``, and ``ranks`` for endgames. For people are ``texts``, ``files``, ``chains`` (captures hop by hop)
and ``refusals``.
"""

from ludograph.games.draughts.game import Draughts

__all__ = ["Draughts"]
