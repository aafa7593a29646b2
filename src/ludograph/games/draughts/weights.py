"""The weights of each variant's evaluation, in hundredths of a man.

KING: a king; STEP: for each step that a man can make; TEMPO: for being on the move; GUARD: for each man on its back
row; CENTRE: for each man on neither the first nor the last square of its row; ROW: for each row that a man has come;
NEAR_n: for a man that is n rows from being crowned. Places of kings, away from the edge and on the main road, were
tried, too, and were worth nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

NAMES = ("KING", "STEP", "TEMPO", "GUARD", "CENTRE", "ROW", "NEAR_1", "NEAR_2", "NEAR_3", "NEAR_4", "NEAR_5")
#: Set by hand. A king that flies is worth three men, one that goes step by step hardly two.
FLYING = (300, 2, 0, 9, 3, 0, 40, 22, 12, 6, 3)
STEPPING = (170, *FLYING[1:])
#: Found by tools/tune.py, which has found nothing better than FLYING for Russian draughts: benchmarks/results/tune-*.
TUNED = {
    "english": (170, 12, 0, 26, 8, 0, 44, 23, 2, 3, 4),
}


def weights_of(variant: str, *, has_flying_kings: bool) -> Mapping[str, int]:
    by_hand = FLYING if has_flying_kings else STEPPING
    return dict(zip(NAMES, TUNED.get(variant, by_hand), strict=True))
