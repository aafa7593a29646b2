"""Who may not come in: addresses and networks that the owner of the server has banned.

They are kept in the database and known to every process, which hears of changes by notices.
"""

from __future__ import annotations

import ipaddress
import time
from functools import lru_cache

from ludograph.errors import InvalidParameter
from ludograph.server.addresses import guest_at
from ludograph.server.hub import Hub
from ludograph.server.notices import BANS, Notices
from ludograph.server.problems import Banned, NotFound
from ludograph.store import bans as store
from ludograph.store.bans import StoredBan
from ludograph.store.database import Database

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Bans:
    """All bans; ``open`` them before anybody is let in."""

    def __init__(self) -> None:
        self.all: list[StoredBan] = []

    async def open(self, database: Database, hub: Hub, notices: Notices) -> None:
        self._database, self._hub, self._notices = database, hub, notices
        async with database.writing() as connection:
            await store.remove_ended(connection, time.time())
        await self.read()

    async def read(self) -> None:
        """Learn what the database knows; who is banned and still watches has to go."""
        async with self._database.reading() as connection:
            self.all = await store.listed(connection)
        self._hub.send_away(lambda guest: self._ban_of(guest) is not None, Banned("This address is banned."))

    async def add(self, text: str, hours: float | None, reason: str, guest: str) -> StoredBan:
        """Ban an address or a network; but nobody bans themselves."""
        network, now = network_of(text), time.time()
        if _is_within(guest, network):
            raise InvalidParameter(f"{text} is your own address.")
        ban = StoredBan(_name_of(network), reason, now, None if hours is None else now + 3600 * hours)
        async with self._database.writing() as connection:
            await store.keep(connection, ban)
            await self._notices.send(connection, BANS)
        await self.read()
        return ban

    async def remove(self, text: str) -> None:
        address = _name_of(network_of(text))
        async with self._database.writing() as connection:
            if not await store.remove(connection, address):
                raise NotFound(f"{address} is not banned.")
            await self._notices.send(connection, BANS)
        await self.read()

    def check(self, guest: str) -> None:
        """Banned, if the guest is."""
        if ban := self._ban_of(guest):
            raise Banned(f"This address is banned from this server{f': {ban.reason}' if ban.reason else ''}.")

    def _ban_of(self, guest: str) -> StoredBan | None:
        now = time.time()
        for ban in self.all:
            if (ban.until is None or now < ban.until) and _is_within(guest, network_of(ban.address)):
                return ban
        return None


@lru_cache(maxsize=4096)
def network_of(text: str) -> Network:
    """The network that a text names; an address alone is the guest at it, of version 6 a whole /64."""
    try:
        return ipaddress.ip_network(text if "/" in text else guest_at(text), strict=False)
    except ValueError:
        raise InvalidParameter("This is no address and no network, such as 203.0.113.7 or 2001:db8::/48.") from None


@lru_cache(maxsize=4096)
def _is_within(guest: str, network: Network) -> bool:
    try:
        own = ipaddress.ip_network(guest)
    except ValueError:  # one who has no address
        return False
    return own.version == network.version and own.subnet_of(network)  # type: ignore[arg-type]


def _name_of(network: Network) -> str:
    is_address = network.version == 4 and network.prefixlen == network.max_prefixlen
    return str(network.network_address) if is_address else str(network)
