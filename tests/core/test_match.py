"""Matches and their records."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

import ludograph
from ludograph import Match, MatchRecord, Outcome, errors
from ludograph.testing.strategies import matches

TRIMOK = ludograph.game("trimok")


def played(*moves: str) -> Match:
    match = Match(TRIMOK, tags={"Red": "Ada", "Blue": "Bob"})
    for move in moves:
        match.play(move)
    return match


def test_a_refused_move_changes_nothing() -> None:
    match = played("A2-A3")
    before = match.record()
    for wrong in ("A2-A3", "A3-A4", "", "A1-A1"):
        with pytest.raises(errors.MoveError):
            match.play(wrong)
    with pytest.raises(errors.NotYourTurn, match="Blue is to move"):
        match.play("A5-A4", seat=0)
    assert match.record() == before
    match.play("A5-A4", seat=1)


def test_undo() -> None:
    match = played("A2-A3", "A5-A4", "B2-B3")
    assert match.undo(2) == TRIMOK.start().play("A2-A3")
    with pytest.raises(errors.NothingToUndo, match=r"^2 moves can't be taken back: the match has 1 move\.$"):
        match.undo(2)
    assert match.undo() == TRIMOK.start()
    with pytest.raises(errors.NothingToUndo):
        match.undo()


def test_resigning_ends_the_match_and_undo_takes_it_back() -> None:
    match = played("A2-A3")
    assert match.resign(1).result == "1-0"
    assert match.moves() == ()
    for late in (lambda: match.play("A5-A4"), lambda: match.resign(0), match.agree_draw):
        with pytest.raises(errors.GameOver, match="Blue resigned"):
            late()
    match.undo()
    assert match.outcome is None


def test_a_seat_that_is_not_there_cannot_resign() -> None:
    with pytest.raises(errors.NotYourTurn, match="no seat 2"):
        played().resign(2)


@pytest.mark.parametrize("end", [lambda match: match.resign(0), lambda match: match.agree_draw(), lambda match: None])
def test_declared_ends_survive_the_record(end) -> None:
    match = played("A2-A3", "A5-A4")
    end(match)
    again = MatchRecord.from_json(match.record().to_json()).replay()
    assert again.outcome == match.outcome
    assert again.tags == {"Red": "Ada", "Blue": "Bob"}
    assert again.record() == match.record()


@given(matches(TRIMOK, longest=30))
def test_records_read_back_and_replay(match: Match) -> None:
    record = match.record()
    assert MatchRecord.from_json(record.to_json()) == record
    assert record.replay().position == match.position


def test_a_record_that_does_not_replay_says_where() -> None:
    record = MatchRecord("trimok", str(TRIMOK.start()), ("A2-A3", "A2-A3"))
    with pytest.raises(errors.InvalidRecord, match=r"move 2, 'A2-A3', was refused: .*A2 is empty"):
        record.replay()


def test_a_record_with_a_false_result_is_refused() -> None:
    with pytest.raises(errors.InvalidRecord, match="its result is '1-0', but the moves lead to '\\*'"):
        MatchRecord("trimok", str(TRIMOK.start()), (), result="1-0").replay()


GOOD = json.loads(played("A2-A3").record().to_json())


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "not JSON"),
        ("[]", "no JSON object"),
        ("[" * 100_000, "not JSON"),
        (json.dumps({**GOOD, "format": "other"}), "its format is not"),
        (json.dumps({**GOOD, "version": 2}), "its version is not 1"),
        (json.dumps({**GOOD, "game": 7}), "'game' is no text"),
        (json.dumps({**GOOD, "moves": "A2-A3"}), "'moves' is no list"),
        (json.dumps({**GOOD, "moves": [1]}), "'moves' is no list"),
        (json.dumps({**GOOD, "moves": None}), "'moves' is no list"),
        (json.dumps({**GOOD, "tags": {"Red": 1}}), "'tags' is no object"),
        (json.dumps({**GOOD, "tags": None}), "'tags' is no object"),
    ],
)
def test_broken_records_are_refused(text: str, fault: str) -> None:
    with pytest.raises(errors.InvalidRecord, match=fault):
        MatchRecord.from_json(text)


def test_all_faults_of_a_record_are_listed() -> None:
    with pytest.raises(errors.InvalidRecord) as refused:
        MatchRecord.from_json('{"version": 9, "game": 1, "moves": 2}')
    assert len(refused.value.faults) == 5


def test_outcomes_for_two_three_and_one_seat() -> None:
    assert Outcome.win(2, [1], "r", "t").result == "0-1"
    assert Outcome.draw(2, "r", "t").result == "1/2-1/2"
    assert Outcome.draw(3, "r", "t").result == "1/3-1/3-1/3"
    shared = Outcome.win(3, [0, 2], "r", "t")
    assert (shared.result, shared.scores, shared.winner) == ("1/2-0-1/2", (0.5, 0.0, 0.5), None)
    stuck = Outcome.win(1, [], "r", "t")
    assert (stuck.result, stuck.is_draw) == ("0", False)
    assert Outcome.win(1, [0], "r", "t").result == "1"
