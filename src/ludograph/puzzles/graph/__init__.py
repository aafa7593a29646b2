"""A graph to walk on: the ``game``, and the JSON ``graph_file`` that it is read from."""

from ludograph.puzzles.graph.game import Graph

__all__ = ["Graph"]
