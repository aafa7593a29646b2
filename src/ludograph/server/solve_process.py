"""One solve in a process of its own: ``python -m ludograph.server.solve_process``.

The game and the uploads that it needs come as a line of JSON on stdin; what is found is told in lines of JSON on
stdout. The server holds the other end of stdin as long as it lives: when that is closed, whatever has ended the
server, nobody waits for the solution any longer, and this process ends, too.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from typing import Any

REPORT_SECONDS = 0.2
LEFT_ALONE = 3


def main() -> int:
    order = json.loads(sys.stdin.readline())
    threading.Thread(target=_end_with_the_server, daemon=True).start()

    from ludograph.core.files import offer_text
    from ludograph.core.registry import game as game_named
    from ludograph.errors import LudographError
    from ludograph.solver.kept import keep
    from ludograph.solver.solve import most_positions, solve

    for text in order["texts"]:
        offer_text(text)
    try:
        game = game_named(order["game"])
        solution = solve(game, threads=order["threads"], progress=_Progress(most_positions(game) or 0))
        keep(solution)
    except LudographError as error:
        _tell(error=error.as_dict())
        return 1
    _tell(summary=solution.summary)
    return 0


def _end_with_the_server() -> None:
    """Nothing more is written to stdin: its end is the server's."""
    os.read(sys.stdin.fileno(), 1)
    os._exit(LEFT_ALONE)


class _Progress:
    """Tells how many positions are known, not too often; ``total`` is the most that there can be, or
    about as many as there will be, 0 if unknown."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._last = 0.0

    def __call__(self, done: int, level: int, total: int | None = None) -> None:
        now = time.monotonic()
        if now - self._last >= REPORT_SECONDS:
            self._last = now
            _tell(done=done, total=total or self._total)


def _tell(**facts: Any) -> None:
    sys.stdout.write(json.dumps(facts) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
