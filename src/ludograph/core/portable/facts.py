"""What a game says about its files in portable notation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

PGN: Final = "pgn"
PDN: Final = "pdn"

#: The game that a file of each format is about when none of its tags names another one.
HOME_GAME: Final = {PGN: "chess", PDN: "draughts"}


@dataclass(frozen=True)
class Portable:
    """How one game is written: the format, the tag of each seat's player, and what a win counts.

    ``tags`` say to other programs which game it is, as ``{"GameType": "25,W,8,8,A0,0"}`` or
    ``{"Variant": "Chess960"}``. Where they don't tell the game's whole id, our own tag ``Game`` is written as well.
    """

    format: str = PGN
    #: The tag with the player of each seat; the names of the seats when it is empty.
    players: tuple[str, ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict)
    #: What a win counts in results: 1 as in ``1-0`` and ``1/2-1/2``, or 2 as in ``2-0`` and ``1-1``.
    win: int = 1
