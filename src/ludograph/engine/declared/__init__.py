"""What a game says about the words of its state and the fields of its moves, and all that follows from it."""
