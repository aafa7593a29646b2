"""Who asks, as far as a server without accounts can tell: a guest is an address, or the network of a household."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from contextvars import ContextVar
from functools import lru_cache
from typing import Any

UNKNOWN = "unknown"
#: Who has one address of version 6 has all of its /64.
HOME_NETWORK = 64

#: On whose behalf the work at hand is done; empty: nobody's.
current_guest: ContextVar[str] = ContextVar("current_guest", default="")


def guest_of(scope: Mapping[str, Any]) -> str:
    """The guest of a request or a WebSocket."""
    return guest_at(str(scope["client"][0])) if scope.get("client") else UNKNOWN


@lru_cache(maxsize=4096)
def guest_at(address: str) -> str:
    """The guest at an address; one of version 4 that is written as one of version 6 is the former."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address[:100]
    if isinstance(known, ipaddress.IPv6Address):
        if known.ipv4_mapped:
            return str(known.ipv4_mapped)
        return str(ipaddress.ip_network((known, HOME_NETWORK), strict=False))
    return str(known)
