"""Solving in parts: each owns a slice of the positions and computes what becomes of it, wherever it runs.

A part knows no engine: it takes what others have sent it and gives what it sends to others (``Part``). One process,
processes here and Ray's actors are three crews (``Crew``) of the same parts; Ray is known in ``on_ray`` alone.
"""
