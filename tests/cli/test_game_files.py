"""``read``, ``convert`` and ``play --record``: files of games as people use them."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

import ludograph
from ludograph import MatchRecord

GOOD = '[Game "trimok?exchange=none"]\n\n1. a2-a3 {so} (1. b2-b3) A5-A4 *\n\n'
BAD = '[Game "trimok"]\n\n1. A2-A3 A2-A4 1-0\n\n'
UNCLOSED = '[Game "trimok"]\n\n1. A2-A3 {so *\n\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "games.pgn"
    file.write_text(GOOD + BAD + '[Game "hanoi"]\n\n1. A-C 0-1\n\n' + UNCLOSED + GOOD, encoding="utf-8")
    return file


def test_read_checks_every_game(run, file: Path) -> None:
    code, out, err = run("read", str(file))
    assert code == 1
    assert out == "1: trimok?exchange=none, 2 moves, *\n3: hanoi, 1 move, 0-1\n5: trimok?exchange=none, 2 moves, *\n"
    assert err == (
        f"{file}:7:10: game 2 is refused: You may only move pieces of your side: A2 is empty.\n"
        f"{file}:15:10: game 4 is refused: the comment that begins here is not closed.\n"
    )


def test_read_as_json(run, file: Path) -> None:
    code, out, err = run("read", str(file), "--json")
    games = json.loads(out)
    assert (code, err) == (1, "")
    assert [game["number"] for game in games] == [1, 2, 3, 4, 5]
    assert games[0]["moves"] == ["A2-A3", "A5-A4"]
    assert {key: games[3][key] for key in ("code", "line", "column")} == {
        "code": "invalid-game-text", "line": 15, "column": 10,
    }  # fmt: skip


def test_a_good_file_exits_with_0(run, tmp_path: Path) -> None:
    file = tmp_path / "good.pgn"
    file.write_text(GOOD, encoding="utf-8")
    assert run("read", str(file)) == (0, "1: trimok?exchange=none, 2 moves, *\n", "")
    file.write_text("", encoding="utf-8")
    assert run("read", str(file)) == (0, "", f"The file {file} holds no game.\n")
    assert run("read", str(file), "--json") == (0, "[]\n", "")


def test_what_is_mended_is_told_and_refused_when_strict(run, tmp_path: Path) -> None:
    file, out = tmp_path / "old.pgn", tmp_path / "new.pgn"
    file.write_text('[Event "A"]\n\n1. e4 e5 3. Nf3\n\n[Event "B"]\n\n1. d4 *\n', encoding="utf-8")
    ends = f"{file}:3:13: game 1 is mended: the game ends here without a result such as 1-0 or *: it is taken for *.\n"
    counts = f"{file}:3:10: game 1 is mended: the move has the number 2, not 3: move numbers are counted anew.\n"
    assert run("read", str(file)) == (0, "1: nchess, 3 moves, *\n2: nchess, 1 move, *\n", ends + counts)
    code, text, _ = run("read", str(file), "--json")
    assert (code, [mend["code"] for mend in json.loads(text)[0]["mended"]]) == (0, ["no-result", "numbers"])
    assert run("convert", str(file), "--out", str(out)) == (0, "", ends + counts)
    assert run("read", str(out), "--strict") == (0, "1: nchess, 3 moves, *\n2: nchess, 1 move, *\n", "")
    for command in (("read",), ("convert", "--out", str(out))):
        code, _, err = run(*command, str(file), "--strict")
        assert (code, err.count("is refused"), err.count("is mended")) == (1, 1, 0)


def test_a_file_of_two_bytes_for_each_character(run, tmp_path: Path) -> None:
    file = tmp_path / "wide.pgn"
    file.write_bytes('[White "Ботвинник"]\n\n1. e4 e5 1-0\n'.encode("utf-16"))
    code, out, err = run("convert", str(file), "--to", "pgn", "--out", "-")
    assert (code, '[White "Ботвинник"]' in out) == (0, True)
    assert err == f"{file}:1:1: game 1 is mended: the file is written in UTF-16: it is read so.\n"
    code, _, err = run("read", str(file), "--strict")
    assert (code, "game 1 is refused" in err) == (1, True)


BOTVINNIK = '[White "Ботвинник"]\n[Event "МАТЧ"]\n\n1. e4 {ёж и уж} e5 1-0\n\n[Black "Ян"]\n\n1. d4 *\n'
ZURICH = '[White "Müller, Jörg"]\n[Site "São Paulo – Ærø"]\n\n1. e4 {naïve} e5 1-0\n'


@pytest.mark.parametrize(
    ("text", "encoding", "name", "line"),
    [
        (BOTVINNIK, "cp1251", "Windows-1251, which is Cyrillic", 1),
        (BOTVINNIK, "cp866", "CP866, the Cyrillic of DOS", 1),
        (BOTVINNIK, "koi8-r", "KOI8-R, which is Cyrillic", 1),
        (ZURICH, "cp1252", "Windows-1252", 1),
    ],
)
def test_older_encodings_are_told_by_the_words_they_show(
    run, tmp_path: Path, text: str, encoding: str, name: str, line: int
) -> None:
    file, wide = tmp_path / "old.pgn", tmp_path / "new.pgn"
    file.write_bytes(text.encode(encoding))
    wide.write_text(text, encoding="utf-8")
    wanted = run("convert", str(wide), "--to", "pgn", "--out", "-")[1]
    code, out, err = run("convert", str(file), "--to", "pgn", "--out", "-")
    assert (code, out) == (0, wanted)
    told = f"the line is not written in UTF-8: it and others like it are read as {name}.\n"
    assert err == f"{file}:{line}:1: game 1 is mended: {told}"
    latin = text.encode(encoding).decode("latin-1")
    wide.write_text(latin, encoding="utf-8")
    assert run("convert", str(file), "--strict", "--to", "pgn", "--out", "-")[1:] == (
        run("convert", str(wide), "--strict", "--to", "pgn", "--out", "-")[1],
        "",
    )


def test_doubtful_games_are_as_those_beside_them(run, tmp_path: Path) -> None:
    """No tag says which draughts it is. Only in Italy a man may pass by a king that it could jump over, so that this
    game is Italian; what may be Spanish as well is Italian behind it."""
    file = tmp_path / "games.pdn"
    italian = '[FEN "W:W22,30:BK18,1"]\n\n1. 22-19 *\n\n'
    doubtful = "1. 22-19 11-14 *\n\n"
    file.write_text(doubtful + italian + doubtful, encoding="utf-8")
    code, out, err = run("read", str(file))
    assert (code, out) == (1, "2: draughts/italian, 1 move, *\n3: draughts/italian, 2 moves, *\n")
    assert f"{file}:1:1: game 1 is refused: no tag says which game it is, and it may be draughts/spanish, " in err
    assert run("read", str(file), "--game", "draughts/italian")[::2] == (0, "")


@pytest.mark.parametrize("command", [("read",), ("convert", "--out", "x.pgn")])
def test_a_file_that_is_not_there_is_refused(run, tmp_path: Path, command: tuple[str, ...]) -> None:
    code, out, err = run(*command, str(tmp_path / "none.pgn"))
    assert (code, out) == (1, "")
    assert err.endswith("none.pgn can't be read: no such file or directory.\n")


def test_convert_keeps_remarks_and_leaves_out_what_is_refused(run, file: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.pdn"
    code, _, err = run("convert", str(file), "--out", str(out))
    assert (code, err.count("is refused")) == (1, 2)
    assert out.read_text(encoding="utf-8").startswith(
        '[Game "trimok?exchange=none"]\n[Result "*"]\n\n1. A2-A3 {so} (1. B2-B3) 1... A5-A4 *\n\n'
    )
    assert run("read", str(out))[:2] == (
        0, "1: trimok?exchange=none, 2 moves, *\n2: hanoi, 1 move, 0-1\n3: trimok?exchange=none, 2 moves, *\n",
    )  # fmt: skip


def test_convert_as_json(run, file: Path, tmp_path: Path) -> None:
    code, out, err = run("convert", str(file), "--out", str(tmp_path / "out.pgn"), "--json")
    done = json.loads(out)
    assert (code, err.count("is refused"), done["written"]) == (1, 2, 3)
    assert [(fault["number"], fault["line"]) for fault in done["refused"]] == [(2, 7), (4, 15)]


def test_convert_to_a_record_and_back(run, tmp_path: Path) -> None:
    game, record, again = (tmp_path / name for name in ("a.pgn", "a.json", "b.pgn"))
    game.write_text('[Game "hanoi"]\n[Player "Ada"]\n\n1. A-C 2. A-B *\n', encoding="utf-8")
    assert run("convert", str(game), "--out", str(record)) == (0, "", "")
    kept = MatchRecord.from_json(record.read_text(encoding="utf-8"))
    assert (kept.game, kept.moves, kept.tags) == ("hanoi", ("A-C", "A-B"), {"Player": "Ada"})
    assert run("read", str(record)) == (0, "1: hanoi, 2 moves, *\n", "")
    assert run("convert", str(record), "--to", "pgn", "--out", str(again)) == (0, "", "")
    (text,) = ludograph.read_games(again)
    assert text.replay().record() == kept


def test_records_may_stand_on_a_line_each(run, tmp_path: Path) -> None:
    """So `match --record` keeps them."""
    file, out = tmp_path / "games.jsonl", tmp_path / "games.pgn"
    assert run("match", "trimok", "--players", "random", "random", "--games", "3", "--record", str(file))[0] == 0
    code, text, err = run("read", str(file))
    assert (code, len(text.splitlines()), err) == (0, 3, "")
    assert run("convert", str(file), "--out", str(out))[0] == 0
    assert run("read", str(out)) == (0, text, "")
    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join([lines[0], lines[1].replace('"moves": ["', '"moves": ["Z9-Z9", "'), "{", lines[2]]))
    code, kept, err = run("read", str(file))
    assert (code, [line[:2] for line in kept.splitlines()]) == (1, ["1:", "4:"])
    assert f"{file}:2:1: game 2 is refused: The record does not replay" in err
    assert f"{file}:3:1: game 3 is refused: The record can't be read" in err


def test_convert_refuses_many_games_as_one_record(run, file: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    code, _, err = run("convert", str(file), "--out", str(out))
    assert code == 1
    assert err.endswith("can't become a record: it has more than one game.\n")
    assert not out.exists()


def test_convert_needs_to_know_the_format(run, file: Path) -> None:
    code, _, err = run("convert", str(file), "--out", "games.txt")
    assert code == 2
    assert "name it with --to" in err


@pytest.mark.parametrize("ending", ["pgn", "pdn", "PGN"])
def test_play_keeps_a_match_and_goes_on(run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"match.{ending}"
    for line in ("A-B", "A-C", "undo", "A-C"):
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{line}\nquit\n"))
        assert run("play", "hanoi", "--lines", "--record", str(file))[0] == 0
    assert file.read_text(encoding="utf-8").endswith("\n1. A-B 2. A-C *\n\n")


def test_play_does_not_destroy_remarks(run, tmp_path: Path) -> None:
    file = tmp_path / "match.pgn"
    for text, fault in (
        ('[Game "hanoi"]\n\n1. A-B {why?} *\n', "its comments and variations would be lost"),
        ('[Game "hanoi"]\n\n1. A-B *\n\n1. A-C *\n', "it holds more than one game"),
        ("", "it holds no game"),
        ('[Game "hanoi"]\n\n1. A-A *\n', "Line 3, column 4: "),
    ):
        file.write_text(text, encoding="utf-8")
        code, _, err = run("play", "hanoi", "--lines", "--record", str(file))
        assert code == 1
        assert fault in err
        assert file.read_text(encoding="utf-8") == text
