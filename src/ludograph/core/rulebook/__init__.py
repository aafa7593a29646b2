"""The rules of a game for people: one text, for the page, the terminal and the docs.

The text is the file ``dao.rules.md`` beside the game's module ``dao.py``: Markdown with figures (docs/rules.md).
``rulebook(game)`` gives what of it concerns a variant, together with what is derived: parameters, what was solved.
"""

from ludograph.core.rulebook.book import Prose, Rulebook, Section, rulebook
from ludograph.core.rulebook.figures import Figure

__all__ = ["Figure", "Prose", "Rulebook", "Section", "rulebook"]
