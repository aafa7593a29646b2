"""Wrong games are told so: one right game, wrong in one thing at a time, and what its author reads everywhere.

A sentence here is what has to be said, with … for what doesn't matter; §text§ stands for the number of the first line
with that text.
"""

from __future__ import annotations

import contextlib
import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

import ludograph
from ludograph import errors
from ludograph.core.authors import failure_of
from ludograph.testing import check_game

RIGHT = (Path(__file__).parent / "wrong_games" / "corridor.py").read_text(encoding="utf-8")

COMMANDS = {
    "games": ["games"],
    "moves": ["moves", "corridor"],
    "perft": ["perft", "corridor", "6"],
    "play": ["play", "corridor", "--players", "random,random", "--lines"],
    "solve": ["solve", "corridor"],
}
EVERYWHERE = (*COMMANDS, "kit")
RUNNING = ("moves", "perft", "play", "solve", "kit")


@dataclass(frozen=True)
class Wrong:
    """What is exchanged in the right game for what, the sentence, and where the author reads it."""

    old: str
    new: str
    sentence: str
    told_by: tuple[str, ...] = EVERYWHERE


def function(name: str) -> str:
    """A function of the right game, whole."""
    start = RIGHT.index(f"def {name}(")
    return RIGHT[start : RIGHT.index("\n\n\n", start) + 3]


SEATS = '    seats = ("White", "Black")\n'
SUMMARY = '    summary = "who gets across wins"\n'
BOARD = "    board = grids.square(3, 4)\n"
HEAD = 'class Corridor(BoardGame):\n    """Three columns, four rows."""\n'
CODE = "    code = Code(source=Node(), target=Node())\n"
IN_CLASS = "(corridor.py, line §class Corridor§, in Corridor)."
IN_APPLY = "(corridor.py, line §def apply§, in apply)"
RANKS = """def rank(s: Sides) -> int:
    return s.mine << 13 | s.theirs << 1 | s.turn


def unrank(i: int) -> Sides:
    return Sides(i >> 13 & 4095, i >> 1 & 4095, i & 1)


"""

WRONG = {
    # -- what is missing
    "generate": Wrong(function("generate"), "", f"The game corridor has no function generate in its module {IN_CLASS}"),
    "apply": Wrong(function("apply"), "", f"The game corridor has no function apply in its module {IN_CLASS}"),
    "winners": Wrong(function("winners"), "", f"The game corridor has no function winners in its module {IN_CLASS}"),
    "title": Wrong('"corridor", "Corridor"', '"corridor", 3', f"The plug-in 'corridor' has no title, … {IN_CLASS}"),
    "summary": Wrong(SUMMARY, "", f"The plug-in 'corridor' has no summary, which is a text {IN_CLASS}"),
    "seats": Wrong(SEATS, "", f"The game corridor has no seats, which are a tuple of names {IN_CLASS}"),
    "no names": Wrong(SEATS, "    seats = 2\n", f"The game corridor has no seats, … {IN_CLASS}"),
    "board": Wrong(BOARD, "", f"The game corridor has no board: give it one, or write make_board {IN_CLASS}"),
    "code": Wrong(CODE, "", f"The game corridor has no code: … {IN_CLASS}"),
    "parameters": Wrong(
        BOARD, f"{BOARD}    parameters = 7\n", f"The plug-in 'corridor' has parameters that are no tuple … {IN_CLASS}"
    ),
    "variants": Wrong(
        BOARD, f'{BOARD}    variants = ("a", "b")\n', f"The plug-in 'corridor' has variants that are … {IN_CLASS}"
    ),
    # -- what can't be right, known without running it
    "unbound name": Wrong(
        "AHEAD[s.turn",
        "AHED[s.turn",
        "The kernel corridor can't be used: generate uses AHED, which nothing binds (corridor.py, line §AHED§).",
    ),
    "unbound table": Wrong(
        '"AHEAD": tuple(ahead), ',
        "",
        "The kernel corridor can't be compiled: AHEAD is empty, and the game binds it to nothing else "
        "(corridor.py, line §= AHEAD[§, in generate: AHEAD[s.turn * NODES + source]).",
    ),
    "fraction": Wrong(
        "1 << (move >> 6)",
        "1 << int(move / 64)",
        "The kernel corridor can't be compiled: rules have whole numbers only: // divides them "
        "(corridor.py, line §move / 64§, in apply: move / 64).",
    ),
    "fraction in a code": Wrong(
        "target << 6",
        "target * 64.0",
        "The kernel corridor can't be compiled: rules have whole numbers only "
        "(corridor.py, line §64.0§, in generate: …",
    ),
    "sign": Wrong(
        "if not (",
        "if source - target < 0 and not (",
        "The kernel corridor can't be compiled: a Word is never below 0, … "
        "(corridor.py, line §target < 0§, in generate: source - target < 0).",
    ),
    "negative number": Wrong(
        "pawns = 0 if",
        "pawns = 0 if s.turn > -1 and",
        "The kernel corridor can't be compiled: a Word is never below 0, and -1 is "
        "(corridor.py, line §> -1§, in generate: s.turn > -1).",
    ),
    "start": Wrong(
        '"W:BBB/',
        '"W:BBBB/',
        "The game corridor begins with W:BBBB/.../.../WWW, which is none of its positions: row 1 has 4 cells, "
        "not 3 (corridor.py, line §def start_text§, in start_text).",
    ),
    # -- what fails while it is made
    "property": Wrong(
        SEATS,
        "    @property\n    def seats(self):\n        return self.nothing\n",
        "The game corridor failed: AttributeError: 'Corridor' object has no attribute 'nothing' in self.nothing "
        "(corridor.py, line §self.nothing§, in seats).",
    ),
    "tables": Wrong(
        "nodes = range(len(self.board))",
        "nodes = range(9)[99]",
        "The game corridor failed: range(9)[99] is out of range (corridor.py, line §[99]§, in make_tables).",
    ),
    "leaving": Wrong(
        'return "W:BBB',
        'raise SystemExit(7)\n        return "W:BBB',
        "The game corridor failed: SystemExit: 7 in raise SystemExit(7) "
        "(corridor.py, line §SystemExit§, in start_text).",
    ),
    # -- what fails while it runs
    "max_moves": Wrong(
        BOARD,
        f"{BOARD}    max_moves = 2\n",
        "The kernel corridor failed: out[n] is out of range…, since there are more moves than max_moves says "
        "(corridor.py, line §out[n]§, in generate).",
        RUNNING,
    ),
    "endless list": Wrong(
        "        pawns &= pawns - 1\n",
        "",
        "The kernel corridor failed: out[n] is out of range…, since there are more moves than max_moves says "
        "(corridor.py, line §out[n]§, in generate).",
        RUNNING,
    ),
    "index": Wrong(
        "NODES + source]",
        "NODES + source + 3]",
        "The kernel corridor failed: AHEAD[s.turn * NODES + source + 3] is out of range… "
        "(corridor.py, line §= AHEAD[§, in generate).",
        ("perft", "play", "solve", "kit"),
    ),
    "index below 0": Wrong(
        "NODES + source]",
        "NODES + source - 3]",
        "The kernel corridor failed: s.turn * NODES + source - 3 is below 0: … - 3 "
        "(corridor.py, line §= AHEAD[§, in generate).",
        ("solve", "kit"),
    ),
    "underflow": Wrong(
        "1 - s.turn)\n\n",
        "s.turn - 1)\n\n",
        f"The kernel corridor failed: apply gives -1, but a word is 0 or more and below 2**64 {IN_APPLY}.",
        ("perft", "play", "solve", "kit"),
    ),
    "negative code": Wrong(
        "source | (target << 6)",
        "source - target",
        "The kernel corridor failed: generate gives -3, but a word is 0 or more and below 2**64 "
        "(corridor.py, line §def generate§, in generate).",
        ("moves", "perft", "play", "kit"),
    ),
    "seat": Wrong(
        "1 - s.turn)\n\n",
        "s.turn + 1)\n\n",
        f"The kernel corridor failed: after … the seat 2 is to move, but there are 2 {IN_APPLY}.",
        ("play", "kit"),
    ),
    "two on a cell": Wrong(
        "s.theirs & ~target",
        "s.theirs",
        f"The kernel corridor failed: after … two pieces are on … {IN_APPLY}.",
        ("kit",),
    ),
    "off the board": Wrong(
        "1 << (move >> 6)",
        "8 << (move >> 6)",
        f"The kernel corridor failed: after … there is a piece outside the board {IN_APPLY}.",
        ("play", "kit"),
    ),
    "seats beyond": Wrong(
        "2 >> s.turn",
        "4",
        "The kernel corridor failed: winners gives 4, but the seats are the lowest 2 bits "
        "(corridor.py, line §def winners§, in winners).",
        ("play", "kit"),
    ),
    "method": Wrong(
        BOARD,
        f"{BOARD}\n    def pieces(self, state):\n        return self.missing(state)\n",
        "The game corridor failed: AttributeError: 'Corridor' object has no attribute 'missing' in self.missing "
        "(corridor.py, line §self.missing§, in pieces).",
        ("play", "kit"),
    ),
    # -- what only the kit can know
    "wrong winner": Wrong(
        "2 >> s.turn",
        "1 << s.turn",
        "known_results_hold: winners says Black in B:BWB/.../.../W.W of corridor, but the known result is White "
        "(corridor.py, line §def winners§, in winners)",
        ("kit",),
    ),
    "wrong end": Wrong(
        "0 if s.theirs & LAST_ROW[1 - s.turn] else s.mine",
        "s.mine",
        "known_results_hold: B:BWB/.../.../W.W of corridor is no end, but White is known as its winner "
        "(corridor.py, line §def generate§, in generate)",
        ("kit",),
    ),
    "wrong value": Wrong(
        "    return 2 >> s.turn\n",
        "    return 0 if s.theirs & (s.theirs - 1) == 0 else 2 >> s.turn\n",
        "known_results_hold: W:..B/.W./.../... of corridor is solved as draw, but the known value is win "
        "(corridor.py, line §def winners§, in winners)",
        ("kit",),
    ),
    "lost piece": Wrong(
        "s.mine - source | target",
        "s.mine - source",
        f"pieces_leave_by_captures: apply loses pieces: … leaves 1 fewer, and takes 0 {IN_APPLY}",
        ("kit",),
    ),
    "count": Wrong(
        "if not (s.mine >> target) & 1:",
        "if not (s.mine | s.theirs) >> target & 1:",
        "known_counts_hold: perft 3 of corridor from W:BBB/.../.../WWW is 24, not 27: … "
        "(corridor.py, line §def generate§, in generate)",
        ("kit",),
    ),
    "rank": Wrong(
        HEAD,
        RANKS.replace("return s", "return 1000003 & s") + HEAD + "    ranks = 1 << 25\n",
        "The kernel corridor failed: rank gives … for …, of which unrank makes … "
        "(corridor.py, line §def rank§, in rank).",
        ("solve", "kit"),
    ),
    "too few ranks": Wrong(
        HEAD,
        RANKS + HEAD + "    ranks = 1 << 13\n",
        "The kernel corridor failed: rank gives … for …, but there are 8,192 ranks "
        "(corridor.py, line §def rank§, in rank).",
        ("solve", "kit"),
    ),
    "unrank": Wrong(
        HEAD,
        RANKS + HEAD + "    ranks = 1 << 26\n",
        "ranks_number_positions: unrank makes a position of … whose rank is … "
        "(corridor.py, line §def unrank§, in unrank)",
        ("kit",),
    ),
    # -- what can't be loaded
    "import": Wrong(
        "import grids",
        "import gridz",
        "The plug-in 'corridor' can't be loaded: ImportError: cannot import name 'gridz' … "
        "(corridor.py, line §gridz§).",
    ),
    "failing import": Wrong(
        "AHEAD: S",
        "1 // 0\nAHEAD: S",
        "The plug-in 'corridor' can't be loaded: ZeroDivisionError: … in 1 // 0 (corridor.py, line §1 // 0§).",
    ),
    "leaving import": Wrong(
        "AHEAD: S",
        "raise SystemExit\nAHEAD: S",
        "The plug-in 'corridor' can't be loaded: SystemExit: … (corridor.py, line §SystemExit§).",
    ),
    "syntax": Wrong(
        "move: int) -> Sides:",
        "move: int) -> Sides",
        "The plug-in 'corridor' can't be loaded: SyntaxError: expected ':' (corridor.py, line §def apply§).",
    ),
    "class": Wrong(
        "class Corridor",
        "class Other",
        "The plug-in 'corridor' can't be loaded: AttributeError: module '…' has no attribute 'Corridor' (….corridor:…",
    ),
    "base": Wrong(
        "Corridor(BoardGame)",
        "Corridor(dict)",
        f"The plug-in 'corridor' is no subclass of ludograph.core.game.Game {IN_CLASS}",
    ),
    "function": Wrong(
        "class Corridor",
        "def Corridor():\n    pass\n\n\nclass Other",
        "The plug-in 'corridor' is no subclass of ludograph.core.game.Game.",
    ),
    "unfinished": Wrong(
        "Corridor(BoardGame)",
        "Corridor(BoardGame.__base__)",
        f"The plug-in 'corridor' does not define constants, ending, … {IN_CLASS}",
    ),
    "other name": Wrong(
        '"corridor", "Corridor"',
        '"hall", "Hall"',
        f"The plug-in 'corridor' holds a game of the other name 'hall' {IN_CLASS}",
    ),
}


def changed(wrong: Wrong) -> str:
    assert wrong.old in RIGHT
    return RIGHT.replace(wrong.old, wrong.new, 1)


def pattern(sentence: str, text: str) -> re.Pattern[str]:
    """What a sentence may look like, with the numbers of lines."""
    lines = text.splitlines()

    def number(found: re.Match[str]) -> str:
        return str(next(number for number, line in enumerate(lines, 1) if found[1] in line))

    parts = re.sub("§(.*?)§", number, sentence).split("…")
    return re.compile(".*".join(map(re.escape, parts)))


def kit_says() -> str:
    try:
        check_game("corridor")
    except AssertionError as error:
        return str(error)
    return ""


@pytest.mark.filterwarnings("ignore:corridor")
@pytest.mark.parametrize("fault", WRONG)
def test_authors_are_told_in_one_sentence(fault: str, install: Callable[..., None], run) -> None:
    wrong = WRONG[fault]
    text = changed(wrong)
    install(text)
    expected = pattern(wrong.sentence, text)
    for command in wrong.told_by:
        if command == "kit":
            assert any(line.endswith(found[0]) for line in kit_says().splitlines() if (found := expected.search(line)))
            continue
        code, _, err = run(*COMMANDS[command])
        said = [line for line in err.splitlines() if expected.fullmatch(line)]
        assert (code, len(said)) == (0 if command == "games" else 1, 1), (command, err)
        assert "Traceback" not in err
        assert "mistake in ludograph" not in err


def test_the_right_game_is_right(install: Callable[..., None], run) -> None:
    install(RIGHT)
    for command, arguments in COMMANDS.items():
        code, out, err = run(*arguments)
        assert code == 0, (command, err)
        assert out
    check_game("corridor")


@pytest.mark.parametrize("fault", ["board", "unbound table", "summary", "property", "leaving import", "leaving"])
def test_one_wrong_game_spoils_no_other(fault: str, install: Callable[..., None], run) -> None:
    install(changed(WRONG[fault]))
    code, out, err = run("games")
    assert code == 0
    assert len(err.splitlines()) == 1
    assert {"trimok", "connect-four"} <= set(ludograph.game_names())
    assert "connect-four: discs fall" in out
    assert run("games", "--json")[0] == 0
    assert run("moves", "tic-tac-toe")[0] == 0


@pytest.mark.parametrize(
    ("entries", "sentence"),
    [
        (
            "Bad_Name = {package}.corridor:Corridor",
            "The plug-in 'Bad_Name' has a name that is not made of small letters, ",
        ),
        ("nim nam = {package}.corridor:Corridor", "The plug-in 'nim nam' has a name that is not made of "),
        ("corridor = ::", "The plug-in 'corridor' can't be loaded: "),
        ("corridor = {package}.nowhere:Corridor", "The plug-in 'corridor' can't be loaded: ModuleNotFoundError: "),
        ("trimok = {package}.corridor:Corridor", "The plug-in 'trimok' holds a game of the other name 'corridor'"),
    ],
)
def test_wrong_entry_points_are_told(entries: str, sentence: str, install: Callable[..., None], run) -> None:
    install(RIGHT, entries)
    code, out, err = run("games")
    assert code == 0
    assert err.startswith(sentence)
    assert len(err.splitlines()) == 1
    assert "trimok: stacks" in out


def test_of_two_games_of_one_name_the_second_is_told(install: Callable[..., None], run) -> None:
    install(RIGHT)
    install(RIGHT.replace("who gets across", "who comes second"))
    code, out, err = run("games")
    assert code == 0
    assert out.count("corridor: ") == 1
    assert err.startswith("The plug-in 'corridor' has the name of another game (corridor.py, line ")


def test_the_lines_of_building_blocks_are_told_as_those_of_who_calls_them(install: Callable[..., None]) -> None:
    text = RIGHT.replace("lowest\n", "lowest\nfrom ludograph.engine.blocks.placing import generate_places\n")
    text = text.replace(
        "    return n\n\n\ndef apply", "    return generate_places(s.mine, out, n + 150)\n\n\ndef apply"
    )
    install(text)
    with pytest.raises(IndexError) as failed:
        ludograph.game("corridor").start().moves()
    told = failure_of(failed.value)
    assert isinstance(told, errors.KernelFailed)
    assert pattern("…max_moves says (corridor.py, line §+ 150§, in generate).", text).fullmatch(told.message)


@pytest.mark.parametrize(("players", "fault"), [("random,random", "index"), ("human,human", "method")])
def test_the_screen_ends_without_a_traceback(
    players: str, fault: str, install: Callable[..., None], tmp_path: Path
) -> None:
    """In a real terminal, where the moves of programs are found beside the screen."""
    text = changed(WRONG[fault])
    install(text)
    ours, theirs = pty.openpty()
    playing = subprocess.Popen(
        [sys.executable, "-m", "ludograph", "play", "corridor", "--players", players],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path]), "TERM": "xterm"},
    )
    os.close(theirs)
    shown = b""
    with contextlib.suppress(OSError):  # that there is nobody left who writes
        while more := os.read(ours, 4096):
            shown += more
    os.close(ours)
    assert playing.wait(60) == 1
    assert pattern(WRONG[fault].sentence, text).search(shown.decode())
    assert b"Traceback" not in shown


def test_mistakes_of_our_own_are_nobody_elses() -> None:
    with pytest.raises(AttributeError) as failed:
        ludograph.game("tic-tac-toe").plain.winners(None)
    assert failure_of(failed.value) is None
