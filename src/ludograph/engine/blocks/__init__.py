"""Building blocks of rules on any board: lines, connection, moving, dropping, sowing.

Each file has functions for kernels and, at its end, what makes their tables. A game's kernel imports the functions, and
its ``constants`` takes the tables in:

    def constants(self):
        return {**lines.line_constants(BOARD, 4), **connection.connection_constants(BOARD)}

Sets of nodes are words, on boards of up to 64 nodes; functions ``wide_…`` take boards of up to 128 nodes, whose sets
are pairs of words (``pairs``). A set has nodes only: what is empty is ``ALL_CELLS ^ occupied``, not ``~occupied``.
"""
