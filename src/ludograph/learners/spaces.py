"""What the environments of Gymnasium and PettingZoo have in common."""

from __future__ import annotations

import gymnasium
import numpy as np

from ludograph.learners.numbers import Numbers

#: Games are cut off after so many moves.
LONGEST = 512


def planes_space(numbers: Numbers) -> gymnasium.spaces.Box:
    """All that planes can show."""
    most = np.repeat(np.array(numbers.most, np.uint8)[:, None], numbers.shape[1], axis=1)
    return gymnasium.spaces.Box(np.zeros(numbers.shape, np.uint8), most, dtype=np.uint8)
