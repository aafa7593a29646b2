"""Two games by other authors."""
