"""``ludograph match``: many games between two players, and what they tell about their strength."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated, Any

import typer

from ludograph.cli.cluster import Cluster, Workers, crew_for
from ludograph.cli.options import AsJson, GameName, file_only, print_json


def register(app: typer.Typer) -> None:
    app.command()(match)


def match(
    game: GameName,
    players: Annotated[
        tuple[str, str], typer.Option(metavar="A B", help="Who plays: random, greedy, ai:5, mcts:time=0.5 …")
    ],
    games: Annotated[int, typer.Option(metavar="N", min=1, max=1_000_000, help="How many games.")] = 10,
    openings: Annotated[
        int, typer.Option(metavar="K", min=0, max=1000, help="Random moves before the players begin.")
    ] = 4,
    fair: Annotated[
        bool, typer.Option("--fair", help="Leave out openings in which a short search finds one side better.")
    ] = False,
    seed: Annotated[int, typer.Option(min=0, max=10**9, help="Decides openings and players.")] = 0,
    longest: Annotated[
        int, typer.Option(metavar="PLIES", min=1, max=100_000, help="Moves after which a game is given up as a draw.")
    ] = 400,
    record: Annotated[
        Path | None,
        file_only("Keep the games: as .pgn or .pdn, else the record of one on each line."),
    ] = None,
    cluster: Cluster = None,
    workers: Workers = None,
    as_json: AsJson = False,
) -> None:
    """Let two players play many games: both sides in turn, from varied openings."""
    from ludograph.cli.progress import progress_bar, said_when_slow
    from ludograph.core.files import check_writable, write_text
    from ludograph.core.registry import game as game_named
    from ludograph.errors import LudographError
    from ludograph.players.tournament import Plan, PlayedGame, Score, kept_text, play_match, prepare

    plan = Plan(game_named(game), players, games, openings, seed, longest, is_fair=fair)
    plan.check()
    if record:
        check_writable(record)
    with said_when_slow(f"Preparing the players of {plan.game.id}; this takes a while the first time …"):
        prepare(plan)
    texts: list[str] = []
    score = Score()

    def tell() -> None:
        if as_json:
            print_json({"game": plan.game.id, "players": list(players), "seed": seed, **score.as_dict()})
        else:
            typer.echo("\n".join(_report(players, score)))

    try:
        with progress_bar("match") as progress:

            def finished(played: PlayedGame) -> None:
                score.add(played)
                progress(played.number + 1, games)
                if record:
                    texts.append(kept_text(played, record))
                    write_text(record, "".join(texts))

            if cluster is None and workers is None:
                play_match(plan, finished=finished)
            else:
                from ludograph.players.shared_match import play_shared_match

                with crew_for(cluster, workers) as crew:
                    play_shared_match(plan, crew, finished=finished)
    except (KeyboardInterrupt, LudographError):
        if score.games:  # what was played before somebody had enough, or a player failed, is worth telling
            tell()
        raise
    tell()


def _report(players: tuple[str, str], score: Any) -> list[str]:
    from ludograph.core.texts import counted

    low, elo, high = score.elo
    share = f"{score.share:.1%} ± {score.share_error:.1%}"
    lines = [
        f"{players[0]} – {players[1]}: {score.points:g} of {counted(score.games, 'game')} ({share})",
        f"won {score.wins}, drawn {score.draws}, lost {score.losses}",
        f"Elo difference: {_signed(elo)} (95 %: {_signed(low)} to {_signed(high)})",
        "ends: " + ", ".join(f"{reason} {number}" for reason, number in score.reasons.most_common()),
    ]
    if unfinished := score.reasons["unfinished"]:
        lines.append(f"{counted(unfinished, 'game')} went on too long, counted as drawn")
    for name, effort in zip(players, score.efforts, strict=True):
        if effort.nodes_per_second:
            lines.append(f"{name}: {effort.nodes_per_second:,} nodes a second")
    return lines


def _signed(elo: float) -> str:
    return f"{round(elo):+d}" if math.isfinite(elo) else ("+∞" if elo > 0 else "-∞")
