"""Chess on the 8×8 board, by bitboards: the default map of nchess."""
