"""``ludograph.show``: games, positions and whole matches as drawings for a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from ludograph.core.game import Game, Position
from ludograph.core.match import Match, MatchRecord
from ludograph.core.moves import Move
from ludograph.core.portable.meaning import Replay
from ludograph.core.portable.model import GameText
from ludograph.errors import InvalidParameter

if TYPE_CHECKING:
    from ludograph.draw.strip import Strip

MOST_SHOWN = 300


def show(
    what: Game | Match | MatchRecord | Replay | GameText | Position | Iterable[Position], *, columns: int = 6
) -> Strip:
    """Small boards in rows: the start of a game, a position, or all positions of a match with the moves between them;
    the match may be a record or a game of a file.

    Any positions do, such as those of a solution's line. Very long matches are refused: show a part of
    ``match.positions``.
    """
    from ludograph.draw.strip import Strip

    if columns < 1:
        raise InvalidParameter(f"A strip of boards has at least 1 column, not {columns}.")
    if isinstance(what, MatchRecord):
        what = what.replay()
    if isinstance(what, GameText):
        what = what.replay()
    if isinstance(what, Match):
        end = str(what.outcome or f"after {what.ply} moves")
        return _match(what.positions, what.played, end, columns)
    if isinstance(what, Replay):
        return _match(what.positions, what.moves, what.result, columns)
    positions = [what.start()] if isinstance(what, Game) else [what] if isinstance(what, Position) else list(what)
    _check(len(positions))
    title = positions[0].game.full_title if positions else ""
    return Strip([position.picture() for position in positions], [_turn(each) for each in positions], title, columns)


def _match(positions: Sequence[Position], moves: Sequence[Move], end: str, columns: int) -> Strip:
    from ludograph.draw.strip import Strip

    _check(len(positions))
    pictures, captions = [positions[0].picture()], [_turn(positions[0])]
    for ply, ((before, after), move) in enumerate(zip(pairwise(positions), moves, strict=True), start=1):
        pictures.append(after.picture(move))
        captions.append(f"{ply}. {before.customary(move)}")
    return Strip(pictures, captions, f"{positions[0].game.full_title}: {end}", columns)


def _turn(position: Position) -> str:
    return str(position.outcome or f"{position.game.seats[position.seat]} to move")


def _check(boards: int) -> None:
    if boards > MOST_SHOWN:
        raise InvalidParameter(f"{boards:,} boards are too many for one strip, which shows at most {MOST_SHOWN}.")
