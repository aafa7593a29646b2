"""Solving games for two by tiers: positions of one material, each group of tiers resting on solved ones."""
