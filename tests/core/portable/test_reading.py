"""The grammar of portable notation: what a file says, before any rules are asked."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Iterator

import pytest

import ludograph
from ludograph.core.portable.model import GameText, Line, WrittenMove


def read(text: str | bytes) -> list[GameText]:
    return list(ludograph.read_games(io.StringIO(text) if isinstance(text, str) else io.BytesIO(text)))


def only(text: str | bytes) -> GameText:
    (game,) = read(text)
    return game


def moves_of(line: Line) -> list[object]:
    """A line of moves as nested lists: text, then glyphs, comments and variations behind it."""
    return [*line.comments, *(item for move in line.moves for item in _with_remarks(move))]


def _with_remarks(move: WrittenMove) -> Iterator[object]:
    yield move.text
    yield from move.glyphs
    for remark in move.remarks:
        yield f"{{{remark}}}" if isinstance(remark, str) else moves_of(remark)


# -- tags -----------------------------------------------------------------------------------------------------


def test_tags_keep_their_order_and_lose_their_escapes() -> None:
    game = only('[Site "a \\"b\\" c\\\\d"]\n[  Event\t"?" ]\n[Game_1 ""] [Round "1"]\n\n1-0\n')
    assert list(game.tags.items()) == [("Site", 'a "b" c\\d'), ("Event", "?"), ("Game_1", ""), ("Round", "1")]
    assert game.result == "1-0"


def test_a_tag_may_be_broken_into_lines() -> None:
    assert only('[Event\n"A"\n]\n*').tags == {"Event": "A"}


# -- moves ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "moves",
    [
        "1. e4 e5 2. Nf3",
        "1.e4 e5 2.Nf3",
        "1 e4 e5 2 Nf3",
        "e4 e5 Nf3",
        "1. e4 1... e5 2. Nf3",
        "1.e4 1. ... e5 2 . Nf3",
    ],
)
def test_move_numbers(moves: str) -> None:
    assert only(f"{moves} *").moves == ["e4", "e5", "Nf3"]


def test_numbers_are_kept() -> None:
    moves = only("1. a 1... b 2. ... c d 7 . e {x} 8 .. f *").line.moves
    assert [str(move.number) for move in moves] == ["1.", "1...", "2...", "None", "7.", "8..."]


def test_comments_glyphs_and_variations_are_kept_in_their_order() -> None:
    game = only(
        "{before} 1. e4! {one} $14 (1. d4 {two\n  lines} d5 (1... Nf6!? $3) 2. c4) {after; not (a) [comment]}"
        "; rest } of line\n1... e5 ?! 2. Nf3 $1 $2 (2. f4) (2. Nc3) *"
    )
    assert moves_of(game.line) == [
        "before", "e4", 1, 14, "{one}", ["d4", "{two lines}", "d5", ["Nf6", 5, 3], "c4"],
        "{after; not (a) [comment]}", "{rest } of line}", "e5", 6, "Nf3", 1, 2, ["f4"], ["Nc3"],
    ]  # fmt: skip


def test_comments_before_a_variation_s_first_move_belong_to_it() -> None:
    assert moves_of(only("1. e4 ({better} 1. d4) *").line) == ["e4", ["better", "d4"]]


def test_quoted_moves() -> None:
    assert only('1. "5" "1-0" "a \\"b\\"" *').moves == ["5", "1-0", 'a "b"']


def test_deep_variations() -> None:
    text = "1. e4 " + "(1. d4 " * 100 + ")" * 100 + " *"
    line, depth = only(text).line, 0
    while line.moves[0].remarks:
        (line,) = line.moves[0].remarks
        depth += 1
    assert depth == 100


# -- results --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "result", ["1-0", "0-1", "1/2-1/2", "*", "2-0", "0-2", "1-1", "1-0-0", "1/3-1/3-1/3", "0-1/2-1/2"]
)
def test_results_are_no_moves(result: str) -> None:
    game = only(f"1. e4 {result}")
    assert (game.moves, game.result) == (["e4"], result)


@pytest.mark.parametrize("move", ["1-5", "5-1", "1-2", "11-15", "10-1", "0-0-0", "1x10", "1-0-1-x", "O-O"])
def test_moves_are_no_results(move: str) -> None:
    assert only(f"1. {move} *").moves == [move]
    assert only(f'[GameType "25"]\n1. {move} *').moves == [move]


def test_two_zeros_are_castling_in_pgn_and_lost_for_both_in_pdn() -> None:
    assert only("1. 0-0 *").moves == ["0-0"]
    lost = only('[GameType "20"]\n1. 32-28 0-0')
    assert (lost.moves, lost.result) == (["32-28"], "0-0")


def test_a_star_behind_a_draughts_move_is_a_glyph() -> None:
    game = only('[GameType "20"]\n1. 32-28* 19-23(!) 2. 28x19 *')
    assert moves_of(game.line) == ["32-28", 7, "19-23", 1, "28x19"]
    assert game.result == "*"
    assert [each.moves for each in read("1. e4* 1. d4*")] == [["e4"], ["d4"]]


def test_in_pdn_the_tag_tells_the_result_and_a_star_ends_the_game() -> None:
    first, second = read('[GameType "20"]\n[Result "2-0"]\n\n1. 32-28 *\n[GameType "25"]\n[Result "0-1"]\n\n1. c3-d4')
    assert (first.result, second.result) == ("2-0", "0-1")


# -- lines and bytes ------------------------------------------------------------------------------------------

PLAIN = '[Event "Zürich"]\n\n1. e4 {naïve\nmove} e5 *\n'


@pytest.mark.parametrize(
    "data",
    [
        PLAIN.encode(),
        b"\xef\xbb\xbf" + PLAIN.encode(),
        PLAIN.encode("latin-1"),
        PLAIN.replace("\n", "\r\n").encode(),
        PLAIN.replace("\n", "\r").encode(),
        PLAIN.replace("\n", "\r\n").encode("latin-1") + b"\x1a",
        ("% not read {(\n" + PLAIN.replace("e4", "e4\n% (((\n")).encode(),
    ],
    ids=["utf-8", "byte order mark", "latin-1", "CRLF", "CR", "DOS", "escaped lines"],
)
def test_encodings_and_ends_of_lines(data: bytes) -> None:
    assert only(data) == only(PLAIN)


def test_a_text_stream_may_have_a_byte_order_mark() -> None:
    assert only("\ufeff" + PLAIN) == only(PLAIN)


@pytest.mark.parametrize("text", ["", "\n\n", "% nothing\n", " \t\r\n ..."])
def test_a_file_without_games(text: str) -> None:
    assert read(text) == []


def test_places() -> None:
    first, second = read('\n[Event "A"]\n\n  1. e4 (1. d4\nd5) 1-0\n\n[Event "B"] *')
    (move,) = first.line.moves
    (variation,) = move.remarks
    assert isinstance(variation, Line)
    assert (first.place, move.place, first.result_place) == ((2, 2), (4, 6), (5, 5))
    assert [written.place for written in variation.moves] == [(4, 13), (5, 1)]
    assert second.tag_places["Event"] == (7, 2)


# -- streams --------------------------------------------------------------------------------------------------

GAME = b'[Game "trimok"]\n\n1. A2-A3 {a remark} *\n\n'


class Endless(io.RawIOBase):
    """A stream of games that counts what was read of it."""

    def __init__(self, games: int) -> None:
        self.left = GAME * 10
        self.rounds = games // 10
        self.read_so_far = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        if not self.left and self.rounds > 1:
            self.rounds -= 1
            self.left = GAME * 10
        part, self.left = self.left[: len(buffer)], self.left[len(buffer) :]
        buffer[: len(part)] = part
        self.read_so_far += len(part)
        return len(part)


def test_many_games_are_read_one_by_one() -> None:
    stream = Endless(5_000)
    games = ludograph.read_games(io.BufferedReader(stream))
    first = next(games)
    assert stream.read_so_far <= 20_000  # the first comes before the others are read
    tracemalloc.start()
    held = tracemalloc.get_traced_memory()[0]
    count = 1 + sum(game == first for game in games)
    peak = tracemalloc.get_traced_memory()[1] - held
    tracemalloc.stop()
    assert count == 5_000
    assert peak < 200_000
