"""The values of a game in the naive way: pass after pass over a dictionary, until nothing changes any more."""

from __future__ import annotations

from typing import Any

import ludograph

Worth = tuple[str, int | None]


def values_by_iteration(game_id: str) -> dict[Any, Worth]:
    """The value and the remoteness of every state that can be reached, for the side to move."""
    game: Any = ludograph.game(game_id)
    after: dict[Any, list[Any]] = {}
    waiting = [game.start_state()]
    while waiting:
        state = waiting.pop()
        if state not in after:
            after[state] = [game.plain.apply(state, code) for code in game.codes(state)]
            waiting += after[state]
    decided: dict[Any, Worth] = {}
    for state, children in after.items():
        winners = game.plain.winners(state)
        if not children and winners:
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
