"""Who moves: players for any game, and sessions of players at one match."""
