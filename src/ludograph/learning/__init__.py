"""Evaluations that are learned from games of a player against itself, for every game that declares its state.

``blocks`` finds groups of nodes on the board, ``tables`` numbers what stands on them, ``fitting`` finds the weights,
``duels`` tells whether they play better, ``teaching`` goes round by round, and ``weights`` keeps what was learned.
"""
