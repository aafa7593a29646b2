"""Games of files by the rules: matches written and read back, starts, tags, results, numbers."""

from __future__ import annotations

import io
import random
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludograph
from ludograph import Match, errors
from ludograph.core.portable.meaning import canonical, game_text
from ludograph.core.portable.model import GameText, Line, Number, WrittenMove
from ludograph.core.portable.writer import to_text
from ludograph.core.registry import game_names
from ludograph.testing.strategies import matches

TRIMOK = ludograph.game("trimok")
FIGURE = "R:1C1B,1A6R,2D6R,3E6R"


def random_match(game: ludograph.Game, chance: random.Random, longest: int) -> Match:
    """A match played at random, which may end early by what the players say."""
    match = Match(game, tags={game.seats[0]: 'Ada "the first"', "Event": "Test \\ match"})
    while match.ply < longest and (moves := match.moves()):
        match.play(chance.choice(moves))
    if match.outcome is None and len(game.seats) > 1:
        chance.choice([lambda: None, match.agree_draw, lambda: match.resign(chance.randrange(2))])()
    return match


def read(text: str) -> list[GameText]:
    return list(ludograph.read_games(io.StringIO(text)))


def written(games: Iterable[GameText | Match]) -> str:
    stream = io.StringIO()
    ludograph.write_games(stream, games)
    return stream.getvalue()


def check_round_trip(played: list[Match]) -> None:
    """Write, read, write: the same text; and the same matches by the rules."""
    text = written(played)
    games = read(text)
    assert written(games) == text
    replays = [game.replay() for game in games]
    assert [replay.record() for replay in replays] == [match.record() for match in played]
    assert written(canonical(replay) for replay in replays) == text
    assert all(len(line) < 80 for line in text.splitlines() if not line.startswith("["))


@pytest.mark.parametrize("exchange", ["reserve", "free", "none"])
def test_500_matches_survive(exchange: str) -> None:
    """Of trimok, together with the other ways of exchange."""
    game = ludograph.game(f"trimok?exchange={exchange}")
    chance = random.Random(exchange)
    check_round_trip([random_match(game, chance, chance.randrange(40)) for _ in range(168)])


@pytest.mark.parametrize("name", [name for name in game_names() if name != "trimok"])
def test_every_game_can_be_written(name: str) -> None:
    game = ludograph.game(name)
    chance = random.Random(name)
    check_round_trip([random_match(game, chance, 12) for _ in range(3)])


def test_the_text_of_a_match() -> None:
    match = Match(TRIMOK, TRIMOK.parse(FIGURE), {"Red": "Ada", "Date": "1996.08.01", "Annotator": "Eve"})
    match.play("A6-B1=3")
    match.play("C1xB1")
    match.resign(0)
    assert str(game_text(match)) == (
        '[Event "?"]\n[Site "?"]\n[Date "1996.08.01"]\n[Round "?"]\n[Red "Ada"]\n[Blue "?"]\n[Result "0-1"]\n'
        f'[Game "trimok"]\n[SetUp "1"]\n[FEN "{FIGURE}"]\n[Annotator "Eve"]\n\n1. A6-B1=3 C1xB1 0-1\n\n'
    )
    (again,) = read(str(game_text(match)))
    assert again.replay().match().record() == match.record()


def test_the_second_side_may_begin() -> None:
    match = Match(TRIMOK, TRIMOK.parse(f"B{FIGURE[1:]}"))
    match.play("C1-C2")
    match.play("A6-A5")
    text = str(game_text(match))
    assert text.endswith("\n1... C1-C2 2. A6-A5 *\n\n")
    for numbered in ("1... C1-C2 2. A6-A5", "1. C1-C2 A6-A5", "7... C1-C2 8. A6-A5", "C1-C2 3. A6-A5"):
        (game,) = read(text.replace("1... C1-C2 2. A6-A5", numbered))
        assert game.replay().positions == match.positions


def test_variations_are_checked_and_kept() -> None:
    (game,) = read('[Game "trimok"]\n\n1. a2-a3! {good} (1. b2-b3 {too} A5-A4 (1... b5-b4) 2. A2-A3) A5-A4 *\n')
    assert str(canonical(game.replay())) == (
        '[Game "trimok"]\n[Result "*"]\n\n'
        "1. A2-A3 $1 {good} (1. B2-B3 {too} 1... A5-A4 (1... B5-B4) 2. A2-A3) 1... A5-A4\n*\n\n"
    )


def test_a_tag_names_the_game_and_its_parameters() -> None:
    match = Match(ludograph.game("trimok?exchange=none&repetition=5"))
    assert game_text(match).tags["Game"] == "trimok?exchange=none&repetition=5"
    (again,) = read(str(game_text(match)))
    assert again.replay().game == match.game


@pytest.mark.parametrize(
    ("result", "reason"), [("1-0", "resignation"), ("0-1", "resignation"), ("1/2-1/2", "agreement"), ("*", "")]
)
@pytest.mark.parametrize("spelling", [1, 2])
def test_ends_that_the_moves_do_not_show(result: str, reason: str, spelling: int) -> None:
    doubled = {"1-0": "2-0", "0-1": "0-2", "1/2-1/2": "1-1", "*": "*"}
    (game,) = read(f'[Game "trimok"]\n\n1. A2-A3 {result if spelling == 1 else doubled[result]}\n')
    record = game.replay().record()
    assert (record.result, record.reason) == (result, reason)


def test_a_game_may_go_on_behind_a_repetition_but_a_match_does_not() -> None:
    there_and_back = ["A2-A3", "A5-A4", "A3-A2", "A4-A5"]
    (game,) = read(f'[Game "trimok"]\n\n{" ".join(there_and_back * 2)} 1/2-1/2\n')
    assert game.replay().match().record().reason == "repetition"
    (game,) = read(f'[Game "trimok"]\n\n{" ".join(there_and_back * 3)} 0-1\n')
    assert len(game.replay().moves) == 12
    with pytest.raises(errors.InvalidRecord, match="The game is over: A draw"):
        game.replay().match()


def test_a_star_without_a_tag_leaves_the_result_to_the_moves() -> None:
    (game,) = read('[Game "trimok"]\n[FEN "R:3A1R,2B2B"]\n\n1. A1xB2 *\n')
    assert game.replay().result == "1-0"


def test_set_up_0_means_the_usual_start() -> None:
    (game,) = read(f'[Game "trimok"]\n[SetUp "0"]\n[FEN "{FIGURE}"]\n\n1. A2-A3 *\n')
    assert game.replay().positions[0] == TRIMOK.start()


def test_a_match_with_a_tag_that_files_cannot_have_is_refused() -> None:
    with pytest.raises(errors.InvalidRecord, match="'two words' is no name of a tag"):
        game_text(Match(TRIMOK, tags={"two words": "x"}))


@given(matches(TRIMOK, longest=40))
def test_matches_read_back(match: Match) -> None:
    check_round_trip([match])


# -- documents ------------------------------------------------------------------------------------------------

TEXTS = st.text(st.characters(codec="utf-8"), max_size=30)
WORDS = st.sampled_from(
    ["e4", "22x15x6", "5", "1-0", "0-0", "a b", "x}", "12.", "...", "%", "/FEN", "*", "!", '"', "(1)"]
)


@st.composite
def documents(draw: st.DrawFn) -> GameText:
    """Any document, with texts in it that are hard to write."""

    def line(depth: int, least: int) -> Line:
        moves = []
        for _ in range(draw(st.integers(least, 3))):
            remarks = [
                line(depth - 1, 1) if depth and draw(st.booleans()) else draw(TEXTS)
                for _ in range(draw(st.integers(0, 2)))
            ]
            glyphs = draw(st.lists(st.integers(0, 255), max_size=2))
            number = draw(st.none() | st.builds(Number, st.integers(0, 999), st.booleans()))
            moves.append(WrittenMove(draw(WORDS), glyphs, remarks, number))
        return Line(draw(st.lists(TEXTS, max_size=2)), moves)

    names = st.sampled_from(["Event", "Game", "White", "Custom_1", "GameType", "Black"])
    return GameText(
        tags=draw(st.dictionaries(names, TEXTS)),
        line=line(3, 0),
        result=draw(st.sampled_from(["1-0", "*", "2-0", "1/3-1/3-1/3"])),
    )


@given(documents())
def test_every_document_is_stable(document: GameText) -> None:
    """What was written once is read and written without a change."""
    once = to_text(document)
    (again,) = read(once)
    assert to_text(again) == once


@pytest.mark.parametrize("move", ["1-", "a1:", "12x", "x"])
def test_what_would_be_one_word_with_the_next_is_quoted(move: str) -> None:
    document = GameText(line=Line(moves=[WrittenMove("a1"), WrittenMove(move), WrittenMove("b2")]), result="1-0")
    (again,) = read(to_text(document))
    assert again.moves == ["a1", move, "b2"]


PIECES = st.sampled_from(
    [
        *"[](){}\";%$*\n \\/\x00\r\ufeffé", "\n\n", "1-0", "0-0", "1.", "1...", "e4", "A2-A3", "A5-A4", "!?", "$1",
        '[Event "x"]\n', '[Game "trimok"]\n\n', '[GameType "25"]\n',
    ]
)  # fmt: skip


@given(st.one_of(st.lists(PIECES, max_size=60).map("".join), st.text(max_size=200)))
def test_any_text_is_read_or_refused(text: str) -> None:
    check_any(io.StringIO(text))


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    check_any(io.BytesIO(data))


@given(st.data())
def test_a_damaged_file_is_read_or_refused(data: st.DataObject) -> None:
    good = written([random_match(TRIMOK, random.Random(7), 20)] * 2)
    text = list(good)
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(text) - 1))
        text[at] = data.draw(PIECES)
    check_any(io.StringIO("".join(text)))


def check_any(stream: io.StringIO | io.BytesIO) -> None:
    """Every game is read or refused with a place; those that are read survive writing; nothing else is raised."""
    faults: list[errors.InvalidGameText] = []
    for game in ludograph.read_games(stream, on_fault=faults.append):
        once = to_text(game)
        (again,) = read(once)
        assert to_text(again) == once
        try:
            game.replay().record()
        except errors.InvalidGameText as fault:
            faults.append(fault)
    for fault in faults:
        assert fault.line >= 1
        assert fault.column >= 1
        assert fault.reason
