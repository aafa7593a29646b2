"""How well numbers foretell: scores as chances, and what is lost by those that are wrong."""

from __future__ import annotations

from typing import Any


def chance_of(logits: Any) -> Any:
    import numpy as np

    return 1 / (1 + np.exp(-np.clip(logits, -30, 30)))


def loss_of(chance: Any, target: Any) -> float:
    import numpy as np

    return float(-(target * np.log(chance + 1e-9) + (1 - target) * np.log(1 - chance + 1e-9)).mean())


def scale_of(scores: Any, target: Any) -> float:
    """The scale with which scores foretell best."""
    import numpy as np

    return min(map(float, np.geomspace(20, 2000, 60)), key=lambda scale: loss_of(chance_of(scores / scale), target))
