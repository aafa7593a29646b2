"""Hash keys of positions: words that differ, but for bad luck, when what they are mixed from differs. For kernels."""

from __future__ import annotations

from ludograph.engine.bits import WORD

FIRST_KEY = 0x9E37_79B9_7F4A_7C15


def mixed(key: int, part: int) -> int:
    """A key that depends on a key and on one word more."""
    key = ((key ^ part) * 0xBF58_476D_1CE4_E5B9) & WORD
    return key ^ (key >> 29)
