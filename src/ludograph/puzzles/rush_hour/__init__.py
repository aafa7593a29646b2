"""Rush Hour: the ``game`` and its ``car_park``."""

from ludograph.puzzles.rush_hour.game import RushHour

__all__ = ["RushHour"]
