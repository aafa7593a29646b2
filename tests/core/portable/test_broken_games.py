"""Every broken game says where and why it is refused, and never hides the one behind it. Who is not strict is told the
same of what was mended.

The corpus ``broken_games.txt`` has for each game its name, the line, the column and the reason of the refusal, and
its text, in which ␀ stands for the character 0 and ␛ for the escape. Those that are too large are made here.
"""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

import ludograph
from ludograph import errors

TRIMOK = '[Game "trimok"]\n\n'
GOOD = '\n\n[Game "trimok"]\n[Event "good"]\n\n1. A2-A3 *\n\n'

Case = tuple[str, int, int, str]


def corpus() -> dict[str, Case]:
    cases = {}
    for entry in Path(__file__).with_name("broken_games.txt").read_text(encoding="utf-8").split("#### ")[1:]:
        name, refusal, text = entry.split("\n", 2)
        place, reason = refusal.split(" ", 1)
        line, column = place.split(":")
        text = text.rstrip("\n").replace("␀", "\x00").replace("␛", "\x1b") + "\n"
        cases[name] = (text, int(line), int(column), reason)
    return cases


LARGE: dict[str, Case] = {
    "too many tags": (
        "".join(f'[T{number} ""]\n' for number in range(1_001)) + "\n*\n",
        1001, 2, "the game has more than 1,000 tags",
    ),
    "variations nested without end": (
        TRIMOK + "1. A2-A3 (" * 5_000,
        3, 1010, "variations are nested more than 100 deep",
    ),
    "digits without end": (
        TRIMOK + "9" * 5_000 + " A2-A3 *\n",
        3, 1, "'999999999999999999999999999999999999999…' is no move number",
    ),
    "a line without end": (
        TRIMOK + "1. A2-A3 " + "x" * 1_000_000 + " *\n",
        3, 1, "the line has more than 1,000,000 characters",
    ),
    "a comment without end": (
        TRIMOK + "1. A2-A3 {" + "words and words and words\n" * 170_000 + "} *\n",
        153848, 1, "the game has more than 4,000,000 characters",
    ),
    "moves without end": (
        TRIMOK + "1. A2-A3 A5-A4\n" + "A3-A2 A4-A5\nA2-A3 A5-A4\n" * 25_000 + "*\n",
        50003, 1, "the game has more than 100,000 moves",
    ),
}  # fmt: skip
BROKEN = {**corpus(), **LARGE}


def faults_and_events(text: str, *, strict: bool = True) -> tuple[list[errors.InvalidGameText], list[str | None]]:
    """What is wrong in a file, and the events of the games that are right."""
    faults: list[errors.InvalidGameText] = []
    events = []
    for game in ludograph.read_games(io.StringIO(text), on_fault=faults.append, strict=strict):
        try:
            game.replay(strict=strict)
        except errors.InvalidGameText as fault:
            faults.append(fault)
        else:
            events.append(game.tags.get("Event"))
    return faults, events


@pytest.mark.parametrize("name", BROKEN)
def test_where_and_why(name: str) -> None:
    text, line, column, reason = BROKEN[name]
    (fault,), _ = faults_and_events(text)
    assert (fault.line, fault.column, fault.reason) == (line, column, reason)
    assert fault.message == f"Line {line}, column {column}: {reason}."
    assert fault.as_dict() == {
        "code": "invalid-game-text", "message": fault.message, "line": line, "column": column, "reason": reason,
    }  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_the_next_game_is_read(name: str) -> None:
    faults, events = faults_and_events(BROKEN[name][0] + GOOD)
    assert len(faults) == 1
    assert events[-1:] == ["good"]


@pytest.mark.parametrize("strict", [True, False], ids=["strict", "lenient"])
def test_all_in_one_file(strict: bool) -> None:
    """One broken game after the other: as many faults, in their order, and every good game between them."""
    faults, events = faults_and_events(GOOD.join(text for text, *_ in BROKEN.values()) + GOOD, strict=strict)
    assert len(faults) == len(BROKEN) if strict else len(faults) < len(BROKEN)
    assert [fault.line for fault in faults] == sorted(fault.line for fault in faults)
    assert events.count("good") == len(BROKEN)


@pytest.mark.parametrize("name", corpus())
def test_who_forgives_is_told_the_same(name: str) -> None:
    """What is mended has the place and the words of the refusal; what can't be mended is refused there, or for what
    stands beside it."""
    text, line, column, reason = BROKEN[name]
    try:
        (game, *_) = ludograph.read_games(io.StringIO(text))
        mend = game.replay().mended[0]
    except errors.InvalidGameText as fault:
        assert fault.line == line
        assert fault.reason == reason or "brace" in name
    else:
        assert (mend.place, mend.text[: len(reason)]) == ((line, column), reason)


def test_the_corpus_is_large() -> None:
    assert len(BROKEN) > 70
    assert all(re.fullmatch(r"[^.\n].*[^.]", reason) for *_, reason in BROKEN.values())
