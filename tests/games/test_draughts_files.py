"""Draughts in PDN files."""

from __future__ import annotations

import io
import random

import pytest

import ludograph
from ludograph import Match, errors
from ludograph.core.portable.game_type import STANDARD_TYPES, GameType
from ludograph.core.portable.meaning import canonical, game_text
from ludograph.core.portable.model import GameText
from ludograph.games.draughts.game import Draughts


def read(text: str, *, strict: bool = False) -> list[GameText]:
    return list(ludograph.read_games(io.StringIO(text), strict=strict))


def random_match(game: ludograph.Game, chance: random.Random) -> Match:
    match = Match(game)
    longest = chance.randrange(10, 90)
    while match.ply < longest and (moves := match.moves()):
        match.play(chance.choice(moves))
    if match.outcome is None:
        chance.choice([lambda: None, match.agree_draw, lambda: match.resign(chance.randrange(2))])()
    return match


@pytest.mark.parametrize("variant", Draughts.variants)
def test_random_matches_survive(variant: str) -> None:
    """500 of all variants together: written, read and written unchanged, and the same match by the rules."""
    game = ludograph.game(f"draughts/{variant}")
    chance = random.Random(variant)
    played = [random_match(game, chance) for _ in range(100 if variant == "russian" else 34)]
    stream = io.StringIO()
    ludograph.write_games(stream, played)
    games = read(stream.getvalue())
    assert "".join(map(str, games)) == stream.getvalue()
    for text, match in zip(games, played, strict=True):
        replay = text.replay()
        assert replay.record() == match.record()
        assert str(canonical(replay)) == str(text)
    assert '[Game "' not in stream.getvalue()


def end_of(text: str, *, strict: bool = False) -> str:
    (game,) = read(text, strict=strict)
    return str(game.replay(strict=strict).positions[-1])


@pytest.mark.parametrize(
    "moves",
    [
        "1. 22-18 11-15 2. 18x11 7x16",
        "01. 22-18 011-15 18x11 07x16",
        "1.c3d4 f6e5 2.d4f6 g7e5",
        "1.c3-d4 f6-e5 2.d4:f6 g7:e5",
        "1. C3-D4 f6-E5 d4xf6 7x16",
    ],
)
def test_numbers_or_files_with_ranks(moves: str) -> None:
    """The same moves in both notations, whatever the tag says."""
    text = moves.replace("7x16", "g7xe5") if "C3" in moves else moves
    ends = {end_of(f'[GameType "{kind}"]\n\n{text} *') for kind in ("25", "25,W,8,8,A0,0", "25,W,8,8,N1,0")}
    assert len(ends) == 1


def test_captures_by_their_ends_or_by_their_path() -> None:
    start = '[GameType "25"]\n[SetUp "1"]\n[FEN "W:WK22:B6,7,18,27,28"]\n\n1. '
    moves = {move.text: move for move in ludograph.game("draughts/russian").parse("W:WK22:B6,7,18,27,28").moves()}
    assert set(moves) == {"22x1", "22x9", "22x13"}
    for text, move in moves.items():
        spellings = {text, text.replace("x", ":"), *("x".join(way) for way in move.ways)}
        assert len({end_of(f"{start}{spelling} *") for spelling in spellings}) == 1


def test_captures_hop_by_hop() -> None:
    """As the oldest files have them."""
    start = '[GameType "25"]\n[FEN "W:W12:B6,8,10,19"]\n\n'
    (text,) = read(f"{start}1. 12x3! 3x14 {{crowned on the way}} 19-23 *")
    game = text.replay()
    assert [move.text for move in game.moves] == ["12x14", "19-23"]
    assert str(canonical(game)).endswith("\n1. h6:c5 $1 {crowned on the way} 1... f4-e3 *\n\n")


def test_results_count_as_the_variant_counts() -> None:
    for variant, won, drawn in (
        ("russian", "1-0", "1/2-1/2"),
        ("international", "2-0", "1-1"),
        ("canadian", "2-0", "1-1"),
    ):
        match = Match(ludograph.game(f"draughts/{variant}"))
        match.resign(1)
        assert game_text(match).result == won
        match = Match(match.game)
        match.agree_draw()
        assert game_text(match).result == drawn


def test_the_side_that_begins_comes_first_in_results() -> None:
    """In English draughts that is Black, though White's tag goes before Black's."""
    match = Match(ludograph.game("draughts/english"), tags={"Black": "Ada", "White": "Bob"})
    match.resign(1)
    text = str(game_text(match))
    assert match.game.seats == ("Black", "White")
    assert text.splitlines()[4:7] == ['[White "Bob"]', '[Black "Ada"]', '[Result "1-0"]']
    (again,) = read(text)
    assert again.replay().record() == match.record()


@pytest.mark.parametrize(
    ("tags", "game"),
    [
        ('[GameType "20"]', "draughts/international"),
        ('[GameType "21,B,8,8,N1,0"]', "draughts/english"),
        ('[GameType "25"]', "draughts"),
        ('[GameType "40,W,10,10,N2"]', "draughts/frisian"),
        ('[GameType "97"]', "draughts/frysk"),
        ('[GameType "25"]\n[Game "draughts?draws=none"]', "draughts?draws=none"),
    ],
)
def test_the_tags_mean_a_game(tags: str, game: str) -> None:
    (text,) = read(f"{tags}\n\n*")
    assert text.replay().game.id == game


def test_a_pdn_file_without_a_type_is_english(tmp_path) -> None:
    file = tmp_path / "old.pdn"
    file.write_text("1. 11-15 23-19 2. 8-11 22-17 *\n", encoding="utf-8")
    (text,) = ludograph.read_games(file)
    assert text.replay().game.id == "draughts/english"


@pytest.mark.parametrize(
    ("moves", "column", "reason"),
    [
        ("1. 22-18 11-15 2. 18x12 *", 19, "12"),
        ("1. 22-18 11-15 2. 23-19 *", 19, "must"),
        ("1. 22-18 11-15 (1... 11-14) 2. 18x11 7x16 *", 22, "14 is on no line with 11"),
        ("1. 22-18 0-0", 10, "a match of draughts can't end with 0-0"),
        ("1. 22-33 *", 4, "'33'"),
        ('1. 22-18 /FEN "W:W1:B2"/ *', 10, "set up within a game"),
    ],
)
def test_broken_games(moves: str, column: int, reason: str) -> None:
    with pytest.raises(errors.InvalidGameText) as refused:
        end_of(f'[GameType "25"]\n\n{moves}\n', strict=True)
    assert (refused.value.line, refused.value.column) == (3, column)
    assert reason in refused.value.reason


@pytest.mark.parametrize("text", STANDARD_TYPES.values())
def test_game_types_read_back(text: str) -> None:
    assert str(GameType.parse(text)) == text
    assert GameType.parse(text.split(",")[0]) == GameType.parse(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is not written like 25"),
        ("Russian", "is not written like 25"),
        ("25,W,8,8", "is not written like 25"),
        ("25,X,8,8,A0,0", "is not written like 25"),
        ("7", "no draughts of the GameType 7"),
        ("25,W,10,10,A0,0", "on 8×8 squares, not on 10×10"),
    ],
)
def test_wrong_game_types(text: str, reason: str) -> None:
    with pytest.raises(errors.InvalidParameter, match=reason):
        GameType.parse(text)
