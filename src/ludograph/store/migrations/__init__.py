"""Alembic's scripts; they come with the package, and the server runs them when it starts."""
