"""Drawings of positions: a Picture of pieces on a board graph, as SVG or as text."""
