"""``ludograph learn``: a player that teaches itself a game, round by round."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludograph.cli.cluster import Cluster, Workers, crew_for
from ludograph.cli.options import AsJson, GameName, is_standard_output, print_json, text_file, write_output

if TYPE_CHECKING:
    from ludograph.engine.kernel_game import KernelGame
    from ludograph.learning.teaching import Round, Teaching

MINUTE = 60.0
#: The match against tree search.
GAMES_AGAINST_TREES, SECONDS_OF_A_MOVE = 40, 0.1
HALF = 0.5


def register(app: typer.Typer) -> None:
    app.command()(learn)


def learn(
    game: GameName,
    minutes: Annotated[
        float, typer.Option(metavar="M", min=0.01, max=100_000, help="How long; the last round is finished.")
    ] = 10.0,
    seed: Annotated[int, typer.Option(min=0, max=10**9, help="Decides all chances, at the beginning.")] = 0,
    anew: Annotated[bool, typer.Option("--anew", help="Forget the rounds so far, and begin anew.")] = False,
    plot: Annotated[Path | None, text_file("Draw the strength by round into an SVG file.")] = None,
    cluster: Cluster = None,
    workers: Workers = None,
    as_json: AsJson = False,
) -> None:
    """Let a game's player become stronger by playing against itself.

    A round plays many games, learns from them what to make of groups of neighbouring cells, and lets the new player
    meet the old one, with as much time for both. Who wins beyond the error of the match plays from now on, everywhere.

    The same command goes on with what was learned before, whatever has stopped it.
    """
    from ludograph.cli.progress import said_when_slow
    from ludograph.core.files import check_writable
    from ludograph.core.registry import game as game_named
    from ludograph.learning.teaching import Teaching, check_teachable
    from ludograph.learning.weights import file_of

    is_chart_alone = is_standard_output(plot, as_json)
    named = check_teachable(game_named(game))
    if plot and not is_chart_alone:
        check_writable(plot)
    with crew_for(cluster, workers or (None if cluster else os.cpu_count())) as crew:
        with said_when_slow(f"Looking at the symmetries of {named.id} …"):
            teaching = Teaching(named, crew, seed=seed)
            if anew:
                teaching.forget()
                teaching = Teaching(named, crew, seed=seed)
        if (before := teaching.progress.rounds) and not is_chart_alone and not as_json:
            typer.echo(f"Going on after round {len(before)}.")
        _taught(teaching, minutes * MINUTE, is_silent=is_chart_alone or as_json)
    against_trees = _held_against_trees(named)
    if plot:
        write_output(plot, _chart(teaching))
    file = file_of(named)
    if as_json:
        rounds = [each.__dict__ for each in teaching.progress.rounds]
        told = {"game": named.id, "elo": teaching.progress.elo, "against_trees": against_trees}
        print_json({**told, "rounds": rounds, "file": str(file)})
    elif not is_chart_alone:
        typer.echo(_summary(teaching, file, against_trees))


def _taught(teaching: Teaching, seconds: float, *, is_silent: bool) -> None:
    """All rounds, with a bar for the time that is left."""
    from ludograph.cli.progress import bar_with_note

    began = time.monotonic()
    with bar_with_note(f"learning {teaching.game.id}") as bar:

        def tell(what: str, done: int, total: int) -> None:
            number = len(teaching.progress.rounds) + 1
            passed = min(time.monotonic() - began, seconds)
            bar(round(passed), round(seconds), f"round {number}, {what} {done} of {total}")

        teaching.tell = tell
        for each in teaching.rounds(seconds):
            if not is_silent:
                typer.echo(_line(each))


def _line(each: Round) -> str:
    taken = f"taken, {each.elo:+.0f} Elo since the beginning" if each.is_taken else "not taken"
    points = f"{each.share:.1%} ± {each.error:.1%} of {each.games} games"
    return (
        f"round {each.number}: {each.positions:,} positions, {points} against the last, {taken} ({each.seconds:.0f} s)"
    )


def _held_against_trees(game: KernelGame) -> float | None:
    """The share of the points of what was learned against tree search, by which the game was played before; None where
    it wasn't, or where nothing was learned. Who is better plays from now on."""
    from ludograph.cli.progress import progress_bar
    from ludograph.learning.weights import AGAINST_TREES, Weights, keep_weights, weights_of
    from ludograph.players.alpha_beta import AlphaBeta
    from ludograph.players.analysis import Limits
    from ludograph.players.player import ThinkingPlayer
    from ludograph.players.tournament import Plan, play_match

    weights = weights_of(game)
    if weights is None or game.has_evaluation:
        return None

    def learned(_: object, seed: int) -> ThinkingPlayer:
        return ThinkingPlayer("learned", AlphaBeta(game, seed=seed), Limits(time=SECONDS_OF_A_MOVE))

    players = "learned", f"mcts:time={SECONDS_OF_A_MOVE}"
    plan = Plan(game, players, GAMES_AGAINST_TREES, guests={"learned": learned})
    with progress_bar("against tree search") as progress:
        score = play_match(plan, finished=lambda played: progress(played.number + 1, plan.games))
    keep_weights(Weights(weights.tables, {**weights.facts, AGAINST_TREES: round(score.share, 3)}), game)
    return score.share


def _summary(teaching: Teaching, file: Path, against_trees: float | None) -> str:
    if not teaching.present:
        return f"Nothing was learned that plays better than what {teaching.game.id} has by itself."
    if against_trees is not None and against_trees < HALF:
        share = f"{against_trees:.0%} of {GAMES_AGAINST_TREES} games"
        return f"What was learned has {share} against tree search, which goes on to play; it is kept in {file}."
    return f"What was learned is used from now on, and kept in {file}."


def _chart(teaching: Teaching) -> str:
    from ludograph.draw.chart import bar_chart

    strengths = [0, *(max(0, round(each.elo)) for each in teaching.progress.rounds)]
    title = f"{teaching.game.id}: strength by round, in Elo above the beginning"
    return bar_chart({"Elo above the beginning": strengths}, title, "round", "Elo")
