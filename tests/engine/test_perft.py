"""Counting through the public function: modes, parts, threads, progress."""

from __future__ import annotations

import pytest

import ludograph
from ludograph.engine import perft as counting
from ludograph.engine.program import Mode

TRIMOK = ludograph.game("trimok")


@pytest.mark.parametrize("mode", list(Mode))
def test_modes_agree(mode: Mode) -> None:
    assert counting.perft(TRIMOK.start(), 3, mode=mode) == 5422


def test_no_move_is_one_sequence() -> None:
    assert counting.perft(TRIMOK.start(), 0) == 1


def test_a_finished_game_has_no_sequences() -> None:
    won = TRIMOK.parse("B:3A1R")
    assert [counting.perft(won, depth) for depth in (1, 2)] == [0, 0]


@pytest.mark.parametrize("threads", [1, 2])
def test_parts_and_threads_give_the_same_divide(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = counting.divide(TRIMOK.start(), 4)
    monkeypatch.setattr(counting, "CHUNK_LEAVES", 100)
    calls: list[tuple[int, int]] = []
    parts = counting.divide(TRIMOK.start(), 4, threads=threads, progress=lambda *call: calls.append(call))
    assert parts == whole
    assert sum(whole.values()) == 112904
    assert [done for done, _ in calls] == list(range(1, len(calls) + 1))
    assert calls[-1][0] == calls[-1][1] > 16


def test_an_interrupt_ends_the_counting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "CHUNK_LEAVES", 100)

    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        counting.divide(TRIMOK.start(), 4, progress=interrupt)
