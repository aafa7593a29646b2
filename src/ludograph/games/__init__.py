"""The games: one module each, found by its name."""
