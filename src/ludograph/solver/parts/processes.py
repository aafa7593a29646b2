"""A crew of processes on this machine. What parts send each other goes by files in memory, never through this one."""

from __future__ import annotations

import contextlib
import multiprocessing
import shutil
import signal
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, cast

from ludograph.solver.parts.crew import Crew, Host
from ludograph.solver.parts.part import Counts, Share

#: Files that are in memory only, where the system has a place for them.
IN_MEMORY = Path("/dev/shm")
PATIENCE = 5.0  # seconds until a process that should end is ended


class Processes(Crew):
    """So many processes, each with its pipe."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._folder = tempfile.mkdtemp(prefix="ludograph-", dir=IN_MEMORY if IN_MEMORY.is_dir() else None)
        context = multiprocessing.get_context("spawn")
        self._pipes: list[Connection] = []
        self._processes = []
        for number in range(workers):
            own, other = context.Pipe()
            process = context.Process(target=_work, args=(other, self._folder, number), daemon=True)
            process.start()
            other.close()
            self._pipes.append(own)
            self._processes.append(process)
        self._sent: list[list[tuple[str, str]]] = [[] for _ in self._pipes]

    @property
    def pids(self) -> list[int]:
        return [process.pid or 0 for process in self._processes]

    def assign(self, shares: Sequence[Share]) -> None:
        self._all([("assign", share) for share in shares])
        self._sent = [[] for _ in self._pipes]

    def call(self, name: str, *arguments: Any) -> list[Any]:
        return self._all([("call", name, *arguments)] * self.workers)

    def step(self, level: int) -> list[Counts]:
        answers = self._all([("step", level, incoming) for incoming in self._sent])
        files = [sent for _, sent in answers]
        self._sent = [[sent[part] for sent in files if sent[part][0]] for part in range(self.workers)]
        return [counts for counts, _ in answers]

    def tasks(self, function: Callable[..., Any], arguments: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
        waiting = deque(enumerate(arguments))
        free, busy, done, following = list(self._pipes), dict[Connection, int](), dict[int, Any](), 0
        while waiting or busy:
            while waiting and free:
                pipe, (number, each) = free.pop(), waiting.popleft()
                self._send(pipe, ("run", function, *each))
                busy[pipe] = number
            for ready in wait(list(busy)):
                answered = cast(Connection, ready)
                done[busy.pop(answered)] = self._answer(answered)
                free.append(answered)
            while following in done:
                yield done.pop(following)
                following += 1

    def each(self, function: Callable[..., Any], *arguments: Any) -> list[Any]:
        return self._all([("run", function, *arguments)] * self.workers)

    def close(self) -> None:
        for pipe in self._pipes:
            pipe.close()
        for process in self._processes:
            process.join(PATIENCE)
            if process.is_alive():
                process.kill()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _all(self, messages: Sequence[tuple[Any, ...]]) -> list[Any]:
        for pipe, message in zip(self._pipes, messages, strict=True):
            self._send(pipe, message)
        return [self._answer(pipe) for pipe in self._pipes]

    def _send(self, pipe: Connection, message: tuple[Any, ...]) -> None:
        try:
            pipe.send(message)
        except OSError:
            self.revive()

    def _answer(self, pipe: Connection) -> Any:
        try:
            answer = pipe.recv()
        except (EOFError, OSError):
            return self.revive()
        if isinstance(answer, Exception):
            raise answer
        return answer


class _Messenger(Host):
    """A part in a process of its own: what it sends is written to files, of which their readers let go."""

    def __init__(self, folder: str, number: int) -> None:
        super().__init__()
        self._name = f"{folder}/{number}"
        self._files = 0

    def step(self, level: int, *incoming: Any) -> tuple[Any, ...]:
        counts, *lists = super().step(level, *map(_taken, incoming[0]))
        return counts, [self._put(each) for each in lists]

    def _put(self, array: Any) -> tuple[str, str]:
        if not len(array):
            return "", ""
        self._files += 1
        file = f"{self._name}-{self._files}"
        array.tofile(file)
        return file, str(array.dtype)


def _taken(message: tuple[str, str]) -> Any:
    import numpy as np

    array = np.memmap(message[0], message[1], "c")  # as it lies there; what is written to it stays here
    Path(message[0]).unlink()
    return array


def _work(pipe: Connection, folder: str, number: int) -> None:
    """Do what the pipe says until it is closed, by whatever way the other side ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who is at the other end
    host = _Messenger(folder, number)
    with contextlib.suppress(EOFError, OSError):
        while True:
            name, *arguments = pipe.recv()
            try:
                answer = getattr(host, name)(*arguments)
            except Exception as error:
                answer = error
            pipe.send(answer)
    shutil.rmtree(folder, ignore_errors=True)
