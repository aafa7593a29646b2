"""Matches that show how strong the players are; each writes its result, with its error, to benchmarks/results.

    python benchmarks/matches.py                    # all, or those whose names contain a word
    python benchmarks/matches.py trimok levels

A result that is there is kept; ``--again`` plays anew, ``--games N`` plays fewer.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

import ludograph
from ludograph.errors import LudographError
from ludograph.players.tournament import Plan, Score, play_match

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
LEVELS_APART = 3


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

    @property
    def file(self) -> Path:
        return RESULTS / f"{self.name}.json"


def bouts() -> list[Bout]:
    """All matches."""
    found = [Bout(f"{_name(game)}-10-random", game, ("ai:10", "random"), 50, 1.0) for game in STRONG]
    found += [Bout(f"{_name(game)}-10-random-quick", game, ("ai:time=0.1", "random"), 50, 1.0) for game in STRONG]
    for seconds, name in (("1", "mcts"), ("0.1", "mcts-quick")):
        limits = f"time={seconds}"
        found += [
            Bout(f"{_name(game)}-{name}", game, (f"ai:{limits}", f"mcts:{limits}"), 20, 0.5, is_within_error=False)
            for game in AGAINST_TREES
        ]
    for game in AGAINST_TREES:
        for level in range(1 + LEVELS_APART, 11):
            players = (f"ai:{level}", f"ai:{level - LEVELS_APART}")
            found.append(Bout(f"{_name(game)}-levels-{level:02}-{level - LEVELS_APART:02}", game, players, 100, 0.75))
    if stockfish := shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games"):
        peer = f"uci:{stockfish},time=1,UCI_LimitStrength=true,UCI_Elo=1700"
        found.append(Bout("nchess-stockfish-1700", "nchess", ("ai:time=1", peer), 60, 0.5, 6, is_within_error=True))
    return found


def _name(game: str) -> str:
    return game.replace("/", "-")


def play(bout: Bout, games: int) -> dict[str, object]:
    """Play a match and say how it went."""
    plan = Plan(ludograph.game(bout.game), bout.players, games, bout.opening_plies, seed=2026)
    score = Score()

    def finished(_: object) -> None:
        nonlocal score
        print(".", end="", flush=True, file=sys.stderr)

    score = play_match(plan, finished=finished)
    print(file=sys.stderr)
    reached = score.share + (score.share_error if bout.is_within_error else 0.0)
    is_met = reached > bout.aim if "mcts" in bout.name else reached >= bout.aim
    return {"match": bout.name, "game": plan.game.id, "players": bout.players, **score.as_dict(),
            "aim": bout.aim, "met": is_met}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", help="only matches whose names contain all of these")
    parser.add_argument("--games", type=int, help="play so many instead")
    parser.add_argument("--again", action="store_true", help="also those whose results are there")
    given = parser.parse_args()
    RESULTS.mkdir(exist_ok=True)
    for bout in bouts():
        if not all(word in bout.name for word in given.words) or (bout.file.exists() and not given.again):
            continue
        print(f"{bout.name}: {bout.players[0]} – {bout.players[1]}", file=sys.stderr)
        try:
            result = play(bout, given.games or bout.games)
        except LudographError as error:
            print(f"  left out: {error.message}", file=sys.stderr)
            continue
        bout.file.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n")
        print(json.dumps(result, ensure_ascii=False))


if __name__ == "__main__":
    main()
