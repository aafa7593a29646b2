"""How much memory there is, and a refusal when something can't fit."""

from __future__ import annotations

import os

from ludograph.errors import TooLarge

SHARE = 0.9  # of what is free: the rest is for everybody else


def available_bytes() -> int:
    """The memory that can be had without swapping, within the limits of this process' group."""
    free = _from_meminfo() or os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return min(free, _group_limit() or free)


def check_memory(needed: int, what: str) -> None:
    """Refuse what needs more memory than there is."""
    available = available_bytes()
    if needed > SHARE * available:
        raise TooLarge(f"{what} needs {readable(needed)} of memory, and only {readable(available)} are free.")


def readable(size: float) -> str:
    """A number of bytes for people."""
    for unit in ("bytes", "kB", "MB", "GB", "TB"):
        if size < 1000 or unit == "TB":
            break
        size /= 1000
    return f"{size:,.0f} {unit}" if unit in ("bytes", "kB") or size >= 100 else f"{size:,.1f} {unit}"


def _from_meminfo() -> int | None:
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:  # noqa: PTH123
            fields = dict(line.split(":", 1) for line in lines)
        return int(fields["MemAvailable"].split()[0]) * 1024
    except (OSError, KeyError, ValueError):
        return None


def _group_limit() -> int | None:
    """What a container allows beyond what it has used."""
    try:
        with open("/sys/fs/cgroup/memory.max", encoding="ascii") as limit:  # noqa: PTH123
            most = int(limit.read())
        with open("/sys/fs/cgroup/memory.current", encoding="ascii") as current:  # noqa: PTH123
            return max(0, most - int(current.read()))
    except (OSError, ValueError):
        return None
