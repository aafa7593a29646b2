"""Results in files, ``1-0`` or ``2-0`` or ``1/3-1/3-1/3``: which words are results, and whom they say to have won."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from ludograph.core.outcome import Outcome
from ludograph.core.portable.facts import PDN
from ludograph.core.portable.model import UNFINISHED

#: ``0-0``, lost for both, is a result in PDN only: in PGN it is a way to write castling.
BOTH_LOST: Final = "0-0"
OF_TWO: Final = frozenset({"1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1"})
OF_MORE: Final = re.compile(r"(?=.*1)(0|1|1/[1-9])(-(0|1|1/[1-9])){2,9}")


def is_result(word: str, format: str) -> bool:
    """Whether a word ends a game. In draughts ``1-5`` does not, though it looks like it."""
    if word == BOTH_LOST:
        return format == PDN
    return word in OF_TWO or word == UNFINISHED or OF_MORE.fullmatch(word) is not None


def result_text(outcome: Outcome | None, win: int = 1) -> str:
    """How a file says how a game ended, seat by seat, with what a win counts. A puzzle is won or lost as if against
    somebody."""
    if outcome is None:
        return UNFINISHED
    if outcome.seats == 1:
        return "1-0" if outcome.winners else "0-1"
    if outcome.seats == 2 and win == 2:
        return "-".join(str(int(2 * score)) for score in outcome.scores)
    return outcome.result


def result_of_seats(text: str, seats: int) -> str | None:
    """A file's result as ``Outcome.result`` writes it; None when no match of so many seats can end with it."""
    if text == UNFINISHED:
        return text
    if seats == 1:
        return {"1-0": "1", "0-1": "0"}.get(text)
    figures = [Fraction(figure) for figure in text.split("-")]
    total = sum(figures)
    if len(figures) != seats or total == 0:
        return None
    return "-".join(str(figure / total) for figure in figures)
