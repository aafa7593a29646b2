"""A crew of Ray's actors: on this machine, or on as many as a cluster has. Nothing else here knows Ray.

Ray starts actors anew that were lost, on another machine if need be; what they had is read from where it was kept. It
is given numbers, arrays, names of games in their one form, and functions of this package by their names: nothing that
somebody typed becomes code.
"""

from __future__ import annotations

import logging
import os
import re
import secrets
import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from ludograph.core.texts import quoted
from ludograph.errors import InvalidParameter, LudographError
from ludograph.solver.parts.crew import Crew, Host, WorkerLost
from ludograph.solver.parts.part import Counts, Share

AUTO = "auto"
ADDRESS = re.compile(r"(\[[0-9A-Fa-f:]+\]|[A-Za-z0-9.-]+):([0-9]{1,5})")
PATIENCE = 5.0  # seconds for an address to answer, and between two looks whether what is waited for can still come
#: The part of this machine's free memory in which Ray keeps what is sent, and the most of it.
STORE_SHARE, MOST_STORE = 8, 1 << 30
LEAST_STORE = 80 << 20
LOOKS = 24  # so often it is looked whether a lost worker is there again: two minutes
#: Ray decides by this, on any system, whether it listens to other machines.
LISTENS = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"


class ClusterRefused(LudographError):
    """There is no cluster, or it can't do what is asked of it."""

    code = "cluster"


class RayCrew(Crew):
    """So many actors, one for each core of the cluster when left out."""

    def __init__(self, address: str, workers: int | None = None) -> None:
        self._ray, self._is_own = _connected(address, workers)
        cores = int(self._ray.cluster_resources().get("CPU", 0))
        if not cores:
            raise ClusterRefused(f"The cluster {address} has no core that is free for work.")
        self.workers = workers or cores
        actor = self._ray.remote(_Actor)
        #: More workers than cores share them.
        self._cores = min(1.0, cores / self.workers)
        options = {"num_cpus": self._cores, "max_restarts": -1, "scheduling_strategy": "SPREAD"}
        self.actors = [actor.options(**options).remote() for _ in range(self.workers)]
        self._sent: list[list[Any]] = [[] for _ in self.actors]

    def assign(self, shares: Sequence[Share]) -> None:
        self._get([actor.assign.remote(share) for actor, share in zip(self.actors, shares, strict=True)])
        self._sent = [[] for _ in self.actors]

    def call(self, name: str, *arguments: Any) -> list[Any]:
        return self._get([actor.call.remote(name, *arguments) for actor in self.actors])

    def step(self, level: int) -> list[Counts]:
        answers = [
            actor.step.options(num_returns=self.workers + 1).remote(level, *incoming)
            for actor, incoming in zip(self.actors, self._sent, strict=True)
        ]
        counts = self._get([answer[0] for answer in answers])
        # What was sent goes from actor to actor: only where it is is known here.
        senders = [answer for answer, count in zip(answers, counts, strict=True) if count.sent]
        self._sent = [[answer[1 + part] for answer in senders] for part in range(self.workers)]
        return counts

    def tasks(self, function: Callable[..., Any], arguments: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
        # The actors have the cores, and do nothing while tasks are done.
        remote = self._ray.remote(_run).options(num_cpus=0, max_retries=-1, scheduling_strategy="SPREAD")
        under_way = deque[Any]()
        for each in arguments:
            under_way.append(remote.remote(function, *each))
            if len(under_way) == self.workers:
                yield self._get([under_way.popleft()])[0]
        while under_way:
            yield self._get([under_way.popleft()])[0]

    def each(self, function: Callable[..., Any], *arguments: Any) -> list[Any]:
        return self._get([actor.run.remote(function, *arguments) for actor in self.actors])

    def revive(self) -> None:
        needed = self._cores * self.workers
        for _ in range(LOOKS):
            ready = [actor.run.remote(os.getpid) for actor in self.actors]
            done, _ = self._ray.wait(ready, num_returns=len(ready), timeout=PATIENCE)
            if len(done) == len(ready):
                try:
                    self._get(ready)
                except WorkerLost:
                    continue
                return
            if self._ray.cluster_resources().get("CPU", 0) < needed - 1e-6:
                break
        raise WorkerLost(
            f"The cluster has too few cores left for {self.workers} workers; when it has more, the same command goes "
            "on with the work where it was kept."
        )

    def close(self) -> None:
        for actor in self.actors:
            self._ray.kill(actor)
        if self._is_own:
            self._ray.shutdown()

    def _get(self, answers: Sequence[Any]) -> list[Any]:
        """The answers; a refusal by a worker is refused here, and one that is gone is WorkerLost."""
        errors = self._ray.exceptions
        try:
            found: list[Any] = self._ray.get(list(answers))
        except errors.RayTaskError as error:
            cause = error.cause
            if isinstance(cause, errors.RayError):
                raise WorkerLost("A worker is gone.") from None
            if isinstance(cause, LudographError):
                raise cause from None
            raise
        except errors.RayError:
            raise WorkerLost("A worker is gone.") from None
        return found


class _Actor(Host):
    """A part in an actor. What Ray hands over is read only, and kernels are given what they may write to."""

    def step(self, level: int, *incoming: Any) -> tuple[Any, ...]:
        return super().step(level, *(each.copy() for each in incoming if len(each)))


def _run(function: Callable[..., Any], *arguments: Any) -> Any:
    return function(*arguments)


def _connected(address: str, workers: int | None) -> tuple[Any, bool]:
    """Ray, connected to the cluster at an address, or to one that is begun here and that nobody else reaches; and
    whether it was not connected before."""
    where = _checked(address)
    if where is not None:
        _check_reachable(where)
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # it tells nobody of itself
    if where is None:
        os.environ.setdefault(LISTENS, "0")
        os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))
    ray = _imported()
    if ray.is_initialized():
        return ray, False
    logging.getLogger("ray").setLevel(logging.ERROR)
    try:
        how = _own(workers) if where is None else {"address": where}
        ray.init(**how, log_to_driver=False, logging_level=logging.ERROR)
    except ConnectionError:
        raise ClusterRefused(f"No Ray cluster answers at {address}.") from None
    except Exception as error:  # of which it has many kinds
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise ClusterRefused(f"Ray can't be used at {address}: {why.rstrip('.')}.") from None
    return ray, True


def _own(workers: int | None) -> dict[str, Any]:
    """What makes a cluster of this machine alone: bound to the loopback, without a dashboard, with a secret of its own
    (see above)."""
    from ludograph.solver.memory import available_bytes

    return {
        "address": "local",
        "num_cpus": workers or os.cpu_count() or 1,
        "object_store_memory": min(MOST_STORE, max(LEAST_STORE, available_bytes() // STORE_SHARE)),
        "include_dashboard": False,
        "_node_ip_address": "127.0.0.1",
    }


def _imported() -> Any:
    try:
        import ray
    except ImportError:
        raise ClusterRefused(
            "--cluster needs Ray, which isn't installed: pip install 'ludograph[cluster]' brings it."
        ) from None
    return ray


def _checked(address: str) -> str | None:
    """An address; None where a cluster is to be begun. ``auto`` is the one that the environment names, if it does:
    never one that happens to be found here."""
    where = os.environ.get("RAY_ADDRESS", "") if address == AUTO else address
    if address == AUTO and where in ("", AUTO, "local"):
        return None
    if not ADDRESS.fullmatch(where):
        raise InvalidParameter(f"{quoted(where)} is no address of a cluster: auto, or HOST:PORT.")
    return where


def _check_reachable(address: str) -> None:
    """Refuse at once what Ray would try for long."""
    host, _, port = address.rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
    except (OSError, OverflowError):
        raise ClusterRefused(f"No Ray cluster answers at {address}.") from None
