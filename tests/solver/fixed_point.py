"""The values of a game in the naive way: pass after pass over a dictionary, until nothing changes any more."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import ludograph

Worth = tuple[str, int | None]


def values_by_iteration(game_id: str, states: Iterable[Any] = ()) -> dict[Any, Worth]:
    """The value and the remoteness, for the side to move, of every state that can be reached from the start, or from
    some others; counters are left out."""
    game: Any = ludograph.game(game_id)
    after: dict[Any, list[Any]] = {}
    waiting = [game.repetition_key(state) for state in states] or [game.start_state()]
    while waiting:
        state = waiting.pop()
        if state not in after:
            is_drawn = game.plain.drawn(state)
            reached = [] if is_drawn else [game.plain.apply(state, code) for code in game.codes(state)]
            after[state] = [game.repetition_key(each) for each in reached]
            waiting += after[state]
    decided: dict[Any, Worth] = {}
    for state, children in after.items():
        winners = game.plain.winners(state)
        if not children and winners and not game.codes(state):
            decided[state] = ("win" if winners >> state.turn & 1 else "lose", 0)
    for remoteness in range(1, 1000):
        found: dict[Any, Worth] = {}
        for state, children in after.items():
            if state in decided or not children:
                continue
            known = {decided.get(child, ("draw", None))[0] for child in children}
            if "lose" in known:
                found[state] = ("win", remoteness)
            elif known == {"win"}:
                found[state] = ("lose", remoteness)
        if not found:
            break
        decided |= found
    return {state: decided.get(state, ("draw", None)) for state in after}
