"""Hypothesis strategies for any game: positions, legal moves, and move texts right and wrong."""

from __future__ import annotations

from hypothesis import strategies as st

from ludograph.core.game import Game, Position
from ludograph.core.match import Match


@st.composite
def matches(draw: st.DrawFn, game: Game, longest: int = 60) -> Match:
    """Matches after some legal moves; they shrink to shorter ones."""
    match = Match(game)
    for choice in draw(st.lists(st.integers(0, 2**16), max_size=longest)):
        moves = match.moves()
        if not moves:
            break
        match.play(moves[choice % len(moves)])
    return match


def positions(game: Game, longest: int = 60) -> st.SearchStrategy[Position]:
    """Positions that can occur in a match."""
    return matches(game, longest).map(lambda match: match.position)


def move_texts(position: Position) -> st.SearchStrategy[str]:
    """Texts that are, are almost, or are not at all moves of a position."""
    labels = st.sampled_from(position.game.board.labels)
    made = st.builds(
        "{}{}{}{}".format, labels, st.sampled_from(("-", "x", ":")), labels, st.sampled_from(("", "=1", "=9"))
    )
    legal = [st.sampled_from([move.text for move in position.legal_moves])] if position.legal_moves else []
    return st.one_of(*legal, made, st.text(max_size=20))
