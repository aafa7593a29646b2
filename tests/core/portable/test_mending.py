"""Files as they are in the world: what is read leniently, what is told of it, what is written, and what is refused to
who is strict."""

from __future__ import annotations

import io

import pytest

import ludograph
from ludograph import errors
from ludograph.core.portable.facts import PDN, PGN
from ludograph.core.portable.meaning import Replay, canonical
from ludograph.core.portable.reader import GameReader

FRENCH_CASTLE = "1. e4 e6 2. e5 d5"


def replayed(text: str, format: str = PGN, *, strict: bool = False, game: str | None = None) -> Replay:
    (found,) = GameReader(io.StringIO(text), format, strict=strict)
    return found.replay(game, strict=strict)


def check(text: str, code: str, format: str = PGN, words: str = "") -> Replay:
    """The game is read with this one kind of mend, is refused when strict, and what is written has no such fault."""
    played = replayed(text, format)
    assert {mend.code for mend in played.mended} == {code}
    assert words in played.mended[0].text
    with pytest.raises(errors.InvalidGameText):
        replayed(text, format, strict=True)
    written = str(canonical(played))
    again = replayed(written, played.game.portable.format, strict=True)
    assert (again.moves, again.positions, again.result) == (played.moves, played.positions, played.result)
    assert str(canonical(again)) == written
    return played


# -- results and numbers ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tags", "result"), [("", "*"), ('[Result "1-0"]\n\n', "1-0"), ('[Result "unknown"]\n\n', "*")]
)
def test_no_result(tags: str, result: str) -> None:
    text = f"{tags}1. e4 e5\n"
    played = replayed(text)
    assert played.text.result == result
    assert "no-result" in {mend.code for mend in played.mended}
    with pytest.raises(errors.InvalidGameText, match="without a result"):
        replayed(text, strict=True)


def test_no_result_before_the_next_game() -> None:
    reader = GameReader(io.StringIO('[Event "A"]\n\n1. e4 e5\n\n[Event "B"]\n\n[Event "C"]\n\n1. d4 *\n'))
    assert [(game.tags["Event"], game.moves) for game in reader] == [("A", ["e4", "e5"]), ("B", []), ("C", ["d4"])]


def test_any_text_is_no_game_without_a_result() -> None:
    with pytest.raises(errors.InvalidGameText, match="without a result"):
        replayed("Dear reader, this is a letter")


@pytest.mark.parametrize(
    "moves", ["1. e4 e5 3. Nf3 Nc6 *", "1. e4 e5 2. Nf3 (7. f4 exf4) 2... Nc6 *", "1. e4 2. e5 3. Nf3 4. Nc6 *"]
)
def test_move_numbers_that_do_not_fit(moves: str) -> None:
    played = check(moves, "numbers", words="move numbers are counted anew")
    assert len(played.mended) == 1  # however many there are
    assert [str(move.number) for move in canonical(played).line.moves][::2] == ["1.", "2."]


@pytest.mark.parametrize(
    ("tag", "end", "kept"),
    [("1-0", "0-1", "1-0"), ("*", "0-1", "0-1"), ("1-0", "*", "1-0"), ("decided", "0-1", "0-1")],
)
def test_a_result_tag_that_disagrees(tag: str, end: str, kept: str) -> None:
    """The tag is what lists of games go by; it gives way only where it knows nothing."""
    played = check(f'[Result "{tag}"]\n\n1. e4 {end}\n', "result-tag", words=f"taken for {kept}")
    assert (played.text.result, played.result) == (kept, kept)


def test_a_result_by_another_count() -> None:
    """Some tournaments share ten points; the tag keeps what they say."""
    played = check('[GameType "20"]\n[Result "4-6"]\n\n1. 32-28 19-23 4-6\n', "result-tag", PDN, words="taken for *")
    assert (played.text.result, canonical(played).tags["Result"]) == ("*", "4-6")
    assert len(played.moves) == 2


def test_a_result_that_the_moves_deny() -> None:
    played = check("1. f3 e5 2. g4 Qh4# 1-0", "result", words="taken for 0-1")
    assert (played.text.result, played.result) == ("0-1", "0-1")


# -- tags ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tag", "value"),
    [
        ('[Event "The "best" game"]', 'The "best" game'),
        ('[Event "A board of 12""]', 'A board of 12"'),
        ('[Event ""quoted""]', '"quoted"'),
        ('[Event "a] "b" c"]', 'a] "b" c'),
        ("[Event not quoted]", "not quoted"),
        ("[Event “here and there”]", "here and there"),
        ('[Event "not closed]', "not closed"),
        ('[Event "one "of" two"] [Site "?"]', 'one "of" two'),
    ],
)
def test_tags_that_are_not_quoted_as_they_should_be(tag: str, value: str) -> None:
    played = check(f"{tag}\n\n1. e4 *", "tag", words=f"its value is taken for {value!r}")
    assert played.text.tags["Event"] == value
    assert len(played.moves) == 1


def test_a_tag_without_an_end_hides_no_other_game() -> None:
    faults: list[errors.InvalidGameText] = []
    text = '[Event "A\n\n1. e4 *\n\n[Event "B"]\n\n1. d4 *\n'
    games = list(ludograph.read_games(io.StringIO(text), on_fault=faults.append))
    assert ([game.tags["Event"] for game in games], len(faults)) == (["B"], 1)


# -- moves of chess -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("capture", ["exd6 e.p.", "exd6e.p.", "exd6 ep", "exd6 e.p"])
def test_en_passant_is_said(capture: str) -> None:
    played = check(f"{FRENCH_CASTLE} 3. {capture} Bxd6 *", "en-passant")
    assert [move.text for move in played.moves][-2:] == ["e5d6", "f8d6"]


@pytest.mark.parametrize("null", ["--", "Z0", "@@@@"])
def test_null_moves_end_a_line(null: str) -> None:
    """No rules allow them: what follows is kept as a comment, in the game as in a variation."""
    played = check(f"1. e4 (1. d4 {null} 2. c4) e5 2. {null} d5 3. Nf3 {{so}} *", "null-move")
    assert [move.text for move in played.moves] == ["e2e4", "e7e5"]
    assert f"(1. d4 {{{null} 2. c4}})" in str(canonical(played))
    assert f"{{2. {null} d5 3. Nf3 (so)}}" in str(canonical(played))


def test_a_variation_that_breaks_the_rules_is_kept_as_a_comment() -> None:
    played = check("1. e4 (1. d4 d5 2. Ke3 c5) (1. Ke7) e5 *", "variation")
    assert "1. e4 (1. d4 d5 {2. Ke3 c5}) {1. Ke7} 1... e5 *" in str(canonical(played))


def test_a_game_that_breaks_the_rules_is_refused() -> None:
    with pytest.raises(errors.InvalidGameText, match="Line 1, column 13"):
        replayed("1. e4 e5 2. Ke3 *")


@pytest.mark.parametrize(("text", "comment"), [("$902", "$902"), ("!?!!!", "!?!!!")])
def test_glyphs_beyond_255(text: str, comment: str) -> None:
    played = check(f"1. e4 {text} $1 e5 *", "glyph", words="kept as a comment")
    assert f"1. e4 $1 {{{comment}}} 1... e5 *" in str(canonical(played))


def test_a_piece_that_is_not_told_from_another() -> None:
    """Both knights can go to d2; only the one from f3 lets the queen through to f3."""
    played = check("1. Nf3 d5 2. d3 c5 3. Nd2 e6 4. e4 Nc6 5. Qf3 *", "spelling", words="taken for 'f3d2'")
    assert played.moves[4].text == "f3d2"


def test_what_nothing_decides_is_refused() -> None:
    with pytest.raises(errors.InvalidGameText, match="Nd2 is ambiguous: it may mean b1d2 or f3d2"):
        replayed("1. Nf3 d5 2. d3 c5 3. Nd2 *")


def test_braces_that_close_nothing() -> None:
    played = check("1. e4 {a {nested} } e5 *", "stray-sign")
    assert "1. e4 {a {nested} 1... e5 *" in str(canonical(played))


# -- draughts -------------------------------------------------------------------------------------------------------

RUSSIAN = '[GameType "25"]\n'


@pytest.mark.parametrize("first", ["22- 18", "22 -18", "22 - 18", "c3 - d4", "c3- d4"])
def test_blanks_inside_moves(first: str) -> None:
    played = check(f"{RUSSIAN}\n1. {first} 11 - 15 2. 18 x 11 7x16 1 - 0", "blanks", PDN)
    assert [move.text for move in played.moves] == ["22-18", "11-15", "18x11", "7x16"]
    assert played.text.result == "1-0"


def test_cells_behind_a_blank_are_moves_of_their_own() -> None:
    """On large boards there is a column x, and labels of maps may begin with a minus, which is written in quotes."""
    (game,) = GameReader(io.StringIO("1. a2 x3 2. x4 b5 *"))
    assert game.moves == ["a2", "x3", "x4", "b5"]
    game.line.moves[1].text = "-3"
    (again,) = GameReader(io.StringIO(str(game)))
    assert again.moves == ["a2", "-3", "x4", "b5"]


@pytest.mark.parametrize(
    ("moves", "game"),
    [
        ("1. 11-15 23-19 2. 8-11 22-17", "draughts/english"),
        ("1. c3-d4 b6-a5 2. d4-c5", "draughts"),
        ("1. 32-28 19-23 2. 28x19 14x23", "draughts/international"),
        ("1. 48-42 28-34 2. 54-48", "draughts/canadian"),
        ("1. 32-28", "draughts/international"),  # there is no 33, but no other board has this move
    ],
)
def test_draughts_without_a_type(moves: str, game: str) -> None:
    """Which one it is, is decided by the squares, the notation and the rules; only English needs no word about it."""
    played = replayed(f"{moves} *", PDN)
    assert played.game.id == game
    assert replayed(str(canonical(played)), PDN, strict=True).game.id == game
    assert played.was_found_by_moves == (game != "draughts/english")


def test_which_draughts_is_asked_only_if_several_fit() -> None:
    """The same beginning is possible in Spain and in Italy; a king that goes one step is Italian."""
    moves = "1. 22-19 11-14 *"
    with pytest.raises(errors.InvalidGameText, match=r"it may be draughts/spanish, draughts/italian: name one"):
        replayed(moves, PDN)
    italian = replayed(moves, PDN, game="draughts/italian")
    (text,) = GameReader(io.StringIO(moves), PDN)
    assert not italian.mended
    beside = replayed('[FEN "W:W21,K1:BK20,13"]\n\n1. 1-5 *', PDN, game="draughts/italian")
    assert text.replay("draughts/spanish").game.id == "draughts/spanish"
    assert text.replay(beside=beside).game.id == "draughts/italian"


def test_the_name_of_a_game_is_enough() -> None:
    (text,) = GameReader(io.StringIO("1. 22-18 11-15 2. 18x11 7x16 *"), PDN)
    assert text.replay("draughts/russian").game == ludograph.game("draughts/russian")


@pytest.mark.parametrize(("answer", "meant"), [("15-11", "10x17x26"), ("14-9", "10x19x26")])
def test_two_routes_of_a_capture_are_told_apart_by_what_follows(answer: str, meant: str) -> None:
    r"""Black's man on 10 takes two of four men: 14 and 22, or 15 and 23.

    7 |   .   b   .        b on 10
    5 | .   w   w   .      w on 14 and 15
    3 |   .   w   w        w on 22 and 23
    """
    text = f'[GameType "21"]\n[FEN "B:W14,15,22,23:B1,10"]\n\n1. 10x26 {answer} *'
    played = check(text, "spelling", PDN, words=f"taken for '{meant}', what follows fits only that")
    assert [move.text for move in played.moves] == [meant, answer]


def test_two_routes_that_nothing_tells_apart_are_refused() -> None:
    with pytest.raises(errors.InvalidGameText, match="10x26 is ambiguous: it may mean 10x1"):
        replayed('[GameType "21"]\n[FEN "B:W14,15,22,23:B1,10"]\n\n1. 10x26 *', PDN)


def test_many_doubts_take_no_time() -> None:
    """A wrong sign in each of a hundred moves, and a mistake at the end."""
    kings = " ".join(["1x6 32x27 6x1 27x32"] * 25)
    start = '[GameType "21"]\n[FEN "B:WK32:BK1"]\n\n'
    assert len(replayed(f"{start}{kings} *", PDN).mended) == 100
    with pytest.raises(errors.InvalidGameText, match="Line 4, column 501"):
        replayed(f"{start}{kings} 1x30 *", PDN)


def test_a_capture_that_stops_short_goes_on() -> None:
    text = '[GameType "21"]\n[FEN "B:W12,14,22:B1,10"]\n\n1. 10x17 12-8 *'
    played = check(text, "spelling", PDN, words="must go on to 26: it is taken for '10x26'")
    assert [move.text for move in played.moves] == ["10x26", "12-8"]


@pytest.mark.parametrize(("text", "meant"), [("18-11", "18x11"), ("22x18", "22-18")])
def test_whether_something_is_taken_is_said_wrongly(text: str, meant: str) -> None:
    moves = "1. 22-18 11-15 2. 18x11 7x16".replace(meant, text)
    played = check(f"{RUSSIAN}\n{moves} *", "spelling", PDN, words=f"taken for '{meant}'")
    assert [move.text for move in played.moves] == ["22-18", "11-15", "18x11", "7x16"]


@pytest.mark.parametrize(
    ("position", "meant", "words"),
    [
        ("W:W31-50:B1-20:H0:F1", "W:W31-50:B1-20", "':H0:F1' is no part of a position"),
        ("W:W31,32:B1:H12:F30:+1+0", "W:W31,32:B1", "':H12:F30:+1+0' is no part"),
        ("W:WW31,W32:BB1,BK2", "W:W31,32:B1,K2", "a side's letter stands there twice"),
        ("W:WK31-K33:B1", "W:WK31,K32,K33:B1", "a range of kings has one K"),
        ("W:W5,31:B20,46", "W:WK5,31:B20,K46", "men on their last row must be kings, on 5, 46"),
        ("W:W 31, 32 :B1", "W:W31,32:B1", "it has blanks in it"),
        ("W:W31,K32:B1,G13,P14", "W:W31,K32:B1", "G13, P14: what is taken already is off the board"),
        ("W:WW31,WK32:BB1,BG13:H0:F9", "W:W31,K32:B1", "':H0:F9' is no part of a position"),
    ],
)
def test_positions_as_others_write_them(position: str, meant: str, words: str) -> None:
    text = f'[GameType "20"]\n[SetUp "1"]\n[FEN "{position}"]\n\n1. 31-26 *'
    played = check(text, "position", PDN, words=words)
    assert str(played.positions[0]) == meant


def test_what_lies_on_a_square_of_the_file_g_is_not_taken() -> None:
    game = ludograph.game("draughts/russian")
    assert str(game.parse("W:Wc3,G3:Bd8")) == "W:W22,24:B2"
    with pytest.raises(errors.PositionSyntaxError, match="'G3' is a piece that is taken already"):
        game.parse("W:W22,24:B2,G3")


@pytest.mark.parametrize(
    ("moves", "start"),
    [
        ("A3-A5 A7-A3", "W:W13,22-32:B1-4,6-12,21"),  # a man of each side is put elsewhere
        ("A3-H4 D6-C5", "W:W20,22-32:B1-9,11,12,14"),  # only White's is
        ("A7-A5", "W:W21-32:B1-4,6-13"),  # only Black's is
        ("A3-H6 H6-C5", "W:W14,22-32:B1-11"),  # Black's man has to leave h6
    ],
)
def test_openings_that_were_drawn(moves: str, start: str) -> None:
    played = check(f"{RUSSIAN}\n1. {moves} 2. c3-b4 *", "opening", PDN, words=f"taken for {start}, where")
    assert (str(played.positions[0]), [move.text for move in played.moves]) == (start, ["22-17"])
    assert f"{{1. {moves}}}" in str(canonical(played))


@pytest.mark.parametrize(
    "moves", ["a3-a5 a5-a4", "a3-a8", "a5-b6", "21-13", "a3-a5 b6xb4", "c3-b4 b6-a5 a3-h4", "c3-b4 e3-f4"]
)
def test_not_every_wrong_move_was_drawn(moves: str) -> None:
    with pytest.raises(errors.InvalidGameText):
        replayed(f"{RUSSIAN}\n1. {moves} *", PDN)


@pytest.mark.parametrize(("number", "goal"), [("96", "king"), ("98", "lose")])
def test_other_goals_have_numbers_at_lidraughts(number: str, goal: str) -> None:
    played = replayed(f'[GameType "{number}"]\n\n1. 32-28 19-23 2. 28x19 14x23 *', PDN, strict=True)
    assert played.game.id == f"draughts/international?goal={goal}"
    assert replayed(str(canonical(played)), strict=True).game == played.game


def test_a_start_that_is_not_known_is_the_usual_one() -> None:
    played = check(f'{RUSSIAN}[FEN "?"]\n\n1. 22-18 *', "no-position", PDN, words="FEN tells no position")
    assert "FEN" not in canonical(played).tags


def test_moves_that_nobody_wrote_down() -> None:
    played = replayed("1. - - 2. - - 1/2-1/2", PDN)
    assert (played.moves, played.result, {mend.code for mend in played.mended}) == ((), "1/2-1/2", {"null-move"})


def test_files_and_ranks_are_no_sides() -> None:
    """A list of Black's that begins with the square B8 has no letter too much."""
    game = ludograph.game("draughts/russian")
    assert game.mended_position("W:WA1,C1:BB8,D8") == ("W:WA1,C1:BB8,D8", [])
    assert game.mended_position("W:WWa1,Wc1:BBb8")[0] == "W:Wa1,c1:Bb8"
