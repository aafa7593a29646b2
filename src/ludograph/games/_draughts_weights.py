"""The weights of each variant's evaluation, in men's hundredths.

KING: a king; STEP: for each step that a man can make; TEMPO: to be on the move; GUARD: for each man on its back row;
CENTRE: for each man away from the sides of the board; ROW: for each row that a man has come; NEAR_n: for a man that is
n rows from being crowned; KING_CENTRE: for a king away from the edge; KING_ROAD: for one on the diagonal between two
corners.
"""

from __future__ import annotations

from collections.abc import Mapping

NAMES = (
    "KING", "STEP", "TEMPO", "GUARD", "CENTRE", "ROW",
    "NEAR_1", "NEAR_2", "NEAR_3", "NEAR_4", "NEAR_5", "KING_CENTRE", "KING_ROAD",
)  # fmt: skip
#: A king that flies is worth three men, one that goes step by step hardly two.
FLYING = (300, 2, 0, 9, 3, 0, 40, 22, 12, 6, 3, 0, 0)
STEPPING = (170, *FLYING[1:])
TABLE = {
    "english": STEPPING,
    "italian": STEPPING,
}  # fmt: skip


def weights_of(variant: str) -> Mapping[str, int]:
    return dict(zip(NAMES, TABLE.get(variant, FLYING), strict=True))
