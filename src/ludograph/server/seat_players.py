"""The players of programs' seats between their turns, with all that they have learned of their match."""

from __future__ import annotations

from collections import OrderedDict

from ludograph.players.player import Player

Seat = tuple[str, int]


class SeatPlayers:
    """A bounded number of players; who wasn't asked for longest (LRU) is given up, and made anew when it is its turn.

    A player that thinks is not among them: it is taken before, and put back after.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._players: OrderedDict[Seat, Player] = OrderedDict()

    def take(self, match_id: str, seat: int) -> Player | None:
        return self._players.pop((match_id, seat), None)

    def put(self, match_id: str, seat: int, player: Player) -> None:
        self._players[match_id, seat] = player
        while len(self._players) > self._most:
            self._players.popitem(last=False)[1].close()

    def forget(self, match_id: str) -> None:
        """The match is over."""
        for key in [key for key in self._players if key[0] == match_id]:
            self._players.pop(key).close()

    def close(self) -> None:
        while self._players:
            self._players.popitem()[1].close()

    def __len__(self) -> int:
        return len(self._players)
