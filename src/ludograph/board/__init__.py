"""The board graph: nodes in the plane, neighbours by direction. It knows no rules and no pieces."""

from ludograph.board.graph import Board, Cells, Heading, Link, Node

__all__ = ["Board", "Cells", "Heading", "Link", "Node"]
