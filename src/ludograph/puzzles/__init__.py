"""The puzzles: one module each, found by its name."""
