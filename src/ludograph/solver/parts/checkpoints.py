"""What is kept of work in parts, in a folder that all of them reach: the files of the parts, and where it is at."""

from __future__ import annotations

import json
import shutil
import time
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from ludograph.core.files import reason_of, write_text
from ludograph.errors import FileRefused
from ludograph.solver.parts.crew import Crew

RECORD = "work.json"
#: Keeping takes at most one part in so many of the time.
COST = 10.0

#: Where the whole work is at, as plain data.
State = dict[str, Any]


class Checkpoints:
    """Of one work, by one who does it at a time. ``identity`` is what has to be the same for it to go on."""

    def __init__(self, folder: Path, identity: dict[str, Any], *, cost: float = COST) -> None:
        self.folder = folder
        self.identity = identity
        self._cost = cost
        self._kept: dict[str, Any] | None = None
        self._next = 0.0
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = FileLock(folder / "lock")
            self._lock.acquire(timeout=0)
        except Timeout:
            raise FileRefused(f"Somebody else is at this work already, in {folder}.") from None
        except OSError as error:
            raise FileRefused(f"The folder {folder} can't be made: {reason_of(error)}.") from None

    def begin(self, parts: int) -> State | None:
        """Where the work is at, if it was begun before; else nothing is left of another one. FileRefused when it was
        begun with another number of parts."""
        try:
            kept = json.loads((self.folder / RECORD).read_text())
            is_same = kept["identity"] == self.identity
        except (OSError, ValueError, KeyError, TypeError):
            is_same = False
        if not is_same:
            self._clear()
            return None
        if kept["parts"] != parts:
            raise FileRefused(
                f"This work was begun with {kept['parts']} workers: go on with --workers {kept['parts']}, or remove "
                f"{self.folder} to begin anew."
            )
        self._kept = kept
        state: State = kept["state"]
        return state

    def restore(self, crew: Crew) -> State | None:
        """Let all parts be what they were when it was kept; None when nothing is."""
        if self._kept is None:
            return None
        if self._kept["facts"] is not None:
            crew.call("restore", self._kept["name"], self._kept["facts"])
        state: State = self._kept["state"]
        return state

    def is_due(self) -> bool:
        """Whether keeping would not take too large a part of the time."""
        return time.monotonic() >= self._next

    def keep(self, crew: Crew, state: State, name: str) -> None:
        """Keep what all parts are, and then where the work is at."""
        began = time.monotonic()
        crew.call("save", name)
        self.record(crew, state, name, crew.call("progress_facts")[0])
        self._next = time.monotonic() + self._cost * (time.monotonic() - began)

    def record(self, crew: Crew, state: State, name: str, facts: dict[str, Any] | None) -> None:
        before = self._kept
        self._kept = {
            "identity": self.identity,
            "parts": crew.workers,
            "name": name,
            "facts": facts,
            "state": state,
        }
        write_text(self.folder / RECORD, json.dumps(self._kept))
        if before and before["name"] != name:
            for file in self.folder.glob(f"{before['name']}.*"):
                file.unlink(missing_ok=True)

    def _clear(self) -> None:
        for file in self.folder.iterdir():
            if file.name != "lock" and file.is_file():
                file.unlink(missing_ok=True)

    def close(self) -> None:
        self._lock.release()

    def remove(self) -> None:
        """The work is done, and its result is elsewhere."""
        self.close()
        shutil.rmtree(self.folder, ignore_errors=True)
