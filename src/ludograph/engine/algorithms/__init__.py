"""Algorithms written once for all kernels: plain Python, compiled together with the rules at hand.

The annotations of an algorithm's arguments are its types when compiled: ``State``, ``Moves``, ``Words``,
``Word`` and ``int`` (signed) of ``ludograph.engine.rules``. What drives an algorithm has its name: ``engine.perft``,
``solver.table`` (breadth-first search), ``levels``, ``retrograde``, ``deepening`` (IDA*) and ``verify``,
``players.alpha_beta`` and ``tree_search``.
"""
