"""Snort: bulls and cows take fields in turn; no bull may stand beside a cow. Who finds no field loses.

Rules by S. Norton; J. H. Conway, "On Numbers and Games", 1976.
"""

from ludograph.games._colouring import Colouring


class Snort(Colouring):
    """Snort on squares."""

    name, title = "snort", "Snort"
    summary = "take fields, never beside one of the other side's; who can't loses"
    other_names = ("Cats and dogs", "Bulls and cows in fields", "снорт")
    own_apart = False
