"""Compiles rules and algorithms together; runs them as plain Python when asked."""
