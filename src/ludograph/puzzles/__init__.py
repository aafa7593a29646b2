"""The puzzles: a module or a package each, found by its name. What several of them share begins with ``_``."""
