"""Boards to play on in a notebook that knows anywidget, as Jupyter does: ``pip install 'ludograph[notebook]'``.

    >>> from ludograph.adapters.notebook import BoardWidget
    >>> widget = BoardWidget("trimok")

Left in the last line of a cell, it is a board: click a piece, then its target.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludograph.adapters.notebook.widget import BoardWidget


def __getattr__(name: str) -> object:
    """The widget, or a sentence that says what is missing."""
    if name != "BoardWidget":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from ludograph.adapters.notebook.widget import BoardWidget
    except ModuleNotFoundError as error:
        if error.name not in ("anywidget", "traitlets"):
            raise
        raise ImportError(
            "Boards in notebooks need anywidget, which isn't installed: pip install 'ludograph[notebook]' brings it."
        ) from None
    return BoardWidget


__all__ = ["BoardWidget"]
