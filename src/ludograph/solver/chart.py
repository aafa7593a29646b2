"""How many positions of a solution have each remoteness, as a drawing."""

from __future__ import annotations

from typing import Any

from ludograph.draw.chart import bar_chart
from ludograph.solver.valued import RESULTS


def chart_of(solution: Any, what: str) -> str:
    """Bars by remoteness, for what has ``by_value``: a solution or the endings of a game."""
    series = {RESULTS[value]: counts for value, counts in solution.by_value.items()}
    return bar_chart(series, f"{what}: positions by remoteness", "remoteness", "positions")
