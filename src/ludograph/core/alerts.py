"""What a game points out to its players: a king in check."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Alert:
    """Something that stands in danger: whose it is, on which nodes, and the word that players say for it."""

    seat: int
    nodes: tuple[int, ...]
    word: str

    def as_dict(self) -> dict[str, object]:
        """The alert as plain data, for JSON."""
        return {"seat": self.seat, "nodes": list(self.nodes), "word": self.word}
