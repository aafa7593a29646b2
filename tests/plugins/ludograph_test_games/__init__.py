"""Two games and a puzzle by other authors."""
