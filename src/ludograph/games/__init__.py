"""The games: a module or a package each, found by its name."""
