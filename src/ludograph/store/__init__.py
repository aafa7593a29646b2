"""What is kept: matches, their moves and events, uploads; in SQLite in the user's data folder, or in PostgreSQL."""
