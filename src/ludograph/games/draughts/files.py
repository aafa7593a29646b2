"""Draughts in PDN files: the GameType of each variant, and moves in its notation."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ludograph.core.moves import Move
from ludograph.core.portable.facts import PDN, Portable
from ludograph.core.portable.game_type import STANDARD_TYPES, GameType
from ludograph.errors import InvalidParameter
from ludograph.games.draughts.texts import SquareNames
from ludograph.games.draughts.variants import VARIANTS, Variant

#: A file that doesn't say its kind of draughts is about the one that PDN was made for.
UNNAMED = "english"
INTERNATIONAL_RESULTS = (20, 27)  # 2-0 and 1-1, not 1-0 and 1/2-1/2
RUSSIAN = 25


def portable_facts(variant: Variant) -> Portable:
    number = variant.pdn_game_type
    return Portable(
        format=PDN,
        players=variant.seats,
        tags={"GameType": STANDARD_TYPES[number]},
        win=2 if number in INTERNATIONAL_RESULTS else 1,
    )


def variant_meant_by(tags: Mapping[str, str]) -> str:
    """The variant that the tags of a file name."""
    if "GameType" not in tags:
        return UNNAMED
    number = GameType.parse(tags["GameType"]).number
    found = next((name for name, variant in VARIANTS.items() if variant.pdn_game_type == number), None)
    if found is None:
        raise InvalidParameter(f"The GameType {number} is no draughts that is known here.")
    return found


def is_numbered(variant: Variant) -> bool:
    """Whether squares are called by numbers, by the custom of a variant, and not by files and ranks."""
    return GameType.parse(STANDARD_TYPES[variant.pdn_game_type]).notation == "N"


def file_text(variant: Variant, names: SquareNames, move: Move) -> str:
    """A move in the notation of its variant: numbers, or files and ranks."""
    if is_numbered(variant):
        return move.text
    squares = re.split("[-x]", move.text)
    taking = ":" if variant.pdn_game_type == RUSSIAN else "x"
    return (taking if move.captures else "-").join(names.file_and_rank(square) for square in squares)
