"""Matches that show how strong the players are; each writes its result, with its error, to benchmarks/results.

    python benchmarks/matches.py                    # all, or those whose names contain a word
    python benchmarks/matches.py trimok levels

A result that is there is kept; ``--again`` plays anew, ``--games N`` plays fewer, ``--at-once N`` more at a time.
All results together are a table in benchmarks/results/README.md.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import shutil
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import ludograph
from ludograph.errors import LudographError
from ludograph.learning.weights import is_judged
from ludograph.players.tournament import Plan, PlayedGame, play_match
from peers import PyDraughts

RESULTS = Path(__file__).parent / "results"
STRONG = (
    "trimok",
    "abalone",
    "abalone/hex",
    "draughts/russian",
    "draughts/english",
    "draughts/international",
    "nchess",
    "nchess/glinski",
)
AGAINST_TREES = ("trimok", "abalone", "draughts/russian")
#: Games that were taught, and have no evaluation that somebody wrote.
TAUGHT = (
    "connect-four",
    "othello",
    "breakthrough",
    "hex",
    "nine-mens-morris",
    "lines-of-action",
    "ataxx",
    "surakarta",
    "konane",
    "pentago",
    "isolation",
    "bagh-chal",
    "tablut",
    "teeko",
    "quixo",
    "amazons",
)
LEVELS_APART = 3
HEAD = """\
# How strong the players are

Written by `benchmarks/matches.py`: points of the first player with their error at 95 %, and the difference in Elo.
Games begin with random moves (fair: neither side is better after them), each opening is played twice with sides
exchanged. Where more games were played at once than there are cores, players that think by the clock had less of a
machine than usual.

| game | players | won – drawn – lost | points | Elo | aim | openings | at once |
|---|---|---|---|---|---|---|---|"""
CROWD = 4


@dataclass(frozen=True)
class Bout:
    """One match, and the share of the points that the first player must have at least."""

    name: str
    game: str
    players: tuple[str, str]
    games: int
    aim: float
    opening_plies: int = 4
    #: Whether the share may lie below the aim by its error.
    is_within_error: bool = False
    is_fair: bool = False
    #: More games at once than there are cores make every player weaker that thinks by the clock, but end sooner.
    at_once: int | None = None

    @property
    def file(self) -> Path:
        return RESULTS / f"{self.name}.json"


def bouts() -> list[Bout]:
    """All matches."""
    found = [Bout(f"{_name(game)}-10-random", game, ("ai:10", "random"), 50, 1.0, at_once=CROWD) for game in STRONG]
    found += [
        Bout(f"{_name(game)}-mcts", game, ("ai:time=1", "mcts:time=1"), 20, 0.5, at_once=CROWD)
        for game in AGAINST_TREES
    ]
    found += [
        Bout(f"{_name(game)}-learned-mcts", game, ("ai:time=0.2", "mcts:time=0.2"), 200, 0.8, at_once=CROWD)
        for game in TAUGHT
        if is_judged(ludograph.game(game))
    ]
    for game in AGAINST_TREES:
        for level in range(1 + LEVELS_APART, 11):
            players = (f"ai:{level}", f"ai:{level - LEVELS_APART}")
            name = f"{_name(game)}-levels-{level:02}-{level - LEVELS_APART:02}"
            found.append(Bout(name, game, players, 100, 0.75, at_once=CROWD if level == 10 else None))
    if stockfish := shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games"):
        for elo, games, at_once in ((1700, 60, CROWD), (2400, 100, 1), (2600, 100, 1)):
            peer = f"uci:{stockfish},time=1,UCI_LimitStrength=true,UCI_Elo={elo}"
            names = f"nchess-stockfish-{elo}", "nchess", ("ai:time=1", peer)
            found.append(Bout(*names, games, 0.5, 6, is_within_error=elo == 1700, is_fair=True, at_once=at_once))
    if importlib.util.find_spec("draughts"):
        players = ("ai:time=0.5", PyDraughts.name)
        # One at a time: that program is Python, so that two of them would wait for each other.
        found.append(
            Bout("draughts-russian-py-draughts", "draughts/russian", players, 40, 0.95, 6, is_fair=True, at_once=1)
        )
    return found


def _name(game: str) -> str:
    return game.replace("/", "-")


def play(bout: Bout) -> dict[str, object]:
    """Play a match and say how it went."""
    guests = {PyDraughts.name: PyDraughts}
    game, plies = ludograph.game(bout.game), bout.opening_plies
    plan = Plan(game, bout.players, bout.games, plies, 2026, is_fair=bout.is_fair, guests=guests)
    score = play_match(plan, finished=_show, at_once=bout.at_once)
    print(file=sys.stderr)
    reached = score.share + (score.share_error if bout.is_within_error else 0.0)
    is_met = reached > bout.aim if "mcts" in bout.name else reached >= bout.aim
    return {
        "match": bout.name,
        "game": plan.game.id,
        "players": [player.rpartition("/")[2] for player in bout.players],
        **score.as_dict(),
        "fair": bout.is_fair,
        "at_once": bout.at_once,
        "aim": bout.aim,
        "met": is_met,
    }


def _show(played: PlayedGame) -> None:
    """A letter for every game: won, drawn, lost."""
    print({1.0: "w", 0.5: "d", 0.0: "l"}[played.points], end="", flush=True, file=sys.stderr)


def table() -> str:
    """All results, for people."""
    lines = [HEAD]
    for file in sorted(RESULTS.glob("*.json")):
        found = json.loads(file.read_text())
        if "match" not in found:
            continue  # a result of tuning
        score = f"{found['wins']} – {found['draws']} – {found['losses']}"
        points = f"{found['share']:.1%} ± {found['share_error']:.1%}"
        elo = "" if found["elo"] is None else f"{found['elo']:+}"
        aim = f"{found['aim']:.0%} {'✓' if found['met'] else '✗'}"
        players = " – ".join(f"`{name}`" for name in found["players"])
        fair, at_once = "fair" if found.get("fair") else "", found.get("at_once") or ""
        lines.append(f"| {found['game']} | {players} | {score} | {points} | {elo} | {aim} | {fair} | {at_once} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", help="only matches whose names contain all of these")
    parser.add_argument("--games", type=int, help="play so many instead")
    parser.add_argument("--at-once", type=int, help="play so many games at the same time")
    parser.add_argument("--again", action="store_true", help="also those whose results are there")
    given = parser.parse_args()
    RESULTS.mkdir(exist_ok=True)
    for planned in bouts():
        if not all(word in planned.name for word in given.words) or (planned.file.exists() and not given.again):
            continue
        bout = replace(planned, games=given.games or planned.games, at_once=given.at_once or planned.at_once)
        print(f"{bout.name}: {bout.players[0]} – {bout.players[1]}", file=sys.stderr, flush=True)
        try:
            result = play(bout)
        except LudographError as error:
            print(f"  left out: {error.message}", file=sys.stderr)
            continue
        bout.file.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n")
        print(json.dumps(result, ensure_ascii=False), flush=True)
    (RESULTS / "README.md").write_text(table())


if __name__ == "__main__":
    main()
