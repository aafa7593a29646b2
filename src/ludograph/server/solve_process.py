"""One solve in a process of its own: ``python -m ludograph.server.solve_process``.

The game and the uploads that it needs come as JSON on stdin; what is found is told in lines of JSON on stdout.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

REPORT_SECONDS = 0.2


def main() -> int:
    from ludograph.core.files import offer_text
    from ludograph.core.registry import game as game_named
    from ludograph.errors import LudographError
    from ludograph.solver.game_solution import GameSolution
    from ludograph.solver.kept import keep
    from ludograph.solver.solution import Solution
    from ludograph.solver.solve import solve

    order = json.loads(sys.stdin.read())
    for text in order["texts"]:
        offer_text(text)
    try:
        solution = solve(game_named(order["game"]), threads=order["threads"], progress=_Progress())
        if isinstance(solution, Solution | GameSolution):
            keep(solution)
    except LudographError as error:
        _tell(error=error.as_dict())
        return 1
    _tell(summary=solution.summary)
    return 0


class _Progress:
    """Tells how far it is, not too often."""

    def __init__(self) -> None:
        self._last = 0.0

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now - self._last >= REPORT_SECONDS:
            self._last = now
            _tell(done=done, total=total)


def _tell(**facts: Any) -> None:
    sys.stdout.write(json.dumps(facts) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
