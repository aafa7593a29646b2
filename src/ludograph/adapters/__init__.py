"""Ludograph in other people's words: the same games behind interfaces that others have made."""
