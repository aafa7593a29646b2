"""``ludograph analyse`` tells the best moves of a position with their lines and chances, ``review`` the mistakes of
games that were played."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludograph.cli.game_files import GameFile, MeantGame
from ludograph.cli.options import AsJson, GameName, PositionText, position_of, print_json

if TYPE_CHECKING:
    from ludograph.core.match import Match
    from ludograph.players.analysis import Limits, Thinker
    from ludograph.players.review import Judged
    from ludograph.solver.known import Solutions
    from ludograph.solver.query import Answer

REFUSED = 1
LONGEST_LINE = 12
Seconds = Annotated[float | None, typer.Option(metavar="S", min=0.001, max=3600, help="How long to think.")]
Nodes = Annotated[int | None, typer.Option(metavar="N", min=1, max=10**12, help="How many positions to look at.")]


def register(app: typer.Typer) -> None:
    for command in (analyse, review):
        app.command()(command)


def analyse(
    game: GameName,
    position: PositionText = None,
    moves: Annotated[
        str, typer.Option(metavar="MOVES", help="Moves played since then, between spaces: repetitions count.")
    ] = "",
    lines: Annotated[int, typer.Option(metavar="N", min=1, max=500, help="How many of the best moves to tell.")] = 3,
    every: Annotated[bool, typer.Option("--every", help="Tell every legal move.")] = False,
    only: Annotated[str, typer.Option(metavar="MOVES", help="Look at these moves only, between spaces.")] = "",
    time: Seconds = None,
    nodes: Nodes = None,
    as_json: AsJson = False,
) -> None:
    """Tell the best moves of a position, each with its line, its score and the chance to win."""
    from ludograph.core.match import Match
    from ludograph.errors import GameOver, Undecided
    from ludograph.players.analysis import wanted_moves
    from ludograph.solver.known import Solutions

    start = position_of(game, position)
    match = Match(start.game, start)
    for text in moves.split():
        match.play(text)
    if outcome := match.outcome:
        raise GameOver(f"The game is over: {outcome.text}", position=str(match.position))
    chosen = wanted_moves(match, [match.position.find(text) for text in only.split()])
    wanted = len(chosen) if every else min(lines, len(chosen))
    solutions = Solutions()
    if answer := solutions.known(match.position):
        told = _solved(match, answer, {move.text for move in chosen}, wanted, solutions)
    elif len(start.game.seats) == 1:
        raise Undecided(f"{start.game.id} is not solved: `ludograph query` searches, and `solve` solves it.")
    else:
        limits = _limits(time, nodes, 1.0)
        found = _thinker(match).think(match, limits, lines=wanted, only=chosen if only else ())
        told = {"source": "searched", "words": "", "nodes": found.nodes, "lines": found.as_dict()["lines"]}
    if as_json:
        print_json({"game": start.game.id, "position": str(match.position), **told})
    else:
        _print(match, told)


def review(
    file: GameFile, game: MeantGame = None, time: Seconds = None, nodes: Nodes = None, as_json: AsJson = False
) -> None:
    """Find the mistakes in the games of a file: blunders, mistakes and inaccuracies, by the chance to win that they
    gave away; where a game is solved, detours, too."""
    from ludograph.cli.game_files import checked
    from ludograph.errors import InvalidGameText

    refused, reports = 0, []
    for number, found in enumerate(checked(file, game), 1):
        if isinstance(found, InvalidGameText):
            refused += 1
            typer.echo(f"{file}:{found.line}:{found.column}: game {number} is refused: {found.reason}.", err=True)
            continue
        match = found.match()
        moves = _reviewed(match, _limits(time, nodes, 0.2))
        if as_json:
            reports.append({"number": number, "game": match.game.id, "moves": [each.as_dict() for each in moves]})
        else:
            _print_review(number, match, moves)
    if as_json:
        print_json(reports)
    raise typer.Exit(REFUSED if refused else 0)


def _solved(match: Match, answer: Answer, chosen: set[str], wanted: int, solutions: Solutions) -> dict[str, Any]:
    """What a solution tells, in the same form as what a search does."""
    ordered = sorted((each for each in answer.moves if each.move.text in chosen), key=lambda each: each.goodness)
    lines = [_solved_line(match, each, solutions) for each in ordered[:wanted]]
    return {"source": answer.source, "words": answer.words, "nodes": 0, "lines": lines}


def _solved_line(match: Match, known: Any, solutions: Solutions) -> dict[str, Any]:
    from ludograph.players.review import CHANCES
    from ludograph.solver.remoteness import Value

    then, line = match.position.play(known.move), [known.move.text]
    while len(line) < LONGEST_LINE and not then.outcome and (answer := solutions.known(then)) and answer.moves:
        best = min(answer.moves, key=lambda each: each.goodness)
        if best.worth in (None, Value.UNSOLVABLE):
            break
        line.append(best.move.text)
        then = then.play(best.move)
    sign = {Value.WIN: 1, Value.LOSE: -1}.get(known.worth)
    return {
        "move": known.move.text,
        "line": line,
        "score": None,
        "score_text": known.result,
        "win_in": sign * known.ends_in if sign and known.ends_in is not None else None,
        "win_chance": None if known.worth is None else CHANCES[known.worth],
        "depth": None,
    }


def _print(match: Match, told: dict[str, Any]) -> None:
    position = match.position
    whose = f"{position.game.seats[position.seat]} to move" if len(position.game.seats) > 1 else str(position)
    depth = max((line["depth"] or 0 for line in told["lines"]), default=0)
    searched = f"{told['nodes']:,} positions, {depth} moves ahead" if told["nodes"] else told["words"]
    typer.echo(f"{whose} ({told['source']}): {searched}")
    width = max((len(line["score_text"]) for line in told["lines"]), default=0)
    for line in told["lines"]:
        chance = "    ?" if line["win_chance"] is None else f"{line['win_chance']:3.0f} %"
        moves = " ".join(position.customary_line(_moves(position, line["line"])))
        typer.echo(f"  {line['score_text']:>{width}}  {chance}  {moves}")


def _moves(position: Any, texts: list[str]) -> list[Any]:
    found = []
    for text in texts:
        found.append(position.find(text))
        position = position.play(found[-1])
    return found


def _reviewed(match: Match, limits: Limits) -> list[Judged]:
    from ludograph.cli.progress import progress_bar
    from ludograph.players.review import reviewed
    from ludograph.solver.known import Solutions

    solutions, made = Solutions(), list[Any]()

    def thinker() -> Thinker:
        if not made:
            made.append(_thinker(match))
        return made[0]  # type: ignore[no-any-return]

    moves = []
    with progress_bar("review") as progress:
        asked = thinker if len(match.game.seats) > 1 else None
        for judged in reviewed(match, lambda then: solutions.known(then.position), asked, limits):
            moves.append(judged)
            progress(len(moves), match.ply)
    return moves


def _print_review(number: int, match: Match, moves: list[Judged]) -> None:
    from ludograph.core.texts import counted
    from ludograph.players.review import Fault

    outcome = match.outcome
    typer.echo(f"{number}: {match.game.id}, {counted(match.ply, 'move')}, {outcome.result if outcome else '*'}")
    for judged in moves:
        if judged.fault:
            before = match.positions[judged.ply - 1]
            who, text = match.game.seats[judged.seat], before.customary(judged.move)
            typer.echo(f"  {judged.ply}. {who} {text} {judged.fault.sign} {judged.sentence(before)}")
    for seat, side in enumerate(match.game.seats):
        own = [judged for judged in moves if judged.seat == seat]
        faults = Counter(judged.fault for judged in own if judged.fault)
        counts = ", ".join(counted(faults[fault], str(fault)) for fault in Fault if faults[fault]) or "no mistake"
        average = sum(judged.loss for judged in own) / max(1, len(own))
        typer.echo(f"  {side}: {counts}; {average:.1f} % of the chances lost by a move")


def _limits(time: float | None, nodes: int | None, usual: float) -> Limits:
    from ludograph.players.analysis import Limits

    return Limits(time=usual if time is None and nodes is None else time, nodes=nodes)


def _thinker(match: Match) -> Thinker:
    from ludograph.cli.progress import said_when_slow
    from ludograph.players.named import thinker_for

    with said_when_slow(f"Preparing the analysis of {match.game.id}; this takes a while the first time …"):
        return thinker_for(match.game, "analyse")
