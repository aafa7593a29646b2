"""What is kept: matches, their moves and events, uploads. SQLite in the user's data folder, or PostgreSQL by its URL."""
