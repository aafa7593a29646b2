"""The vocabulary: games, positions, moves, outcomes, match records, the registry."""
