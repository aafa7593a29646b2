"""Draughts in PDN files: the GameType of each variant, and moves in its notation."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

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
#: The draughts that is meant by the size of the board, if the rules allow it; by file and rank it is Russian.
CUSTOMARY = {8: UNNAMED, 10: "international", 12: "canadian"}
LETTERED = "russian"
#: The numbers that lidraughts gives to international draughts with another goal.
OTHER_GOALS = {"96": "international?goal=king", "98": "international?goal=lose"}
#: What can't be told from another by its moves, or only by its beginning.
ALIKE = ("portuguese", "frysk")
SQUARE = re.compile("([a-l]?)([0-9]+)")


def portable_facts(variant: Variant) -> Portable:
    number = variant.pdn_game_type
    return Portable(
        format=PDN,
        players=variant.seats,
        tags={"GameType": STANDARD_TYPES[number]},
        win=2 if number in INTERNATIONAL_RESULTS else 1,
    )


def variant_meant_by(tags: Mapping[str, str]) -> str:
    """The variant that the tags of a file name, with its parameters if it has some."""
    if "GameType" not in tags:
        return UNNAMED
    if tags["GameType"] in OTHER_GOALS:
        return OTHER_GOALS[tags["GameType"]]
    number = GameType.parse(tags["GameType"]).number
    found = next((name for name, variant in VARIANTS.items() if variant.pdn_game_type == number), None)
    if found is None:
        raise InvalidParameter(f"The GameType {number} is no draughts that is known here.")
    return found


def variants_perhaps_meant(tags: Mapping[str, str], moves: Sequence[str]) -> list[list[str]]:
    """The variants that a file may be about: the one that its tags name, else all whose board has its squares, from the
    smallest board to the largest, the customary one of each before the others."""
    if "GameType" in tags:
        return [[variant_meant_by(tags)]]
    named = SQUARE.findall(" ".join(moves).lower())
    is_lettered = any(letter for letter, _ in named)
    numbers = [int(number) for _, number in named]
    if not is_lettered:
        numbers += map(int, re.findall("[0-9]+", tags.get("FEN", "")))
    groups = []
    for size, customary in CUSTOMARY.items():
        first = LETTERED if is_lettered and size == VARIANTS[LETTERED].size else customary
        if max(numbers, default=0) <= (size if is_lettered else len(VARIANTS[first].board)):
            others = [
                name for name, variant in VARIANTS.items() if variant.size == size and name not in (first, *ALIKE)
            ]
            groups += [[first], [name for name in others if is_lettered or not VARIANTS[name].is_turkish]]
    return [group for group in groups if group] or [[UNNAMED]]


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
