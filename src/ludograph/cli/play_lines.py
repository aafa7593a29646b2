"""A match line by line: for pipes, for screen readers and for terminals without a screen."""

from __future__ import annotations

import sys
from collections.abc import Callable

import typer

from ludograph.cli.progress import said_when_slow
from ludograph.core.rulebook import rulebook
from ludograph.core.rulebook.telling import as_markdown
from ludograph.draw.text import to_text
from ludograph.errors import LudographError
from ludograph.players.analysis import Limits
from ludograph.players.named import thinker_for
from ludograph.players.session import Session
from ludograph.solver.advice import Advisor

#: What `analysis` may take.
ANALYSIS = Limits(time=1.0)
WORDS = ("moves", "hint", "analysis", "undo", "resign", "draw", "quit")
FOR_SEVERAL = ("draw", "analysis")  # words of no use to one who plays alone


def play_lines(session: Session) -> None:
    """Play until the match is over or the input ends."""
    advisor = Advisor(session.match.game)
    typer.echo(_help(session))
    while True:
        _show(session, advisor)
        if session.match.outcome:
            return
        if session.is_human_turn:
            if not _human_turn(session, advisor):
                return
        else:
            typer.echo(f"{_mover(session)} plays {session.let_player_move().text}")


def _human_turn(session: Session, advisor: Advisor) -> bool:
    """Ask until something changed; False when the player leaves."""
    while True:
        typer.echo(f"{_mover(session)}> ", nl=False)
        line = sys.stdin.readline()
        if not line or line.strip() == "quit":
            typer.echo("")
            return False
        try:
            if _obey(session, advisor, line.removesuffix("\n").removesuffix("\r")):
                return True
        except LudographError as error:
            typer.echo(error.message)


def _obey(session: Session, advisor: Advisor, line: str) -> bool:
    """Do what a line says; whether it changed the match."""
    actions = {"undo": session.undo, "resign": session.resign}
    if session.has_opponents:
        actions["draw"] = session.agree_draw
    if line in actions:
        actions[line]()
        return True
    answers: dict[str, Callable[[], str]] = {
        "moves": lambda: " ".join(move.text for move in session.match.moves()),
        "hint": lambda: advisor.hint(session.match.position),
        "help": lambda: _help(session),
        "?": lambda: as_markdown(rulebook(session.match.game)),
    }
    if session.has_opponents:
        answers["analysis"] = lambda: _analysis(session)
    if line in answers:
        typer.echo(answers[line]())
        return False
    session.play(line)
    return True


def _help(session: Session) -> str:
    words = (word for word in WORDS if word not in FOR_SEVERAL or session.has_opponents)
    return f"Type a move, or: {', '.join(words)}; ? tells the rules."


def _analysis(session: Session) -> str:
    """What a player at full strength sees in the position, after a moment."""
    game = session.match.game
    with said_when_slow(f"Preparing the analysis of {game.id}; this takes a while the first time …"):
        thinker = thinker_for(game, "analysis")
    return f"{_mover(session)}: {thinker.think(session.match, ANALYSIS)}"


def _mover(session: Session) -> str:
    return session.match.game.seats[session.match.position.seat]


def _show(session: Session, advisor: Advisor) -> None:
    match = session.match
    typer.echo("\n" + to_text(match.position.picture(match.last_move)))
    words = match.outcome.text if match.outcome else advisor.words(match.position)
    if words:
        typer.echo(f"\n{words}")
