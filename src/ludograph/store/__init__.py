"""What is kept: matches, their moves and events, uploads, ordered solves; in SQLite in the user's data folder, or in
PostgreSQL."""
