"""The engine protocol: what it says, what it obeys, and that no junk disturbs it."""

from __future__ import annotations

import random
import subprocess
import sys
import time

import pytest

from ludograph.core.match import Match
from ludograph.core.moves import Move
from ludograph.players.analysis import Report
from ludograph.players.engine_protocol import Engine, _share_of_clock
from ludograph.players.player import ThinkingPlayer


class Talk:
    """An engine, and what it has said."""

    def __init__(self, game: str = "trimok") -> None:
        self.said: list[str] = []
        self.engine = Engine(self.said.append, game)

    def __call__(self, *lines: str) -> list[str]:
        """What is answered to these lines, thinking done."""
        before = len(self.said)
        self.engine.run(lines)
        return self.said[before:]


def test_it_introduces_itself() -> None:
    said = Talk()("uci", "isready")
    assert said[0].startswith("id name Ludograph")
    assert said[-2:] == ["uciok", "readyok"]
    names = {line.removeprefix("option name ").partition(" type ")[0] for line in said if line.startswith("option")}
    assert {"Hash", "Threads", "MultiPV", "Ponder", "UCI_Chess960", "Clear Hash"} < names
    assert {"Game", "Level", "WinChance"} < names


@pytest.mark.parametrize(
    "go", ["depth 3", "nodes 2000", "movetime 30", "wtime 3000 btime 3000 winc 10 binc 10", "depth 2 ponder"]
)
def test_go_is_answered_with_a_legal_move(go: str) -> None:
    talk = Talk()
    said = talk("position startpos moves A2-A3", f"go {go}")
    assert said[-1].startswith("bestmove ")
    assert talk.engine.match.position.find(said[-1].split()[1])
    info = [line for line in said if line.startswith("info depth")]
    assert all(" score cp " in line and " pv " in line and " nps " in line for line in info)


def test_infinite_thinking_ends_with_stop_and_only_then() -> None:
    talk = Talk()
    for line in ("go infinite", "isready"):
        assert talk.engine.obey(line)
    assert "readyok" in talk.said
    assert not any(line.startswith("bestmove") for line in talk.said)
    talk.engine.obey("stop")
    assert talk.said[-1].startswith("bestmove ")
    assert talk("stop") == []


def test_pondering_ends_in_time_when_the_expected_move_is_played() -> None:
    talk = Talk()
    for line in ("go ponder movetime 50", "isready", "ponderhit"):
        talk.engine.obey(line)
    assert talk.engine._thinking
    talk.engine._thinking.join(60)
    assert talk.said[-1].startswith("bestmove ")
    # What was pondered then has no say in what is thought later.
    for line in ("go ponder movetime 1", "stop", "go infinite", "ponderhit"):
        talk.engine.obey(line)
    assert sum(line.startswith("bestmove") for line in talk.said) == 2
    talk.engine.obey("stop")
    assert sum(line.startswith("bestmove") for line in talk.said) == 3


def test_a_stop_before_thinking_has_begun_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread may be slow: what the player was told before it chooses is forgotten then."""
    choose = ThinkingPlayer.choose

    def choose_late(self: ThinkingPlayer, match: Match, *, report: Report | None = None) -> Move:
        time.sleep(0.2)
        return choose(self, match, report=report)

    monkeypatch.setattr(ThinkingPlayer, "choose", choose_late)
    talk = Talk()
    talk.engine.obey("isready")
    talk.engine.obey("go movetime 20000")
    began = time.monotonic()
    talk.engine.obey("stop")
    assert time.monotonic() - began < 10
    assert talk.said[-1].startswith("bestmove ")


def test_mates_are_looked_for_no_further_than_asked() -> None:
    talk = Talk()
    said = talk("go mate 2")
    assert said[-1].startswith("bestmove ")
    assert max(int(line.split()[2]) for line in said if line.startswith("info depth")) == 4


def test_a_new_go_ends_the_old_one() -> None:
    said = Talk()("go infinite", "position startpos", "go depth 1")
    assert sum(line.startswith("bestmove") for line in said) == 2


def test_positions_are_set_by_their_text() -> None:
    talk = Talk()
    said = talk(
        "position position R:2B2R,1C3B", "go depth 2", "position fen R:2B2R,1C3B moves B2xC3", "go depth 2", "d"
    )
    assert "bestmove B2xC3" in said
    assert "info string The game is over: Blue has no stack left: Red wins." in said
    assert "bestmove (none)" in said
    assert "Position: B:2C3R" in said
    assert any("score mate 1" in line for line in said)


def test_a_wrong_position_changes_nothing() -> None:
    talk = Talk()
    talk("position startpos moves A2-A3")
    before = talk.engine.match
    for line in ("position startpos moves A2-A3 F1-F6", "position fen nonsense", "position", "position startpos x"):
        (said,) = talk(line)
        assert said.startswith("info string ")
        assert talk.engine.match is before


def test_draws_are_for_the_other_program_to_declare() -> None:
    """Who keeps the match may play on after one, and wants moves for what is on the board then."""
    talk = Talk()
    there_and_back = "A2-A3 A5-A4 A3-A2 A4-A5 " * 2
    assert talk(f"position startpos moves {there_and_back}B2-B3") == []
    assert talk.engine.match.ply == 9
    said = talk(f"position startpos moves {there_and_back}", "go depth 2")
    assert talk.engine.match.position.find(said[-1].removeprefix("bestmove "))


def test_options() -> None:
    talk = Talk()
    assert talk("setoption name Hash value 8", "setoption name Threads value 2", "setoption name Level value 1") == []
    assert (talk.engine.hash, talk.engine.threads, talk.engine.level) == (8, 2, 1)
    assert talk("go movetime 5000")[-1].startswith("bestmove")  # level 1 looks at 40 positions
    assert talk("setoption name Game value abalone?size=4", "go depth 2")[-1].startswith("bestmove ")
    for wrong in ("Hash value 0", "Hash value x", "Level value 11", "Game value nothing", "Colour value red", "Hash"):
        (said,) = talk(f"setoption name {wrong}")
        assert said.startswith("info string ")
    assert talk.engine.game.id == "abalone?size=4"


def test_options_that_need_no_new_thinker() -> None:
    talk = Talk()
    talk("isready")
    thinker = talk.engine._thinker
    said = talk("setoption name MultiPV value 3", "setoption name WinChance value true", "go depth 3")
    depth_3 = [line.split() for line in said if line.startswith("info depth 3 ")]
    assert [line[3:5] for line in depth_3] == [["multipv", str(number)] for number in (1, 2, 3)]
    assert len({line[line.index("pv") + 1] for line in depth_3}) == 3
    assert any("win chance" in line and line.endswith(" %") for line in said)
    talk("setoption name MultiPV value 1")
    said = talk("setoption name Ponder value true", "go depth 4")
    _, move, word, answer = said[-1].split()
    assert word == "ponder"
    assert talk.engine.match.position.play(move).find(answer)
    assert talk("setoption name Ponder value false", "go depth 4")[-1] == f"bestmove {move}"
    assert talk.engine._thinker is thinker
    assert talk("setoption name Clear Hash") == []
    for wrong in ("MultiPV value 0", "MultiPV value x", "Ponder value maybe", "UCI_Chess960 value"):
        (refused,) = talk(f"setoption name {wrong}")
        assert refused.startswith("info string ")


def test_a_cleared_table_is_filled_anew() -> None:
    """What a search has found shortens the same search, unless it was told to forget."""

    def nodes(*lines: str) -> int:
        said = talk(*lines, "go depth 7 movetime 60000")
        words = next(line for line in reversed(said) if line.startswith("info depth 7 ")).split()
        return int(words[words.index("nodes") + 1])

    talk = Talk()
    first, again = nodes(), nodes()
    assert again < first
    assert nodes("setoption name Clear Hash") == first


def test_only_the_moves_that_are_named_are_searched() -> None:
    talk = Talk()
    said = talk("go searchmoves C2-C3 A2-A3 depth 3")
    firsts = {line.split(" pv ")[1].split()[0] for line in said if " pv " in line}
    assert firsts <= {"C2-C3", "A2-A3"}
    assert said[-1].split()[1] in firsts
    assert talk("go depth 1 searchmoves A2-A3")[-1] == "bestmove A2-A3"
    refused, *_, last = talk("go depth 2 searchmoves F1-F6")
    assert refused.startswith("info string ")
    assert last.startswith("bestmove ")


def test_castling_is_written_as_the_option_says() -> None:
    talk = Talk("chess")
    castles = ("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "go depth 1 searchmoves e1h1")
    assert talk(*castles)[-1] == "bestmove e1g1"
    assert talk("setoption name UCI_Chess960 value true", *castles)[-1] == "bestmove e1h1"


def test_a_game_with_one_seat_is_refused_in_words() -> None:
    said = Talk()("setoption name Game value hanoi", "isready", "go depth 1")
    assert "readyok" in said
    assert sum("one seat" in line for line in said) >= 1


def test_junk_is_answered_and_never_more() -> None:
    chance = random.Random(4)
    words = ["uci", "go", "stop", "position", "startpos", "moves", "setoption", "name", "value", "Hash", "depth", "-1"]
    words += ["1e9", "nodes", "\0", "ü", "A2-A3", "movetime"]
    lines = [" ".join(chance.choices(words, k=chance.randrange(6))) for _ in range(200)]
    talk = Talk()
    talk(*(line.replace("go", "go depth 1") for line in lines))
    assert talk("isready") == ["readyok"]


def test_the_clock_never_runs_out() -> None:
    left, seconds = 60.0, 0.0
    for _ in range(300):
        used = _share_of_clock(left, 0.0, 30)
        left, seconds = left - used, seconds + used
        assert left > 0
    assert seconds > 30


def test_the_command_speaks_over_pipes() -> None:
    lines = "uci\nnonsense\nposition startpos\ngo nodes 500\nquit\n"
    done = subprocess.run(
        [sys.executable, "-m", "ludograph", "engine", "trimok"],
        input=lines.encode() + b"\xff\xfe\n",
        capture_output=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0
    assert b"uciok" in done.stdout
    assert b"bestmove " in done.stdout
    assert b"Traceback" not in done.stderr


def test_wins_are_told_in_moves() -> None:
    talk = Talk()
    found = talk("position position R:1E3R,2B4R,2F5R,1D6B", "go depth 6")
    assert any("score mate 2" in line for line in found)
