"""How the cells of a grid are called: functions from column and row (both from 0) to a label."""

from __future__ import annotations

from collections.abc import Callable

Labeller = Callable[[int, int], str]


LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LETTERS_WITHOUT_J = LETTERS.replace("J", "")


def letter(number: int, letters: str = LETTERS) -> str:
    """0, 1, … 25, 26, … → A, B, … Z, AA, …: the columns of a spreadsheet."""
    text = ""
    number += 1
    while number > 0:
        number, digit = divmod(number - 1, len(letters))
        text = letters[digit] + text
    return text


def file_and_rank(column: int, row: int) -> str:
    """``A1``: the letter is the column, the number the row."""
    return f"{letter(column)}{row + 1}"


def lower_file_and_rank(column: int, row: int) -> str:
    """``a1``: the same in small letters, as chess writes it."""
    return file_and_rank(column, row).lower()


def row_and_column(column: int, row: int) -> str:
    """``A1``: the letter is the row, the number the column."""
    return f"{letter(row)}{column + 1}"
