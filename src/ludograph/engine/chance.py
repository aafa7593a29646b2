"""Random numbers for algorithms: xorshift64*, the same in plain Python and compiled.

The state is a word that must not be 0; ``seeded`` makes one from any number.
"""

from __future__ import annotations

from ludograph.engine.bits import WORD


def seeded(seed: int) -> int:
    """A well-mixed state, never 0, for a seed: one round of splitmix64."""
    word = (seed + 0x9E37_79B9_7F4A_7C15) & WORD
    word = ((word ^ (word >> 30)) * 0xBF58_476D_1CE4_E5B9) & WORD
    word = ((word ^ (word >> 27)) * 0x94D0_49BB_1331_11EB) & WORD
    return (word ^ (word >> 31)) | 1


def advance(word: int) -> int:
    """The next state."""
    word ^= word >> 12
    word ^= (word << 25) & WORD
    return word ^ (word >> 27)


def below(word: int, limit: int) -> int:
    """A number from 0 to ``limit`` - 1 that this state stands for."""
    return (((word * 0x2545_F491_4F6C_DD1D) & WORD) >> 11) % limit
