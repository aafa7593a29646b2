"""Tiers: all positions with the same material, numbered without gaps and up to symmetry."""
