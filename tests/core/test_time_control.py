"""Time controls and the ends that clocks make."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludograph
from ludograph import Match, MatchRecord
from ludograph.core.time_control import MOST_INCREMENT, MOST_SECONDS, TimeControl
from ludograph.errors import GameOver, InvalidParameter

SECONDS = st.integers(1, MOST_SECONDS)
CONTROLS = st.builds(TimeControl, SECONDS, st.integers(0, MOST_INCREMENT)) | st.builds(
    lambda seconds: TimeControl(seconds, is_per_move=True), SECONDS
)


@given(CONTROLS)
def test_what_is_written_reads_back(control: TimeControl) -> None:
    assert TimeControl.parse(str(control)) == control


@pytest.mark.parametrize("text", ["", "x", "0", "300+", "+3", "1/", "2/30", "300 ", "1209601", "1+3601", "٣"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(InvalidParameter):
        TimeControl.parse(text)


def test_the_seat_to_move_loses_on_time_and_the_record_replays() -> None:
    match = Match(ludograph.game("trimok"))
    match.play("A2-A3")
    assert match.run_out_of_time().text == "Blue has no time left: Red wins."
    again = MatchRecord.from_json(match.record().to_json()).replay()
    assert again.outcome == match.outcome
    with pytest.raises(GameOver):
        match.run_out_of_time()


def test_nobody_wins_who_never_could() -> None:
    chess = ludograph.game("chess")
    match = Match(chess, chess.parse("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"))
    outcome = match.run_out_of_time()
    assert (outcome.result, outcome.text) == ("1/2-1/2", "A draw: White has no time left, but Black can't win.")
    assert match.record().replay().outcome == outcome


def test_a_puzzle_is_lost_on_time() -> None:
    outcome = Match(ludograph.game("hanoi")).run_out_of_time()
    assert (outcome.is_draw, outcome.winners, outcome.text) == (False, frozenset(), "Player has no time left.")
