"""Solve what ``docs/results.md`` tells of, verify every number, and write its tables and pictures anew.

    python tools/results.py [--only TEXT] [--no-verify]

Rows are kept in ``docs/results/rows.json``: a run renews those that it makes, and leaves the others.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import ludograph
from ludograph.core.files import data_folder, write_text
from ludograph.solver.remoteness import Value
from ludograph.solver.solve import solve
from ludograph.solver.tiers.work import work_on
from ludograph.solver.verify import verify

ROOT = Path(__file__).parents[1]
ROWS = ROOT / "docs" / "results" / "rows.json"
PAGE = ROOT / "docs" / "results.md"
MARK = "<!-- rows -->"


@dataclass(frozen=True)
class Asked:
    """Something to be solved, and in which table it stands."""

    table: str
    game: str
    material: str | None = None
    pieces: int | None = None

    @property
    def command(self) -> str:
        options = f" --material {self.material}" if self.material else f" --pieces {self.pieces}" if self.pieces else ""
        return f"ludograph solve {quoted(self.game)}{options}"


def quoted(game: str) -> str:
    return f"'{game}'" if set("?&") & set(game) else game


WHOLE = (
    "tic-tac-toe",
    "hexapawn",
    "hex?size=3",
    "othello?size=4",
    "connect-four?columns=4&rows=4",
    "connect-four?columns=5&rows=4",
    "connect-four?columns=5&rows=5",
    "breakthrough?columns=3&rows=5",
    "abalone?size=4",
    "abalone?size=5&setup=sparse",
    "dao",
)
SMALL = (
    "nim",
    "nim/3-4-5?last=wins",
    "sim",
    "fox-and-hounds",
    "l-game",
    "three-mens-morris",
    "three-mens-morris/tapatan",
    "three-mens-morris/nine-holes",
    "achi",
    "pong-hau-ki",
    "dodgem",
    "dodgem?size=4",
    "chomp",
    "kayles",
    "cram?columns=4&rows=4",
    "col?columns=4&rows=4",
    "snort?columns=4&rows=4",
    "domineering?columns=4&rows=4",
    "clobber?columns=4&rows=4",
    "konane?columns=4&rows=4",
    "quixo?size=3",
    "ataxx?size=3",
    "atari-go?size=4",
    "isolation?columns=3&rows=4",
    "y?size=4",
    "kalah?houses=3&seeds=3",
    "kalah?houses=4&seeds=2",
    "oware?houses=3&seeds=3",
    "hare-and-hounds",
    "halma?size=4",
    "chinese-checkers?size=1",
    "chinese-checkers?size=2",
    "havannah?size=2",
)
BY_MATERIAL = ("abalone?size=4", "abalone/hex?side=3")
CHESS = ("KQK", "KRK", "KPK", "KBBK", "KBNK", "KQKR")
ON_MAPS = ("KQK", "KRK", "KBNK", "KQKR")
ASKED = (
    *(Asked("Whole games", game) for game in WHOLE),
    *(Asked("Small games", game) for game in SMALL),
    *(Asked("Whole games by material", game, "start") for game in BY_MATERIAL),
    *(Asked("Chess on 8×8 squares", "nchess", material) for material in CHESS),
    *(Asked("Chess on maps", f"nchess/{name}", each) for name in ("glinski", "mccooey", "ring") for each in ON_MAPS),
    *(Asked("Draughts", "draughts/english", pieces=count) for count in (2, 3, 4, 5)),
    *(Asked("Draughts", "draughts/russian", pieces=count) for count in (2, 3, 4, 5)),
    *(Asked("Trimok", game, pieces=count) for game in ("trimok", "trimok?exchange=none") for count in (2, 3, 4)),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="rows whose command contains this")
    parser.add_argument("--no-verify", action="store_true")
    given = parser.parse_args()
    for asked in ASKED:
        if given.only in asked.command:
            row = made(asked, is_verified=not given.no_verify)
            print(asked.command, {key: value for key, value in row.items() if key != "position"}, flush=True)
            # Others may have been made meanwhile.
            write_text(ROWS, json.dumps({**known_rows(), asked.command: row}, indent=1) + "\n")
    write_page(known_rows())


def known_rows() -> dict[str, Any]:
    return json.loads(ROWS.read_text()) if ROWS.exists() else {}


def made(asked: Asked, *, is_verified: bool) -> dict[str, Any]:
    """Solve, verify and draw."""
    game, began = ludograph.game(asked.game), time.process_time()
    if asked.material or asked.pieces:
        work = work_on(game, asked.material, asked.pieces)
        solution: Any = work.solve()
        parts = [work.endings.load(tier.material) for group in work.groups for tier in group]
    else:
        solution = solve(game)
        parts = [solution]
    seconds = time.process_time() - began
    for part in parts if is_verified else ():
        verify(part)
    summary = solution.summary
    found: dict[str, Any] = {key: summary[key] for key in ("positions", "win", "lose", "draw")}
    found |= {"longest_win": len(solution.wins) - 1 if sum(solution.wins) else None, "cpu": round(seconds, 1)}
    found |= {"verified": is_verified, "value": None}
    if asked.material in (None, "start") and not asked.pieces:
        found["value"] = solution.words(game.start())
    if found["longest_win"]:
        position = next(iter(solution.with_remoteness(found["longest_win"], Value.WIN)))
        name = "".join(
            each if each.isalnum() else "-" for each in asked.command.removeprefix("ludograph solve ")
        ).strip("-")
        write_text(ROWS.parent / f"{name}.svg", position._repr_svg_())
        found |= {"position": str(position), "picture": f"results/{name}.svg"}
    return found


def write_page(rows: dict[str, Any]) -> None:
    head = PAGE.read_text().partition(MARK)[0]
    lines = [head + MARK]
    for table in dict.fromkeys(asked.table for asked in ASKED):
        known = [(asked, rows[asked.command]) for asked in ASKED if asked.table == table and asked.command in rows]
        lines += [f"\n## {table}\n", "| command | positions | won | lost | drawn | longest win | one of the longest |"]
        lines += ["|---|---|---|---|---|---|---|", *(written(asked, row) for asked, row in known)]
        lines += [f"\n`{asked.game}`: {row['value']}" for asked, row in known if row["value"]]
    write_text(PAGE, "\n".join(lines) + "\n")


def written(asked: Asked, row: dict[str, Any]) -> str:
    share = f"{100 * row['win'] / row['positions']:.1f} %"
    longest = (
        "–" if row["longest_win"] is None else f"{row['longest_win']} {'ply' if row['longest_win'] == 1 else 'plies'}"
    )
    picture = f"[`{row['position']}`]({row['picture']})" if row.get("picture") else "–"
    verified = "" if row["verified"] else " (not verified)"
    return (
        f"| `{asked.command}`{verified} | {row['positions']:,} | {row['win']:,} ({share}) | {row['lose']:,} "
        f"| {row['draw']:,} | {longest} | {picture} |"
    )


if __name__ == "__main__":
    os.environ.setdefault("LUDOGRAPH_DATA", str(data_folder()))
    main()
