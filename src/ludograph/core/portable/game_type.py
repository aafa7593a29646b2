"""The tag GameType of PDN: which kind of draughts a file is about, its board and the notation of its squares."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ludograph.core.texts import quoted
from ludograph.errors import InvalidParameter

FIELDS: Final = re.compile(
    r"(?P<number>\d{1,3})"
    r"(,(?P<start>[WB]),(?P<width>\d{1,2}),(?P<height>\d{1,2}),(?P<notation>[ANS])(?P<corner>[0-3])?(,(?P<inverted>[01]))?)?"
)

#: The numbers of the kinds of draughts with all their fields, as PDN 3.0 lists them; 97 is lidraughts' own.
STANDARD_TYPES: Final[Mapping[int, str]] = {
    20: "20,W,10,10,N2,0",
    21: "21,B,8,8,N1,0",
    22: "22,W,8,8,N2,1",
    23: "23,B,8,8,N1,0",
    24: "24,W,8,8,N1,1",
    25: "25,W,8,8,A0,0",
    26: "26,W,8,8,A0,0",
    27: "27,W,12,12,N2,0",
    28: "28,W,8,8,N1,1",
    29: "29,W,8,8,A0,0",
    30: "30,W,8,8,A0,0",
    31: "31,B,8,8,N2,0",
    40: "40,W,10,10,N2,0",
    41: "41,W,10,8,A0,0",
    97: "97,W,10,10,N2,0",
}


@dataclass(frozen=True)
class GameType:
    """The fields of the tag. A number alone stands for the fields that PDN gives it.

    ``start`` is W or B; ``notation`` is A (letters and digits, as in chess), N (numbers) or S (the short notation of
    chess); ``corner`` is where its first square lies, seen by the side that begins: 0 bottom left, 1 bottom right,
    2 top left, 3 top right; ``inverted``: the bottom left corner is no square of the game.
    """

    number: int
    start: str
    width: int
    height: int
    notation: str
    corner: int
    inverted: bool

    @classmethod
    def parse(cls, text: str) -> GameType:
        """The fields that a text gives; InvalidParameter when it has none, or a board that its number does not have."""
        found = FIELDS.fullmatch(text)
        if found is None:
            raise InvalidParameter(f"The GameType {quoted(text)} is not written like 25 or 25,W,8,8,A0,0.")
        number = int(found["number"])
        if found["start"] is None:
            if number not in STANDARD_TYPES:
                raise InvalidParameter(f"There is no draughts of the GameType {number}.")
            return cls.parse(STANDARD_TYPES[number])
        game_type = cls(
            number=number,
            start=found["start"],
            width=int(found["width"]),
            height=int(found["height"]),
            notation=found["notation"],
            corner=int(found["corner"] or 0),
            inverted=found["inverted"] == "1",
        )
        game_type._check_board()
        return game_type

    def _check_board(self) -> None:
        """Refuse a board of another size than the number's."""
        standard = STANDARD_TYPES.get(self.number)
        board = f"{self.width},{self.height}"
        if standard and f",{board}," not in standard:
            _, _, width, height, *_ = standard.split(",")
            raise InvalidParameter(
                f"The GameType {self.number} is played on {width}×{height} squares, not on {self.width}×{self.height}."
            )

    def __str__(self) -> str:
        inverted = int(self.inverted)
        return f"{self.number},{self.start},{self.width},{self.height},{self.notation}{self.corner},{inverted}"
