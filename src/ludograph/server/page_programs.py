"""Programs whose moves are thought of in a page: whoever plays alone against them, or lets them play each other, may
let them think in the browser. The server waits for such a page as long as a program may think, and then thinks itself.

A match with somebody who was invited, or with a clock, is not played so: there everybody has to trust the program, and
its time is the server's.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ludograph.server.live_match import LiveMatch
from ludograph.server.problems import Forbidden

#: The players that need nothing but the game's module; others have solutions, or are programs of the server's machine.
PAGE_PLAYERS = ("random", "greedy", "ai", "mcts")


@dataclass(frozen=True)
class PageProgram:
    """A page that plays for a program, and shows a token of the match."""

    seat: int
    token: str | None = field(repr=False)


def check_page(live: LiveMatch, token: str | None, seats: Iterable[int]) -> None:
    """Refuse a page that may not think for the programs at these seats."""
    live.check_owner(token)
    if live.has_invited:
        raise Forbidden("In a match with somebody who was invited programs think on the server.")
    if live.row.clock is not None:
        raise Forbidden("In a match with a clock programs think on the server.")
    for seat in seats:
        player = live.seats[seat].player if seat < len(live.seats) else ""
        if player.partition(":")[0] not in PAGE_PLAYERS:
            raise Forbidden(f"At seat {seat} there is no program that a page could let think.")
