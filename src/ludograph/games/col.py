"""Col: colour cells in turn; two cells beside each other may not have the same colour. Who can't colour one loses.

Rules by Colin Vout; J. H. Conway, "On Numbers and Games", 1976.
"""

from ludograph.games._colouring import Colouring


class Col(Colouring):
    """Col on squares."""

    name, title = "col", "Col"
    summary = "colour cells, never two neighbours alike; who can't loses"
    other_names = ("Map colouring", "кол")
    own_apart = True
